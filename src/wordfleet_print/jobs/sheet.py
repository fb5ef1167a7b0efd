"""`SheetRequest`: what stands behind a sheet code, by its words or by an event."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.event.plan.event_plan import EventPlan, PlannedSheet, planned_sheets, spare_sheets
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.jobs.checking import check_all
from wordfleet_print.jobs.own_rules import refuse_other_rules
from wordfleet_print.jobs.record import open_record
from wordfleet_print.jobs.words import WordsRequest
from wordfleet_print.sheet.sheet import Sheet, make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode, parse_code


@dataclass(frozen=True, slots=True)
class FoundSheet:
    """A sheet, its deck; and where an event was named, the sheet as it stands in it."""

    sheet: Sheet
    deck: Deck
    planned: PlannedSheet | None = None


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """A code as somebody typed it, and what may be said of its words; or the `event` that brings them."""

    code: str
    words: WordsRequest
    event: Path | None = None

    def find(self) -> FoundSheet:
        """The sheet. Raises `UsageError` for what does not go together, `BadInputError` for a code that is unknown."""
        self.words.check()
        check_all([*self.words.checks(), lambda: parse_code(self.code)])
        code = parse_code(self.code)
        if self.event is not None:
            return self._in(self.event, code)
        (deck,) = self.words.decks_of([code])
        return FoundSheet(_made(deck, code), deck)

    def _in(self, event: Path, code: SheetCode) -> FoundSheet:
        if self.words.says_anything:
            raise UsageError("--event brings the words: no --words, --tier, --theme or --edition with it.")
        plan, library = open_record(event).plan(), self.words.library
        if library.place and plan.terms.edition in library.slugs:
            given = library.edition(plan.terms.edition)
            refuse_other_rules(plan.title, plan.terms.source().edition, given, library.place)
        deck = plan.terms.deck()
        if code.deck != deck.digest:
            raise BadInputError(
                f"{code} was not dealt from the words of the event “{plan.title}”.",
                tip="Look at the code once more, or leave --event out.",
            )
        return FoundSheet(_made(deck, code), deck, _find(plan, code))


def _made(deck: Deck, code: SheetCode) -> Sheet:
    """The sheet with its fleet on the grid, where it has one."""
    return make_sheet(deck, code, placed=deck.words is not None)


def _find(plan: EventPlan, code: SheetCode) -> PlannedSheet | None:
    """The sheet as it stands in an event, or None."""
    rounds = (planned_sheets(plan, index) for index, seeds in enumerate(plan.seeds) if code.seed in seeds)
    sheets = chain(chain.from_iterable(rounds), spare_sheets(plan))
    return next((sheet for sheet in sheets if sheet.seed == code.seed), None)
