"""Names that users bring, set whole: on one line, on two or three, at worst broken inside a word.

Only what fits in none of these ways is cut with an ellipsis; `is_cut` finds it, and a note says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple
from unicodedata import combining

from wordfleet_print.games.fits import TOLERANCE_MM
from wordfleet_print.paper import MM
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.combining_marks import measure_ink
from wordfleet_print.tracker.fonts import ELLIPSIS, GLYPH_UNITS, Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.pen import Run

# How far letters descend, in mm for each pt of their size; baselines are the same for all names.
NAME_DESCENT = 0.085
# The share of a line's free width that is to the left of its text.
LEFT = 0.0
CENTER = 0.5
RIGHT = 1.0
# From the bottom of a name's place to the letters that descend (mm).
NAME_FOOT_MM = 0.5
# After these, a name may go on in another line.
NAME_BREAKS = " -"
MOST_LINES = 3
# From line to line, also at worst, and between the ink of two lines, in thousandths of the size.
STEP_UNITS = 1050
LEAST_STEP_UNITS = 880
BETWEEN_UNITS = 30
# Letters that are as high as any without a mark over a capital: the places of names are made for
# them.
PLAIN_LETTERS = "lj"
# How far marks over capitals may rise above a name's place, which has more white over it (mm).
MARKS_OVER_MM = 0.3
# The shares of the width that are tried for lines of a broken word.
EVEN_SHARES = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0)
# Arrangements to remember. An event of 1,000 players and five rounds sets 60,000 names in some ten
# kinds of places: all of it takes 10 s of CPU instead of 12 to 13.
CACHED_NAMES = 20_000


class NameSizes(NamedTuple):
    """How large a name may be (pt)."""

    most: float
    """The size of a name that has room."""
    wrap_below: float
    """A name that would be smaller than this on one line takes two or three lines instead, which
    are not larger.
    """
    least: float
    """The size of a name whose words are broken, or that is cut."""
    break_below: float | None = None
    """A name that would be smaller than this with all its words whole has a word broken instead;
    None for `least`.
    """


class _Lines(NamedTuple):
    """The lines of a name, and their size (pt)."""

    texts: tuple[str, ...]
    size: float
    is_tight: bool = False
    """Whether lines are closer, and marks over letters may touch the line above: better than a
    name that is cut.
    """


def set_name(
    place: Rect, name: str, face: Face, sizes: NameSizes, align: float = LEFT
) -> list[Run]:
    """Set a name on the bottom of its place; nothing for no name."""
    lines = _arrange(name, face, sizes, place.w, place.h - NAME_FOOT_MM)
    baseline = place.bottom - NAME_FOOT_MM - NAME_DESCENT * lines.size
    return _set_lines(place, lines, face, baseline, align)


def set_name_in_middle(
    place: Rect, name: str, face: Face, sizes: NameSizes, align: float = LEFT
) -> list[Run]:
    """Set a name halfway down its place; nothing for no name."""
    lines = _arrange(name, face, sizes, place.w, place.h)
    below_first = lines.size * _measure_steps(lines.texts, face, is_tight=lines.is_tight)
    tall = fonts.measure_cap_height(face, lines.size) + below_first
    return _set_lines(place, lines, face, place.center_y + tall / 2, align)


def _set_lines(place: Rect, lines: _Lines, face: Face, baseline: float, align: float) -> list[Run]:
    """Set lines, the last of which has this baseline (mm)."""
    runs = []
    # From the top down, as readers read it aloud
    for at, text in enumerate(lines.texts):
        up = lines.size * _measure_steps(lines.texts[at:], face, is_tight=lines.is_tight)
        free = place.w - fonts.measure_text(text, face, lines.size)
        runs.append(Run(place.x + align * free, baseline - up, text, face, lines.size))
    return runs


def is_cut(name: str, runs: Sequence[Run]) -> bool:
    """Whether these runs show a name with an ellipsis that is not its own."""
    return not name.endswith(ELLIPSIS) and any(run.text.endswith(ELLIPSIS) for run in runs)


@lru_cache(maxsize=CACHED_NAMES)
def _arrange(name: str, face: Face, sizes: NameSizes, width: float, height: float) -> _Lines:
    """Return a name in lines that fit this place (mm)."""
    if not name:
        return _Lines((), sizes.most)
    best = _Lines((name,), 0)
    for is_tight in (False, True):
        for count in range(1, MOST_LINES + 1):
            lines = _balance(name, count, face)
            fitting = _fit_size(lines, face, width, height, is_tight=is_tight)
            most = limit_by_marks(name, face, sizes, height) if count == 1 else sizes.wrap_below
            size = min(most, fitting)
            if len(lines) == count and size > best.size:
                best = _Lines(lines, size, is_tight)
            if best.size >= sizes.wrap_below:
                return best
        if best.size >= sizes.least:
            return best
    if sizes.break_below and best.size >= sizes.break_below:
        return best
    return _break_evenly(name, face, sizes.least, width, height)


def limit_by_marks(
    name: str, face: Face, sizes: NameSizes, height: float, descent: float = NAME_DESCENT
) -> float:
    """Return the size at most of a name on one line of this height (mm), whose letters descend so
    far (mm to a pt): one with marks over capitals, such as Å, shrinks rather than touch what is
    above it, but not below the size of names on several lines.
    """
    top = measure_ink(name, face).top
    if top <= measure_ink(PLAIN_LETTERS, face).top:
        return sizes.most
    fitting = (height + MARKS_OVER_MM) / (top / GLYPH_UNITS / MM + descent)
    return min(sizes.most, max(sizes.wrap_below, fonts.round_down(fitting)))


def _fit_size(
    lines: tuple[str, ...], face: Face, width: float, height: float, *, is_tight: bool
) -> float:
    """Return the size at which lines fit, in whole steps (pt). One line may be as high as letters
    are: the places of names are made for these.
    """
    widest = max(fonts.measure_text(line, face, 1) for line in lines)
    size = (width + TOLERANCE_MM) / widest if widest else height
    if len(lines) > 1:
        size = min(size, (height + TOLERANCE_MM) / _measure_height(lines, face, is_tight=is_tight))
    return fonts.round_down(size)


def _measure_height(lines: tuple[str, ...], face: Face, *, is_tight: bool) -> float:
    """Return how high lines are at 1 pt, from the ink of the first to letters that descend (mm)."""
    above = fonts.measure_cap_height(face, 1)
    if not is_tight:
        above = measure_ink(lines[0], face).top / GLYPH_UNITS / MM
    return above + _measure_steps(lines, face, is_tight=is_tight) + NAME_DESCENT


def _measure_steps(lines: Sequence[str], face: Face, *, is_tight: bool) -> float:
    """Return what is from the first baseline to the last at 1 pt (mm): more where there are marks
    over letters or under them.
    """
    units = 0.0
    for upper, lower in pairwise(lines):
        ink = measure_ink(lower, face).top - measure_ink(upper, face).bottom
        units += LEAST_STEP_UNITS if is_tight else max(STEP_UNITS, ink + BETWEEN_UNITS)
    return units / GLYPH_UNITS / MM


def _balance(name: str, count: int, face: Face) -> tuple[str, ...]:
    """Return a name in this many lines, the widest as narrow as can be; in one, if it has too few
    words.
    """
    ends = [end for end, char in enumerate(name, start=1) if char in NAME_BREAKS]
    choices = (_split_at(name, chosen) for chosen in combinations(ends, count - 1))

    def measure_widest(lines: tuple[str, ...]) -> float:
        return max(fonts.measure_text(line, face, 1) for line in lines)

    return min(choices, key=measure_widest, default=(name,))


def _split_at(name: str, ends: Sequence[int]) -> tuple[str, ...]:
    """Return the parts of a name that end at these characters."""
    parts = []
    for start, end in pairwise((0, *ends, len(name))):
        parts.append(name[start:end].strip())
    return tuple(filter(None, parts))


def _break_evenly(name: str, face: Face, size: float, width: float, height: float) -> _Lines:
    """Return a name with broken words, whose lines are about as long as each other: broken where a
    word ends, if it is whole so, else anywhere.
    """
    longest = _break_words(name, face, size, width, height)
    is_cut_short = longest.texts[-1].endswith(ELLIPSIS)
    for share in EVEN_SHARES:
        lines = _break_words(name, face, size, share * width, height, fill=is_cut_short)
        same_count = len(lines.texts) == len(longest.texts)
        if same_count and not lines.texts[-1].endswith(ELLIPSIS):
            return lines
    return longest


def _break_words(
    name: str, face: Face, size: float, width: float, height: float, *, fill: bool = False
) -> _Lines:
    """Return a name whose words are broken where a line ends, or all of whose lines are full; cut
    with an ellipsis if the lines that have room are too few.
    """
    lines: list[str] = []
    start = 0
    while start < len(name):
        end = _find_end(name, start, face, size, width, fill=fill)
        longer = (*lines, _read_line(name, start, end))
        tall = _measure_height(longer, face, is_tight=True) * size
        if len(longer) > MOST_LINES or (lines and tall > height + TOLERANCE_MM):
            # The last line shows that more would follow
            lines[-1] = lines[-1].removesuffix("-") + ELLIPSIS
            break
        lines.append(longer[-1])
        start = end
    fitting_lines = []
    for line in lines:
        fitting, _ = fonts.shrink_or_cut(line, face, width=width, size=size, least=size)
        fitting_lines.append(fitting)
    return _Lines(tuple(fitting_lines), size, is_tight=True)


def _find_end(
    name: str, start: int, face: Face, size: float, width: float, *, fill: bool = False
) -> int:
    """Return where a line that starts here ends: after a word, unless lines are to be full; else
    after as many letters of one as have room.
    """
    fitting = []
    for end in range(start + 1, len(name) + 1):
        if fonts.measure_text(_read_line(name, start, end), face, size) <= width + TOLERANCE_MM:
            fitting.append(end)
    after_words = [end for end in fitting if end == len(name) or name[end - 1] in NAME_BREAKS]
    in_word = [end for end in fitting if _can_break(name, end)]
    if fill and in_word:
        return in_word[-1]
    if after_words:
        return after_words[-1]
    return in_word[-1] if in_word else start + 1


def _can_break(name: str, end: int) -> bool:
    """Return whether a line may end here: the next one begins with neither a mark nor a hyphen."""
    return end == len(name) or not (combining(name[end]) or name[end] == "-")


def _read_line(name: str, start: int, end: int) -> str:
    """Return a part of a name as a line, with a hyphen if it ends inside a word."""
    line = name[start:end]
    is_in_word = end < len(name) and line[-1] not in NAME_BREAKS and name[end] not in NAME_BREAKS
    return f"{line.strip()}-" if is_in_word else line.strip()
