"""Binding: a whole PDF file out of shared objects and blocks of pages, streamed from its first byte to its last.

Memory grows with the pages by a few dozen bytes each: where their objects start. The same skeleton and blocks give the
same file.

Source: ISO 32000-1, 7.5 (file structure; 7.5.8 cross-reference streams), 7.7.3 (page tree), 12.3.3 (outlines).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import accumulate, pairwise
from typing import NamedTuple

from wordfleet_print.press.pdf.pages import Block, Place, Shape, page_node
from wordfleet_print.press.pdf.syntax import object_stream, pack, references, short_number, stream, text_string

VERSION = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n"
BLOCKS_PER_NODE = 64
"""Blocks under one node of the page tree: readers open a nested tree quickly, a flat one slowly."""
_LONE_OBJECTS = 6
"""Catalogue, information, page tree, bookmarks, resources, labels: what stands once in a file."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A bookmark over others: what it says, and the number of the heading it lies under (None: the top)."""

    title: str
    under: int | None = None


class Opening(NamedTuple):
    """The bytes with which every file of the same resources begins: its shared objects; where each object starts; which
    object stream holds the others, in which order; their digest.
    """

    content: bytes
    starts: Mapping[int, int]
    holder: int
    held: Mapping[int, int]
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
        held = {number: index for index, number in enumerate(self.others)}
        return Opening(content, dict(zip(pieces, starts, strict=False)), self.size, held, sha256(content).digest())


def with_shared_page(shared: Resources, form: str) -> tuple[Resources, int]:
    """The resources with the operators of a page that shows nothing but that form; and their object's number."""
    number = shared.size
    streams = {**shared.streams, number: stream(number, "", f"/{form} Do".encode())}
    return replace(shared, streams=streams, size=number + 1), number


@dataclass(frozen=True)
class Skeleton:
    """A file before its pages are there: its size (pt), shared objects, what it says of itself, its blocks' shapes.

    Block i's bookmarks lie under the heading `under[i]`; a heading holds one block or other headings, never both.
    Only a file of one block needs no headings.
    """

    width: float
    height: float
    shared: Resources
    information: Mapping[str, str]
    language: str
    shapes: Sequence[Shape]
    headings: Sequence[Heading] = ()
    under: Sequence[int | None] = ()

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
        return self.catalog + _LONE_OBJECTS + number

    def heading(self, number: int | None) -> int:
        """The object of a heading; of the bookmarks' root for None."""
        return self.catalog + 3 if number is None else self.catalog + _LONE_OBJECTS + self.nodes + number

    @cached_property
    def firsts(self) -> Sequence[int]:
        """The first object of each block, and of what follows the last."""
        start = self.heading(len(self.headings))
        return list(accumulate((shape.objects for shape in self.shapes), initial=start))

    @cached_property
    def pages(self) -> Sequence[int]:
        """The index of each block's first page, and how many pages there are."""
        return list(accumulate((shape.pages for shape in self.shapes), initial=0))

    def place(self, block: int) -> Place:
        """Where a block stands."""
        heading = self.heading(self.under[block] if self.under else None)
        return Place(self.firsts[block], self.pages[block], self.node(block // BLOCKS_PER_NODE), heading)


def bind(skeleton: Skeleton, blocks: Iterable[Block], draw_stamp: Callable[[str], bytes]) -> Iterator[bytes]:
    """The file in pieces: shared objects, blocks in their order, what holds them together.

    `draw_stamp` gives the operators of a small form that pages use, by its name.
    """
    return _Binder(skeleton).bind(blocks, draw_stamp)


class _Binder:
    """Writes one file, keeping count of where each object starts."""

    def __init__(self, skeleton: Skeleton) -> None:
        self._skeleton = skeleton
        self._opening = skeleton.shared.opening
        self._position = len(self._opening.content)
        self._digest = sha256(self._opening.digest)
        self._lone = dict(self._opening.starts)
        self._starts = array("Q")
        self._tops: list[tuple[int, int, int]] = []

    def bind(self, blocks: Iterable[Block], draw_stamp: Callable[[str], bytes]) -> Iterator[bytes]:
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
        skeleton = self._skeleton
        number = skeleton.firsts[-1]
        box = f"[0 0 {short_number(skeleton.width, 4)} {short_number(skeleton.height, 4)}]"
        keys = f"/Type/XObject/Subtype/Form/BBox{box}/Resources<</Font {skeleton.shared.fonts} 0 R>>"
        forms = dict(skeleton.shared.forms)
        for name, operators in stamps.items():
            forms[name] = number
            yield self._put_lone(number, stream(number, keys, operators))
            number += 1
        bodies = dict(enumerate(self._roots(box, forms), start=skeleton.catalog))
        yield self._put_lone(number, object_stream(number, bodies))
        yield from self._cross_reference(number, len(bodies))

    def _roots(self, box: str, forms: Mapping[str, int]) -> Iterator[str]:
        """Everything that stands once, in the order of its numbers."""
        skeleton = self._skeleton
        nodes = range(skeleton.nodes)
        leaves = [first - 1 for first in skeleton.firsts[1:]]  # a block ends with its page-tree node and label leaf
        owned = [leaves[i * BLOCKS_PER_NODE : (i + 1) * BLOCKS_PER_NODE] for i in nodes]
        cuts = [*skeleton.pages[:-1:BLOCKS_PER_NODE], skeleton.pages[-1]]
        yield (
            f"<</Type/Catalog/Pages {skeleton.page_tree} 0 R/Outlines {skeleton.heading(None)} 0 R/PageMode/UseOutlines"
            f"/PageLabels {skeleton.catalog + 5} 0 R/Lang{text_string(skeleton.language)}"
            "/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true>>>>"
        )
        yield "<<" + "".join(f"/{key}{text_string(text)}" for key, text in skeleton.information.items()) + ">>"
        inherited = f"/MediaBox{box}/Resources {skeleton.resources} 0 R"
        yield page_node(None, [skeleton.node(i) for i in nodes], skeleton.pages[-1], inherited)
        yield from self._bookmark_root()
        names = "".join(f"/{name} {number} 0 R" for name, number in forms.items())
        yield f"<</ProcSet[/PDF/Text]/Font {skeleton.shared.fonts} 0 R/XObject<<{names}>>>>"
        yield f"<</Kids{references(leaves)}>>"
        for ends, (start, end) in zip(owned, pairwise(cuts), strict=True):
            yield page_node(skeleton.page_tree, [end_ - 1 for end_ in ends], end - start)
        yield from self._headings()

    def _bookmark_root(self) -> Iterator[str]:
        """The root of the bookmarks: its own children stand open, all below them closed."""
        first, last, count = self._inside(None)
        inside = f"/First {first} 0 R/Last {last} 0 R/Count {count}" if count else ""
        yield f"<</Type/Outlines{inside}>>"

    def _headings(self) -> Iterator[str]:
        skeleton = self._skeleton
        for number, heading in enumerate(skeleton.headings):
            beside = self._below[heading.under]
            at = number - beside[0] if beside[-1] - beside[0] + 1 == len(beside) else beside.index(number)
            previous = f"/Prev {skeleton.heading(beside[at - 1])} 0 R" if at else ""
            following = f"/Next {skeleton.heading(beside[at + 1])} 0 R" if at + 1 < len(beside) else ""
            first, last, count = self._inside(number)
            inside = f"/First {first} 0 R/Last {last} 0 R/Count -{count}" if count else ""
            yield (
                f"<</Title{text_string(heading.title)}/Parent {skeleton.heading(heading.under)} 0 R"
                f"{previous}{following}{inside}/Dest[{self._first_page(number)} 0 R/Fit]>>"
            )

    @cached_property
    def _below(self) -> dict[int | None, list[int]]:
        """The headings right under each heading."""
        below: dict[int | None, list[int]] = {}
        for number, heading in enumerate(self._skeleton.headings):
            below.setdefault(heading.under, []).append(number)
        return below

    @cached_property
    def _block_under(self) -> dict[int | None, int]:
        """The first block right under each heading."""
        under = self._skeleton.under or [None] * len(self._skeleton.shapes)
        return {heading: block for block, heading in reversed(list(enumerate(under)))}

    def _inside(self, heading: int | None) -> tuple[int, int, int]:
        """The first, the last and how many bookmarks lie right under a heading."""
        below = self._below.get(heading)
        if below:
            return self._skeleton.heading(below[0]), self._skeleton.heading(below[-1]), len(below)
        return self._tops[self._block_under[heading]] if heading in self._block_under else (0, 0, 0)

    def _first_page(self, heading: int) -> int:
        """The page object that a heading leads to."""
        below = self._below.get(heading)
        if below:
            return self._first_page(below[0])
        block = self._block_under[heading]
        return self._skeleton.firsts[block] + self._skeleton.shapes[block].contents + 1

    def _cross_reference(self, last: int, bodies: int) -> Iterator[bytes]:
        """The cross-reference stream (five bytes of offset, two of index) and the way to it."""
        skeleton, number = self._skeleton, last + 1
        self._lone[number] = self._position
        rows = bytearray()
        for row in self._rows(last, bodies):
            rows += row
        packed = pack(rows)
        name = self._digest.hexdigest()[:32].upper()
        keys = (
            f"<</Type/XRef/Size {number + 1}/W[1 5 2]/Root {skeleton.catalog} 0 R/Info {skeleton.catalog + 1} 0 R"
            f"/ID[<{name}><{name}>]/Filter/FlateDecode/Length {len(packed)}>>"
        )
        start = self._position
        yield f"{number} 0 obj\n{keys}stream\n".encode("latin-1")
        yield packed
        yield f"\nendstream\nendobj\nstartxref\n{start}\n%%EOF\n".encode("latin-1")

    def _rows(self, last: int, bodies: int) -> Iterator[bytes]:
        """The entries of all objects, in the order of their numbers."""
        skeleton = self._skeleton
        for number in range(skeleton.shared.end):
            if number in self._lone:
                yield _at(self._lone[number])
            else:
                held = self._opening.held.get(number)
                yield _FREE if held is None else _within(self._opening.holder, held)
        yield from (_within(last, index) for index in range(bodies))
        starts = iter(self._starts)
        for first, shape in zip(skeleton.firsts, skeleton.shapes, strict=False):
            for _ in range(shape.contents + 1):
                yield _at(next(starts))
            yield _all_within(first + shape.contents, shape.objects - shape.contents - 1)
        for number in range(skeleton.firsts[-1], last + 2):
            yield _at(self._lone[number])


_FREE = b"\0" + (0).to_bytes(5, "big") + (65535).to_bytes(2, "big")


def _at(offset: int) -> bytes:
    return b"\1" + offset.to_bytes(5, "big") + b"\0\0"


def _within(holder: int, index: int) -> bytes:
    return _head_within(holder) + index.to_bytes(2, "big")


def _head_within(holder: int) -> bytes:
    """What the entries of all objects in an object stream begin with."""
    return b"\2" + holder.to_bytes(5, "big")


def _all_within(holder: int, count: int) -> bytes:
    """The entries of everything in an object stream."""
    head = _head_within(holder)
    return b"".join([head + index for index in _indexes(count)])


@lru_cache(maxsize=16)
def _indexes(count: int) -> list[bytes]:
    return [index.to_bytes(2, "big") for index in range(count)]
