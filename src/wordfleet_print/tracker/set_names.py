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
# How a name is aligned: the share of a line's free width that is to the left of its text.
LEFT = 0.0
CENTER = 0.5
RIGHT = 1.0
# From the bottom of a name's place to the letters that descend (mm).
NAME_FOOT_MM = 0.5
# After these, a name may go on in another line.
NAME_BREAKS = " -"
MOST_LINES = 3
# In thousandths of the size: from baseline to baseline, usually and where lines are tight; and the
# white between the ink of two lines at least.
STEP_UNITS = 1050
TIGHT_STEP_UNITS = 880
BETWEEN_UNITS = 30
# Letters that are as high as any without a mark over a capital: the places of names are made for
# them.
PLAIN_LETTERS = "lj"
# How far marks over capitals may rise above a name's place, which has more white over it (mm).
MARKS_OVER_MM = 0.3
# To break a long word into lines of about the same length, these shares of the width are tried.
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
    """Set the lines of a name into a place, the last one on this baseline (mm). `align` is the
    share of the free width that is at their left.
    """
    runs = []
    # From the top down, as screen readers read them
    for at, text in enumerate(lines.texts):
        above_last = lines.size * _measure_steps(lines.texts[at:], face, is_tight=lines.is_tight)
        free_width = place.w - fonts.measure_text(text, face, lines.size)
        x = place.x + align * free_width
        runs.append(Run(x, baseline - above_last, text, face, lines.size))
    return runs


def is_cut(name: str, runs: Sequence[Run]) -> bool:
    """Whether these runs show a name with an ellipsis that is not its own."""
    return not name.endswith(ELLIPSIS) and any(run.text.endswith(ELLIPSIS) for run in runs)


@lru_cache(maxsize=CACHED_NAMES)
def _arrange(name: str, face: Face, sizes: NameSizes, width: float, height: float) -> _Lines:
    """Return a name in the lines that are the largest of all that fit into this width and height
    (mm).

    One line is tried before two and three, usual lines before tight ones, and whole words before
    broken ones; the first way that is large enough is taken.
    """
    if not name:
        return _Lines((), sizes.most)
    best = _Lines((name,), 0)
    for is_tight in (False, True):
        for count in range(1, MOST_LINES + 1):
            lines = _balance(name, count, face)
            fitting = _fit_size(lines, face, width, height, is_tight=is_tight)
            most = limit_by_marks(name, face, sizes, height) if count == 1 else sizes.wrap_below
            size = min(most, fitting)
            has_words_enough = len(lines) == count
            if has_words_enough and size > best.size:
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
    """Return the largest size (pt) of a name on one line of this height (mm). A name with a mark
    over a capital, such as Å, is smaller than others, so that the mark touches nothing above; but
    not smaller than `sizes.wrap_below`.

    `descent` is how far its letters reach below the baseline (mm for each pt of size).
    """
    top_units = measure_ink(name, face).top
    has_high_marks = top_units > measure_ink(PLAIN_LETTERS, face).top
    if not has_high_marks:
        return sizes.most
    ink_mm_per_pt = top_units / GLYPH_UNITS / MM + descent
    fitting = (height + MARKS_OVER_MM) / ink_mm_per_pt
    return min(sizes.most, max(sizes.wrap_below, fonts.round_down(fitting)))


def _fit_size(
    lines: tuple[str, ...], face: Face, width: float, height: float, *, is_tight: bool
) -> float:
    """Return the largest size (pt) at which these lines fit into a width and height (mm). The
    height of a single line is not checked: the places of names are made for one line.
    """
    width_at_1_pt = max(fonts.measure_text(line, face, 1) for line in lines)
    size = (width + TOLERANCE_MM) / width_at_1_pt if width_at_1_pt else height
    if len(lines) > 1:
        height_at_1_pt = _measure_height(lines, face, is_tight=is_tight)
        size = min(size, (height + TOLERANCE_MM) / height_at_1_pt)
    return fonts.round_down(size)


def _measure_height(lines: tuple[str, ...], face: Face, *, is_tight: bool) -> float:
    """Return how high lines are at 1 pt, from the ink of the first to letters that descend (mm)."""
    above = fonts.measure_cap_height(face, 1)
    if not is_tight:
        above = measure_ink(lines[0], face).top / GLYPH_UNITS / MM
    return above + _measure_steps(lines, face, is_tight=is_tight) + NAME_DESCENT


def _measure_steps(lines: Sequence[str], face: Face, *, is_tight: bool) -> float:
    """Return the height from the first baseline to the last one at 1 pt (mm): more where marks over
    letters or under them need it, unless lines are tight.
    """
    units = 0.0
    for upper, lower in pairwise(lines):
        between_baselines = measure_ink(lower, face).top - measure_ink(upper, face).bottom
        needed = max(STEP_UNITS, between_baselines + BETWEEN_UNITS)
        units += TIGHT_STEP_UNITS if is_tight else needed
    return units / GLYPH_UNITS / MM


def _balance(name: str, count: int, face: Face) -> tuple[str, ...]:
    """Return a name in this many lines, broken between words so that the widest line is as narrow
    as can be; in one line, if it has too few words.
    """
    breaks = [end for end, char in enumerate(name, start=1) if char in NAME_BREAKS]
    choices = (_split_at(name, chosen) for chosen in combinations(breaks, count - 1))

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
    """Return a name of this size (pt) with broken words, in lines of about the same length that fit
    a width and height (mm). The narrowest lines are taken that need no further line and cut nothing
    off. Where whole words waste so much room that the end is cut off, lines are filled to the last
    letter instead.
    """
    widest = _break_words(name, face, size, width, height)
    is_cut_short = widest.texts[-1].endswith(ELLIPSIS)
    for share in EVEN_SHARES:
        lines = _break_words(name, face, size, share * width, height, fill=is_cut_short)
        same_count = len(lines.texts) == len(widest.texts)
        if same_count and not lines.texts[-1].endswith(ELLIPSIS):
            return lines
    return widest


def _break_words(
    name: str, face: Face, size: float, width: float, height: float, *, fill: bool = False
) -> _Lines:
    """Return a name of this size (pt) in tight lines of this width (mm). A word is broken only
    where it is wider than a line; with `fill`, lines are full and any word may be broken. What has
    no room within the height (mm) is cut off, with an ellipsis in its place.
    """
    lines: list[str] = []
    start = 0
    while start < len(name):
        end = _find_end(name, start, face, size, width, fill=fill)
        with_next = (*lines, _read_line(name, start, end))
        lines_height = _measure_height(with_next, face, is_tight=True) * size
        if len(with_next) > MOST_LINES or (lines and lines_height > height + TOLERANCE_MM):
            # The last line shows that more would follow
            lines[-1] = lines[-1].removesuffix("-") + ELLIPSIS
            break
        lines.append(with_next[-1])
        start = end
    fitting_lines = []
    for line in lines:
        fitting, _ = fonts.shrink_or_cut(line, face, width=width, size=size, least=size)
        fitting_lines.append(fitting)
    return _Lines(tuple(fitting_lines), size, is_tight=True)


def _find_end(
    name: str, start: int, face: Face, size: float, width: float, *, fill: bool = False
) -> int:
    """Return the index in `name` where a line that begins at `start` ends, at this size (pt) and
    within this width (mm): after its last whole word. With `fill`, or where no word fits whole, it
    ends after the last letter that fits.
    """
    fitting_ends = []
    for end in range(start + 1, len(name) + 1):
        if fonts.measure_text(_read_line(name, start, end), face, size) <= width + TOLERANCE_MM:
            fitting_ends.append(end)
    word_ends = [end for end in fitting_ends if end == len(name) or name[end - 1] in NAME_BREAKS]
    letter_ends = [end for end in fitting_ends if _can_break(name, end)]
    if fill and letter_ends:
        return letter_ends[-1]
    if word_ends:
        return word_ends[-1]
    return letter_ends[-1] if letter_ends else start + 1


def _can_break(name: str, end: int) -> bool:
    """Return whether a line may end here: the next one begins with neither a mark nor a hyphen."""
    return end == len(name) or not (combining(name[end]) or name[end] == "-")


def _read_line(name: str, start: int, end: int) -> str:
    """Return a part of a name as a line, with a hyphen if it ends inside a word."""
    line = name[start:end]
    is_in_word = end < len(name) and line[-1] not in NAME_BREAKS and name[end] not in NAME_BREAKS
    return f"{line.strip()}-" if is_in_word else line.strip()
