"""Pages whose type is told to readers run by run, and all else left aside as decoration.

Source: ISO 32000-1, 14.7 and 14.8 (structure); PDF/UA-1 (ISO 14289-1).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape

from reportlab.pdfgen.canvas import Canvas

from wordfleet_print import __version__
from wordfleet_print.press.ink.ink import Run
from wordfleet_print.press.ink.paper import A4, MM
from wordfleet_print.press.ink.reportlab_inside import add_operators, operators_of
from wordfleet_print.press.pdf.glyphs import sorted_by_face, together
from wordfleet_print.press.pdf.pages import Bookmark, Page, print_block, references, shape_of, short_number, stream
from wordfleet_print.press.pdf.plates import Art, PlatePen, make_plates
from wordfleet_print.press.pdf.writer import DocumentLayout, write_document

FIXED_DATE = 946684800
"""The date of every file unless told otherwise: the first second of 2000, UTC."""
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


class ArtPage(NamedTuple):
    """A page that is all static art: its width and height (mm), what draws it, what its bookmark and label say."""

    width: float
    height: float
    draw: Art
    title: str


class TaggedPen(PlatePen):
    """Draws a page and keeps what there is to read: `told` are elements, each with the numbers of its runs of type."""

    def __init__(self, canvas: Canvas, page_height: float) -> None:
        super().__init__(canvas, page_height)
        self.told: list[tuple[str, list[int]]] = []
        self.runs = 0
        self._open: list[int] | None = None
        add_operators(canvas, "/Artifact BMC")

    @contextmanager
    def element(self, role: str) -> Iterator[None]:
        """Runs drawn inside are read as one element."""
        self._open = []
        self.told.append((role, self._open))
        yield
        self._open = None
        if not self.told[-1][1]:
            self.told.pop()

    def _draw_string(self, run: Run, mode: Literal[1, 3] | None = None, tracking: float = 0) -> None:
        if self._open is None:
            self.told.append(("P", []))
        self.told[-1][1].append(self.runs)
        add_operators(self._canvas, f"EMC /{self.told[-1][0]}<</MCID {self.runs}>>BDC")
        super()._draw_string(run, mode, tracking)
        add_operators(self._canvas, "EMC /Artifact BMC")
        self.runs += 1


def described(title: str, author: str, subject: str) -> dict[str, str]:
    """What a file says of itself. Its date is fixed, or `SOURCE_DATE_EPOCH`'s."""
    date = _written(int(os.environ.get("SOURCE_DATE_EPOCH", FIXED_DATE)))
    return {
        "Title": title,
        "Author": author,
        "Subject": subject,
        "Creator": f"wordfleet-print {__version__}",
        "Producer": f"wordfleet-print {__version__}",
        "CreationDate": date,
        "ModDate": date,
    }


@lru_cache(maxsize=1)
def _written(seconds: int) -> str:
    """A time as PDF writes it (ISO 32000-1, 7.9.4; reproducible-builds.org)."""
    return datetime.fromtimestamp(seconds, UTC).strftime("D:%Y%m%d%H%M%S+00'00'")


def print_art(pages: Sequence[ArtPage], information: Mapping[str, str], language: str) -> bytes:
    """The pages as a tagged PDF with a bookmark each; the same pages give the same bytes. Raises nothing of its own."""
    drawn: list[tuple[TaggedPen, Page]] = []
    for number, page in enumerate(pages):
        pen, operators = _drawn(page)
        box = f"[0 0 {short_number(page.width * MM, 4)} {short_number(page.height * MM, 4)}]"
        entries = f"/MediaBox{box}/StructParents {number}"
        drawn.append((pen, Page(operators, page.title, (Bookmark(0, page.title),), entries)))
    first, written = pages[0], [page for _, page in drawn]
    shared = make_plates(together(sorted_by_face(pen.used) for pen, _ in drawn), A4, {})
    tree, elements = shared.size, sum(len(pen.told) for pen, _ in drawn)
    metadata = tree + elements + 3
    marked = f"/MarkInfo<</Marked true>>/StructTreeRoot {tree} 0 R/Metadata {metadata} 0 R"
    size, shapes = (first.width * MM, first.height * MM), [shape_of(written)]
    shared = replace(shared, size=metadata + 1)
    layout = DocumentLayout(*size, shared, information, language, shapes, entries=marked)
    told = _structure([pen.told for pen, _ in drawn], tree, layout.firsts[0] + len(pages) + 1)
    xmp = stream(metadata, "/Type/Metadata/Subtype/XML", _XMP.format(title=escape(information["Title"])).encode())
    filled = replace(shared, streams={**shared.streams, metadata: xmp}, others={**shared.others, **told})
    block = print_block(written, layout.numbering(0))
    return b"".join(write_document(replace(layout, shared=filled), [block], lambda _: b""))


def _drawn(page: ArtPage) -> tuple[TaggedPen, bytes]:
    pens = list[TaggedPen]()

    def draw(canvas: Canvas) -> None:
        pens.append(TaggedPen(canvas, page.height))
        page.draw(pens[0])
        add_operators(canvas, "EMC")

    operators = operators_of(draw)
    return pens[0], "\n".join(operators).encode("latin-1")


def _structure(told: Sequence[Sequence[tuple[str, list[int]]]], tree: int, page_one: int) -> dict[int, str]:
    """The structure tree's objects by number: its root, the document, its elements in the order of reading, and which
    run belongs to which of them.
    """
    document, number = tree + 1, tree + 2
    objects, owners, kids = dict[int, str](), list[str](), list[int]()
    for at, elements in enumerate(told):
        owner = dict[int, int]()
        for role, runs in elements:
            held = " ".join(map(str, runs))
            objects[number] = f"<</Type/StructElem/S/{role}/P {document} 0 R/Pg {page_one + at} 0 R/K[{held}]>>"
            owner |= dict.fromkeys(runs, number)
            kids.append(number)
            number += 1
        owners.append(f"{at} {references([owner[run] for run in sorted(owner)])}")
    objects[tree] = f"<</Type/StructTreeRoot/K {document} 0 R/ParentTree {number} 0 R/ParentTreeNextKey {len(told)}>>"
    objects[document] = f"<</Type/StructElem/S/Document/P {tree} 0 R/K{references(kids)}>>"
    objects[number] = f"<</Nums[{' '.join(owners)}]>>"
    return dict(sorted(objects.items()))
