"""Sheets for a table, from settings to files."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.event import looks_of
from wordfleet_print.paper import LETTER
from wordfleet_print.services.events import plan_event, print_event
from wordfleet_print.services.reprint import reprint_codes, reprint_event
from wordfleet_print.services.trackers import Trackers, deal_trackers
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.settings.table import ReprintSettings, TrackerSettings
from wordfleet_print.tracker.looks import SheetLooks


def deal(*players: str, **given: Any) -> Trackers:
    """The sheets of these players, from a seed."""
    return deal_trackers(
        TrackerSettings.read({"players": list(players), "seed": "T", "paper": "a4"} | given)
    )


def write(path: Path, *words: str) -> str:
    """A list of words, a line each; its path."""
    path.write_text("\n".join(words), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("players", "stem"),
    [
        ((), "word-fleet-trackers"),
        (("Ann", "Ben"), "ann-and-ben"),
        (("Ann", "Ben", "Zoé"), "ann-ben-and-zoe"),
        (("Ann", "Ben", "Zoé", "Mia", "Bo"), "ann-ben-zoe-and-2-more"),
        (("", "Ben"), "ben"),
    ],
)
def test_a_file_is_named_after_its_players(players: tuple[str, ...], stem: str) -> None:
    """A file name holds at most three names, and neither a code nor a seed."""
    assert deal(*players).file_stem == stem


def test_files_of_single_sheets_have_different_names() -> None:
    """Two players of one name get two files."""
    assert deal("Ann 2", "ann", "Ann", "Bo").sheet_stems == ["ann-2", "ann", "ann-3", "bo"]


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("Animals", "“Animals” is printed as a player’s name."),
        ("expert", "“expert” is printed as a player’s name."),
        ("strike", "“strike” is printed as a player’s name."),
        (
            "Ann,Ben",
            "“Ann,Ben” is printed as a player’s name. For two players leave a space between "
            "their names",
        ),
        (
            "Ann and Ben",
            "“Ann and Ben” is printed as a player’s name. For two players leave a space",
        ),
    ],
)
def test_a_lone_name_may_be_meant_as_words(name: str, note: str) -> None:
    """A lone name that is also a theme, tier or edition, or two names, is printed with a note; two
    names are names.
    """
    (only,) = deal(name).notes
    assert only.text.startswith(note)
    assert deal(name, "Ben").notes == ()


@pytest.mark.parametrize(
    ("typed", "start"),
    [
        (("Ann", "and", "Ben"), "“and” "),
        (("Ann", "VS.", "Ben"), "“VS.” "),
        (("Ann,", "Ben;", "Cy"), "“Ann,” and “Ben;” "),
        (("Ann", "&", "Ben"), "“&” "),
    ],
)
def test_what_joins_two_names_is_noted(typed: tuple[str, ...], start: str) -> None:
    """A word or a sign that people type between names is printed with a note; names with a hyphen,
    an apostrophe or a dot are names.
    """
    assert any(note.text.startswith(start) for note in deal(*typed).notes)
    assert deal("Ann-Li", "O'Hara Jr.").notes == ()


def test_words_that_make_no_fair_fleets_are_dealt_with_a_note(tmp_path: Path) -> None:
    """If a list has words for one pair of fleets only, and they are not a fair match, they are
    printed all the same.
    """
    words = ["areas", "fuzzy", "tear", "rate", "ten", "net", "sea", "eat", "at", "ta"]
    trackers = deal("Ann", "Ben", words=write(tmp_path / "few.txt", *words))
    assert sorted(
        word.lower() for sheet in trackers.sheets for word in sheet.words or ()
    ) == sorted(words)
    assert "These words make no two fleets that are equally hard to find" in trackers.notes[0].text
    assert not trackers.has_fair_fleets


def test_only_a_fair_match_is_called_fair() -> None:
    """Fleets are called about equally hard to find where a table was dealt with words: not for one
    sheet, blank sheets, or sheets that are printed again.
    """
    dealt = deal("Ann", "Ben")
    assert dealt.has_fair_fleets
    assert not deal("Ann", count=1).has_fair_fleets
    assert not deal("Ann", "Ben", blank=True).has_fair_fleets
    codes = [sheet.code for sheet in dealt.sheets]
    assert not reprint_codes(ReprintSettings.read({"sheets": codes})).has_fair_fleets


def test_who_has_no_opponent_is_named() -> None:
    """Of three players one has nobody to play against."""
    (note,) = deal("Ann", "Ben", "Cy").notes
    assert note.text == "Cy has no opponent."
    assert deal("Ann", "Ben", "Cy", "Di").notes == deal("Ann").notes == ()


def test_a_list_of_your_own_is_filled_from_the_tier(tmp_path: Path) -> None:
    """A few words are enough; a note says how many are the user's, and what was left out with its
    reason.
    """
    file = write(tmp_path / "few.txt", "cat", "dog", "ice-cream", "CAT;50", "dog/SG", "because")
    notes = " ".join(map(str, deal("Ann", "Ben", words=file).notes))
    assert "of 5 words on each sheet are yours. The others are from the tier" in notes
    assert all(f"“{word}” has “" in notes for word in ("ice-cream", "CAT;50", "dog/SG"))
    assert "Left out 1 word, because no ship has that many letters: BECAUSE." in notes


def test_a_list_without_a_fitting_word_is_refused(tmp_path: Path) -> None:
    """A list is refused if none of its words would be on a sheet."""
    with pytest.raises(BadInputError) as caught:
        deal(words=write(tmp_path / "long.txt", "dinosaur", "elephant"))
    assert caught.value.summary.field == "words"


def test_everything_wrong_is_found_at_once() -> None:
    """Names, title and edition are checked together."""
    with pytest.raises(BadInputError) as caught:
        deal("Ann\a", "Ben\ufffd", title="\a", edition="strike", mine=True)
    assert [(one.field, one.place) for one in caught.value.problems] == [
        ("mine", ()),
        ("players", (0, "name")),
        ("players", (1, "name")),
        ("title", ()),
    ]


def test_every_look_is_an_option_that_all_sheets_take(tmp_path: Path) -> None:
    """A field of `SheetLooks` is an option of tables, events and reprints; if it changes, an event
    is printed again.
    """
    print_event(EventSettings(number_of_players=2, paper="a4", output=tmp_path))
    given_as = {"paper": "letter", "back_offset": "1,-0.5"}
    shown_as = {"paper": LETTER, "back_offset": (1.0, -0.5)}
    for look in {one.name for one in fields(SheetLooks)} - {"title", "event"}:
        given: dict[str, Any] = {look: given_as.get(look, True)}
        planned = plan_event(EventSettings(lists=(tmp_path,), **given))
        assert planned.changes is not None
        assert planned.changes.all_again
        again = reprint_event(ReprintSettings(spare=1, **given), tmp_path, given)
        looks = (deal(**given).looks[0], looks_of(planned.event), looks_of(again.event))
        assert {getattr(one, look) for one in looks} == {shown_as.get(look, True)}
