"""The papers around an event's sheets: the organiser's key, table cards, the name index, score slips."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, islice
from typing import Any, NamedTuple, TypeVar

from wordfleet_print.event.pack.document import PdfBook, Task, headings
from wordfleet_print.event.pack.setup import Row, Setup
from wordfleet_print.game import Edition, load_edition
from wordfleet_print.press.ink.geometry import MM
from wordfleet_print.press.ink.paper import PAPERS, Paper
from wordfleet_print.press.pdf.document import DocumentLayout
from wordfleet_print.press.pdf.pages import Numbering, Page, Shape, print_block
from wordfleet_print.press.pdf.static import make_plates
from wordfleet_print.press.stationery import (
    IndexLine,
    Key,
    KeyLine,
    NameIndex,
    ScoreSlip,
    ScoreSlips,
    Stationery,
    TableCard,
    TableCards,
)
from wordfleet_print.press.text.glyphs import Characters, Glyphs
from wordfleet_print.press.text.stationery import StationeryPress, stationery_plates
from wordfleet_print.press.tracker import information
from wordfleet_print.sheet.sheet import Sheet

T = TypeVar("T")


class Said(NamedTuple):
    """What a form's head says beside the event's title: a text, and which rounds it shows."""

    text: str = ""
    rounds: int = 1
    first_round: int = 1


Maker = Callable[[Edition, Paper, str, Said], Stationery[Any]]
"""Makes a form for the edition, the paper, the event's title and what its head says."""


def _key(edition: Edition, paper: Paper, title: str, said: Said) -> Stationery[KeyLine]:
    return Key(edition, paper, title, said.text)


def _cards(edition: Edition, paper: Paper, title: str, said: Said) -> Stationery[TableCard]:
    return TableCards(edition, paper, title, said.rounds)


def _index(edition: Edition, paper: Paper, title: str, said: Said) -> Stationery[IndexLine]:
    return NameIndex(edition, paper, title, said.rounds, said.first_round)


def _slips(edition: Edition, paper: Paper, title: str, _said: Said) -> Stationery[ScoreSlip]:
    return ScoreSlips(edition, paper, title)


KINDS: dict[str, Maker] = {"key": _key, "table-cards": _cards, "name-index": _index, "score-slips": _slips}
"""By the names of their files."""


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of one book of stationery, described: hashable, picklable, the same on every machine."""

    kind: str
    edition: str
    paper: str
    title: str
    said: tuple[Said, ...]
    characters: Characters

    def plates(self) -> dict[str, Stationery[Any]]:
        """Each form by its name. Raises `BadInputError` for what does not fit the paper."""
        make, edition, paper = KINDS[self.kind], load_edition(self.edition), PAPERS[self.paper]
        return {plate(i): make(edition, paper, self.title, said) for i, said in enumerate(self.said)}

    def press(self) -> StationeryPress[Any]:
        """The press, made ready once a process."""
        return _press(self)


def plate(form: int) -> str:
    """The name of a form."""
    return f"p{form}"


@cache
def _press(forms: Forms) -> StationeryPress[Any]:
    return StationeryPress(Glyphs(forms.characters, PAPERS[forms.paper]), forms.plates())


class Batch(NamedTuple):
    """Items that become one block: the form they are printed on, the headings above them, how many they are."""

    form: int
    titles: tuple[str, ...]
    size: int
    items: Callable[[], Sequence[Any]]


@dataclass(frozen=True, slots=True)
class PaperTask:
    """Items to be printed on a form, as a block that stands in `place`; pages are numbered from `first`."""

    forms: Forms
    form: int
    items: Sequence[Any]
    first: int
    place: Numbering

    def work(self) -> bytes:
        """Print them."""
        leaves: list[Page] = list(self.forms.press().print(plate(self.form), self.items, self.first))
        return print_block(leaves, self.place).pack()


@dataclass(frozen=True, slots=True)
class KeyTask:
    """Sheets to be made and told in the organiser's key."""

    forms: Forms
    form: int
    items: Sequence[Row]
    first: int
    place: Numbering
    setup: Setup

    def work(self) -> bytes:
        """Make the sheets and print their lines."""
        ready = self.setup.ready()
        lines = [_key_line(ready.make(row)) for row in self.items]
        return PaperTask(self.forms, self.form, lines, self.first, self.place).work()


def _key_line(sheet: Sheet) -> KeyLine:
    return KeyLine(
        table=sheet.table,
        captain=sheet.captain,
        opponent=sheet.opponent,
        code=sheet.code,
        fleet_name=sheet.fleet_name,
        words=sheet.words,
        launch_codes=sheet.launch_codes,
        rating=sheet.rating,
        label=sheet.rating_label or "",
        manifest=sheet.manifest,
        serial=sheet.serial,
    )


def paper_book(name: str, forms: Forms, batches: Callable[[], Iterable[Batch]], setup: Setup | None = None) -> PdfBook:
    """A PDF of stationery; `batches` are drawn twice. With a `setup` the items are rows, for the organiser's key.

    Raises `BadInputError` for what does not fit the paper.
    """
    plates, paper, edition = forms.plates(), PAPERS[forms.paper], load_edition(forms.edition)
    shared = make_plates(Glyphs(forms.characters, paper).canvas, paper, stationery_plates(plates))
    outline = [(batch.titles, -(-batch.size // plates[plate(batch.form)].per_page)) for batch in batches()]
    marks, under = headings(titles for titles, _ in outline)
    skeleton = DocumentLayout(
        paper.width * MM,
        paper.height * MM,
        shared,
        information(edition, paper, f"{forms.title} – {forms.kind.replace('-', ' ')}"),
        edition.language,
        [Shape(pages, pages, 0) for _, pages in outline],
        marks,
        under,
    )

    def tasks() -> Iterator[Task]:
        firsts = accumulate((pages for _, pages in outline), initial=1)
        for i, (batch, first) in enumerate(zip(batches(), firsts, strict=False)):
            if setup is None:
                yield PaperTask(forms, batch.form, batch.items(), first, skeleton.numbering(i))
            else:
                yield KeyTask(forms, batch.form, batch.items(), first, skeleton.numbering(i), setup)

    return PdfBook(name, skeleton, tasks, _no_stamp, private=setup is not None)


def _no_stamp(name: str) -> bytes:
    raise KeyError(name)


def cut(items: Iterable[T], size: int) -> Iterator[tuple[T, ...]]:
    """The items, so many at a time."""
    rest = iter(items)
    while part := tuple(islice(rest, size)):
        yield part
