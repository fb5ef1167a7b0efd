"""What the shop asks its press for: functions that can be sent to a child, and answer with plain values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from types import GenericAlias
from typing import Any, TypeAlias, TypeVar, cast, get_type_hints

from pydantic import ConfigDict, TypeAdapter

from wordfleet_print.errors import BadInputError, WordfleetError
from wordfleet_print.games import Library
from wordfleet_print.services.print_trackers import TrackerRequest, Trackers
from wordfleet_print.tracker.geometry import PAPERS
from wordfleet_print.tracker.layout import SheetLooks
from wordfleet_print.tracker.preview import Preview, preview_blank_sheet
from wordfleet_print.web.table_form import INPUTS, Fault, TableForm, faults_of

SECONDS, RULES_SECONDS = 2, 20
"""How long an order may keep a processor busy; and one that sets the rules behind its sheets."""
T = TypeVar("T")
Order: TypeAlias = partial[T]
"""A function and what it is called with; of what type its answer is, for the way back, its signature says."""


def answer_as_bytes(order: Order[object]) -> bytes:
    """What comes of an order, as a child sends it: bytes as they are, anything else as JSON. Raises as the order."""
    told, form = order(), _form(order.func)
    return form.dump_json((told,)) if form else cast("bytes", told)


def answer_from_bytes(order: Order[T], told: bytes) -> T:
    """What came of an order that a child has done."""
    form = _form(order.func)
    return cast("T", form.validate_json(told)[0] if form else told)


@cache
def _form(work: Callable[..., object]) -> TypeAdapter[Any] | None:
    """How the answers of a function go through JSON, pictures in them as Base64; None for bytes, which are sent as they
    are. In a tuple, for which the configuration can be said.
    """
    gives = get_type_hints(work)["return"]
    config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")
    form: Any = GenericAlias(tuple, (gives,))
    return None if gives is bytes else TypeAdapter(form, config=config)


@dataclass(frozen=True, slots=True)
class DealtSheet:
    """What may be told of a dealt sheet, and its code, which nobody is shown unasked."""

    captain: str
    opponent: str
    fleet_name: str
    code: str
    rating: str
    file_name: str
    large: bool
    left: bool


@dataclass(frozen=True, slots=True)
class Dealt:
    """A dealt table: edition and paper, its seed, its file's name, its sheets, their pages; names
    that are cut; how one's own list was read, and how much of it is used; names that no font at hand sets,
    and those printed without their emoji.
    """

    edition: str
    paper: str
    seed: str
    name: str
    sheets: tuple[DealtSheet, ...]
    pages: int
    cut: tuple[str, ...]
    words_told: tuple[str, ...] = ()
    unset: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()

    @property
    def spare(self) -> bool:
        """Whether one sheet is to spare: every other captain has a name."""
        return len(self.sheets) > 2 and sum(not sheet.captain for sheet in self.sheets) == 1


Answer: TypeAlias = Dealt | tuple[Fault, ...]
"""A table, or what keeps it from being dealt."""


def deal_table(form: TableForm, most: int, library: Library) -> Answer:
    """The table of a captains' form by these rules, at most so many sheets, or every fault of the form at its field."""
    if faults := tuple(form.faults(most, library)):
        return faults
    try:
        return _dealt(form.request(library=library).job().deal())
    except WordfleetError as error:
        field = INPUTS.get(error.field, "theme")
        return tuple(faults_of(error, "own" if field == "theme" and form.brings_words else field))


def _dealt(trackers: Trackers) -> Dealt:
    job = trackers.job
    sheets = tuple(
        DealtSheet(
            sheet.captain,
            sheet.opponent,
            sheet.fleet_name,
            sheet.code,
            sheet.rating_label or "",
            file_name,
            look.large_print,
            look.left_handed,
        )
        for sheet, file_name, look in zip(trackers.sheets, trackers.file_names, trackers.looks, strict=True)
    )
    slug, paper, name = job.edition.slug, job.looks.paper.slug, f"{trackers.name}.pdf"
    told = (tuple(trackers.long_names), trackers.words_told, tuple(trackers.unset_names), tuple(trackers.bare_names))
    return Dealt(slug, paper, job.seed, name, sheets, trackers.pages, *told)


def deal_codes(request: TrackerRequest) -> Answer:
    """The table of the sheets of codes, or what is wrong with these, each at its own."""
    faults: list[Fault] = []
    for number, code in enumerate(request.codes, start=1):
        try:
            replace(request, codes=(code,), captains=()).job()
        except WordfleetError as error:
            faults += faults_of(error, f"code-{number}")
    try:
        return tuple(faults) or _dealt(request.job().deal())
    except WordfleetError as error:
        return tuple(faults_of(error, "code-1"))


def print_sheets(request: TrackerRequest, numbers: tuple[int, ...] = (), codes: tuple[str, ...] = ()) -> bytes:
    """These sheets of a table, counted from 1, or all of them, as a PDF, as the command line makes it of the same
    request. `codes` are those of all its sheets, where it was dealt before: to look for fair opponents once more would
    take longer than to print them.
    """
    job = request.job()
    trackers = (job.again(codes) if codes else job).deal()
    return trackers.printed(numbers or range(1, len(trackers.sheets) + 1))


def print_rules(slug: str, paper: str, rules: Path | None, *, quick: bool) -> bytes:
    """The rulebook of a game, or its quick reference, as the command line prints it. Raises as `print_files`."""
    from wordfleet_print.errors import BadInputError
    from wordfleet_print.rulebook.page import BookSettings
    from wordfleet_print.rulebook.pdf import BOOK, QUICK, print_files
    from wordfleet_print.services.own_rules import read_library

    (printed,) = print_files(read_library(rules).rules(slug), BookSettings(PAPERS[paper]), (QUICK if quick else BOOK,))
    if not printed.content:
        raise BadInputError(f"{printed.notes[0]}.")
    return printed.content


def seconds_to_print(request: TrackerRequest) -> int:
    """How long that may take: longer for sheets with rules behind them."""
    return RULES_SECONDS if request.with_rules else SECONDS


def warm_up() -> int:
    """Deal and print a usual pair, so that all that is loaded for it is there when somebody waits. How many bytes."""
    return len(TableForm().request(seed="warm").job().deal().printed((1, 2)))


def are_you_there() -> bool:
    """Nothing but an answer: yes."""
    return True


@dataclass(frozen=True, slots=True)
class PictureWanted:
    """The public half of the sheet of an edition of these rules."""

    edition: str
    paper: str
    eco: bool
    large: bool
    left: bool
    library: Library

    def draw(self) -> Preview:
        """Draw the picture. Raises `BadInputError` for an edition or a paper that is none, or an edition that does not
        fit its paper.
        """
        if self.paper not in PAPERS:
            raise BadInputError(f"There is no paper “{self.paper}”.")
        looks = SheetLooks(PAPERS[self.paper], eco=self.eco, large_print=self.large, left_handed=self.left)
        return preview_blank_sheet(self.library.edition(self.edition), looks)


def look_up(code: str, library: Library) -> dict[str, Any]:
    """All that stands behind a code, by these rules, as `verify` tells it. Raises `BadInputError` for none."""
    from wordfleet_print.services.choose_words import WordsRequest
    from wordfleet_print.services.sheets_again import find_sheet

    found = find_sheet(code, WordsRequest(library=library))
    edition = found.deck.edition
    title = edition.title if edition.title.endswith(edition.edition) else f"{edition.title}, {edition.edition}"
    return {**found.to_json(), "game": title}
