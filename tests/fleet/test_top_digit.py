"""Admirals' highest digits: each from 4 to 9 as often on new sheets; what was dealt before comes back (A-24)."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from making.command import Run, done
from making.games import EDITIONS, with_facts
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import blank_deck
from wordfleet_print.fleet.launch_codes import CodeDealer, code_class
from wordfleet_print.games import load_edition

ADMIRALS = load_edition("word-fleet-admirals")
BEFORE = {
    "WF-BHNYM-T09XX-TFB0V": (["STALE", "PAST", "PUG", "INK", "US"], ["923", "608", "335", "845", "212"]),
    "WF-BHNYM-T0BPW-SJVZ0": (["ALARM", "DRUM", "FOX", "SLY", "OF"], ["323", "213", "027", "621", "228"]),
    "WF-B1BDA-9NG8H-6NPQP": (None, ["140", "266", "415", "386", "474"]),
}
"""Sheets that were printed before, with words and without: their codes, words and launch codes."""
RECORD = Path(__file__).parents[1] / "data" / "events" / "admirals-before-top-digit.json"
"""An event of four players and two rounds that was planned before."""


def test_each_highest_digit_is_dealt_as_often() -> None:
    """Over 6,000 sheets each of the six digits is a sixth, and the classes of codes are as the rules say."""
    dealer = CodeDealer(ADMIRALS.launch_codes)
    hands = [dealer.deal(number.to_bytes(9, "big")) for number in range(6000)]
    tops = Counter(max("".join(hand)) for hand in hands)
    assert sorted(tops) == list("456789")
    assert all(850 < count < 1150 for count in tops.values())
    for hand in hands:
        assert Counter(map(code_class, hand)) == {"mirror": 1, "twin": 1, "plain": 3}
        assert len(set(hand)) == 5


def test_only_admirals_decks_are_others_than_before() -> None:
    """The other editions say nothing of it: their codes and digests are what they were."""
    for slug in EDITIONS:
        edition = load_edition(slug)
        earlier = edition.before_top_digit
        assert (earlier is not None) == (slug == "word-fleet-admirals")
        if earlier:
            assert blank_deck(earlier).digest != blank_deck(edition).digest


@pytest.mark.parametrize("code", BEFORE)
def test_a_code_printed_before_comes_back(code: str, call: Run) -> None:
    """The same words and the same launch codes."""
    words, codes = BEFORE[code]
    found = json.loads(done(call("verify", code, "--json")).out)
    assert [one["code"] for one in found["launch_codes"]] == codes
    assert (found["words"] and list(found["words"].values())) == words


def test_a_code_of_today_comes_back(call: Run, tmp_path: Path) -> None:
    """A sheet that is dealt now has a digest of its own."""
    place = str(tmp_path / "t.pdf")
    printed = done(call("tracker", "-e", "admirals", "--seed", "now", "--json", "--show-words", "-o", place))
    sheet = json.loads(printed.out)["sheets"][0]
    found = json.loads(done(call("verify", sheet["code"], "--json")).out)
    assert [one["code"] for one in found["launch_codes"]] == list(sheet["launch_codes"])
    assert sheet["code"][:11] != "WF-BHNYM-T0"


def test_an_event_planned_before_goes_on_with_its_deal(call: Run, tmp_path: Path) -> None:
    """Latecomers get sheets of the event's own deck; a printed round stays as it was; one sheet comes again."""
    event = tmp_path / "cup"
    event.mkdir()
    shutil.copy(RECORD, event / "event.json")
    before = json.loads(RECORD.read_text(encoding="utf-8"))
    (tmp_path / "late.csv").write_text("name\nAnn\nBen\nCy\nDi\nEve\nFay\n", encoding="utf-8")
    late = str(tmp_path / "late.csv")
    done(call("event", "print", late, "--rounds", "2", "--redeal", "2", "-o", str(event), "--quiet"))
    after = json.loads((event / "event.json").read_text(encoding="utf-8"))
    assert after["rounds"][0]["codes"][:4] == before["rounds"][0]["codes"]
    codes = after["rounds"][1]["codes"]
    assert len(codes) == 6
    assert all(code.startswith("WF-BHNYM-T0") for code in codes)
    done(call("event", "reprint", str(event), "--captain", "Eve", "--round", "2", "-o", str(tmp_path / "eve.pdf")))


@pytest.mark.parametrize("digits", [[9, 4], [5, 5], [1, 9], [4, 10], [4]])
def test_digits_that_make_no_sense_are_refused(digits: list[int]) -> None:
    """From a lower one to a higher one, of which there are codes enough."""

    def change(facts: dict[str, dict[str, object]]) -> None:
        facts["launch_codes"]["top_digit"] = digits

    with pytest.raises(BadInputError, match="fault"):
        with_facts("word-fleet-admirals", change)


@pytest.mark.parametrize(("kind", "digits"), [("triple", 3), ("run", 3), ("run", 4)])
def test_codes_that_the_lowest_digits_do_not_make_are_refused(kind: str, digits: int) -> None:
    """Digits up to 3 make four triples, and four runs of three digits: five are refused, where they are asked for."""

    def change(facts: dict[str, dict[str, object]]) -> None:
        facts["launch_codes"] |= {"top_digit": [3, 9], "deal": [{"odds": 1, kind: 5}], "digits": digits, "examples": []}

    with pytest.raises(BadInputError) as refused:
        with_facts("word-fleet-admirals", change)
    assert f"launch_codes.deal[1].{kind} is 5, but digits up to 3 make only" in str(refused.value.complaints[0])
