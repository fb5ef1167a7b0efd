"""How pages are set: each no more often than its page numbers need, its figures as they were drawn."""

from __future__ import annotations

import logging
from collections import Counter
from logging.handlers import QueueHandler
from queue import SimpleQueue
from xml.etree.ElementTree import fromstring, tostring

from wordfleet_print.game import parse_rules
from wordfleet_print.press.ink.paper import A4
from wordfleet_print.rulebook.text.illustrated import Surroundings, render_text
from wordfleet_print.rulebook.weasyprint_pdf import Setting, print_look, put_back, ready_page, taken_out

FRONT = "slug: reeds\ngame: rules-only\ntitle: Reeds\ntagline: Cut them\nplayers: {count: 2}\n"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><title>Reed</title><path d="M0 0h2"/></svg>'


def test_a_page_is_set_no_more_often_than_its_page_numbers_need() -> None:
    """Once without any, twice where they lead back, three times where they lead on; the contents do."""
    body = (
        "## One\n\n"
        + "Cut a reed.\n\n" * 45
        + '## Two\n\nAs in [One](#one), not `a href="#one"`.\n\n'
        + "Cut it.\n\n" * 30
    )
    text = render_text(parse_rules(f"---\n{FRONT}---\n# Reeds\n\n*Cut.*\n\n{body}", name="reeds.md"), Surroundings())
    page = ready_page(text, print_look(A4))
    assert '<code>a href="#one"</code>' in page
    told: SimpleQueue[logging.LogRecord] = SimpleQueue()
    listener = QueueHandler(told)
    progress = logging.getLogger("weasyprint.progress")
    level, _ = progress.level, progress.addHandler(listener)
    progress.setLevel(logging.INFO)
    try:
        document = Setting().set(page)
    finally:
        progress.removeHandler(listener)
        progress.setLevel(level)
    lines = [told.get().getMessage() for _ in range(told.qsize())]
    times = Counter(line.rpartition(" Page ")[2] for line in lines if " Page " in line and "up-to-date" not in line)
    linked = [place for place, page in enumerate(document.pages, 1) if any(link[1] == "one" for link in page.links)]
    assert linked[0] == 2, "the contents lead on"
    assert linked[1] > 3, "the words lead to an earlier page"
    assert times == {str(place): 1 for place in range(1, len(document.pages) + 1)} | {"2": 3, str(linked[1]): 2}


def test_figures_are_taken_out_and_put_back_as_they_were() -> None:
    """What is no XML stays where it is, and so does whatever else calls itself a place."""
    broken = '<svg viewBox="0 0 1 1"><path d="M0 0"></svg>'
    bare, drawings = taken_out(f"<main><p>a{SVG}b</p>{broken}<svg data-drawing='7'></svg>{SVG}</main>")
    assert broken in bare
    assert len(drawings) == 3
    # Both strings stand in this file: nobody else's XML is read here.
    page, drawn = (fromstring(xml) for xml in (bare.replace(broken, ""), SVG))  # noqa: S314 - our own
    put_back(page.iter("svg"), drawings)
    put_back(page.iter("svg"), drawings)
    (first, foreign, last) = (place for place in page.iter() if place.tag == "svg")
    assert [place.get("viewBox") for place in (first, foreign, last)] == ["0 0 2 1", None, "0 0 2 1"]
    assert first.tail == "b"
    assert b"".join(map(tostring, first)) == b"".join(map(tostring, drawn))
