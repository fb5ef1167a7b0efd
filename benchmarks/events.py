"""Events: whole batches beside peers that make the same pages, bytes, a file for each player, planning.

Every cost is that of an added page: what many take beyond what few take, so that nobody's start-up counts. Ours is that
of a fresh process that plans, deals, draws, bookmarks and writes down to the disk; peers are handed sheets that are
dealt already, and write to memory.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from benchmarks.batch import Spent, made_up, plan, spend
from benchmarks.measure import Figure, at_least, at_most, cpu_of, told
from benchmarks.peers import lean_page, word_search
from benchmarks.peers.check import check_bookmarks, check_pages, sheets
from wordfleet_print.sheet.sheet import Sheet

ROUNDS = 3
OURS, PACK = "ours", "pack"
OUR_FILES, THEIR_FILES = "our files", "their files"


class Peer(NamedTuple):
    """A way in `benchmarks.peers`: its module and function, the pages it is measured with; which letters its font has,
    and whether it makes bookmarks.
    """

    name: str
    module: str
    function: str
    pages: int
    encoding: str = "utf-8"
    bookmarks: bool = True


LEAN = Peer("a lean reportlab page", "lean_page", "drawn", 60, encoding="cp1252", bookmarks=False)
PEERS = (
    LEAN,
    Peer("one typst document with data", "typst_document", "data_driven", 200),
)
SHEETS_TIMES, PACK_TIMES = 25, 15
"""How many times the speed of the lean page: of a batch of sheets alone, of a whole pack for each sheet."""
PACK_TO_SHEETS = 1.8
WORD_SEARCH = "word-search-generator's own puzzle and PDF"


class Effort(NamedTuple):
    """How few and how many sheets are compared, of one file and of a file for each player; how many players are planned
    for; what part of a peer's pages are made.
    """

    few: int = 4_096
    many: int = 20_480
    few_files: int = 128
    many_files: int = 640
    planned: tuple[int, int, int] = (1_000, 10_000, 100_000)
    rounds: int = ROUNDS
    peers: float = 1


FULL = Effort()


class Way(NamedTuple):
    """Work to be measured: the CPU seconds that so many pages take; how few and how many to compare."""

    spend: Callable[[int], float]
    few: int
    many: int


def figures(effort: Effort = FULL) -> Iterator[Figure]:
    """Ratios of CPU seconds per page, bytes, seconds."""
    few, many = _batch("sheets", effort.few), _batch("sheets", effort.many)
    costs = _added_costs({**_our_ways(effort), **_peer_ways(effort)}, effort.rounds)
    yield from _beside_peers(costs)
    added = (many.bytes - few.bytes) / (effort.many - effort.few)
    yield at_most("bytes of an added sheet, bookmark included", added, "B", 800)
    ratio = costs[THEIR_FILES] / costs[OUR_FILES]
    yield told("a file for each player on the disk, to a lean reportlab page for each in memory", ratio, "×")
    yield at_most("the largest of players' files", _batch("players", effort.few_files).largest / 1000, "kB", 40)
    yield _whole_pack(effort)
    yield from _planning(*effort.planned)


def _whole_pack(effort: Effort) -> Figure:
    """Beside the sheets there are key, cards, slips, index and manifest; the rounds meet both alike."""
    runs = [(_batch("pack", effort.many).cpu, _batch("sheets", effort.many).cpu) for _ in range(effort.rounds)]
    pack, alone = (min(costs) for costs in zip(*runs, strict=True))
    return at_most(f"a whole pack of {effort.many:,}, to its sheets alone", pack / alone, "×", PACK_TO_SHEETS)


def _beside_peers(costs: Mapping[str, float]) -> Iterator[Figure]:
    lean = costs[LEAN.name]
    yield told("an added sheet of a batch, all in", costs[OURS] * 1e6, "µs CPU")
    yield told("an added page of the lean reportlab way", lean * 1e3, "ms CPU")
    yield at_least(f"a batch, to {LEAN.name}", lean / costs[OURS], "×", SHEETS_TIMES)
    yield at_least(f"a whole pack, each sheet, to {LEAN.name}", lean / costs[PACK], "×", PACK_TIMES)
    yield told("an added sheet of a whole pack, to one of its sheets alone", costs[PACK] / costs[OURS], "×")
    for name in (*(peer.name for peer in PEERS[1:]), WORD_SEARCH):
        if name in costs:
            yield told(f"a batch, to {name}", costs[name] / costs[OURS], "×")


def _added_costs(ways: Mapping[str, Way], rounds: int) -> dict[str, float]:
    """The CPU seconds of an added page of each; the rounds go round all of them, so that drift meets all alike."""
    few, many = dict.fromkeys(ways, float("inf")), dict.fromkeys(ways, float("inf"))
    for _ in range(rounds):
        for name, way in ways.items():
            few[name] = min(few[name], way.spend(way.few))
            many[name] = min(many[name], way.spend(way.many))
    return {name: (many[name] - few[name]) / (way.many - way.few) for name, way in ways.items()}


def _our_ways(effort: Effort) -> dict[str, Way]:
    few, many = effort.few, effort.many
    return {
        OURS: Way(lambda pages: _batch("sheets", pages).cpu, few, many),
        PACK: Way(lambda pages: _batch("pack", pages).cpu, few, many),
        OUR_FILES: Way(lambda pages: _batch("players", pages).cpu, effort.few_files, effort.many_files),
    }


def _peer_ways(effort: Effort) -> dict[str, Way]:
    """Those that are installed; each has shown that its pages say what they should."""
    dealt = sheets(max(4, *(_part(peer.pages, effort) for peer in PEERS)) + 1)
    ways = {}
    for peer in PEERS:
        try:
            make = getattr(import_module(f"benchmarks.peers.{peer.module}"), peer.function)
        except ModuleNotFoundError as error:
            print(f"{peer.name} is left out: {error.name} is not installed.")
            continue
        content = make(dealt[1:4])
        check_pages(peer.name, content, dealt[1:4], peer.encoding)
        if peer.bookmarks:
            check_bookmarks(peer.name, content, dealt[1:4])
        ways[peer.name] = Way(partial(_made, make, dealt), 1, 1 + _part(peer.pages, effort))
    files = 1 + _part(40, effort)
    ways[THEIR_FILES] = Way(lambda pages: sum(_made(lean_page.drawn, [sheet], 1) for sheet in dealt[:pages]), 1, files)
    if word_search.PYTHON.exists():
        words = [word for sheet in dealt[:2] for word in sheet.words or ()]
        ways[WORD_SEARCH] = Way(lambda pages: word_search.spend(pages, words), 1, 1 + _part(20, effort))
    else:
        print(f"{WORD_SEARCH} is left out: {word_search.NOTE}.")
    return ways


def _part(pages: int, effort: Effort) -> int:
    return max(1, round(pages * effort.peers))


def _made(make: Callable[[Sequence[Sheet]], bytes], dealt: Sequence[Sheet], pages: int) -> float:
    start = time.process_time()
    make(dealt[:pages])
    return time.process_time() - start


def _batch(what: str, players: int) -> Spent:
    with tempfile.TemporaryDirectory() as folder:
        return spend(what, players, Path(folder))


def _planning(few: int, usual: int, many: int) -> Iterator[Figure]:
    cpu = {
        players: cpu_of(partial(plan, made_up(players)), rounds)
        for players, rounds in ((few, 7), (usual, 3), (many, 2))
    }
    yield at_most(f"planning {usual:,} players, one round", cpu[usual], "s CPU", 3)
    growth = cpu[many] / many / (cpu[few] / few)
    yield at_most(f"planning a sheet of {many:,}, to one of {few:,}", growth, "×", 1.3)
