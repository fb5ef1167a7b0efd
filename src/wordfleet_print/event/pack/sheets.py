"""The sheets of an event as PDFs; and the lot of all that is made of its sections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from wordfleet_print.event.pack.document import Document, Lot, PdfDocument, Stored, layout_of
from wordfleet_print.event.pack.lists import ManifestLines, manifest_csv, manifest_json
from wordfleet_print.event.pack.papers import KeyFile
from wordfleet_print.event.pack.sections import Maker, Pages, SheetSection, make_section, section_of, shape_of_section
from wordfleet_print.event.pack.setup import Setup, Ticket
from wordfleet_print.event.pack.shards import Shard
from wordfleet_print.press.pdf.glyphs import Characters
from wordfleet_print.press.pdf.pages import Block
from wordfleet_print.press.pdf.plates import make_plates, with_pages
from wordfleet_print.press.pdf.writer import Resources, with_shared_page
from wordfleet_print.press.trackers import sheet_plates

PAGES, KEY, CSV, JSON = range(4)
"""The products of a section."""


@dataclass(frozen=True)
class SheetsFile:
    """A PDF of sheets, its sections, and the objects of the pages behind theirs, by their place in the PDF of rules."""

    document: PdfDocument
    setup: Setup
    sections: Sequence[SheetSection]
    behind: Mapping[int, int]

    def pages(self, number: int) -> Pages:
        """The product that becomes the block of this section."""
        by_table = self.setup.looks.collation == "table"
        return Pages(self.document.skeleton.numbering(number), self.behind, by_table)

    def first_page(self, number: int) -> int:
        """The page that this section begins on, from 1."""
        return self.document.skeleton.pages[number] + 1


def sheets_file(
    name: str,
    title: str,
    setup: Setup,
    characters: Characters,
    sections: Sequence[SheetSection],
    first: int,
    back: bytes | None,
) -> SheetsFile:
    """A PDF of sheets, a block for each section; `first` is the number of the first in the whole pack, from 0.
    `characters` are those of all sheets; `back` is a PDF of rules to print behind them.

    Raises `BadInputError` for what does not fit the paper.
    """
    ready, paper = setup.ready(), setup.looks.on
    edition, (shared, behind) = ready.deck.edition, shared_art(setup, characters, back)
    shapes = [shape_of_section(section, ready.impositions) for section in sections]
    skeleton = layout_of(edition, paper, title, shared, shapes, (section.titles for section in sections))
    blocks = stored(PAGES, first, len(sections))
    document = PdfDocument(name, skeleton, blocks, ready.press.draw_stamp, private=True)
    return SheetsFile(document, setup, sections, behind)


def shared_art(setup: Setup, characters: Characters, back: bytes | None) -> tuple[Resources, Mapping[int, int]]:
    """Plates and fonts of sheets, with the pages of rules behind them; and the objects of these pages.

    Raises `BadInputError` for what does not fit the paper.
    """
    impositions, paper = setup.ready().impositions, setup.looks.on
    pages = sorted({page for imposition in impositions for page in imposition.back}) if back else []
    forms = {f"back{page}": (back, page) for page in pages if back}
    shared = with_pages(make_plates(characters, paper, sheet_plates(impositions)), forms)
    behind = {}
    for form, page in zip(forms, pages, strict=True):
        shared, behind[page] = with_shared_page(shared, form)
    return shared, behind


def print_sheets(title: str, setup: Setup, tickets: Sequence[Ticket], back: bytes | None) -> tuple[bytes, int]:
    """A few sheets as a PDF at once, and its pages: page for page the same operators as in the event's pack."""
    characters = setup.ready().characters(name for one in tickets for name in (one.seat.captain, one.seat.opponent))
    file = sheets_file("", title, setup, characters, [section_of((), tickets)], 0, back)
    (block,) = make_section(setup, tickets, [file.pages(0).make])
    return b"".join(file.document.written([Block.unpack(block)])), file.document.pages


def stored(product: int, first: int, sections: int) -> list[Stored]:
    """Where that product of so many sections is stored."""
    return [Stored(f"sections-{number:06d}", product) for number in range(first, first + sections)]


def sections_lot(files: Sequence[SheetsFile], key: KeyFile) -> Lot:
    """The files of sheets, and all that tells of the same sheets: the key and the manifest."""
    count = sum(len(file.sections) for file in files)
    documents: list[Document] = [file.document for file in files]
    documents += [key.document, manifest_csv(stored(CSV, 0, count)), manifest_json(stored(JSON, 0, count))]
    return Lot(documents, count, partial(_shards, files, key))


def _shards(files: Sequence[SheetsFile], key: KeyFile) -> Iterator[Shard]:
    before = 0
    for file in files:
        for at, (section, block) in enumerate(zip(file.sections, file.document.blocks, strict=True)):
            lines = ManifestLines(file.document.name, file.first_page(at))
            makers: list[Maker] = [file.pages(at).make, key.pages(before + at), lines.make]
            yield Shard(block.shard, partial(make_section, file.setup, section.tickets(), makers))
        before += len(file.sections)
