"""A PDF laid out before a page is there, then streamed from first byte to last.

Source: ISO 32000-1, 7.5 (file structure), 7.7.3 (page tree), 12.3.3 (outlines).

Memory grows with the pages by a few dozen bytes each: where their objects start. The same layout and blocks give the
same file.

Source: ISO 32000-1, 7.5 (file structure; 7.5.8 cross-reference streams), 7.7.3 (page tree), 12.3.3 (outlines).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import accumulate, islice, pairwise
from typing import NamedTuple

from wordfleet_print.press.pdf.pages import (
    Block,
    Numbering,
    Shape,
    bookmark,
    bookmarks_below,
    object_stream,
    pack,
    page_node,
    references,
    row,
    short_number,
    stream,
    text_string,
)

VERSION = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n"
BLOCKS_PER_NODE = 64
"""Blocks under one node of the page tree: readers open a nested tree quickly, a flat one slowly."""
LONE_OBJECTS = 6
"""Catalogue, information, page tree, bookmarks, resources, labels: what stands once in a file."""


@dataclass(frozen=True, slots=True)
class OutlineHeading:
    """A bookmark over others: what it says, and the number of the heading it lies under (None: the top)."""

    title: str
    under: int | None = None


class Opening(NamedTuple):
    """The bytes with which every file of the same resources begins: its shared objects; their rows of the
    cross-reference stream, from object 0; their digest.
    """

    content: bytes
    rows: bytes
    digest: bytes


@dataclass(frozen=True)
class Resources:
    """What all pages share, numbered below `size`: whole streams, and other objects' bodies; the font dictionary's
    number; forms by name.
    """

    streams: Mapping[int, bytes]
    others: Mapping[int, str]
    size: int
    fonts: int
    forms: Mapping[str, int]

    @property
    def end(self) -> int:
        """The first number after the shared objects: after `size`, the object stream of the others."""
        return self.size + 1

    @cached_property
    def opening(self) -> Opening:
        """Version, streams, the others in an object stream; written once for all files of these resources."""
        pieces = {**dict(sorted(self.streams.items())), self.size: object_stream(self.size, self.others)}
        starts = accumulate(map(len, pieces.values()), initial=len(VERSION))
        content = b"".join([VERSION, *pieces.values()])
        rows = {number: row(2, self.size, index) for index, number in enumerate(self.others)}
        rows |= {number: row(1, start) for number, start in zip(pieces, starts, strict=False)}
        free = row(0, 0, 65535)
        return Opening(content, b"".join([rows.get(n, free) for n in range(self.end)]), sha256(content).digest())


@dataclass(frozen=True)
class DocumentLayout:
    """A file before its pages are there: their size (pt), shared objects, what it says of itself, its blocks' shapes.

    Block i's bookmarks lie under the heading `under[i]`; a heading holds one block or other headings, never both.
    Only a file of one block needs no headings. `entries` are what else its root says.
    """

    width: float
    height: float
    shared: Resources
    information: Mapping[str, str]
    language: str
    shapes: Sequence[Shape]
    headings: Sequence[OutlineHeading] = ()
    under: Sequence[int | None] = ()
    entries: str = ""

    @property
    def catalog(self) -> int:
        """The root object's number; information, page tree, bookmarks, resources, labels follow it."""
        return self.shared.end

    @property
    def page_tree(self) -> int:
        """The page tree's root."""
        return self.catalog + 2

    @property
    def resources(self) -> int:
        """The resource dictionary of every page."""
        return self.catalog + 4

    @property
    def nodes(self) -> int:
        """How many nodes stand between the page tree's root and the blocks."""
        return -(-len(self.shapes) // BLOCKS_PER_NODE)

    def node(self, number: int) -> int:
        """The object of a node of the page tree."""
        return self.catalog + LONE_OBJECTS + number

    def heading(self, number: int | None) -> int:
        """The object of a heading; of the bookmarks' root for None."""
        return self.catalog + 3 if number is None else self.catalog + LONE_OBJECTS + self.nodes + number

    @cached_property
    def firsts(self) -> Sequence[int]:
        """The first object of each block, and of what follows the last."""
        start = self.heading(len(self.headings))
        return list(accumulate((shape.objects for shape in self.shapes), initial=start))

    @cached_property
    def pages(self) -> Sequence[int]:
        """The index of each block's first page, and how many pages there are."""
        return list(accumulate((shape.pages for shape in self.shapes), initial=0))

    def numbering(self, block: int) -> Numbering:
        """The numbers that a block's objects hang on."""
        heading = self.heading(self.under[block] if self.under else None)
        return Numbering(self.firsts[block], self.pages[block], self.node(block // BLOCKS_PER_NODE), heading)


def write_document(
    layout: DocumentLayout, blocks: Iterable[Block], draw_stamp: Callable[[str], bytes]
) -> Iterator[bytes]:
    """The file in pieces: shared objects, blocks in their order, what holds them together.

    `draw_stamp` gives the operators of a small form that pages use, by its name.
    """
    return _Writer(layout).write(blocks, draw_stamp)


class _Writer:
    """Writes one file, keeping count of where each object starts."""

    def __init__(self, layout: DocumentLayout) -> None:
        self._layout = layout
        self._opening = layout.shared.opening
        self._position = len(self._opening.content)
        self._digest = sha256(self._opening.digest)
        self._lone = dict[int, int]()
        self._starts = array("Q")
        self._tops: list[tuple[int, int, int]] = []

    def write(self, blocks: Iterable[Block], draw_stamp: Callable[[str], bytes]) -> Iterator[bytes]:
        yield self._opening.content
        used: set[str] = set()
        for block in blocks:
            self._starts.extend(accumulate(block.lengths[:-1], initial=self._position))
            self._tops.append(block.tops)
            used |= block.stamps
            yield self._put(block.content)
        yield from self._tail({name: draw_stamp(name) for name in sorted(used)})

    def _put(self, content: bytes) -> bytes:
        self._position += len(content)
        self._digest.update(content)
        return content

    def _put_lone(self, number: int, content: bytes) -> bytes:
        self._lone[number] = self._position
        return self._put(content)

    def _tail(self, stamps: Mapping[str, bytes]) -> Iterator[bytes]:
        """Stamps; the object stream of everything that stands once; the cross-reference stream."""
        layout = self._layout
        number = layout.firsts[-1]
        box = f"[0 0 {short_number(layout.width, 4)} {short_number(layout.height, 4)}]"
        keys = f"/Type/XObject/Subtype/Form/BBox{box}/Resources<</Font {layout.shared.fonts} 0 R>>"
        forms = dict(layout.shared.forms)
        for name, operators in stamps.items():
            forms[name] = number
            yield self._put_lone(number, stream(number, keys, operators))
            number += 1
        bodies = dict(enumerate(self._roots(box, forms), start=layout.catalog))
        yield self._put_lone(number, object_stream(number, bodies))
        yield from self._cross_reference(number, len(bodies))

    def _roots(self, box: str, forms: Mapping[str, int]) -> Iterator[str]:
        """Everything that stands once, in the order of its numbers."""
        layout = self._layout
        nodes = range(layout.nodes)
        leaves = [first - 1 for first in layout.firsts[1:]]  # a block ends with its page-tree node and label leaf
        owned = [leaves[i * BLOCKS_PER_NODE : (i + 1) * BLOCKS_PER_NODE] for i in nodes]
        cuts = [*layout.pages[:-1:BLOCKS_PER_NODE], layout.pages[-1]]
        yield (
            f"<</Type/Catalog/Pages {layout.page_tree} 0 R/Outlines {layout.heading(None)} 0 R/PageMode/UseOutlines"
            f"/PageLabels {layout.catalog + 5} 0 R/Lang{text_string(layout.language)}"
            f"/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true>>{layout.entries}>>"
        )
        yield "<<" + "".join(f"/{key}{text_string(text)}" for key, text in layout.information.items()) + ">>"
        inherited = f"/MediaBox{box}/Resources {layout.resources} 0 R"
        yield page_node(None, [layout.node(i) for i in nodes], layout.pages[-1], inherited)
        yield f"<</Type/Outlines{bookmarks_below(self._inside(None), 1)}>>"  # what lies right under it stands open
        names = "".join(f"/{name} {number} 0 R" for name, number in forms.items())
        yield f"<</ProcSet[/PDF/Text]/Font {layout.shared.fonts} 0 R/XObject<<{names}>>>>"
        yield f"<</Kids{references(leaves)}>>"
        for ends, (start, end) in zip(owned, pairwise(cuts), strict=True):
            yield page_node(layout.page_tree, [end_ - 1 for end_ in ends], end - start)
        yield from self._headings()

    def _headings(self) -> Iterator[str]:
        layout = self._layout
        for number, heading in enumerate(layout.headings):
            beside = self._below[heading.under]
            at = number - beside[0] if beside[-1] - beside[0] + 1 == len(beside) else beside.index(number)
            previous = layout.heading(beside[at - 1]) if at else 0
            following = layout.heading(beside[at + 1]) if at + 1 < len(beside) else 0
            parent, page = layout.heading(heading.under), self._first_page(number)
            yield bookmark(heading.title, parent, (previous, following), self._inside(number), page)

    @cached_property
    def _below(self) -> dict[int | None, list[int]]:
        """The headings right under each heading."""
        below: dict[int | None, list[int]] = {}
        for number, heading in enumerate(self._layout.headings):
            below.setdefault(heading.under, []).append(number)
        return below

    @cached_property
    def _block_under(self) -> dict[int | None, int]:
        """The first block right under each heading."""
        under = self._layout.under or [None] * len(self._layout.shapes)
        return {heading: block for block, heading in reversed(list(enumerate(under)))}

    def _inside(self, heading: int | None) -> tuple[int, int, int]:
        """The first, the last and how many bookmarks lie right under a heading."""
        below = self._below.get(heading)
        if below:
            return self._layout.heading(below[0]), self._layout.heading(below[-1]), len(below)
        return self._tops[self._block_under[heading]] if heading in self._block_under else (0, 0, 0)

    def _first_page(self, heading: int) -> int:
        """The page object that a heading leads to."""
        below = self._below.get(heading)
        if below:
            return self._first_page(below[0])
        block = self._block_under[heading]
        return self._layout.firsts[block] + self._layout.shapes[block].contents + 1

    def _cross_reference(self, last: int, bodies: int) -> Iterator[bytes]:
        """The cross-reference stream (five bytes of offset, two of index) and the way to it."""
        layout, number = self._layout, last + 1
        self._lone[number] = self._position
        rows = bytearray()
        for part in self._rows(last, bodies):
            rows += part
        packed = pack(rows)
        name = self._digest.hexdigest()[:32].upper()
        keys = (
            f"<</Type/XRef/Size {number + 1}/W[1 5 2]/Root {layout.catalog} 0 R/Info {layout.catalog + 1} 0 R"
            f"/ID[<{name}><{name}>]/Filter/FlateDecode/Length {len(packed)}>>"
        )
        start = self._position
        yield f"{number} 0 obj\n{keys}stream\n".encode("latin-1")
        yield packed
        yield f"\nendstream\nendobj\nstartxref\n{start}\n%%EOF\n".encode("latin-1")

    def _rows(self, last: int, bodies: int) -> Iterator[bytes]:
        """The rows of all objects, in the order of their numbers."""
        layout = self._layout
        yield self._opening.rows
        yield b"".join([row(2, last, index) for index in range(bodies)])
        starts = iter(self._starts)
        for first, shape in zip(layout.firsts, layout.shapes, strict=False):
            own = shape.contents + 1
            yield b"".join([row(1, start) for start in islice(starts, own)])
            yield b"".join([row(2, first + shape.contents, index) for index in range(shape.objects - own)])
        yield b"".join([row(1, self._lone[number]) for number in range(layout.firsts[-1], last + 2)])
