"""No label drops in silence: what a sheet cannot do without is refused with its measure."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from support.games import with_wordings
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import blank_deck
from wordfleet_print.games import Edition
from wordfleet_print.games.fits import choose_wording, find_misfits
from wordfleet_print.paper import A4
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


def change_wordings(wordings: Mapping[str, str]) -> Edition:
    """Return the bundled edition in which these labels have other words."""
    return with_wordings("word-fleet", wordings, slug="own").edition


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("start.play.text", f"{LONG} {LONG} {LONG}"),
        ("action.attack", LONG),
        ("action.intelligence", LONG),
        ("letters.has", LONG),
        ("letters.count_mine", f"{LONG} {LONG}"),
        ("line.fold", f"{LONG} {LONG}"),
        ("head.opponent", LONG),
        ("codes.bidding", "\n".join(["and a line"] * 9)),
    ],
)
def test_what_does_not_fit_is_refused(key: str, text: str) -> None:
    """A sentence that a sheet needs is refused with its key and its measure, never left out."""
    edition = change_wordings({key: text})
    sheets = [
        SheetToPrint(sheet, SheetLooks(A4)) for sheet in deal(blank_deck(edition), ("",) * 2, "x")
    ]
    with pytest.raises(BadInputError) as error:
        print_trackers(edition, sheets)
    assert key in error.value.message
    assert " mm and has " in error.value.message


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
def test_papers_of_an_event_refuse_what_does_not_fit(key: str, form: type[AnyHandout]) -> None:
    """A label of an event's papers that has no room is refused with its key and measure."""
    handout = form(change_wordings({key: LONG}), A4, "Cup")
    with pytest.raises(BadInputError, match=rf"{key} needs .* mm and has"):
        make_template([Art(A4.width, A4.height, handout.draw)], {})


def test_a_fold_label_that_does_not_fit_is_left_out() -> None:
    """Where “fold back” has no room between two faces, it is noted and left out."""
    edition = change_wordings({"card.fold": LONG})
    (fit,) = (fit for fit in find_misfits(measure_handouts(edition, A4)))
    assert (fit.key, fit.printed) == ("card.fold", "")
