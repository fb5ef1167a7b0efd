"""A press that stays warm: a table's PDF where its plates, fonts and deck are kept, beside one where they are not."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from functools import _lru_cache_wrapper
from hashlib import blake2b
from itertools import count, islice, product
from pathlib import Path
from typing import Any

from benchmarks.measure import Figure, at_most, cpu_of
from wordfleet_print.fleet.deck import tier_deck
from wordfleet_print.fleet.words import load_tier
from wordfleet_print.game import edition_slugs, load_edition
from wordfleet_print.jobs.tracker import TrackerRequest
from wordfleet_print.jobs.words import WordsRequest
from wordfleet_print.press.ink.paper import PAPERS
from wordfleet_print.press.layout.sheet import KEPT, Looks, sheet_layout
from wordfleet_print.press.tracker import print_trackers
from wordfleet_print.sheet.deal import deal

ROUNDS = 40
LATIN = "abcdefghijklmnopqrstuvwxyz"
VIETNAMESE = "aăâbcdđeêghiklmnoôơpqrstuưvxyáàảãạấầẩẫậắằẳẵặéèẻẽẹếềểễệóòỏõọốồổỗộớờởỡợúùủũụứừửữự"
GREEK = "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώ"
_numbers = count()


def figures() -> Iterator[Figure]:
    """CPU ratios and memory."""
    _print(LATIN)
    warm = cpu_of(lambda: _print(LATIN), rounds=ROUNDS)
    yield at_most("a two-sheet PDF warm in process, CPU", warm * 1e3, "ms", 5)
    yield at_most("the same, to one of which nothing is kept", warm / _cold(lambda: _print(LATIN)), "×", 1 / 12)
    for script, letters in (("Vietnamese", VIETNAMESE), ("Greek", GREEK)):
        other = cpu_of(lambda letters=letters: _print(letters), rounds=ROUNDS)
        yield at_most(f"{script} names never seen before, to plain ones", other / warm, "×", 4)
    yield at_most(f"memory of {KEPT} kept presses", _megabytes_of_presses(), "MB", 65)


def _print(letters: str) -> int:
    """Sheets for two names that were never there before; the size of their file."""
    names = tuple(_name(letters, next(_numbers)) for _ in range(2))
    request = TrackerRequest(WordsRequest(), names, seed="warm", paper="a4")
    (pdf,) = request.job().deal().print([Path("one.pdf")]).values()
    return len(pdf)


def _name(letters: str, number: int) -> str:
    """Fifteen letters in three words, others for each number."""
    chosen = "".join(letters[byte % len(letters)] for byte in blake2b(str(number).encode(), digest_size=15).digest())
    return f"{chosen[:4]} {chosen[4:8]} {chosen[8:]}".title()


def _cold(function: Callable[[], object]) -> float:
    """The least CPU seconds of a call before which all that is kept of sheets and decks was forgotten; fonts and lists
    that every process loads once stay.
    """

    def forgotten() -> float:
        forget(kept_stores())
        return cpu_of(function, rounds=1)

    return min(forgotten() for _ in range(ROUNDS // 4))


def kept_stores() -> list[_lru_cache_wrapper[Any]]:
    """All that is kept of sheets and decks, as far as anything has been kept."""
    found = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
    ours = [one for one in found if f"{one.__module__}".startswith("wordfleet_print.press.")]
    return [load_tier, tier_deck, *(one for one in ours if one.cache_info().maxsize is not None)]


def forget(stores: Iterable[_lru_cache_wrapper[Any]]) -> None:
    """Empty these stores."""
    for one in stores:
        one.cache_clear()


def _megabytes_of_presses() -> float:
    """How much the process grows by as many layouts as are kept, each printed once."""
    ways = product(map(load_edition, edition_slugs()), PAPERS.values(), *[(False, True)] * 4)
    before = _resident()
    for edition, paper, *how in islice(ways, KEPT):
        deck = WordsRequest(edition.slug).deck(2)
        layout = sheet_layout(edition, Looks(paper, *how))
        print_trackers(edition, [(sheet, layout) for sheet in deal(deck, ("Ann", "Ben"), "presses")])
    return (_resident() - before) / 1e6


def _resident() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096
