"""Quick references: a full page for each game and paper, two in large print, with all that players look up."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from making.command import texts
from making.rulebooks import SLUGS, complaints_of, large, letter_sizes, outside, quick, words_of
from wordfleet_print.games import load_rules
from wordfleet_print.rulebook.figures import FIGURES, figure
from wordfleet_print.rulebook.quick_reference import MOST_PAGES, print_quick_reference, quick_reference
from wordfleet_print.rulebook.text.illustrated import Surroundings
from wordfleet_print.rulebook.text.rulings import rulings_in
from wordfleet_print.rulebook.text.variables import body_context, render_body
from wordfleet_print.rulebook.weasyprint_pdf import Printed
from wordfleet_print.tracker.geometry import PAPERS
from wordfleet_print.wording import counted, in_words

FULL = 0.86
"""How far down a page the last ink of each column is at least, as a share of the page's height."""
SHOWN_ONCE = {"area", "combat"}
"""Figures that large print has no room for: they repeat what words say."""


def _read(printed: Printed) -> str:
    return " ".join(texts(printed.content))


def _flat(text: str) -> str:
    return " ".join(text.replace("\ufffe", "-").split()).casefold()


def _fill(printed: Printed) -> list[float]:
    """How far down the page each half of its width is inked, as a share of its height."""
    picture = pypdfium2.PdfDocument(printed.content)[0].render(scale=1, grayscale=True).to_pil()
    halves = [(0, 0, picture.width // 2, picture.height), (picture.width // 2, 0, picture.width, picture.height)]
    boxes = [picture.crop(half).point(lambda value: 255 * (value < 200)).getbbox() for half in halves]
    return [(box[3] if box else 0) / picture.height for box in boxes]


def _said(slug: str, without: set[str]) -> str:
    """What a quick reference has to say: its HTML's words, those of its figures but of some, no captions."""
    html = quick_reference(load_rules(slug)).chapters
    for name in without & set(re.findall(r'id="figure-(\w+)"', html)):
        html = re.sub(rf'<figure id="figure-{name}".*?</figure>', " ", html, flags=re.DOTALL)
    unseen = r'<(title|desc|figcaption)\b.*?</\1>|<a class="permalink".*?</a>'
    return unescape(re.sub(r"<[^>]*>", " ", re.sub(unseen, " ", html, flags=re.DOTALL)))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("slug", SLUGS)
def test_it_fills_one_page(slug: str, paper: str, tmp_path: Path) -> None:
    """One page within its margins, both columns down to its foot, every word there, without a warning."""
    printed = quick(slug, paper)
    assert complaints_of(printed.content, tmp_path) == {}
    assert (printed.pages, printed.warnings, outside(printed, (12, 12, 11))) == (1, (), [])
    assert min(_fill(printed)) >= FULL
    assert words_of(_said(slug, set())) - words_of(_read(printed)) == {}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("slug", SLUGS)
def test_it_has_two_pages_in_large_print(slug: str, paper: str) -> None:
    """Both sides of a sheet, every word at 16 pt or larger, but for figures that repeat what words say."""
    printed = large(slug, paper)
    assert (printed.pages, printed.warnings, outside(printed, (10, 10, 9))) == (MOST_PAGES, (), [])
    assert words_of(_said(slug, SHOWN_ONCE)) - words_of(_read(printed)) == {}
    assert min(letter_sizes(printed.content)) > 15.95


def _looked_up(slug: str) -> list[str]:
    """What players look up, by what front matter says."""
    book: Any = load_rules(slug).book
    facts: Any = body_context(book)
    match book.game:
        case "word-fleet":
            codes = book.launch_codes
            return [
                f"all {in_words(len(book.fleet))} enemy ships",
                *book.sinks,
                *(one.name for field in (book.variations, book.turn.actions) for one in field),
                *(part.how for part in book.turn.summary),
                *(f"{mark.result} ({mark.tells})" for mark in book.marks),
                *(ship.ship for ship in book.fleet),
                f"{book.fleet_letters} letters",
                f"{book.grid.columns} × {book.grid.rows} squares",
                "may touch" if book.touching == "allowed" else "may not touch",
                counted(codes.opening_turns, "opening turn"),
                *(f"{area} × {area} squares" for one in book.variations if (area := one.area)),
                *(
                    f"{one['name']} {{}} {one['example']} {one['count']}"
                    for one in facts["code_classes"]
                    if codes.bids == "codes"
                ),
                "your turn ends",
            ]
        case "army-men":
            draft = book.standard
            return [
                f"{book.deployment.apart} inches apart",
                f"within {book.squad.within} inches",
                f"in range {book.shooting.kill_on} or more {draft.shooting.kill_on}",
                f"within {book.shooting.close} of it {book.shooting.close_kill_on} or more",
                f"roll {book.friendly_fire.roll}: on {book.friendly_fire.yours} it is your own",
                f"adds +{book.combat.attacker}. the lower dies",
                *(f"{one.unit}{{}} {one.movement} {one.range}" for one in draft.profiles if not one.weapon),
                f"within {draft.area_effect.within} inches of it",
                f"roll {draft.scenario.troopers} for the troopers you need within {draft.scenario.within} inches",
                "the last squad standing wins",
                "your turn ends",
            ]
        case _:
            return [
                f"all {book.all_pieces} pieces",
                f"{book.board.rows} × {book.board.columns} squares",
                book.turn.move.order,
                book.turn.flip.order,
                *(f"{one.name} {one.each} {one.score} {one.each * one.score}" for one in book.pieces),
                f"{in_words(book.quiet_turns)} turns running",
                "the higher total wins",
                "your turn ends",
            ]


@pytest.mark.parametrize("slug", SLUGS)
def test_all_that_players_look_up_is_there(slug: str) -> None:
    """How to win, what ends a turn, what sinks a ship, ranks of codes, rolls, scores: as front matter has them."""
    read = _flat(_read(quick(slug)))
    wanted = [re.escape(_flat(phrase)).replace(r"\{\}", r".{0,40}?") for phrase in _looked_up(slug)]
    assert [phrase for phrase in wanted if not re.search(phrase, read)] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_rulings_have_their_numbers(slug: str) -> None:
    """What a ruling decides stands beside its number in the rulebook, and every number there is one of the book's."""
    source = load_rules(slug)
    rulings, read = rulings_in(render_body(source)), _flat(_read(quick(slug)))
    numbers = [one["number"] for one in rulings.values()]
    assert numbers == [f"†{number}" for number in range(1, len(rulings) + 1)]
    cited = set(re.findall(r"†\d+", read))
    assert len(cited) >= len(rulings) // 2
    assert cited <= set(numbers)
    told = [one for one in rulings.values() if one["short"] and _flat(one["short"]) in read]
    assert len(told) >= len(rulings) // 3
    assert [one for one in told if _flat(f"{one['number']} {one['short']}") not in read] == []


def test_a_chapter_longer_than_a_page_is_not_cut_off(tmp_path: Path) -> None:
    """A designer's own template with more than a page of items runs on to the second page, whole."""
    items = [f"item{number} is to be looked up often" for number in range(170)]
    (tmp_path / "quick").mkdir()
    listed = "\n".join(f"- {item}" for item in items)
    path = tmp_path / "quick" / "army-men.md"
    path.write_text(
        f"# Own – Quick reference\n\nTagline.\n\n## One\n\nShort.\n\n## Two\n\n{listed}\n", encoding="utf-8"
    )
    printed = print_quick_reference(load_rules("army-men"), PAPERS["a4"], Surroundings(templates=tmp_path))
    read = _flat(_read(printed))
    assert (printed.pages, [item for item in items if item not in read]) == (2, [])


def test_every_kind_of_piece_is_shown_moving() -> None:
    """The figure of moves tells how many squares each piece reaches, as the rules count them."""
    svg = figure(load_rules("happy-flip-chess").book, "moves")
    told = dict(re.findall(r"(\w+): (\d+) of the 24", svg))
    assert told == {"queen": "16", "rook": "8", "king": "8", "bishop": "8", "knight": "8", "pawn": "3"}
    assert "moves" in FIGURES["happy-flip-chess"]


def test_it_is_in_the_language_of_its_template(tmp_path: Path) -> None:
    """Ours is in English, whatever the rulebook is in, but for the game's name; a designer's own is in the book's."""
    english = load_rules("word-fleet")
    german = replace(english, book=english.book.model_copy(update={"language": "de"}))
    (tmp_path / "quick").mkdir()
    (tmp_path / "quick/word-fleet.md").write_text("# {{ title }} – Kurz\n\n## Ziel\n\nWer nimmt.\n", encoding="utf-8")
    ours, theirs = quick_reference(german), quick_reference(german, Surroundings(templates=tmp_path))
    assert (ours.book.language, theirs.book.language) == ("en", "de")
    assert '<span class="name" lang="de">Word Fleet<' in ours.opening
