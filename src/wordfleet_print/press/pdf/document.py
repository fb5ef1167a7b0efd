"""Document layouts: which object of a PDF file has which number, before a page is there.

Source: ISO 32000-1, 7.5 (file structure), 7.7.3 (page tree), 12.3.3 (outlines).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import accumulate
from typing import NamedTuple

from wordfleet_print.press.pdf.pages import Numbering, Shape
from wordfleet_print.press.pdf.syntax import object_stream, row, stream

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


def with_shared_page(shared: Resources, form: str) -> tuple[Resources, int]:
    """The resources with the operators of a page that shows nothing but that form; and their object's number."""
    number = shared.size
    streams = {**shared.streams, number: stream(number, "", f"/{form} Do".encode())}
    return replace(shared, streams=streams, size=number + 1), number


@dataclass(frozen=True)
class DocumentLayout:
    """A file before its pages are there: their size (pt), shared objects, what it says of itself, its blocks' shapes.

    Block i's bookmarks lie under the heading `under[i]`; a heading holds one block or other headings, never both.
    Only a file of one block needs no headings.
    """

    width: float
    height: float
    shared: Resources
    information: Mapping[str, str]
    language: str
    shapes: Sequence[Shape]
    headings: Sequence[OutlineHeading] = ()
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
