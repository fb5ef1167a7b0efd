"""What several handouts are made of: heads of pages, texts on lines to write on, scales."""

from __future__ import annotations

from collections.abc import Sequence

from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.handouts.handout import AnyHandout
from wordfleet_print.tracker.ornaments import draw_title
from wordfleet_print.tracker.pen import Frame, Pen, Run
from wordfleet_print.tracker.set_names import NameSizes, set_name
from wordfleet_print.tracker.set_text import draw_writing_line, set_title
from wordfleet_print.tracker.style import STANDARD, THIN_PT, Style

# The head of a page: from left to right a title, words in stencil letters, and lines to write on
# for the event and for numbers.
HEAD_MM = 11.0
# The width of a line for the number of a round or a page.
NUMBER_MM = 14.0
# From one line to the next.
HEAD_GAP_MM = 4.0
# From the title to the words after it, and from these to the first line.
TITLE_GAP_MM = 4.0
# From baseline to baseline of these words, in heights of their capitals.
WORD_LEADING_CAPS = 1.55
# A title in its place, as shares of the place's height and width: the height of its capitals, its
# width at most, and what stays free below it.
TITLE_HEIGHT_SHARE = 0.88
TITLE_WIDTH_SHARE = 0.95
TITLE_BELOW_SHARE = 0.06
# How thick a scale is: a bar that is dark and light by turns, as on a chart.
SCALE_MM = 0.8
# A list to hang up: the share of the width that its title takes.
LIST_TITLE_SHARE = 0.62
# From its head to the scale, from the scale to the list, and how many parts the scale has.
LIST_SCALE_DOWN_MM = 2.0
LIST_DOWN_MM = 3.0
LIST_SCALE_BARS = 20
# A text on a line to write on: its size; below the second size it takes more lines instead; and its
# least size.
ON_LINE_PT = 12.5
WRAP_ON_LINE_PT = 9.0
LEAST_ON_LINE_PT = 8.0
# From the label of a line to the text below it.
UNDER_LABEL_MM = 0.5
# A dotted divider: a dot, and the gap after it.
DOT_MM = 0.35
DOT_GAP_MM = 0.7


def set_on_line(
    line: Rect, text: str, face: Face = Face.SEMIBOLD, size: float = ON_LINE_PT
) -> list[Run]:
    """Set a text into the place of a line to write on: over the line, under its label. It has this
    size (pt), or a smaller one if it is long. Return nothing for no text.
    """
    if not text:
        return []
    label_height = fonts.measure_cap_height(Face.SEMIBOLD, STANDARD.label) + UNDER_LABEL_MM
    sizes = NameSizes(most=size, wrap_below=min(size, WRAP_ON_LINE_PT), least=LEAST_ON_LINE_PT)
    return set_name(line.skip_top(label_height), text, face, sizes)


def make_divider(x: float, right: float, y: float) -> Frame:
    """Return a dotted divider under an item of a list."""
    return Frame(Rect(x, y, right - x, 0), 0, THIN_PT, (DOT_MM, DOT_GAP_MM))


def draw_dotted(pen: Pen, x: float, right: float, y: float) -> None:
    """Draw a dotted divider."""
    with pen.dashes(DOT_MM, DOT_GAP_MM):
        pen.line(x, y, right, y, THIN_PT)


def draw_scale(pen: Pen, place: Rect, bars: int) -> None:
    """Draw a chart's scale along the longer side of a place: bars, dark and light by turns."""
    is_wide = place.w > place.h
    cells = place.split_columns(bars) if is_wide else place.split_rows(bars)
    pen.fill(*cells[::2])
    pen.frame(place, THIN_PT)


def fit_title(pen: Pen, rect: Rect, title: str, style: Style) -> float:
    """Draw a title in heavy stencil, as large as there is room; return where it ends (mm)."""
    text = style.to_capitals(title)
    cap_height = TITLE_HEIGHT_SHARE * rect.h
    run = set_title(rect.x, text, cap_height, TITLE_WIDTH_SHARE * rect.w)
    return draw_title(pen, run._replace(y=rect.bottom - rect.h * TITLE_BELOW_SHARE), style)


def split_head(handout: AnyHandout, title_share: float, count: int) -> list[Rect]:
    """Return the places of the lines in a page's head: one for the event's title, then `count` for
    numbers. They are to the right of the page's own title, which takes `title_share` of the width.
    """
    step = NUMBER_MM + HEAD_GAP_MM
    title_width = handout.room.w * title_share
    lines = handout.room.keep_top(HEAD_MM).skip_left(title_width + HEAD_GAP_MM)
    event = lines.skip_right(count * step)
    numbers = []
    for index in range(count):
        x = event.right + HEAD_GAP_MM + index * step
        numbers.append(Rect(x, lines.y, NUMBER_MM, HEAD_MM))
    return [event, *numbers]


def draw_head(
    pen: Pen,
    handout: AnyHandout,
    title: str,
    beside: str,
    lines: Sequence[Rect],
    keys: Sequence[str],
) -> None:
    """Draw a page's head: its `title`; the words of `beside` next to it, one below the other, in
    stencil letters; the `lines` to write on, of which the first is for the event, and the others
    have the labels `keys`; and the event's title on its line.
    """
    style = handout.style
    size = style.heading
    text = style.to_capitals(beside)
    words = text.split()
    face = fonts.choose_heading_face(text, Face.STENCIL)
    words_width = max(fonts.measure_text(word, face, size) for word in words)
    title_width = lines[0].x - handout.room.x - 2 * TITLE_GAP_MM - words_width
    place = handout.room.keep_top(HEAD_MM).keep_left(title_width)
    words_x = fit_title(pen, place, title, style) + TITLE_GAP_MM
    last_baseline = place.bottom - HEAD_MM * TITLE_BELOW_SHARE
    leading = WORD_LEADING_CAPS * fonts.measure_cap_height(face, size)
    for lines_below, word in enumerate(reversed(words)):
        pen.text(Run(words_x, last_baseline - lines_below * leading, word, face, size))
    for line, key in zip(lines, ("paper.event", *keys), strict=True):
        draw_writing_line(pen, line, handout.fit_label(pen, key, line.w), style)
    pen.text(*handout.set_event())


def draw_list_head(pen: Pen, handout: AnyHandout, title: str) -> None:
    """Draw the head of a list to hang up: title, event, page, and a scale below them."""
    room = handout.room
    lines = split_head(handout, LIST_TITLE_SHARE, 1)
    draw_head(pen, handout, title, handout.edition.title, lines, ["paper.page"])
    below = room.skip_top(HEAD_MM + LIST_SCALE_DOWN_MM)
    draw_scale(pen, below.keep_top(SCALE_MM), LIST_SCALE_BARS)


def place_page_number(handout: AnyHandout, page: int) -> list[Run]:
    """Return the number of a list's page on its line."""
    return set_on_line(split_head(handout, LIST_TITLE_SHARE, 1)[1], str(page))


def set_list_event(handout: AnyHandout) -> list[Run]:
    """Set the event's title in the head of a list."""
    return set_on_line(split_head(handout, LIST_TITLE_SHARE, 1)[0], handout.title)


def find_list_room(handout: AnyHandout) -> Rect:
    """Return the room below the head of a list to hang up."""
    return handout.room.skip_top(HEAD_MM + LIST_SCALE_DOWN_MM + SCALE_MM + LIST_DOWN_MM)
