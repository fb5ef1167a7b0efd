"""One sentence, one place: a book says it, and everything else takes it from there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

import pymupdf
import pytest
import yaml

from support.html import Page, list_lines, text_of
from support.kits import GAMES
from support.leaves import read_front
from support.matrix import mark_matrix
from support.publishing import make_kit, make_page
from support.texts import list_code_texts, list_template_texts
from wordfleet_print.fleet.deck import blank_deck
from wordfleet_print.games import Edition, RulesSource, load_rules, packaged, parse_rules
from wordfleet_print.games.labels import load_english
from wordfleet_print.paper import A4, LETTER
from wordfleet_print.settings.games import KitSettings
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.site.pages import compare_books
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.print_trackers import SheetToPrint, print_trackers

# Books that are read at every test; the others in the matrix.
DAILY = {"army-men", "word-fleet"}
# Words in a row that are a sentence's own.
RUN = 5
# Runs that are of no rule.
CHROME = {"a number from 1 to": "what a field of a kit should be"}


def list_runs(text: str, length: int = RUN) -> set[str]:
    """Return this many words in a row, wherever nothing but blanks is between them."""
    runs: set[str] = set()
    for piece in re.split(r"[^\w\s’]", text.casefold()):
        words = piece.split()
        starts = range(len(words) - length + 1)
        runs |= {" ".join(words[start : start + length]) for start in starts}
    return runs


@pytest.fixture(scope="module")
def book_runs() -> set[str]:
    """Five words in a row of every book and of its front matter."""
    return {run for slug in packaged().slugs for run in list_runs(load_rules(slug).text)}


def test_no_sentence_of_a_rule_is_in_a_template_or_in_code(book_runs: set[str]) -> None:
    """No five words of a rulebook follow one another in what draws books, kits, sheets or
    pages.
    """
    found = {
        (name, run)
        for name, text in (*list_template_texts(), *list_code_texts())
        for run in (list_runs(text) & book_runs) - CHROME.keys()
    }
    assert found == set()


def change_sentences(body: str) -> str:
    """Return a text with a word of no sense between every two small words of its prose, so that no
    sentence is as it was; names of blocks, files and facts stay.
    """
    lines = body.split("\n")
    for number, line in enumerate(lines):
        if not re.match(r"#|!\[|\||<!--|\[\[", line):
            lines[number] = re.sub(r"(?<=[a-z]) (?=[a-z]+\b(?!\s*\}))", " zq ", line)
    return "\n".join(lines)


def list_outputs(source: RulesSource) -> Iterator[tuple[str, str]]:
    """Yield what a book’s text is printed on, with its name."""
    yield "page", make_page(source).html
    yield "print", make_page(source, "pdf").html
    for is_draft in (False, True):
        yield "kit", make_kit(source, KitSettings(draft=is_draft)).html
    if isinstance(source.book, Edition):
        yield "comparison", str(compare_books([source.book]))


def read_words(html: str) -> str:
    """Return the words of a page with a bar between its blocks."""
    return " | ".join(list_lines(Page(html).root, {"script", "style"}))


@pytest.mark.slow
@pytest.mark.parametrize("slug", mark_matrix(GAMES, DAILY))
def test_nothing_repeats_a_sentence_of_a_book(slug: str) -> None:
    """With every sentence of a book changed, no page, card, aid, screen or comparison has an old
    one: all take them from the book.
    """
    source = load_rules(slug)
    changed = replace(source, body=change_sentences(source.body))
    front = list_runs(source.text.removesuffix(source.body))
    old = list_runs(source.body) - list_runs(changed.body) - front
    assert len(old) > 200
    for name, html in list_outputs(changed):
        assert list_runs(read_words(html)) & old == set(), name


def mark_sentences(body: str) -> tuple[str, int]:
    """Return a text with a numbered mark at the end of each sentence, and how many there are."""
    commented = re.sub(r"(?s)<!--.*?-->", lambda found: "x" * len(found[0]), body)
    places = [place.end() for place in re.finditer(r"[a-z](?=[.!?]†?(?:[\s”]|$))", commented)]
    # From the end, so that earlier places stay where they are.
    for number, place in reversed([*enumerate(places)]):
        body = f"{body[:place]} zq{number}q{body[place:]}"
    return body, len(places)


@pytest.mark.slow
@pytest.mark.parametrize("slug", mark_matrix(packaged().slugs, DAILY))
def test_every_sentence_of_a_book_is_printed(slug: str) -> None:
    """Each sentence that is changed in a book is changed on its page and in print, and those of the
    quick reference are on its page.
    """
    source = load_rules(slug)
    body, count = mark_sentences(source.body)
    assert count > 40
    changed = replace(source, body=body)
    for target in ("screen", "pdf"):
        html = make_page(changed, target).html
        assert len(set(re.findall(r"zq\d+q", html))) == count
    written = body[body.rindex("\n# ") :]
    (quick,) = Page(html).find_all("section", class_="quick")
    assert set(re.findall(r"zq\d+q", written)) <= set(re.findall(r"zq\d+q", text_of(quick)))


# Facts that are words, by the names of their fields.
WORDED = {"edition", "edition_note", "tagline", "unfinished", "finished", "wordings", "one", "many"}
WORDED |= {"legend", "brief", "tells", "calls", "name", "title", "words", "note", "line", "foot"}
# What is filled in stays, and so do names of files and drawings.
SWAP = str.maketrans("aeou", "euoa")


def change_front(value: Any, *, is_worded: bool = False) -> Any:
    """Return front matter with other vowels in all its words, outside of braces."""
    if isinstance(value, dict):
        return {
            name: change_front(inside, is_worded=is_worded or name in WORDED)
            for name, inside in value.items()
        }
    if isinstance(value, list):
        return [change_front(one, is_worded=is_worded) for one in value]
    if not is_worded or not isinstance(value, str) or " " not in value:
        return value
    parts = re.split(r"(\{+[^}]*\}+)", value)
    return "".join(part if part.startswith("{") else part.translate(SWAP) for part in parts)


def list_sheets(source: RulesSource) -> Iterator[tuple[str, str]]:
    """Yield the words of a table’s sheets, as they print and as text."""
    edition = source.edition
    sheets = deal(blank_deck(edition), ("", ""), "sentences")
    for looks in (SheetLooks(A4), SheetLooks(LETTER, large_print=True)):
        content = print_trackers(edition, [SheetToPrint(sheet, looks) for sheet in sheets])
        with pymupdf.open("pdf", content) as document:
            words = " | ".join(block[4] for page in document for block in page.get_text("blocks"))
            yield "sheet", words


@pytest.mark.slow
@pytest.mark.parametrize("slug", mark_matrix(GAMES, DAILY))
def test_nothing_repeats_a_sentence_of_the_front_matter(slug: str) -> None:
    """With every sentence of the front matter changed, no page, kit, comparison or sheet has an old
    one.
    """
    source = load_rules(slug)
    front = read_front(slug)
    dumped = yaml.safe_dump(change_front(front), sort_keys=False, allow_unicode=True, width=9999)
    changed = parse_rules(f"---\n{dumped}---\n{source.body}", name=source.name)
    before = yaml.safe_dump(front, sort_keys=False, allow_unicode=True, width=9999)
    others = [dumped, source.body, *chain.from_iterable(load_english().wordings.values())]
    old = list_runs(before, 3) - list_runs(" | ".join(others).replace("*", ""), 3)
    assert old
    outputs = [*list_outputs(changed)]
    if isinstance(source.book, Edition):
        outputs += list_sheets(changed)
    for name, html in outputs:
        assert list_runs(read_words(html), 3) & old == set(), name
