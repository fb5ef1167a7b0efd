"""Runs of finished pages as PDF objects, and the little syntax they need.

Source: ISO 32000-1, 7.3 (objects), 7.5.7 (object streams), 7.5.8 (cross-reference streams), 7.9.2.2 (text strings).

A block's objects are numbered by where it stands in the file alone, so any worker can write it at any time. Operators
are streams of their own; page dictionaries, bookmarks and labels lie together in one object stream.

Source: ISO 32000-1, 7.7.3 (page tree), 12.3.3 (outlines), 12.4.2 (page labels).
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF16_BE
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import NamedTuple

import deflate

LEVEL = 6
"""The level of packing: higher ones cost more time than they save bytes."""
QUICK = 1
"""The level for what every page has: a kilobyte shrinks hardly less by it, in two thirds of the time."""

_ROW = Struct(">BBIH")
_is_western = re.compile("[ -~¡-¬®-ÿ]*").fullmatch
"""Characters that have the same codes in PDFDocEncoding as in Unicode."""


def text_string(text: str) -> str:
    """A text as a literal string: in PDFDocEncoding where Western letters are enough (ISO 32000-1, Annex D), else in
    UTF-16 with a byte order mark.
    """
    if _is_western(text):
        return f"({escape(text)})"
    return f"({escape((BOM_UTF16_BE + text.encode('utf-16-be')).decode('latin-1'))})"


def escape(text: str) -> str:
    """Characters as they stand in a literal string."""
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)").replace("\r", r"\r")


def short_number(value: float, places: int = 3) -> str:
    """A number without needless digits: 12.5, not 12.500."""
    return f"{round(value, places):.{places}f}".rstrip("0").rstrip(".")


def pack(content: bytes | bytearray, level: int = LEVEL) -> bytes:
    """The bytes packed as zlib does it (RFC 1950), but by libdeflate.

    Python's own zlib is another library on other machines, with other bytes; this one is the same everywhere.
    """
    return bytes(deflate.zlib_compress(content, level))


class Packed(NamedTuple):
    """A stream, packed where that saves bytes, before it has a number: its dictionary's entries, and its bytes."""

    keys: str
    content: bytes

    def numbered(self, number: int) -> bytes:
        """The object of this number."""
        head = f"{number} 0 obj\n<<{self.keys}/Length {len(self.content)}>>stream\n"
        return b"".join([head.encode("latin-1"), self.content, b"\nendstream\nendobj\n"])


def packed(keys: str, content: bytes, level: int = LEVEL) -> Packed:
    """A stream; `keys` are more of its dictionary's entries."""
    smaller, packing = pack(content, level), "/Filter/FlateDecode"
    if len(smaller) + len(packing) >= len(content):
        return Packed(keys, content)
    return Packed(f"{keys}{packing}", smaller)


def stream(number: int, keys: str, content: bytes, level: int = LEVEL) -> bytes:
    """An object that holds a stream, packed where that saves bytes; `keys` are more of its dictionary's entries."""
    return packed(keys, content, level).numbered(number)


def object_stream(number: int, bodies: Mapping[int, str], level: int = LEVEL) -> bytes:
    """An object stream of the objects of these numbers."""
    pairs = []
    offset = 0
    for each, body in bodies.items():
        pairs.append(f"{each} {offset}")
        offset += len(body) + 1
    head = " ".join(pairs) + "\n"
    keys = f"/Type/ObjStm/N {len(bodies)}/First {len(head)}"
    return stream(number, keys, (head + "\n".join(bodies.values())).encode("latin-1"), level)


def row(kind: int, place: int, index: int = 0) -> bytes:
    """A row of a cross-reference stream, W[1 5 2]: a free object (0), one that begins there (1), one in a stream."""
    return _ROW.pack(kind, place >> 32, place & 0xFFFFFFFF, index)


def references(numbers: Sequence[int]) -> str:
    """An array of indirect references."""
    return "[" + " ".join(f"{number} 0 R" for number in numbers) + "]"


class Bookmark(NamedTuple):
    """A bookmark: how deep it lies under its heading (0 or 1), and what it says."""

    depth: int
    title: str


class Page(NamedTuple):
    """One page: its operators, or the number of the shared object that holds them; its label; its bookmarks; what else
    its dictionary says.
    """

    content: bytes | int
    label: str
    bookmarks: tuple[Bookmark, ...] = ()
    entries: str = ""


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
        head = json.dumps([self.lengths, sorted(self.stamps), self.tops]).encode()
        return b"\n".join([head, self.content])

    @classmethod
    def unpack(cls, packed: bytes) -> Block:
        """The block that was packed."""
        head, _, content = packed.partition(b"\n")
        lengths, stamps, (first, last, count) = json.loads(head)
        return cls(content, tuple(lengths), frozenset(stamps), (first, last, count))


def shape_of(pages: Sequence[Page]) -> Shape:
    """The shape of a block of these pages."""
    contents = sum(isinstance(page.content, bytes) for page in pages)
    return Shape(len(pages), contents, sum(len(page.bookmarks) for page in pages))


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
    marks = [(depth, title, at) for at, page in enumerate(pages, start=first_page) for depth, title in page.bookmarks]
    tops = [at for at, (depth, _, _) in enumerate(marks, start=first_bookmark) if depth == 0]
    bodies = [
        *(
            f"<</Type/Page/Parent {node} 0 R/Contents {content} 0 R{page.entries}>>"
            for page, content in zip(pages, contents, strict=True)
        ),
        *_bookmarks(marks, tops, first_bookmark, numbering.heading),
        page_node(numbering.parent, range(first_page, first_bookmark), shape.pages),
        _labels(pages, numbering.page),
    ]
    pieces.append(object_stream(number, dict(enumerate(bodies, start=first_page)), QUICK))
    return Block(b"".join(pieces), tuple(map(len, pieces)), frozenset(stamps), ends_of(tops))


def page_node(parent: int | None, kids: Sequence[int], count: int, inherited: str = "") -> str:
    """A node of the page tree; `inherited` is what every page below it has."""
    above = "" if parent is None else f"/Parent {parent} 0 R"
    return f"<</Type/Pages{above}/Count {count}/Kids{references(kids)}{inherited}>>"


def _labels(pages: Sequence[Page], first_page: int) -> str:
    """A leaf of the label tree: a prefix and no number for each page."""
    last = first_page + len(pages) - 1
    nums = "".join(f"{i}<</P{text_string(page.label)}>>" for i, page in enumerate(pages, start=first_page))
    return f"<</Limits[{first_page} {last}]/Nums[{nums}]>>"


def _bookmarks(marks: Sequence[tuple[int, str, int]], tops: Sequence[int], first: int, heading: int) -> Iterator[str]:
    """The dictionaries of a block's bookmarks (depth, title, page), numbered from `first`: two levels, those of the
    upper one numbered `tops`, linked among themselves and to the heading above them.
    """
    for before, top, after in zip([0, *tops], tops, [*tops[1:], 0], strict=False):
        inside = range(top + 1, after or first + len(marks))
        _, title, page = marks[top - first]
        yield bookmark(title, heading, (before, after), ends_of(inside), page)
        for number in inside:
            _, title, page = marks[number - first]
            beside = number - 1 if number > inside[0] else 0, number + 1 if number < inside[-1] else 0
            yield bookmark(title, top, beside, (0, 0, 0), page)


def ends_of(numbers: Sequence[int]) -> tuple[int, int, int]:
    """The first, the last, and how many they are; nothing of none."""
    return (numbers[0], numbers[-1], len(numbers)) if numbers else (0, 0, 0)


def bookmark(title: str, parent: int, beside: tuple[int, int], inside: tuple[int, int, int], page: int) -> str:
    """A closed bookmark that leads to a page: between two others (0: none), with what lies under it."""
    before, after = beside
    previous = f"/Prev {before} 0 R" if before else ""
    following = f"/Next {after} 0 R" if after else ""
    below = bookmarks_below(inside, -1)
    return f"<</Title{text_string(title)}/Parent {parent} 0 R{previous}{following}{below}/Dest[{page} 0 R/Fit]>>"


def bookmarks_below(inside: tuple[int, int, int], sign: int) -> str:
    """The entries that lead to the bookmarks below (first, last, how many); `sign`: they stand open (1) or not (-1)."""
    first, last, count = inside
    return f"/First {first} 0 R/Last {last} 0 R/Count {sign * count}" if count else ""
