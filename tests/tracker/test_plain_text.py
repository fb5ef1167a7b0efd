"""Sheets as plain text: all that play needs, in narrow lines, secrets below a line."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args

import pytest

from wordfleet_print.fleet.deck import blank_deck, tier_deck
from wordfleet_print.fleet.word_lists import load_tier, load_words
from wordfleet_print.games import Edition, load_edition, packaged
from wordfleet_print.games.word_fleet.model import MarkKind
from wordfleet_print.paper import A4
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker import phrases
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.plain_text import LINE_CHARACTERS, write_text

EDITIONS = ("word-fleet", "word-fleet-strike", "word-fleet-admirals")
NAMES = ("Niamh Ó Súilleabháin", "Maximiliana von Hohenstein-Papadopoulou the Third of Bavaria")
each_edition = pytest.mark.parametrize(
    "edition", [load_edition(slug) for slug in EDITIONS], ids=EDITIONS
)


def _deal(edition: Edition, *, blank: bool = False, placed: bool = False) -> Sheet:
    deck = blank_deck(edition) if blank else tier_deck(edition, load_tier("standard"))
    return deal(deck, NAMES, "text", placed=placed)[0]


def _halves(text: str) -> tuple[str, str]:
    public, _, secret = text.partition(f"\n{'-' * LINE_CHARACTERS}\n")
    return " ".join(public.split()), " ".join(secret.split())


@each_edition
def test_lines_are_narrow(edition: Edition) -> None:
    """No line is longer than a braille display, whatever the names, and none ends in blanks."""
    for sheet in (_deal(edition), _deal(edition, blank=True), _deal(edition, placed=True)):
        text = write_text(
            edition,
            sheet,
            SheetLooks(A4, event=True, title="The Grand Summer Cup of All the Counties"),
        )
        assert max(map(len, text.splitlines())) <= 40
        assert all(line == line.rstrip() for line in text.splitlines())
        assert text.endswith("\n")


@each_edition
def test_both_halves_say_what_play_needs(edition: Edition) -> None:
    """Above the line: names, ships with their lengths, what each mark means, the turn. Below: whose
    it is, words by ship, codes, the letters' counts, how to bid, the sheet code; none of these is
    above.
    """
    sheet = _deal(edition, placed=True)
    public, secret = _halves(write_text(edition, sheet, SheetLooks(A4)))
    assert {*sheet.launch_codes, *(sheet.words or ()), sheet.code}.isdisjoint(
        public.replace(":", " ").split()
    )
    assert sheet.player in public
    assert sheet.opponent in public
    for ship in edition.fleet:
        boxes = "-" * ship.letters
        assert f"{ship.ship}, {ship.letters} letters: {boxes}. Sunk: no" in public
    assert all(f"{mark.result}: {mark.tells}. Note " in public for mark in edition.marks)
    assert all(action.name in public for action in edition.turn.actions)
    assert edition.say("text.secret", owner=sheet.player) in secret
    assert all(
        f"{ship.ship}, {ship.letters} letters: {word}," in secret
        for ship, word in zip(edition.fleet, sheet.words or (), strict=True)
    )
    assert all(code in secret for code in sheet.launch_codes)
    assert all(f"{letter} {count}" in secret for letter, count in (sheet.manifest or {}).items())
    assert " ".join(edition.say("codes.bidding").replace("*", "").split()) in secret
    assert sheet.code in secret
    assert sheet.fleet_name in secret


@each_edition
def test_start_says_each_step(edition: Edition) -> None:
    """START has its steps in order, in the words of the edition's own sheet but the first, which
    says what is secret.
    """
    for placed in (True, False):
        sheet = _deal(edition, placed=placed)
        public, _ = _halves(write_text(edition, sheet, SheetLooks(A4)))
        steps = phrases.list_steps(edition, "text", blank=False, placed=placed)
        assert "below the line" in steps[0].text
        places = [public.index(f"{number}. ") for number in range(1, len(steps) + 1)]
        assert places == sorted(places)
        assert all(step.text in public for step in steps)


@pytest.mark.parametrize("slug", packaged().edition_slugs)
def test_nothing_needs_eyes(slug: str) -> None:
    """The sheet asks nobody to look, ring, trace, cross out or fold, in any language."""
    edition = packaged().edition(slug)
    deck = tier_deck(edition, load_words(edition.language, "standard"))
    (sheet, _) = deal(deck, NAMES, "text", placed=True)
    words = set(re.findall(r"\w+", write_text(edition, sheet, SheetLooks(A4)).lower()))
    seen = "look see ring circle trace cross fold page schau einkreisen nachziehen falte seite"
    seen += " mira rodea repasa dobla página regardez entourez repassez pliez tracker"
    assert not words & set(seen.split())


def test_grids_have_a_place_for_each_note() -> None:
    """The Attack Grid and Letter Recon have a dash for each square and letter; the Defense Grid has
    the letters of placed ships. Columns are under their letters.
    """
    edition = load_edition("word-fleet")
    sheet = _deal(edition, placed=True)
    lines = write_text(edition, sheet, SheetLooks(A4)).splitlines()
    heads = [at for at, line in enumerate(lines) if line == "   A B C D E F G H I J"]
    attack, defense = ([line[3::2] for line in lines[at + 1 : at + 11]] for at in heads)
    assert attack == ["-" * 10] * 10
    fleet: dict[tuple[int, int], str] = {}
    for word, place in zip(sheet.words or (), sheet.placements or (), strict=True):
        fleet |= dict(zip(place.squares(len(word)), word, strict=True))
    assert {
        (x, y): c for y, row in enumerate(defense) for x, c in enumerate(row) if c != "-"
    } == fleet
    recon = [line for line in lines if re.fullmatch(r"([A-Z] - )*[A-Z] -", line)]
    assert "".join(recon).replace(" ", "").replace("-", "") == "".join(edition.alphabet_rows)


def test_codes_have_their_kinds_where_kinds_are_ranked() -> None:
    """A bid with codes needs their kinds; a bid with digits does not."""
    for slug, shown in (("word-fleet", "{} {}"), ("word-fleet-admirals", "{}")):
        edition = load_edition(slug)
        sheet = replace(_deal(edition), launch_codes=("777", "012", "474", "477", "471"))
        lines = write_text(edition, sheet, SheetLooks(A4)).splitlines()
        kinds = zip(sheet.launch_codes, ("triple", "run", "mirror", "twin", "plain"), strict=True)
        assert {shown.format(*one) for one in kinds} <= set(lines)


def test_a_placed_fleet_says_where_ships_are() -> None:
    """Each ship's first square, and whether it goes across or down."""
    edition = load_edition("word-fleet")
    sheet = _deal(edition, placed=True)
    _, secret = _halves(write_text(edition, sheet, SheetLooks(A4)))
    for word, place in zip(sheet.words or (), sheet.placements or (), strict=True):
        first = f"{'ABCDEFGHIJ'[place.column]}{place.row + 1}"
        assert f"{word}, {first} {'across' if place.across else 'down'}" in secret


def test_a_blank_sheet_leaves_words_and_counts_to_its_captain() -> None:
    """Ships are listed without words, and the letters are to be counted; without a captain it is
    the captain's.
    """
    edition = load_edition("word-fleet")
    sheet = replace(_deal(edition, blank=True), player="", opponent="")
    _, secret = _halves(write_text(edition, sheet, SheetLooks(A4)))
    assert "KETCH, 5 letters: SHIP, 4 letters:" in secret
    assert "Count the letters of your words" in secret
    assert "for the eyes of the captain only" in secret


def test_an_event_sheet_has_its_seat_and_title() -> None:
    """Table, round and serial only where it is printed for an event."""
    edition = load_edition("word-fleet")
    sheet = replace(_deal(edition), table="12", round="3", serial="023-1")
    public, _ = _halves(write_text(edition, sheet, SheetLooks(A4, event=True, title="Summer Cup")))
    assert all(text in public for text in ("Summer Cup", "Table: 12", "Round: 3", "Serial: 023-1"))
    assert "Table" not in write_text(edition, sheet, SheetLooks(A4))


@each_edition
@pytest.mark.parametrize("kind", get_args(MarkKind))
def test_each_kind_of_mark_is_said_in_words(edition: Edition, kind: str) -> None:
    """Whatever mark a designer chooses for a result, text sheets say how to note it."""
    assert edition.say(f"text.note.{kind}").endswith(".")
