"""What the shop asks its press for. An order can be sent to a child; it is answered with plain values."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar, cast, get_type_hints

from pydantic import TypeAdapter

from wordfleet_print.desk.table_form import INPUTS, Fault, TableForm, faults_of
from wordfleet_print.errors import BadInputError, WordfleetError
from wordfleet_print.game import Library, packaged
from wordfleet_print.jobs.print_trackers import SheetPicture, TrackerRequest, Trackers, draw_picture
from wordfleet_print.press.ink.paper import PAPERS
from wordfleet_print.press.panels.layout import Looks

SECONDS, RULES_SECONDS = 2, 20
"""How long an order may keep a processor busy; and one that sets the rules behind its sheets."""


_Told = TypeVar("_Told")
_Told_co = TypeVar("_Told_co", covariant=True)


class ShopOrder(Protocol[_Told_co]):
    """Something to be done at the press: picklable; of what type its answer is, for the way back, `do` says."""

    @property
    def seconds(self) -> int:
        """How long it may keep a processor busy."""

    def do(self) -> _Told_co:
        """Do it. Raises `WordfleetError` as its job does."""


def answer_as_bytes(order: ShopOrder[object]) -> bytes:
    """What comes of an order, as a child sends it: bytes as they are, anything else as JSON. Raises as the order."""
    told, form = order.do(), _form(type(order))
    return form.dump_json(told) if form else cast("bytes", told)


def answer_from_bytes(order: ShopOrder[_Told], told: bytes) -> _Told:
    """What came of an order that a child has done."""
    form = _form(type(order))
    return cast("_Told", form.validate_json(told) if form else told)


@cache
def _form(kind: type[ShopOrder[object]]) -> TypeAdapter[Any] | None:
    """How the answers of orders of a kind go through JSON; None for bytes, which are sent as they are."""
    gives = get_type_hints(kind.do)["return"]
    return None if gives is bytes else TypeAdapter(gives)


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
    """A dealt table: edition and paper, its seed, its file's name, its sheets, their pages; and names that are cut."""

    edition: str
    paper: str
    seed: str
    name: str
    sheets: tuple[DealtSheet, ...]
    pages: int
    cut: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A table, or what keeps it from being dealt."""

    dealt: Dealt | None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class DealTable:
    """Deal a captains' form, at most so many sheets, by these rules."""

    seconds: ClassVar[int] = SECONDS
    form: TableForm
    most: int
    library: Library = field(default_factory=packaged)

    def do(self) -> Answer:
        """The table, or every fault of the form at its field."""
        faults = tuple(self.form.faults(self.most, self.library))
        if faults:
            return Answer(None, faults)
        try:
            return Answer(_dealt(self.form.request(library=self.library).job().deal()))
        except WordfleetError as error:
            field = INPUTS.get(error.field, "theme")
            field = "own" if field == "theme" and self.form.brings_words else field
            return Answer(None, tuple(faults_of(error, field)))


def _dealt(trackers: Trackers) -> Dealt:
    job = trackers.job
    looks = [job.own.of(number, job.looks) for number in range(1, len(trackers.sheets) + 1)]
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
        for sheet, file_name, look in zip(trackers.sheets, trackers.file_names, looks, strict=True)
    )
    return Dealt(
        job.edition.slug,
        job.looks.paper.slug,
        job.seed,
        f"{trackers.name}.pdf",
        sheets,
        trackers.pages,
        tuple(trackers.long_names),
    )


@dataclass(frozen=True, slots=True)
class DealCodes:
    """Find the sheets of codes again."""

    seconds: ClassVar[int] = SECONDS
    request: TrackerRequest

    def do(self) -> Answer:
        """The table, or what is wrong with its codes, each at its own."""
        faults: list[Fault] = []
        for number, code in enumerate(self.request.codes, start=1):
            try:
                replace(self.request, codes=(code,), captains=()).job()
            except WordfleetError as error:
                faults += faults_of(error, f"code-{number}")
        if faults:
            return Answer(None, tuple(faults))
        try:
            return Answer(_dealt(self.request.job().deal()))
        except WordfleetError as error:
            return Answer(None, tuple(faults_of(error, "code-1")))


@dataclass(frozen=True, slots=True)
class PrintSheets:
    """Print these sheets of a table, counted from 1; all of them where none is named. `codes` are those of all its
    sheets, where it was dealt before: to look for fair opponents once more would take longer than to print them.
    """

    request: TrackerRequest
    numbers: tuple[int, ...] = ()
    codes: tuple[str, ...] = ()

    @property
    def seconds(self) -> int:
        """Longer for those with rules behind them."""
        return RULES_SECONDS if self.request.with_rules else SECONDS

    def do(self) -> bytes:
        """The PDF, as the command line makes it of the same request."""
        job = self.request.job()
        trackers = (job.again(self.codes) if self.codes else job).deal()
        return trackers.printed(self.numbers or range(1, len(trackers.sheets) + 1))


@dataclass(frozen=True, slots=True)
class WarmUp:
    """Deal and print a usual pair, so that all that is loaded for it is there when somebody waits."""

    seconds: ClassVar[int] = RULES_SECONDS

    def do(self) -> int:
        """How many bytes it took."""
        request = TableForm().request(seed="warm")
        return len(request.job().deal().printed((1, 2)))


@dataclass(frozen=True, slots=True)
class AreYouThere:
    """Nothing but to answer."""

    seconds: ClassVar[int] = SECONDS

    def do(self) -> bool:
        """Yes."""
        return True


@dataclass(frozen=True, slots=True)
class DrawPicture:
    """Draw the public half of the sheet of an edition of these rules."""

    seconds: ClassVar[int] = SECONDS
    edition: str
    paper: str
    eco: bool
    large: bool
    left: bool
    library: Library = field(default_factory=packaged)

    def do(self) -> SheetPicture:
        """The picture. Raises `BadInputError` for an edition or a paper that is none, or an edition that does not fit
        its paper.
        """
        if self.paper not in PAPERS:
            raise BadInputError(f"There is no paper “{self.paper}”.")
        return draw_picture(
            self.library.edition(self.edition), Looks(PAPERS[self.paper], self.eco, self.large, self.left)
        )


@dataclass(frozen=True, slots=True)
class Letters:
    """A word by its ship, or a launch code by its class."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class LookedUp:
    """All that stands behind a code: what everyone may know, and what only the umpire may."""

    code: str
    fleet_name: str
    edition: str
    words_from: str
    rating: str
    words: tuple[Letters, ...]
    codes: tuple[Letters, ...]
    manifest: str


@dataclass(frozen=True, slots=True)
class LookUp:
    """Look a sheet up for the umpire, by these rules."""

    seconds: ClassVar[int] = SECONDS
    code: str
    library: Library = field(default_factory=packaged)

    def do(self) -> LookedUp:
        """What stands behind the code. Raises `BadInputError` for one that is none."""
        from wordfleet_print.fleet.fleets import code_class
        from wordfleet_print.jobs.choose_words import WordsRequest
        from wordfleet_print.jobs.sheets_again import SheetRequest

        found = SheetRequest(self.code, WordsRequest(library=self.library)).find()
        sheet, edition = found.sheet, found.deck.edition
        return LookedUp(
            sheet.code,
            sheet.fleet_name,
            edition.title if edition.title.endswith(edition.edition) else f"{edition.title}, {edition.edition}",
            sheet.words_from,
            sheet.rating_label or "",
            tuple(Letters(ship.ship, word) for ship, word in zip(edition.fleet, sheet.words or (), strict=False)),
            tuple(Letters(code_class(one), one) for one in sheet.launch_codes),
            " ".join(f"{letter}{count}" for letter, count in (sheet.manifest or {}).items()),
        )
