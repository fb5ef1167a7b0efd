"""Scouts: other processes that look ahead of the dealer, so that planning a huge event uses more than one core.

What they find hangs on each table alone, as if no fleet were taken yet. The dealer takes what still stands when its
turn comes, and deals the rest itself: the plan is the same with scouts and without.
"""

from __future__ import annotations

import contextlib
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import count, islice, repeat
from typing import NamedTuple

from wordfleet_print.event.plan.dealer import Ahead, Dealer
from wordfleet_print.event.plan.model import Terms
from wordfleet_print.event.run.executor import Answer, Executor
from wordfleet_print.event.run.workers import Workers

TABLES = 512
"""Tables that a scout is sent to at a time."""
FEWEST = 5_000
"""Tables: fewer are dealt before other processes have begun."""
_TICK = 0.5
"""Seconds to wait for an answer at a time."""
_NOTHING = Ahead(0, 0, 0, 0, 0)


class FreshTable(NamedTuple):
    """A table of two who both need a sheet: the round's number, and by what keys they are dealt theirs."""

    round: int
    keys: tuple[str, str]


@contextlib.contextmanager
def scouting(
    workers: Workers, terms: Terms, seed: str, tables: Iterable[FreshTable], size: int
) -> Iterator[Iterator[Ahead | None]]:
    """What scouts find at each of these `size` tables, in their order, for the length of a block; None where they find
    nothing, and everywhere where one process is to work alone or would be done sooner.
    """
    if workers.scheduler or workers.count == 1 or size < FEWEST:
        yield repeat(None)
        return
    with workers.at_work() as executor:
        yield _findings(executor, terms, seed, tables)


def _findings(executor: Executor, terms: Terms, seed: str, tables: Iterable[FreshTable]) -> Iterator[Ahead | None]:
    """Send out and gather, a few parts ahead of what is asked for. Where a scout has died nothing is found."""
    rest = iter(tables)
    sent: deque[tuple[str, int]] = deque()
    found: dict[str, bytes] = {}
    names = map(str, count())
    while True:
        while len(sent) < executor.traits.window and (part := tuple(islice(rest, TABLES))):
            sent.append((next(names), len(part)))
            executor.submit(sent[-1][0], partial(_find, terms, seed, part))
        if not sent:
            return
        name, tables_of_part = sent.popleft()
        while name not in found:
            if answer := executor.answer(_TICK):
                found[answer.name] = _content(answer, executor)
        yield from _unpacked(found.pop(name), tables_of_part)


def _content(answer: Answer, executor: Executor) -> bytes:
    """What a scout has found. Raises what it raised."""
    if answer.error is not None and not isinstance(answer.error, executor.traits.deaths):
        raise answer.error
    content: bytes = answer.content or b""
    return content


def _unpacked(content: bytes, tables: int) -> Iterator[Ahead | None]:
    numbers = array("Q", content)
    if not numbers:
        return repeat(None, tables)
    each = [iter(numbers)] * len(_NOTHING)
    return (None if found == _NOTHING else found for found in map(Ahead, *each))


def _find(terms: Terms, seed: str, tables: Sequence[FreshTable]) -> bytes:
    """What a scout does: five numbers for each table."""
    dealer, found = _scout(terms, seed), array("Q")
    for number, keys in tables:
        found.extend(dealer.look_ahead(keys, number) or _NOTHING)
    return found.tobytes()


@cache
def _scout(terms: Terms, seed: str) -> Dealer:
    return Dealer(terms.deck(), terms.band, seed, 0)
