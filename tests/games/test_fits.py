"""No label drops in silence: what a sheet cannot do without is refused with its measure."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.sheets import write_edition
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import blank_deck
from wordfleet_print.games import Edition
from wordfleet_print.games.fits import choose_wording, find_misfits
from wordfleet_print.paper import A4
from wordfleet_print.services.words import read_library
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.tracker.handouts.answer_key import AnswerKey
from wordfleet_print.tracker.handouts.handout import AnyHandout
from wordfleet_print.tracker.handouts.name_index import NameIndex
from wordfleet_print.tracker.handouts.score_slips import ScoreSlips
from wordfleet_print.tracker.handouts.table_cards import TableCards
from wordfleet_print.tracker.label_check import measure_handouts
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.pen import Art
from wordfleet_print.tracker.print_trackers import SheetToPrint, print_trackers
from wordfleet_print.tracker.template import make_template

LONG = "and a few more words that no sheet of paper has any room for at all, whatever its size is"


def make_edition(folder: Path, changes: dict[str, str]) -> Edition:
    """Return the bundled edition with these changes of its text."""
    library = read_library(write_edition(folder, {"slug: word-fleet": "slug: own", **changes}))
    return library.edition("own")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("a {best} for every letter.", f"a {{best}} {LONG} {LONG} {LONG}", "start.play.text"),
        ("{result_1}, {result_2} or {result_3}?", f"Hit {LONG}", "action.attack"),
        ("They say how many.", f"They {LONG}", "action.intelligence"),
        (
            "\nvariations:",
            f'  letters: {{has: "they have it {LONG}"}}\n\nvariations:',
            "letters.has",
        ),
        (
            "\nvariations:",
            f'  letters: {{count_mine: "{LONG} {LONG}"}}\n\nvariations:',
            "letters.count_mine",
        ),
        ("\nvariations:", f'  line: {{fold: "{LONG} {LONG}"}}\n\nvariations:', "line.fold"),
        ("\nvariations:", f'  head: {{opponent: "{LONG}"}}\n\nvariations:', "head.opponent"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, old: str, new: str, key: str) -> None:
    """A sentence that a sheet needs is refused with its key and its measure, never left out."""
    changes = {old: new}
    if key == "start.play.text":
        changes["A {best} for every letter wins."] = f"A {{best}} {LONG} {LONG} {LONG}"
    edition = make_edition(tmp_path, changes)
    sheets = [
        SheetToPrint(sheet, SheetLooks(A4)) for sheet in deal(blank_deck(edition), ("",) * 2, "x")
    ]
    with pytest.raises(BadInputError) as error:
        print_trackers(edition, sheets)
    assert key in error.value.message
    assert " mm and has " in error.value.message


def test_bidding_is_refused(tmp_path: Path) -> None:
    """The bid's rule is never left out: its shortest wording is refused with its height."""
    make_edition(tmp_path, {})
    source = (tmp_path / "own.md").read_text("utf-8")
    for text in ("*Win a challenge:* start with {turns} turns.", "*Challenge won:* {turns} turns."):
        source = source.replace(text, f"{LONG} " * 4)
    (tmp_path / "own.md").write_text(source, "utf-8")
    edition = read_library(tmp_path).edition("own")
    sheets = [
        SheetToPrint(sheet, SheetLooks(A4)) for sheet in deal(blank_deck(edition), ("",) * 2, "x")
    ]
    with pytest.raises(BadInputError, match=r"codes\.bidding needs"):
        print_trackers(edition, sheets)


def test_the_fullest_wording_is_chosen() -> None:
    """The first that fits; if none does, the shortest is what is measured."""
    wordings = ("a long one", "short", "s")
    assert choose_wording("k", wordings, 20, len).text == "a long one"
    assert choose_wording("k", wordings, 5, len).printed == "short"
    fit = choose_wording("k", wordings, 0.5, len)
    assert (fit.printed, fit.number, fit.need, fit.room) == ("", 0, 1, 0.5)


@pytest.mark.parametrize(
    ("key", "form"),
    [
        ("slip.signature", ScoreSlips),
        ("slip.sunk", ScoreSlips),
        ("paper.round", TableCards),
        ("key.sheet_code", AnswerKey),
        ("paper.event", NameIndex),
    ],
)
def test_papers_of_an_event_refuse_what_does_not_fit(
    tmp_path: Path, key: str, form: type[AnyHandout]
) -> None:
    """A label of an event's papers that has no room is refused with its key and measure."""
    table, name = key.split(".")
    new = f'  {table}: {{{name}: "{LONG}"}}\n\nvariations:'
    edition = make_edition(tmp_path, {"\nvariations:": new})
    handout = form(edition, A4, "Cup")
    with pytest.raises(BadInputError, match=rf"{key} needs .* mm and has"):
        make_template([Art(A4.width, A4.height, handout.draw)], {})


def test_a_fold_label_that_does_not_fit_is_left_out(tmp_path: Path) -> None:
    """Where “fold back” has no room between two faces, it is noted and left out."""
    new = f'  card: {{fold: "{LONG}"}}\n\nvariations:'
    edition = make_edition(tmp_path, {"\nvariations:": new})
    (fit,) = (fit for fit in find_misfits(measure_handouts(edition, A4)))
    assert (fit.key, fit.printed) == ("card.fold", "")
