"""Where columns and pages end: chosen for a whole text at once, as TeX chooses the lines of a paragraph.

A text is a row of parts that stay whole: a heading, two lines of a paragraph, an item, a figure. What is as wide as the
page stands at the head or the foot of a page, and is chosen with the rest. The price of a choice is the sum of the
squares of the white that it leaves, and of what it costs to part what belongs together; the cheapest choice is taken.

Source: D. E. Knuth, M. F. Plass, "Breaking paragraphs into lines" (1981), with parts for words and columns for lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from math import inf

NEVER = inf
"""The price of a break that must not be."""
STRETCH, SHRINK = 0.6, 0.15
"""How much of itself the white above a block may grow, so that columns end level, and how much it may shrink."""
APART = 6.0
"""What lies between columns and what is as wide as the page (mm)."""
MOST_WIDE = 2
"""What is as wide as the page, on one page."""
LEAST = 40.0
"""The shortest column that is worth beginning beside what is as wide as the page (mm)."""
_NOTHING = 0.05
"""Of no account (mm)."""
_WHITE, _LOOSE, _TIGHT, _COLUMN, _LATE, _OVER = 180.0, 1.2, 20.0, 0.6, 30.0, 1e6
"""Prices: of white that is left (a square decimetre's, as that of the next two), of gaps stretched to fill a column or
shrunk to end in it, of each column, of what is as wide as the page and stands a page after the words that lead to it,
of what is higher than its column.
"""


@dataclass(frozen=True, slots=True)
class ColumnPart:
    """What stays whole: its height and the white above it (mm), the price of beginning a column with it, and what it
    takes more then (mm), as rows of a table do, whose head is said again. The gap of a `first` part may be stretched.
    """

    height: float
    gap: float = 0.0
    price: float = 0.0
    again: float = 0.0
    first: bool = True


@dataclass(frozen=True, slots=True)
class Wide:
    """What is as wide as the page: its height (mm), and before which part it stands in the text."""

    height: float
    before: int


@dataclass(frozen=True, slots=True)
class ChosenPage:
    """A page: its columns, each the parts from one number up to another, and the numbers of what is wide above and
    below them. `room` is how high its columns may be (mm).
    """

    columns: tuple[tuple[int, int], ...]
    above: tuple[int, ...]
    below: tuple[int, ...]
    room: float


_Start = tuple[int, int, int, int]
"""A column to begin: with which part, with which wide one next, which column of its page it is, and how many wide ones
its page has.
"""


def choose(parts: Sequence[ColumnPart], wides: Sequence[Wide], high: float, columns: int) -> list[ChosenPage]:
    """The pages of a text, each so `high` (mm), in so many columns; the columns of the last end level.

    What is higher than its column stands alone in it, and overflows: cut it before. Raises nothing.
    """
    goal = (len(parts), len(wides))
    best: dict[_Start, tuple[float, _Start | None]] = {}
    starts = list(_pages_from(0, 0, wides, high))
    opens = [start for start in starts if start[3] and wides[0].before == 0]  # what comes first of all stands first
    for start in opens or starts:
        best[start] = 0.0, None
    waiting = sorted(best)
    while waiting:  # no column begins before the one that leads to it, so that each is looked at once
        start = heappop(waiting)
        if start[:2] == goal:
            break
        for price, followers in _columns_from(start, parts, wides, high, columns):
            for following in followers:
                if following not in best:
                    heappush(waiting, following)
                if (total := best[start][0] + price) < best.get(following, (inf, None))[0]:
                    best[following] = total, start
    return _pages_of(_way((*goal, 0, 0), best), wides, high)


def _pages_from(part: int, wide: int, wides: Sequence[Wide], high: float) -> Iterator[_Start]:
    """How a page may begin: with none, one or more of what is wide."""
    used = 0.0
    for count in range(min(MOST_WIDE, len(wides) - wide) + 1):
        used += wides[wide + count - 1].height + APART if count else 0.0
        if count == 0 or high - used >= LEAST or (count == 1 and used - APART <= high):
            yield part, wide, 0, count


def _columns_from(
    start: _Start, parts: Sequence[ColumnPart], wides: Sequence[Wide], high: float, columns: int
) -> Iterator[tuple[float, list[_Start]]]:
    """Each way in which a column may end, its price, and what may begin then."""
    part, wide, column, count = start
    room = _room(wides[wide : wide + count], high)
    last = column + 1 == columns
    for end, price in _ends(parts, part, room, beside=count > 0):
        if not last and end < len(parts):
            yield price, [(end, wide, column + 1, count)]
            continue
        late = sum(1 for each in wides[wide + count :] if each.before < end)
        if any(each.before > end for each in wides[wide : wide + count]):
            continue
        if end == len(parts) and wide + count == len(wides):
            yield price + _LATE * late, [(end, wide + count, 0, 0)]
        else:
            yield price + _LATE * late, list(_pages_from(end, wide + count, wides, high))


def _room(wides: Sequence[Wide], high: float) -> float:
    return high - sum(each.height + APART for each in wides)


def _ends(parts: Sequence[ColumnPart], start: int, room: float, *, beside: bool) -> Iterator[tuple[int, float]]:
    """Where a column from a part on may end, and the price; it may stay empty `beside` what is as wide as the page."""
    if start == len(parts) or room < LEAST:
        yield start, 0.0
        return
    if beside:
        yield start, _WHITE * (room / 100) ** 2
    used, gaps, ends = parts[start].again - parts[start].gap, 0.0, 0
    for end, each in enumerate(parts[start:], start + 1):
        used += each.gap + each.height
        gaps += each.gap if each.first and end > start + 1 else 0.0
        price = parts[end].price if end < len(parts) else 0.0
        if used - gaps * SHRINK > room + _NOTHING:
            if price < NEVER and not ends:
                yield end, _OVER + used - room
            if price < NEVER or ends:
                return
        elif price < NEVER:
            ends += 1
            white = (room - used) / 100
            left = max(0.0, white - gaps * STRETCH / 100)
            paid = _WHITE * left * left + (_LOOSE if white > 0 else _TIGHT) * white * white + _COLUMN + price
            yield end, paid if end < len(parts) else 0.0


def _way(end: _Start, best: dict[_Start, tuple[float, _Start | None]]) -> list[_Start]:
    """The columns that lead to the end, the first first."""
    way = [end]
    while (before := best[way[-1]][1]) is not None:
        way.append(before)
    return way[::-1]


def _pages_of(way: Sequence[_Start], wides: Sequence[Wide], high: float) -> list[ChosenPage]:
    pages: list[ChosenPage] = []
    inside: list[tuple[int, int]] = []
    for (part, wide, _, count), (end, *_, column, _) in pairwise(way):
        inside.append((part, end))
        if column == 0:
            shown = range(wide, wide + count)
            above = tuple(n for n in shown if wides[n].before <= inside[0][0])
            room = _room(wides[wide : wide + count], high)
            pages.append(ChosenPage(tuple(inside), above, tuple(n for n in shown if n not in above), room))
            inside = []
    return pages


def level(parts: Sequence[ColumnPart], start: int, end: int) -> tuple[tuple[int, int], ...]:
    """These parts in two columns, the longer as short as can be; in one where they cannot be parted. Raises nothing."""
    cuts = [cut for cut in range(start + 1, end) if parts[cut].price < NEVER]
    tries = [((start, cut), (cut, end)) for cut in cuts]
    return min(tries, key=lambda each: max(column_height(parts, *column) for column in each), default=((start, end),))


def column_height(parts: Sequence[ColumnPart], start: int, end: int) -> float:
    """How high these parts are in one column (mm). Raises nothing."""
    if start >= end:
        return 0.0
    return parts[start].again + sum(p.height for p in parts[start:end]) + sum(p.gap for p in parts[start + 1 : end])
