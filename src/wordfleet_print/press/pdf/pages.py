"""Blocks: runs of finished pages, written as PDF objects that can be appended to a file as they are.

A block's objects are numbered by where it stands in the file alone, so any worker can write it at any time. Operators
are streams of their own; page dictionaries, bookmarks and labels lie together in one object stream.

Source: ISO 32000-1, 7.7.3 (page tree), 12.3.3 (outlines), 12.4.2 (page labels).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wordfleet_print.press.pdf.syntax import QUICK, object_stream, references, stream, text_string

_HEAD = struct.Struct("<5I")


class Bookmark(NamedTuple):
    """A bookmark: how deep it lies under its heading (0 or 1), and what it says."""

    depth: int
    title: str


class Page(NamedTuple):
    """One page: its operators, or the number of the shared object that holds them; its label; its bookmarks."""

    content: bytes | int
    label: str
    bookmarks: tuple[Bookmark, ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    """How many pages a block has, how many streams of operators of its own, and how many bookmarks."""

    pages: int
    contents: int
    bookmarks: int

    @property
    def objects(self) -> int:
        """Streams, the object stream, pages, bookmarks, a node of the page tree and a leaf of the label tree."""
        return self.contents + 1 + self.pages + self.bookmarks + 2


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbers that a block's objects hang on: its first object, its first page, its node's parent, and the heading
    over its bookmarks.
    """

    first: int
    page: int
    parent: int
    heading: int


@dataclass(frozen=True, slots=True)
class Block:
    """A run of pages, written: the bytes of its objects, the length of each, and the stamps that its pages use.

    `tops` are the numbers of the first and the last bookmark right under the heading, and how many they are.
    """

    content: bytes
    lengths: tuple[int, ...]
    stamps: frozenset[str]
    tops: tuple[int, int, int]

    def pack(self) -> bytes:
        """The block as bytes, to hand from a worker to the press."""
        stamps = " ".join(sorted(self.stamps)).encode()
        head = _HEAD.pack(len(self.lengths), len(stamps), *self.tops)
        return b"".join([head, struct.pack(f"<{len(self.lengths)}I", *self.lengths), stamps, self.content])

    @classmethod
    def unpack(cls, packed: bytes) -> Block:
        """The block that was packed."""
        count, stamps, *tops = _HEAD.unpack_from(packed)
        start = _HEAD.size + 4 * count
        lengths = struct.unpack_from(f"<{count}I", packed, _HEAD.size)
        names = packed[start : start + stamps].decode().split()
        return cls(packed[start + stamps :], lengths, frozenset(names), (tops[0], tops[1], tops[2]))


def shape_of(pages: Iterable[Page]) -> Shape:
    """The shape of a block of these pages."""
    count = contents = bookmarks = 0
    for page in pages:
        count += 1
        contents += isinstance(page.content, bytes)
        bookmarks += len(page.bookmarks)
    return Shape(count, contents, bookmarks)


def print_block(pages: Sequence[Page], numbering: Numbering, stamps: Iterable[str] = ()) -> Block:
    """The pages as a block with these numbers. Its bytes hang on its arguments alone."""
    shape = shape_of(pages)
    pieces: list[bytes] = []
    contents: list[int] = []
    number = numbering.first
    for page in pages:
        if isinstance(page.content, int):
            contents.append(page.content)
            continue
        pieces.append(stream(number, "", page.content, QUICK))
        contents.append(number)
        number += 1
    first_page = number + 1
    first_bookmark = first_page + shape.pages
    node = first_bookmark + shape.bookmarks
    outline = _Outline(pages, first_page, first_bookmark, numbering.heading)
    bodies = [
        *(f"<</Type/Page/Parent {node} 0 R/Contents {content} 0 R>>" for content in contents),
        *outline.bodies(),
        page_node(numbering.parent, range(first_page, first_bookmark), shape.pages),
        _labels(pages, numbering.page),
    ]
    pieces.append(object_stream(number, dict(enumerate(bodies, start=first_page)), QUICK))
    return Block(b"".join(pieces), tuple(map(len, pieces)), frozenset(stamps), outline.tops)


def page_node(parent: int | None, kids: Sequence[int], count: int, inherited: str = "") -> str:
    """A node of the page tree; `inherited` is what every page below it has."""
    above = "" if parent is None else f"/Parent {parent} 0 R"
    return f"<</Type/Pages{above}/Count {count}/Kids{references(kids)}{inherited}>>"


def _labels(pages: Sequence[Page], first_page: int) -> str:
    """A leaf of the label tree: a prefix and no number for each page."""
    last = first_page + len(pages) - 1
    nums = "".join(f"{i}<</P{text_string(page.label)}>>" for i, page in enumerate(pages, start=first_page))
    return f"<</Limits[{first_page} {last}]/Nums[{nums}]>>"


class _Outline:
    """A block's bookmarks: two levels, linked among themselves and to the heading above them."""

    def __init__(self, pages: Sequence[Page], first_page: int, first: int, heading: int) -> None:
        self._marks = [
            (depth, title, number)
            for number, page in enumerate(pages, start=first_page)
            for depth, title in page.bookmarks
        ]
        self._first, self._heading = first, heading
        self._groups = [number for number, (depth, _, _) in enumerate(self._marks, start=first) if depth == 0]

    @property
    def tops(self) -> tuple[int, int, int]:
        """First, last and count of the upper level."""
        return (self._groups[0], self._groups[-1], len(self._groups)) if self._groups else (0, 0, 0)

    def bodies(self) -> Iterator[str]:
        """The bookmarks' dictionaries in the order of their numbers."""
        end = self._first + len(self._marks)
        for before, top, after in zip([0, *self._groups], self._groups, [*self._groups[1:], 0], strict=False):
            last = (after or end) - 1
            inside = f"/First {top + 1} 0 R/Last {last} 0 R/Count -{last - top}" if last > top else ""
            yield self._bookmark(top, self._heading, before, after, inside)
            for number in range(top + 1, last + 1):
                previous, following = number - 1, number + 1
                yield self._bookmark(
                    number, top, previous if previous > top else 0, following if following <= last else 0, ""
                )

    def _bookmark(self, number: int, parent: int, before: int, after: int, inside: str) -> str:
        """A bookmark between two others (0: none), with what lies under it."""
        _, title, page = self._marks[number - self._first]
        previous = f"/Prev {before} 0 R" if before else ""
        following = f"/Next {after} 0 R" if after else ""
        return f"<</Title{text_string(title)}/Parent {parent} 0 R{previous}{following}{inside}/Dest[{page} 0 R/Fit]>>"
