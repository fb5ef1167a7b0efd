"""Books: the files of a pack, each made of shards that any worker can do, and bound when all are done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from wordfleet_print.event.run.runner import Shard
from wordfleet_print.event.run.store import Spool
from wordfleet_print.press.pdf.document import DocumentLayout, Heading
from wordfleet_print.press.pdf.pages import Block
from wordfleet_print.press.pdf.writer import write_document


class Task(Protocol):
    """A shard's work: it pickles, and gives the same bytes wherever it is done."""

    def work(self) -> bytes:
        """Do it."""


def do_task(task: Task) -> bytes:
    """What workers are handed."""
    return task.work()


class Book(Protocol):
    """A file, or a folder of files, of the pack. `private`: readable by its owner only."""

    @property
    def name(self) -> str:
        """The file's path inside the pack."""

    @property
    def private(self) -> bool:
        """Whether it holds secrets of several players."""

    def shards(self) -> Iterator[Shard[Task]]:
        """The work, in order; drawn anew each time."""

    def files(self, spool: Spool) -> Iterator[tuple[str, Iterable[bytes]]]:
        """Each file's path inside the pack, and its bytes, once every shard is done."""


@dataclass(frozen=True)
class PdfBook:
    """A PDF whose blocks are the shards' work."""

    name: str
    skeleton: DocumentLayout
    tasks: Callable[[], Iterator[Task]]
    draw_stamp: Callable[[str], bytes]
    private: bool = False

    @property
    def pages(self) -> int:
        """How many pages it has."""
        return self.skeleton.pages[-1]

    def shards(self) -> Iterator[Shard[Task]]:
        """A shard for each block."""
        for number, task in enumerate(self.tasks()):
            yield Shard(_shard_name(self.name, number), task)

    def files(self, spool: Spool) -> Iterator[tuple[str, Iterable[bytes]]]:
        """The one file, bound."""
        names = (_shard_name(self.name, number) for number in range(len(self.skeleton.shapes)))
        blocks = (Block.unpack(spool.read(name)) for name in names)
        yield self.name, write_document(self.skeleton, blocks, self.draw_stamp)


@dataclass(frozen=True)
class TextBook:
    """A text file: a head, the shards' work, a tail; `joint` stands between two shards."""

    name: str
    head: bytes
    tasks: Callable[[], Iterator[Task]]
    count: int
    joint: bytes = b""
    tail: bytes = b""
    private: bool = True

    def shards(self) -> Iterator[Shard[Task]]:
        """A shard for each part."""
        for number, task in enumerate(self.tasks()):
            yield Shard(_shard_name(self.name, number), task)

    def files(self, spool: Spool) -> Iterator[tuple[str, Iterable[bytes]]]:
        """The one file."""
        yield self.name, self._chunks(spool)

    def _chunks(self, spool: Spool) -> Iterator[bytes]:
        yield self.head
        for number in range(self.count):
            yield (self.joint if number else b"") + spool.read(_shard_name(self.name, number))
        yield self.tail


def _shard_name(book: str, number: int) -> str:
    return f"{book.replace('/', '-')}-{number:06d}"


def headings(titles: Iterable[Sequence[str]]) -> tuple[list[Heading], list[int | None]]:
    """The headings of blocks with these titles above them, the outermost first; and each block's own.

    A heading holds one block: where titles come again, they are numbered.
    """
    numbers: dict[tuple[str, ...], int] = {}
    found: list[Heading] = []
    under: list[int | None] = []
    times: Counter[tuple[str, ...]] = Counter()
    for path in map(tuple, titles):
        times[path] += 1
        own = path if times[path] == 1 or not path else (*path[:-1], f"{path[-1]} ({times[path]})")
        for depth in range(1, len(own) + 1):
            if own[:depth] not in numbers:
                numbers[own[:depth]] = len(found)
                found.append(Heading(own[depth - 1], numbers.get(own[: depth - 1])))
        under.append(numbers.get(own))
    return found, under
