"""The papers around an event's sheets: the organiser's key, table cards, the name index, score slips."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from typing import Any, NamedTuple

from wordfleet_print.event.pack.document import Lot, PdfDocument, Stored, layout_of
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.sections import Maker, SheetSection
from wordfleet_print.event.pack.setup import KEPT, Ready, Ticket
from wordfleet_print.event.pack.shards import Shard
from wordfleet_print.event.plan.event_plan import Terms
from wordfleet_print.game import Edition
from wordfleet_print.press.cards_and_slips import ScoreSlips, TableCards
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.press.key_and_index import Key, NameIndex
from wordfleet_print.press.pdf.glyphs import Characters
from wordfleet_print.press.pdf.pages import Numbering, Page, Shape, print_block
from wordfleet_print.press.pdf.plates import make_plates
from wordfleet_print.press.stationery import Stationery, StationeryPress
from wordfleet_print.sheet.sheet import Sheet


class FormHead(NamedTuple):
    """What a form's head says beside the event's title: a text, and which rounds it shows."""

    text: str = ""
    rounds: int = 1
    first_round: int = 1


KINDS: dict[str, Callable[[Edition, Paper, str, FormHead], Stationery]] = {
    "key": lambda edition, paper, title, head: Key(edition, paper, title, head.text),
    "table-cards": lambda edition, paper, title, head: TableCards(edition, paper, title, head.rounds),
    "name-index": lambda edition, paper, title, head: NameIndex(edition, paper, title, head.rounds, head.first_round),
    "score-slips": lambda edition, paper, title, _: ScoreSlips(edition, paper, title),
}
"""What makes a form, by the names of the files: for the edition, the paper, the event's title and the form's head."""


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of one document of stationery, described: hashable, picklable, the same on every machine."""

    kind: str
    terms: Terms
    looks: PackLooks
    title: str
    heads: tuple[FormHead, ...]

    @property
    def edition(self) -> Edition:
        """The edition they are of."""
        return self.terms.source().edition

    def press(self) -> StationeryPress:
        """The press, made ready once a process, and its fonts.

        Raises `BadInputError` for what does not fit the paper.
        """
        self.looks.use_fonts()
        return _press(self)


def plate(form: int) -> str:
    """The name of a form."""
    return f"p{form}"


@lru_cache(maxsize=KEPT)
def _press(forms: Forms) -> StationeryPress:
    make, edition, paper = KINDS[forms.kind], forms.edition, forms.looks.on
    return StationeryPress({plate(i): make(edition, paper, forms.title, head) for i, head in enumerate(forms.heads)})


class PaperBatch(NamedTuple):
    """Items that become one block: the form they are printed on, the headings above them, how many they are."""

    form: int
    titles: tuple[str, ...]
    size: int


class Contents(NamedTuple):
    """What a document of stationery says: its batches, told without drawing their items; and the items, drawn anew each
    time.
    """

    batches: Sequence[PaperBatch]
    items: Callable[[], Iterator[Any]]


def print_items(forms: Forms, form: int, first: int, place: Numbering, items: Sequence[Any]) -> list[bytes]:
    """Items printed on a form, as a block that stands in `place`; pages are numbered from `first`."""
    leaves: list[Page] = list(forms.press().print(plate(form), items, first))
    return [print_block(leaves, place).pack()]


def _print_key(
    forms: Forms, form: int, first: int, place: Numbering, _: Ready, _tickets: Sequence[Ticket], sheets: Sequence[Sheet]
) -> list[bytes]:
    """A line of the organiser's key for each of a section's sheets."""
    return print_items(forms, form, first, place, sheets)


@dataclass(frozen=True)
class KeyFile:
    """The organiser's key, a block for each section."""

    document: PdfDocument
    forms: Forms
    batches: Sequence[PaperBatch]

    def pages(self, number: int) -> Maker:
        """What makes the block of this section."""
        skeleton = self.document.skeleton
        first, place = skeleton.pages[number] + 1, skeleton.numbering(number)
        return partial(_print_key, self.forms, self.batches[number].form, first, place)


def key_file(
    forms: Forms,
    characters: Characters,
    titles: Sequence[str],
    sections: Iterable[SheetSection],
    blocks: Sequence[Stored],
) -> KeyFile:
    """Each section is told on the form of its outermost title, else on the last; `titles` has one for each form."""
    numbers = {title: form for form, title in enumerate(titles)}
    batches = [
        PaperBatch(numbers.get(section.titles[0], len(titles) - 1), section.titles, section.sheets)
        for section in sections
    ]
    return KeyFile(_document(forms, characters, batches, blocks, private=True), forms, batches)


def paper_lot(forms: Forms, characters: Characters, contents: Contents) -> Lot:
    """A document of stationery of these characters, and its work.

    Raises `BadInputError` for what does not fit the paper.
    """
    blocks = [Stored(f"{forms.kind}-{number:06d}") for number in range(len(contents.batches))]
    document = _document(forms, characters, contents.batches, blocks)
    return Lot([document], len(blocks), partial(_shards, forms, contents, document))


def _shards(forms: Forms, contents: Contents, document: PdfDocument) -> Iterator[Shard]:
    items, skeleton = contents.items(), document.skeleton
    for number, (batch, stored) in enumerate(zip(contents.batches, document.blocks, strict=True)):
        first, due = skeleton.pages[number] + 1, tuple(islice(items, batch.size))
        yield Shard(stored.shard, partial(print_items, forms, batch.form, first, skeleton.numbering(number), due))


def _document(
    forms: Forms,
    characters: Characters,
    batches: Sequence[PaperBatch],
    blocks: Sequence[Stored],
    *,
    private: bool = False,
) -> PdfDocument:
    plates, paper, edition = forms.press().plates, forms.looks.on, forms.edition
    shared = make_plates(characters, paper, {name: form.draw for name, form in plates.items()})
    pages = [-(-batch.size // plates[plate(batch.form)].per_page) for batch in batches]
    title, shapes = f"{forms.title} – {forms.kind.replace('-', ' ')}", [Shape(count, count, 0) for count in pages]
    skeleton = layout_of(edition, paper, title, shared, shapes, (batch.titles for batch in batches))
    return PdfDocument(f"{forms.kind}.pdf", skeleton, blocks, _no_stamp, private)


def _no_stamp(name: str) -> bytes:
    raise KeyError(name)
