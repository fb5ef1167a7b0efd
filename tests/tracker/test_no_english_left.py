"""Nothing English on a translated edition's sheets and an event's papers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from support.command import texts
from support.matrix import mark_matrix
from wordfleet_print.fleet.deck import blank_deck, tier_deck
from wordfleet_print.fleet.word_lists import load_words
from wordfleet_print.games import Edition, packaged
from wordfleet_print.games.labels import Labels, load_english
from wordfleet_print.paper import A4, LETTER
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.tracker.label_check import list_handouts
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.pdf_file import PdfFile
from wordfleet_print.tracker.pen import Art
from wordfleet_print.tracker.plain_text import write_text
from wordfleet_print.tracker.print_trackers import SheetToPrint, print_trackers
from wordfleet_print.tracker.template import make_template

TRANSLATIONS = [
    slug for slug in packaged().edition_slugs if not packaged().edition(slug).is_english
]
LEAST_LETTERS = 4


def list_words(labels: Labels) -> set[str]:
    """Return all words of labels, in small letters, without places."""
    return {
        word
        for wordings in labels.wordings.values()
        for text in wordings
        for word in re.findall(r"\w+", re.sub(r"\{\w+\}", " ", text).lower())
        if len(word) >= LEAST_LETTERS
    }


def list_texts(edition: Edition) -> Iterator[str]:
    """Yield what all kinds of sheets and papers say."""
    looks = [SheetLooks(A4, event=True), SheetLooks(LETTER)]
    looks += [replace(one, large_print=True) for one in looks]
    looks += [replace(looks[0], half_sheets=True)]
    decks = (tier_deck(edition, load_words(edition.language, "standard")), blank_deck(edition))
    for deck in decks:
        sheets = deal(deck, ("Ann", "Ben"), "x")
        for one in looks:
            yield from texts(print_trackers(edition, [SheetToPrint(s, one) for s in sheets]))
        yield write_text(edition, sheets[0], looks[0])
    for paper in (A4, LETTER):
        for handout in list_handouts(edition, paper):
            art = Art(paper.width, paper.height, handout.draw)
            template = make_template([art], {})
            file = PdfFile(template)
            file.add_page(f"/{template.forms[art]} Do", "")
            yield from texts(file.save("", edition, paper.title))


@pytest.mark.slow
@pytest.mark.parametrize("slug", mark_matrix(TRANSLATIONS, {"word-fleet-de"}))
def test_no_english_word_is_left(slug: str) -> None:
    """No word of the English labels is printed that neither the translation nor its rules have."""
    edition = packaged().edition(slug)
    source = packaged().rules(slug).text.lower()
    own = list_words(edition.all_labels) | {*re.findall(r"\w+", source)}
    english = list_words(load_english()) - own
    found = {word for text in list_texts(edition) for word in re.findall(r"\w+", text.lower())}
    assert not found & english
    assert not edition.all_labels.note
