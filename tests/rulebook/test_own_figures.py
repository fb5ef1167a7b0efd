"""Figures of a designer: filled with facts, drawn like ours, and nothing but shapes and words."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element, tostring

import pymupdf
import pytest

from support.games import own_rules
from support.html import Page, text_of
from support.kits import own_kit
from support.publishing import make_kit, make_page, print_book
from wordfleet_print.errors import BadInputError
from wordfleet_print.games import RulesSource, load_rules, parse_rules
from wordfleet_print.rulebook.page import BookSettings
from wordfleet_print.settings.games import KitSettings

POND = """<?xml version="1.0"?>
<!-- A pond, and how many reeds are in it. -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
  viewBox="0 0 245 60" width="200mm" height="50mm">
  <title>A pond of {{ numbers.reeds }} reeds</title>
  <metadata>drawn by hand</metadata>
  <defs>
    <g id="reed"><path d="M0,0v-20" style="stroke: {{ accent }}; -program-use: 1"/></g>
  </defs>
  <rect id="water" width="245" height="60" fill="{{ tint }}" onclick="alert(1)"/>
  <use xlink:href="#reed" x="20" y="50"/>
  <text x="120" y="40" font-size="14" font-family="Papyrus" fill="{{ ink }}">{{ numbers.reeds|words
    }} reeds of {{ title }}</text>
</svg>
"""
NUMBERS = "numbers: {reeds: 7}\n"


def make_game(
    folder: Path, figure: str, body: str = "\n[[figure: pond | The pond]]\n"
) -> RulesSource:
    """Return a game with one figure of its own."""
    (folder / "figures").mkdir(exist_ok=True)
    (folder / "figures" / "pond.svg").write_text(figure, encoding="utf-8")
    return own_rules(body, folder, facts=NUMBERS)


def find_figure(html: str) -> Element:
    (figure,) = Page(html).find_all("figure", class_="pond")
    return figure


def list_values(element: Element, name: str) -> list[str]:
    """Return the values of an attribute in an element."""
    return [inner.attrib[name] for inner in element.iter() if name in inner.attrib]


def list_named(element: Element, tag: str) -> list[str]:
    """Return the texts of the elements of a tag."""
    return [text_of(inner) for inner in element.iter(tag)]


def test_a_figure_has_facts_and_colors(tmp_path: Path) -> None:
    """On the page a figure has the front matter’s facts, the page’s letters, and colors that change
    in the dark; in print the book’s own.
    """
    source = make_game(tmp_path, POND)
    figure = find_figure(make_page(source).html)
    assert list_named(figure, "title") == ["A pond of 7 reeds"]
    assert [
        text.endswith(f"seven reeds of {source.book.title}") for text in list_named(figure, "text")
    ]
    assert "var(--ink)" in list_values(figure, "fill")
    assert "var(--accent)" in list_values(figure, "stroke")
    assert "Fira Sans Condensed" in list_values(figure, "font-family")
    assert list_named(figure, "figcaption") == ["The pond"]
    printed = find_figure(make_page(source, "pdf").html)
    assert source.book.look.colors.ink in list_values(printed, "fill")


def test_a_changed_fact_changes_the_figure(tmp_path: Path) -> None:
    """Numbers are written once: a figure follows them."""
    source = make_game(tmp_path, POND)
    changed = parse_rules(source.text.replace("reeds: 7", "reeds: 9"), name=source.name)
    assert "nine reeds" in text_of(find_figure(make_page(changed).html))


@pytest.mark.slow
def test_a_figure_is_printed(tmp_path: Path) -> None:
    """A PDF has the figure’s words, in letters of the book."""
    source = make_game(tmp_path, POND)
    with pymupdf.open("pdf", print_book(source, BookSettings()).content) as document:
        spans = [
            span
            for block in document[0].get_text("dict")["blocks"]
            for line in block.get("lines", ())
            for span in line["spans"]
        ]
    (words,) = [span for span in spans if "seven reeds" in span["text"]]
    assert "Fira" in words["font"]


def test_a_figure_is_set_on_cards(tmp_path: Path) -> None:
    """A block of a kit has the figure that is in it."""
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "pond.svg").write_text(POND, encoding="utf-8")
    body = "\n## Play\n\n[[figure: pond]]\n"
    source = own_kit(tmp_path, "  - text: {blocks: [play], size: [80, 100]}", NUMBERS, body=body)
    assert "seven reeds" in make_kit(source, KitSettings()).html


def test_a_figure_goes_before_ours(tmp_path: Path) -> None:
    """A designer’s figure with the name of one of ours is drawn instead of it."""
    (tmp_path / "figures").mkdir()
    own = POND.replace("{{ numbers.reeds }}", "two").replace("numbers.reeds|words", "fleet|words")
    (tmp_path / "figures" / "placement.svg").write_text(own, encoding="utf-8")
    source = load_rules("word-fleet")
    page = make_page(parse_rules(source.text, name=str(tmp_path / "own.md"))).html
    assert "five reeds of Word Fleet" in page


def test_only_shapes_and_words_get_in(tmp_path: Path) -> None:
    """What runs, what programs write for themselves, fonts of the system and sizes stay outside;
    names are the figure’s own.
    """
    figure = find_figure(make_page(make_game(tmp_path, POND)).html)
    source = tostring(figure, "unicode")
    for left in ("onclick", "alert", "metadata", "by hand", "-program", "Papyrus", "200mm", "<!--"):
        assert left not in source
    assert "figure-pond-reed" in list_values(figure, "id")
    assert "#figure-pond-reed" in list_values(figure, "href")


def test_two_figures_may_use_the_same_names(tmp_path: Path) -> None:
    """No name is on a page twice."""
    source = make_game(tmp_path, POND, "\n[[pond]]\n\n[[figure: lake]]\n")
    (tmp_path / "figures" / "lake.svg").write_text(POND, encoding="utf-8")
    ids = Page(make_page(source).html).list_attributes("id")
    names = [name for name in ids if name.startswith("figure-")]
    assert len({*names}) == len(names) == 4


def test_a_figure_without_a_title_is_named(tmp_path: Path) -> None:
    """A reader who cannot see a figure hears its caption, and the designer is asked for words."""
    title = "<title>A pond of {{ numbers.reeds }} reeds</title>"
    assert title in POND
    page = make_page(make_game(tmp_path, POND.replace(title, "")))
    assert list_named(find_figure(page.html), "title") == ["The pond"]
    assert any("say what “pond” shows" in note for note in page.notes)


REFUSED = {
    "a script": ("<rect", "<script>alert(1)</script><rect", "has <script>"),
    "HTML": ("<rect", "<foreignObject><p>x</p></foreignObject><rect", "has <foreignObject>"),
    "a picture": ("<rect", '<image href="https://example.org/a.png"/><rect', "has <image>"),
    "styles": ("<rect", "<style>* { fill: url(//a) }</style><rect", "has <style>"),
    "an animation": ("<rect", '<animate attributeName="x"/><rect', "has <animate>"),
    "a link": ("<rect", '<a href="javascript:x"><rect/></a><rect', "has <a>"),
    "another file": ('"#reed"', '"other.svg#reed"', "leads to other.svg#reed"),
    "an address": ('fill="{{ tint }}"', 'fill="url(https://example.net/x)"', "leads to url("),
    "an address in styles": ("-program-use: 1", "fill: URL( 'http://x' )", "leads to URL("),
    "an address in escapes": ('"{{ tint }}"', '"\\75rl(https://example.org/x)"', "leads to"),
    "an entity": ("<svg", '<!DOCTYPE svg [<!ENTITY a "b">]><svg', "declares entities"),
    "repetition": ("<path d", '<use href="#reed"/><path d', "too complex"),
    "no size": ('viewBox="0 0 245 60"', "", "no viewBox"),
    "a size that is no number": ('"0 0 245 60"', '"0 0 wide 60"', "view box"),
    "half a file": ("</svg>", "", "cannot be read"),
    "an unknown fact": ("numbers.reeds|", "numbers.reds|", "pond.svg:12: "),
    "logic": ("<rect", "{% for x in facts %}<rect", "pond.svg:10: “{% for x in facts %}” is no"),
    "a call": ("{{ title }}", "{{ title.upper() }}", "pond.svg:13: “{{ title.upper() }}” is no"),
    "a group": ("{{ title }}", "{{ numbers }}", "pond.svg:13: “numbers” "),
}


@pytest.mark.parametrize("case", REFUSED)
def test_other_figures_are_refused(tmp_path: Path, case: str) -> None:
    """A figure with anything else is refused with the line that shows it, and what is wrong."""
    old, new, what = REFUSED[case]
    assert old in POND
    with pytest.raises(BadInputError) as error:
        make_page(make_game(tmp_path, POND.replace(old, new, 1)))
    (fault,) = error.value.problems
    assert fault.where.endswith("mine.md:11")
    assert what in str(fault)


def test_faults_of_a_figure_are_named_together(tmp_path: Path) -> None:
    """Two unknown facts are two faults."""
    svg = POND.replace("{{ title }}", "{{ tittle }}").replace("numbers.reeds }}", "reeds }}")
    with pytest.raises(BadInputError) as error:
        make_page(make_game(tmp_path, svg))
    assert "pond.svg:5" in str(error.value.problems[0])
    assert "pond.svg:13" in str(error.value.problems[0])


def test_figures_are_in_the_folder(tmp_path: Path) -> None:
    """A figure that leads out of the folder is refused, and so is a large one; an unknown name
    brings the nearest.
    """
    folder = tmp_path / "rules"
    folder.mkdir()
    (tmp_path / "secret.svg").write_text(POND, encoding="utf-8")
    source = make_game(folder, POND)
    (folder / "figures" / "pond.svg").unlink()
    (folder / "figures" / "pond.svg").symlink_to(tmp_path / "secret.svg")
    with pytest.raises(BadInputError, match="cannot be published") as error:
        make_page(source)
    assert "leads out" in str(error.value.problems[0])
    with pytest.raises(BadInputError) as error:
        make_page(make_game(tmp_path, POND + " " * 500_000))
    assert "larger than 500 kB" in str(error.value.problems[0])
    with pytest.raises(BadInputError) as error:
        make_page(make_game(tmp_path, POND, "\n[[figure: pon]]\n"))
    assert "did you mean pond" in str(error.value.problems[0])
