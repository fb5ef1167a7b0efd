"""The files of a pack, put together of parts; the manifest as CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from wordfleet_print.event.pack.making import MadeSection
from wordfleet_print.event.pack.shards import Shard, Spool
from wordfleet_print.games import Edition
from wordfleet_print.press.ink.paper import MM, Paper
from wordfleet_print.press.pdf.pages import Block, Shape
from wordfleet_print.press.pdf.writer import DocumentLayout, OutlineHeading, Resources, write_document
from wordfleet_print.press.trackers import information


class Stored(NamedTuple):
    """Where in the spool a part of a document is: which product of which shard."""

    shard: str
    product: int = 0

    def read(self, spool: Spool) -> bytes:
        """Its bytes."""
        return spool.read_one(*self)


class Document(Protocol):
    """A file, or a folder of files, of the pack. `pages` is 0 where it has none, or several files have; `private`:
    readable by its owner only.
    """

    @property
    def name(self) -> str:
        """The file's path inside the pack."""

    @property
    def pages(self) -> int:
        """How many pages it has."""

    @property
    def private(self) -> bool:
        """Whether it holds secrets."""

    def files(self, spool: Spool) -> Iterator[tuple[str, Iterable[bytes]]]:
        """Each file's path inside the pack, and its bytes, once every shard is done."""


@dataclass(frozen=True)
class Lot:
    """Documents that are made together, and the work for them: how many shards, and these in order, drawn anew each
    time.
    """

    documents: Sequence[Document]
    count: int
    shards: Callable[[], Iterator[Shard]]


@dataclass(frozen=True)
class PdfDocument:
    """A PDF of blocks, one in each of these places in the spool."""

    name: str
    skeleton: DocumentLayout
    blocks: Sequence[Stored]
    draw_stamp: Callable[[str], bytes]
    private: bool = False

    @property
    def pages(self) -> int:
        """How many pages it has."""
        return self.skeleton.pages[-1]

    def files(self, spool: Spool) -> Iterator[tuple[str, Iterable[bytes]]]:
        """The one file."""
        yield self.name, self.written(Block.unpack(block.read(spool)) for block in self.blocks)

    def written(self, blocks: Iterable[Block]) -> Iterator[bytes]:
        """The file of these blocks, in pieces."""
        return write_document(self.skeleton, blocks, self.draw_stamp)


@dataclass(frozen=True)
class TextDocument:
    """A text file: a head, a part from each of these places in the spool, a tail; `joint` stands between two parts."""

    name: str
    head: bytes
    parts: Sequence[Stored]
    joint: bytes = b""
    tail: bytes = b""
    pages: int = 0
    private: bool = True

    def files(self, spool: Spool) -> Iterator[tuple[str, Iterable[bytes]]]:
        """The one file."""
        yield self.name, self._chunks(spool)

    def _chunks(self, spool: Spool) -> Iterator[bytes]:
        yield self.head
        for number, part in enumerate(self.parts):
            yield (self.joint if number else b"") + part.read(spool)
        yield self.tail


def layout_of(
    edition: Edition,
    paper: Paper,
    title: str,
    shared: Resources,
    shapes: Sequence[Shape],
    titles: Iterable[Sequence[str]],
) -> DocumentLayout:
    """A file of blocks of these shapes with these titles above them."""
    said = information(edition, paper, title)
    size = paper.width * MM, paper.height * MM
    return DocumentLayout(*size, shared, said, edition.language, shapes, *headings(titles))


def headings(titles: Iterable[Sequence[str]]) -> tuple[list[OutlineHeading], list[int | None]]:
    """The headings of blocks with these titles above them, the outermost first; and each block's own.

    A heading holds one block: where titles come again, they are numbered.
    """
    numbers: dict[tuple[str, ...], int] = {}
    found: list[OutlineHeading] = []
    under: list[int | None] = []
    times: Counter[tuple[str, ...]] = Counter()
    for path in map(tuple, titles):
        times[path] += 1
        own = path if times[path] == 1 or not path else (*path[:-1], f"{path[-1]} ({times[path]})")
        for depth in range(1, len(own) + 1):
            if own[:depth] not in numbers:
                numbers[own[:depth]] = len(found)
                found.append(OutlineHeading(own[depth - 1], numbers.get(own[: depth - 1])))
        under.append(numbers.get(own))
    return found, under


COLUMNS = (
    *("serial", "round", "table", "captain", "club", "opponent", "sheet_code", "fleet_name", "words", "launch_codes"),
    *("rating", "to_find", "manifest", "file", "page"),
)
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a cell that begins so for a formula (OWASP, "CSV Injection")."""


def manifest_lines(file: str, first: int, section: MadeSection) -> tuple[bytes, bytes]:
    """Parts of the manifest as CSV and as JSON: a line for each of a section's sheets, the first of which stands on
    page `first` of `file`.
    """
    lines: list[tuple[object, ...]] = []
    page = first
    for imposition, group, sheets in section.groups():
        for ticket, sheet in zip(group, sheets, strict=True):
            who = sheet.serial, sheet.round, sheet.table, sheet.captain, ticket.club, sheet.opponent
            drawn = sheet.code, sheet.fleet_name, sheet.words, sheet.launch_codes, sheet.rating, sheet.rating_label
            lines.append((*who, *drawn, sheet.manifest, file, page))
        page += len(imposition.pages) * (2 if imposition.back else 1)
    written = io.StringIO()
    csv.writer(written).writerows(map(_cells, lines))
    objects = [_json(dict(zip(COLUMNS, line, strict=True))) for line in lines]
    return written.getvalue().encode(), ",\n".join(objects).encode()


_json = json.JSONEncoder(ensure_ascii=False).encode


def _cells(line: Sequence[Any]) -> list[Any]:
    """A line's values as cells: lists with spaces between, a manifest as E2 R1; nothing that a spreadsheet computes."""
    serial, round_, table, captain, club, opponent, code, fleet, words, codes, rating, to_find, counts, *place = line
    return [
        *(serial, round_, table, _plain(captain), _plain(club), _plain(opponent), code, _plain(fleet)),
        *(words and " ".join(words), " ".join(codes), rating, to_find),
        counts and " ".join([f"{letter}{count}" for letter, count in counts.items()]),
        *place,
    ]


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text


def manifest(csv_parts: Sequence[Stored], json_parts: Sequence[Stored]) -> tuple[TextDocument, TextDocument]:
    """The manifest as CSV (RFC 4180, UTF-8 with BOM: spreadsheets ask for one), and as one JSON array."""
    head = "\ufeff" + ",".join(COLUMNS) + "\r\n"
    as_csv = TextDocument("manifest.csv", head.encode(), csv_parts)
    return as_csv, TextDocument("manifest.json", b"[\n", json_parts, b",\n", b"\n]\n")
