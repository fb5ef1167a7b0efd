"""Where columns and pages end: the breaks that leave the least white and part the least.

Pure arithmetic over the heights of blocks, in millimeters. A page holds wide blocks, and between
them bands of columns. The cheapest way from each state to the end is found once and kept, so that
all ways are compared, as TeX compares all breaks of a paragraph.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

# White at the end of a column that nobody sees (mm), and white that costs 1 (mm, squared).
UNSEEN_MM = 8.0
UNIT_MM = 6.0
# White from which on a picture is put there, what that costs, and white that one fills (mm).
PICTURE_MM = 29.0
PICTURE_COST = 28.0
FILLED_MM = 50.0
# White that stretched spaces fill, from which on stretching costs 1 (mm, squared).
STRETCH_UNIT_MM = 12.0
# A picture makes white cost less only where a chapter or a section ends: above a block that costs
# no more than this to part from what is above it.
PARTED_COST = 5.0
# What one more page costs, and what it costs where there may be none.
PAGE_COST = 150.0
NO_PAGE_COST = 20_000.0
# How much more a break costs where the page is turned than between columns; in a booklet, between
# two pages that face one another, and where a leaf is turned.
TURN_FACTOR = 2.0
FACING_FACTOR = 1.2
LEAF_FACTOR = 2.5
# What a last page with one block costs, and a right column with nothing in it.
LONE_COST = 150.0
EMPTY_COST = 120.0
# A left column that the text goes on from is at least this full.
LEAST_FULL = 0.35


class Block(NamedTuple):
    """What is not parted: a paragraph, an item of a list, a table, lines of a long paragraph."""

    height: float
    before: float
    """Space above it, unless it begins a column."""
    penalty: float
    """What it costs to begin a column or a page with it."""
    wide: bool = False
    """Whether it goes across the page."""
    flows: bool = False
    """Whether it is inside a paragraph: a column ends above it only where it is full."""
    goes_on: bool = False
    """Whether it goes on with a chapter across the page."""
    below_hyphen: bool = False
    """Whether the line above it ends inside a word."""
    leaf: float = 0.0
    """What it costs more to begin a page with it where a leaf of a booklet is turned."""
    stretch: float = 0.0
    """How much larger the space above it may be, so that its column ends where others do."""
    repeated: float = 0.0
    """How high what is repeated above it is where it begins a column: the head of a table."""


class Sizes(NamedTuple):
    """Heights of a part's first page and of the others, and its columns."""

    first: float
    other: float
    columns: int
    padding: float
    """Space above columns, on each page."""
    has_pictures: bool = False
    """Whether white space gets pictures."""
    has_leaves: bool = False
    """Whether its pages are those of a booklet, two of which face one another."""
    begins_right: bool = False
    """Whether its first page is a right one of a booklet."""


class State(NamedTuple):
    """What is placed: the next block, what is used of the page, whether it is the first page, and
    whether it is a right one.
    """

    block: int
    used: float
    first: bool
    right: bool = False


class Column(NamedTuple):
    """A column of a page: its blocks, of which there may be none, and the white at its end."""

    page: int
    place: int
    start: int
    end: int
    """The block after its last one."""
    top: float
    height: float
    white: float
    room: float
    """What is free of the page below it."""
    stretch: float = 0.0
    """How much longer it can be."""


class Wide(NamedTuple):
    """A block across the page, its page, and what is free of the page below it."""

    page: int
    block: int
    room: float


class Step(NamedTuple):
    """A way to the next state, what it costs, and where the columns that it fills end."""

    cost: float
    state: State
    ends: tuple[int, ...] = ()


class UnplannableError(Exception):
    """A block is higher than a page."""


class Plan(NamedTuple):
    """The best way: its cost without that of pages, its columns, and how many pages it needs."""

    cost: float
    columns: list[Column]
    pages: int
    wide: list[Wide]
    white: float
    """What is free at the end of the last page."""

    def find_page(self, block: int) -> int:
        """Return the page of a block."""
        pages = {wide.block: wide.page for wide in self.wide}
        for column in self.columns:
            pages.update(dict.fromkeys(range(column.start, column.end), column.page))
        return pages[block]


def charge_white(height: float, stretch: float = 0.0, *, has_pictures: bool = False) -> float:
    """Return the cost of white at the end of a column: spaces that are stretched to fill it cost
    less than a picture in it, and that costs less than white.
    """
    if height <= UNSEEN_MM:
        return 0.0
    if height - stretch <= UNSEEN_MM:
        return (height / STRETCH_UNIT_MM) ** 2
    if has_pictures and height > PICTURE_MM:
        return PICTURE_COST + (max(0.0, height - FILLED_MM) / UNIT_MM) ** 2
    return ((height - stretch) / UNIT_MM) ** 2 + (stretch / STRETCH_UNIT_MM) ** 2


def is_stretched(column: Column, *, has_picture: bool) -> bool:
    """Whether the spaces of a column are stretched to fill the white at its end, rather than that a
    picture is put there.
    """
    return not has_picture or column.white - column.stretch <= UNSEEN_MM


def plan_columns(blocks: Sequence[Block], sizes: Sizes, most_pages: float = math.inf) -> Plan:
    """Return the cheapest way to lay out a part of a book, if it can be on `most_pages` pages.

    Raises `UnplannableError` where a block is higher than a page.
    """
    plan = Planner(blocks, sizes, PAGE_COST).plan()
    if plan.pages > most_pages:
        return Planner(blocks, sizes, NO_PAGE_COST).plan()
    return plan


class Planner:
    """Finds the best breaks of one part of a book."""

    def __init__(self, blocks: Sequence[Block], sizes: Sizes, page_cost: float) -> None:
        self.blocks = blocks
        self.sizes = sizes
        self.page_cost = page_cost
        self._best: dict[State, Step] = {}
        self._total: dict[State, float] = {}
        self._sums = [0.0, *accumulate(block.before + block.height for block in blocks)]
        self._stretches = [0.0, *accumulate(block.stretch for block in blocks)]

    def plan(self) -> Plan:
        """Return the best way. Raises `UnplannableError`."""
        start = state = State(0, 0.0, first=True, right=self.sizes.begins_right)
        self._solve(start)
        if math.isinf(self._total[start]):
            raise UnplannableError
        page = 0
        columns: list[Column] = []
        wide: list[Wide] = []
        while not self._is_end(state):
            step = self._best[state]
            columns.extend(self._list_columns(state, step, page))
            if step.state.block > state.block and not step.ends:
                room = self._find_height(state) - step.state.used
                wide.append(Wide(page, state.block, room))
            page += step.state.used == 0
            state = step.state
        white = self._find_height(state) - state.used
        cost = self._total[start] - page * self.page_cost
        return Plan(cost, columns, page + 1, wide, white)

    def _solve(self, start: State) -> None:
        """Find the best step from `start`, and from all states that it can lead to."""
        waiting = [start]
        while waiting:
            state = waiting[-1]
            if self._is_end(state):
                self._total[state] = 0.0
            if state in self._total:
                waiting.pop()
                continue
            steps = list(self._list_steps(state))
            unsolved = [step.state for step in steps if step.state not in self._total]
            waiting.extend(unsolved)
            if unsolved:
                continue
            totals = [step.cost + self._total[step.state] for step in steps]
            self._total[state] = min(totals, default=math.inf)
            if steps:
                self._best[state] = steps[totals.index(min(totals))]

    def _is_end(self, state: State) -> bool:
        return state.block == len(self.blocks)

    def _find_room(self, state: State) -> float:
        """Return what is free of the page, in columns without the space above them."""
        return self._find_height(state) - state.used - self._find_padding(state)

    def _find_height(self, state: State) -> float:
        return self.sizes.first if state.first else self.sizes.other

    def _find_padding(self, state: State) -> float:
        """Return the space above columns, and above what goes across at the head of a page."""
        block = self.blocks[state.block]
        is_below_other = state.first or state.used
        goes_on = block.flows or block.goes_on
        return 0.0 if block.wide and (goes_on or is_below_other) else self.sizes.padding

    def _charge(self, white: float, start: int, end: int) -> float:
        """Return the cost of white below blocks in a column."""
        is_parted = end < len(self.blocks) and self.blocks[end].penalty > PARTED_COST
        has_pictures = self.sizes.has_pictures and not is_parted
        return charge_white(white, self._find_stretch(start, end), has_pictures=has_pictures)

    def _find_stretch(self, start: int, end: int) -> float:
        """Return how much longer blocks in one of two columns can be."""
        if self.sizes.columns == 1 or start == end:
            return 0.0
        return self._stretches[end] - self._stretches[start + 1]

    def _measure(self, start: int, end: int) -> float:
        """Return the height of blocks in one column."""
        first = self.blocks[start]
        return self._sums[end] - self._sums[start] - first.before + first.repeated

    def _find_run_end(self, start: int) -> int:
        """Return the next wide block, or the end."""
        following = range(start, len(self.blocks))
        return next((at for at in following if self.blocks[at].wide), len(self.blocks))

    def _list_steps(self, state: State) -> Iterator[Step]:
        """Yield the ways on from a state."""
        block = self.blocks[state.block]
        room = self._find_room(state)
        used = block.height + (block.before if state.used else block.repeated)
        fits = used <= room
        can_turn = state.used and self.blocks[state.block - 1].wide
        if can_turn and not (block.flows and fits):
            white = self.sizes.columns * self._charge(room, state.block, state.block)
            yield self._turn_page(state, white, state.block)
        if block.wide:
            if fits:
                used += state.used + self._find_padding(state)
                yield Step(0.0, state._replace(block=state.block + 1, used=used))
        elif self.sizes.columns == 1:
            yield from self._list_single_columns(state, room)
        else:
            yield from self._list_pairs(state, room)

    def _turn_page(self, state: State, cost: float, block: int, *ends: int) -> Step:
        cost += self.page_cost + self._charge_turn(state, self.blocks[block])
        if block == len(self.blocks) - 1:
            cost += LONE_COST
        right = self.sizes.has_leaves and not state.right
        return Step(cost, State(block, 0.0, first=False, right=right), ends)

    def _charge_turn(self, state: State, block: Block) -> float:
        """Return the cost of a page that begins with a block."""
        if not self.sizes.has_leaves:
            return TURN_FACTOR * block.penalty
        if state.right:
            return LEAF_FACTOR * block.penalty + block.leaf
        return FACING_FACTOR * block.penalty

    def _list_single_columns(self, state: State, room: float) -> Iterator[Step]:
        """Yield the pages of one column that can begin here."""
        run_end = self._find_run_end(state.block)
        for end in range(state.block + 1, run_end + 1):
            height = self._measure(state.block, end)
            if height > room:
                return
            if end == run_end:
                yield from self._end_band(state, room, 0.0, (height,), (end,))
            elif self._can_end(end, height, room):
                white = self._charge(room - height, state.block, end)
                yield self._turn_page(state, white, end, end)

    def _list_pairs(self, state: State, room: float) -> Iterator[Step]:
        """Yield the pairs of columns that can begin here."""
        run_end = self._find_run_end(state.block)
        for middle in range(state.block + 1, run_end + 1):
            left = self._measure(state.block, middle)
            if left > room:
                return
            if middle == run_end:
                yield from self._end_band(state, room, EMPTY_COST, (left, 0.0), (middle, middle))
            elif self._can_end(middle, left, room):
                yield from self._list_right_columns(state, room, left, middle)

    def _list_right_columns(
        self, state: State, room: float, left: float, middle: int
    ) -> Iterator[Step]:
        """Yield the right columns for a left one that ends before `middle`."""
        run_end = self._find_run_end(middle)
        cost = self.blocks[middle].penalty
        is_full = left > LEAST_FULL * room
        for end in range(middle + 1, run_end + 1):
            right = self._measure(middle, end)
            if right > room:
                return
            if end == run_end:
                yield from self._end_band(state, room, cost, (left, right), (middle, end))
            elif is_full and self._can_end(end, right, room):
                white = self._charge(room - left, state.block, middle)
                white += self._charge(room - right, middle, end)
                yield self._turn_page(state, cost + white, end, middle, end)

    def _can_end(self, end: int, height: float, room: float) -> bool:
        """Whether a column can end before a block: inside a paragraph only where it is full."""
        block = self.blocks[end]
        return not block.flows or height + block.before + block.height > room

    def _end_band(
        self,
        state: State,
        room: float,
        cost: float,
        heights: tuple[float, ...],
        ends: tuple[int, ...],
    ) -> Iterator[Step]:
        """Yield the ways on below columns that end: on this page, and on the next one."""
        tallest = max(heights)
        uneven = self._charge_columns(state, tallest, heights, ends)
        used = state.used + self._find_padding(state) + tallest
        yield Step(cost + uneven, state._replace(block=ends[-1], used=used), ends)
        if ends[-1] < len(self.blocks):
            white = self._charge_columns(state, room, heights, ends)
            yield self._turn_page(state, cost + white, ends[-1], *ends)

    def _charge_columns(
        self, state: State, room: float, heights: tuple[float, ...], ends: tuple[int, ...]
    ) -> float:
        """Return the cost of white below columns that begin here, in so much room."""
        starts = (state.block, *ends)
        columns = zip(heights, starts, ends, strict=False)
        return sum(self._charge(room - height, start, end) for height, start, end in columns)

    def _list_columns(self, state: State, step: Step, page: int) -> Iterator[Column]:
        """Yield the columns that a step fills; those that it leaves empty as it turns the page."""
        top = state.used + self._find_padding(state)
        turns = step.state.used == 0
        bottom = top + self._find_room(state) if turns else step.state.used
        ends = step.ends
        if turns and not ends:
            ends = (state.block,) * self.sizes.columns
        elif self.blocks[state.block].wide:
            return
        start = state.block
        for place, end in enumerate(ends):
            height = self._measure(start, end) if end > start else 0.0
            room = self._find_height(state) - top - height
            white = bottom - top - height
            stretch = self._find_stretch(start, end)
            yield Column(page, place, start, end, top, height, white, room, stretch)
            start = end
