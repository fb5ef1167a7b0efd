"""A class's words come first on its sheets; what was printed of a list before comes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from making.command import done, json_of
from wordfleet_print.event.plan.dealer import Dealer
from wordfleet_print.event.plan.event_json import read_record
from wordfleet_print.event.plan.event_plan import planned_sheets
from wordfleet_print.fleet.deck import Deck, own_deck
from wordfleet_print.fleet.word_lists import WordList, load_tier
from wordfleet_print.games import load_edition
from wordfleet_print.jobs.choose_words import WordsRequest
from wordfleet_print.sheet.sheet import are_fair_opponents, deal, make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode, parse_code

PRINTED = Path(__file__).parent.parent / "data" / "own-words"
LINES = [line.split() for line in (PRINTED / "printed.txt").read_text(encoding="utf-8").splitlines()[1:]]


@pytest.mark.parametrize("line", LINES, ids=[line[2] for line in LINES])
def test_a_code_of_a_list_filled_up_before_comes_back(line: list[str]) -> None:
    """It draws as it did when a tier was mixed with the list."""
    name, tier, text, *words = line
    code = parse_code(text)
    (deck,) = WordsRequest(own=PRINTED / f"{name}.txt", fill=tier).decks_of([code])
    assert make_sheet(deck, code).words == tuple(words)


def test_an_event_filled_up_before_comes_back() -> None:
    """Its record says nothing of topping up: its words are mixed as they were."""
    plan = read_record(PRINTED / "event.json").plan()
    deck = plan.terms.deck()
    drawn = [make_sheet(deck, SheetCode(deck.digest, one.seed)).words or () for one in planned_sheets(plan, 0)]
    assert [" ".join(words[:3]) for words in drawn] == [
        "WHALE DEER GUN",
        "HORSE BEAR JUT",
        "OTTER FROG DUB",
        "HORSE BEAR TUB",
    ]


CLASSES = {
    "one three-letter word too few": ("fox owl bee wolf bear deer hare frog horse tiger sheep whale otter", 7),
    "all but two letters": ("leaf root stem seed corn fog sea oak bud storm waves", 8),
    "long words": ("plant roots stems leafy petal seeds water light soil", 3),
    "short words": ("cat dog hen pig cow rat ant bee", 4),
    "one of each": ("storm leaf fog", 3),
}


def _deck(words: str, edition: str = "word-fleet") -> Deck:
    own = WordList.of("own", "Class", "Class", words.split())
    return own_deck(load_edition(edition), own, sheets=2, fill=load_tier("standard"))


@pytest.mark.parametrize("edition", ["word-fleet", "word-fleet-strike"])
@pytest.mark.parametrize(("words", "most"), CLASSES.values(), ids=CLASSES)
def test_each_sheet_takes_the_words_of_the_class(words: str, most: int, edition: str) -> None:
    """Opponents share no word, so `most` of them are on a table's two sheets, as evenly as can be;
    all are fair.
    """
    deck = _deck(words, edition)
    for one, other in zip(*[iter(deal(deck, ("",) * 4, "class"))] * 2, strict=True):
        counts = deck.share.count(one), deck.share.count(other)
        assert (sum(counts), abs(counts[0] - counts[1])) == (most, most % 2)
        assert are_fair_opponents(one, other, deck)


def test_an_event_takes_the_words_of_the_class() -> None:
    """At each of its tables; where they run out of fair fleets, a tier's words come in, and nobody
    goes without.
    """
    deck = _deck(CLASSES["all but two letters"][0], "word-fleet-strike")
    dealer = Dealer(deck, deck.edition.fairness.band, "class", 140)
    tables = [dealer.deal_table((f"a{place}", f"b{place}"), number) for number in range(1, 6) for place in range(14)]
    counts = [deck.share.count(hand) for table in tables for hand in table]
    assert counts[:8] == [4] * 8
    assert sum(counts) / len(counts) > 3.7


def test_a_sheet_says_which_ships_are_not_of_the_list() -> None:
    """Each for itself, as its own words are."""
    deck = _deck(CLASSES["one three-letter word too few"][0])
    for sheet in deal(deck, ("",) * 2, "class"):
        named = zip(deck.edition.fleet, sheet.words or (), strict=True)
        others = [ship.ship for ship, word in named if word not in deck.own]
        assert sheet.words_from == f"Class; {' & '.join(others)} from the general list"


LIST = (
    "Year 4 – Animals\n"
    + CLASSES["one three-letter word too few"][0].replace(" ", "\n")
    + "\nelephant\ncamouflage\na\n"
)


def test_how_much_of_a_list_is_used_is_told(call: Callable[..., Any], tmp_path: Path) -> None:
    """By `tracker` and `event print`, with the titles that were passed over and the words that no
    ship takes.
    """
    (tmp_path / "5A.txt").write_text(LIST, encoding="utf-8")
    options = ("-w", "5A.txt", "--fill-from", "standard")
    used = (
        "3 to 4 of 5 words a sheet are yours; 3 of your 16 were not used: "
        "ELEPHANT, CAMOUFLAGE are longer than any ship and A is shorter than any ship."
    )
    title = "Line 1, “Year 4 – Animals”: taken for a title, not for words."
    assert json_of(call("tracker", *options, "--json"))["words_told"] == [title, used]
    assert used in done(call("tracker", *options)).out
    told = json_of(call("event", "print", "--players", "4", *options, "-o", "cup", "--seed", "5A", "--json"))
    assert told["notes"] == [title, used]
    assert "5 words a sheet" not in call("tracker").out


def test_the_sheet_says_that_its_letters_are_plain(call: Callable[..., Any], tmp_path: Path) -> None:
    """Without the option the words are refused, and it is named; a code needs the list alone."""
    (tmp_path / "5A.txt").write_text(f"{LIST}Käse\n", encoding="utf-8")
    refused = call("tracker", "-w", "5A.txt", "--fill-from", "standard")
    assert (refused.code, "KASE or KAESE: --plain-letters or --german-letters" in refused.err) == (3, True)
    options = ("-w", "5A.txt", "--fill-from", "standard", "--german-letters")
    (sheet, _) = json_of(call("tracker", *options, "--json", "--show-words"))["sheets"]
    assert sheet["words_from"].startswith("Plain letters: 5A; ")
    for named in (options, options[:2]):
        (again,) = json_of(call("tracker", *named, "--code", sheet["code"], "--json", "--show-words"))["sheets"]
        assert again == sheet


def test_an_event_filled_up_before_goes_on(call: Callable[..., Any], tmp_path: Path) -> None:
    """With another round, and with the words named again: what was printed stays, and all is drawn
    as it was.
    """
    copytree(PRINTED, tmp_path / "cup")
    before = json.loads((tmp_path / "cup" / "event.json").read_text(encoding="utf-8"))
    words = ("--words", "cup/class.txt", "--fill-from", "standard")
    done(call("event", "print", "cup", "--rounds", "3", *words, "-q"))
    after = json.loads((tmp_path / "cup" / "event.json").read_text(encoding="utf-8"))
    assert (after["terms"], after["rounds"][:2]) == (before["terms"], before["rounds"])
    assert len(after["rounds"]) == 3
