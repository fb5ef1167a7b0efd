"""Scouts: other processes that look ahead of the dealer, so that planning a huge event uses more than one core.

What they find hangs on each table alone, as if no fleet were taken yet. The dealer takes what still stands when its
turn comes, and deals the rest itself: the plan is the same with scouts and without.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, count, islice, repeat
from typing import NamedTuple

from wordfleet_print.event.plan.dealer import Ahead, Dealer
from wordfleet_print.event.plan.model import Terms
from wordfleet_print.event.run.executor import Answer, Executor
from wordfleet_print.event.run.workers import Workers

TABLES = 512
"""Tables that a scout is sent to at a time."""
LEAD = 3_072
"""Tables that no scout is sent to: they are dealt while scouts begin."""
FEWEST = 5_000
"""Tables: fewer are dealt before other processes have begun."""
_TICK = 0.5
"""Seconds to wait for an answer at a time."""


class FreshTable(NamedTuple):
    """A table of two who both need a sheet: the round's number, and by what keys they are dealt theirs."""

    round: int
    keys: tuple[str, str]


@contextlib.contextmanager
def scouting(
    workers: Workers, terms: Terms, seed: str, tables: Iterator[FreshTable]
) -> Iterator[Iterator[Ahead | None]]:
    """What scouts find at each of these tables, in their order, for the length of a block; None where they find
    nothing, and everywhere where one process is to work alone or would be done sooner.
    """
    alone = workers.scheduler or workers.count == 1
    first = [] if alone else list(islice(tables, FEWEST))
    if len(first) < FEWEST:
        yield repeat(None)
        return
    with workers.at_work() as executor:
        yield _findings(executor, terms, seed, chain(first, tables))


def _findings(executor: Executor, terms: Terms, seed: str, tables: Iterable[FreshTable]) -> Iterator[Ahead | None]:
    """Send out and gather, a few parts ahead of what is asked for. Where a scout has died nothing is found."""
    rest = iter(tables)
    lead = len(tuple(islice(rest, LEAD)))
    sent: deque[str] = deque()
    found: dict[str, Iterable[Ahead | None]] = {}
    names = map(str, count())
    while True:
        while len(sent) < executor.traits.window and (part := tuple(islice(rest, TABLES))):
            sent.append(next(names))
            executor.submit(sent[-1], partial(_find, terms, seed, part))
        yield from repeat(None, lead)
        lead = 0
        if not sent:
            return
        name = sent.popleft()
        while name not in found:
            if answer := executor.answer(_TICK):
                found[answer.name] = _content(answer, executor)
        yield from found.pop(name)


def _content(answer: Answer, executor: Executor) -> Iterable[Ahead | None]:
    """What a scout has found. Raises what it raised."""
    if isinstance(answer.error, executor.traits.deaths):
        return repeat(None, TABLES)
    if answer.error is not None:
        raise answer.error
    found: list[Ahead | None] = answer.content
    return found


def _find(terms: Terms, seed: str, tables: Sequence[FreshTable]) -> list[Ahead | None]:
    """What a scout does."""
    return [_scout(terms, seed).look_ahead(keys, number) for number, keys in tables]


@cache
def _scout(terms: Terms, seed: str) -> Dealer:
    return Dealer(terms.deck(), terms.band, seed, 0)
