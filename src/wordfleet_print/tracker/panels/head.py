"""The head of the public half: title, ship, names; and START, what to do first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from operator import attrgetter, itemgetter
from typing import NamedTuple
from unicodedata import combining, normalize

from wordfleet_print.games import Edition
from wordfleet_print.games.fits import Fit, fit_only_wording
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker import fonts, phrases
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import ROUNDING_MM, Rect
from wordfleet_print.tracker.names import make_printable
from wordfleet_print.tracker.ornaments import (
    draw_badge,
    draw_silhouette,
    draw_title,
    draw_waves,
)
from wordfleet_print.tracker.panels import panel
from wordfleet_print.tracker.pen import BLACK, QUARTER_TURN, WHITE, Pen, Run, SheetField
from wordfleet_print.tracker.pictures import Picture, load_picture
from wordfleet_print.tracker.set_names import NameSizes, set_name
from wordfleet_print.tracker.set_text import (
    draw_label,
    draw_paragraph,
    draw_writing_line,
    set_centered_in,
    set_title,
    wrap_text,
)
from wordfleet_print.tracker.style import LARGE_LEAST_PT, THIN_PT, Style

# The combining class of marks over a letter (Unicode 4.3, table 4-3).
COMBINING_ABOVE = 230
# The title: the height of its capitals at most, because ink is limited.
MOST_TITLE_MM = 8.2
# What stands out over its capitals, as a share of their height: the gun sight's hairs, or accents.
SIGHT_OVER_SHARE = 0.07
ACCENTS_OVER_SHARE = 0.3
# The share of the width that it may take next to a ship.
TITLE_SHARE = 0.62
# Captions: from line to line, in heights of their capitals; where there are two lines, these are
# closer, so that the title over them is larger; a bit less where they have accents.
CAPTION_LEADING_CAPS = 1.6
TWO_CAPTIONS_LEADING_CAPS = 1.34
TWO_ACCENTED_CAPTIONS_LEADING_CAPS = 1.42
# How much wider capitals are with letterspacing, which adds 0.05 of the size after each letter.
SPACED_RATIO = 1.16
# A head that is higher than this, for each point of its captions' size, has room for two lines.
TWO_LINES_MM_PER_PT = 1.05
# The ship: narrower room for it is left empty, and higher room is not filled.
LEAST_SHIP_MM = 14.0
MOST_SHIP_MM = 13.5
# From the title to the ship, and from the ship to the foot.
BEFORE_SHIP_MM = 5.0
SHIP_UP_MM = 0.8
# The waves under the ship: how wide their row is, as a multiple of the ship's height.
WAVES_SHAPE = 3.2
# From the foot up to their middle.
WAVES_UP_MM = 1.6
WAVE_MM = 3.0
WAVE_PT = 1.0
# From the label of a line to write on to the name on that line.
UNDER_LABEL_MM = 0.8


@dataclass(frozen=True, slots=True)
class Logo(panel.Panel):
    """The title with a gun sight for its O; under it the edition, the side, and the organizer's
    line; a ship.
    """

    mirrors = False

    @property
    def captions(self) -> list[str]:
        """The one or two lines under the title: the edition, the organizer's line, and which page
        or side it is (“front”), as far as they fit; at worst the organizer's line is cut.
        """
        style = self.style
        side = phrases.name_side(self.edition, self.design.form)
        line_end = f" · {side}" if side else ""
        edition = self.edition.say("head.edition", edition=self.edition.edition)
        for lines in self._list_captions(edition, line_end):
            if all(style.measure_label(line) <= self.rect.w for line in lines):
                return lines
        return self._wrap_organizer_line(self.design.title or edition, line_end)

    def _wrap_organizer_line(self, text: str, line_end: str) -> list[str]:
        """Return the organizer's line on two lines, cut after a word if these are too short; on one
        line where the head is too low for two, or where its first word has no room. `line_end`
        comes after the last line.
        """
        words = text.split()
        starts = [" ".join(words[:count]) for count in range(1, len(words))]
        fitting_starts = [
            start for start in starts if self.style.measure_label(start) <= self.rect.w
        ]
        if not fitting_starts or not self._has_two_lines:
            return [self._cut_caption(text, line_end)]
        first = fitting_starts[-1]
        rest = " ".join(words)[len(first) :].strip()
        return [first, self._cut_caption(rest, line_end)]

    def _cut_caption(self, text: str, line_end: str) -> str:
        """Return a caption with `line_end` after it, cut after a word where it is too long."""
        style = self.style
        if style.measure_label(text + line_end) <= self.rect.w:
            return text + line_end
        room = (self.rect.w - style.measure_label(line_end)) / SPACED_RATIO
        capitals = style.to_capitals(text)
        return fonts.cut_text(capitals, Face.SEMIBOLD, width=room, size=style.label) + line_end

    @property
    def _has_two_lines(self) -> bool:
        """Whether the head is high enough for two lines of captions."""
        return self.rect.h > TWO_LINES_MM_PER_PT * self.style.label

    @property
    def _leading_caps(self) -> float:
        """From line to line of the captions, in heights of their capitals."""
        captions = self.captions
        if len(captions) == 1:
            return CAPTION_LEADING_CAPS
        if has_marks_above(" ".join(captions)):
            return TWO_ACCENTED_CAPTIONS_LEADING_CAPS
        return TWO_CAPTIONS_LEADING_CAPS

    @property
    def _title_width(self) -> float:
        """What the title takes at most (mm)."""
        return self.rect.w if self.design.for_event else TITLE_SHARE * self.rect.w

    def _list_captions(self, edition: str, line_end: str) -> Iterator[list[str]]:
        """Yield ways to set the captions, each as its one or two lines: the first one that fits is
        printed. `edition` names the edition; `line_end` comes after the last line.
        """
        organizer_line = self.design.title
        if not organizer_line:
            yield [edition + (line_end or f" · {self.edition.tracker.title}")]
            return
        yield [f"{edition} · {organizer_line}{line_end}"]
        yield [organizer_line + line_end]
        if self._has_two_lines:
            yield [organizer_line, edition + line_end]
            yield [organizer_line, self.edition.edition + line_end]

    def draw(self, pen: Pen) -> None:
        """Draw the captions from the foot up, the title over them, and to their right a ship, where
        there is room for one.
        """
        style = self.style
        rect = self.rect
        captions = self.captions
        line_height = self._leading_caps * fonts.measure_cap_height(Face.SEMIBOLD, style.label)
        for lines_below, caption in enumerate(reversed(captions)):
            draw_label(pen, rect.x, rect.bottom - lines_below * line_height, caption, style)
        title_end = self._draw_title(pen, rect.h - len(captions) * line_height)
        caption_ends = [rect.x + style.measure_label(caption) for caption in captions]
        ship_start = max(title_end, *caption_ends) + BEFORE_SHIP_MM
        sea = Rect(ship_start, rect.y, rect.right - ship_start, rect.h)
        # At events, table, round and serial are there
        if not self.design.for_event and sea.w >= LEAST_SHIP_MM:
            self._draw_ship(pen, sea)

    def _draw_title(self, pen: Pen, height: float) -> float:
        """Draw the game's title into the uppermost `height` mm of the panel; return its right end
        (mm from the left of the page).
        """
        rect = self.rect
        title = self.style.to_capitals(self.edition.title)
        # The gun sight for its O stands out over the capitals; accents stand out farther
        over_share = SIGHT_OVER_SHARE if title.isascii() else ACCENTS_OVER_SHARE
        cap_height = min(height / (1 + over_share), MOST_TITLE_MM)
        run = set_title(rect.x, title, cap_height, self._title_width)
        own_cap_height = fonts.measure_cap_height(run.face, run.size)
        baseline = rect.y + own_cap_height * (1 + over_share)
        return draw_title(pen, run._replace(y=baseline), self.style)

    def _draw_ship(self, pen: Pen, sea: Rect) -> None:
        """Draw the first ship of the fleet in the room `sea`, on a row of waves at its foot."""
        if art := self.edition.fleet[0].silhouette:
            ship = sea.skip_bottom(SHIP_UP_MM).skip_top(max(0, sea.h - MOST_SHIP_MM))
            draw_silhouette(pen, art, ship, self.style)
        ship_height = min(sea.h, MOST_SHIP_MM)
        half_width = min(sea.w, WAVES_SHAPE * ship_height) / 2
        left = sea.center_x - half_width
        right = sea.center_x + half_width
        draw_waves(pen, left, right, sea.bottom - WAVES_UP_MM, WAVE_MM, WAVE_PT)


@dataclass(frozen=True, slots=True)
class NameLine(panel.Panel):
    """A labeled line to write a name or number on; what is known is printed there."""

    shows: str = ""
    """The field of a `Sheet` that it shows, such as `player` or `table`."""
    label: str = ""
    """The words over the line."""

    mirrors = False

    def draw(self, pen: Pen) -> None:
        """Draw label and line."""
        label_width = self.style.measure_label(self.label)
        key = "players.one" if self.shows == "player" else f"head.{self.shows}"
        pen.check_fit(fit_only_wording(key, self.label, self.rect.w, need=label_width))
        draw_writing_line(pen, self.rect, self.label, self.style)

    def fields(self) -> Sequence[SheetField]:
        """Return what each sheet adds: the name; nothing where no font has its letters, so that it
        is written by hand.
        """

        def list_names(sheet: Sheet) -> list[str]:
            name = make_printable(getattr(sheet, self.shows))
            return [name] if name else []

        return (SheetField(list_names, self.place_name),)

    def place_name(self, name: str) -> list[Run]:
        """Set a name on the line, below its label; a long one is smaller, or takes more lines."""
        style = self.style
        label_height = fonts.measure_cap_height(Face.SEMIBOLD, style.label)
        room = self.rect.skip_top(label_height + UNDER_LABEL_MM)
        sizes = NameSizes(
            most=style.name,
            wrap_below=style.name_wrap_below,
            least=style.name_least,
            break_below=style.name_break_below,
        )
        return set_name(room, name, Face.SEMIBOLD, sizes)


# START, a strip across the page: a framed row of steps. From left to right it is the word START on
# black, then for each step a number in a disc, a picture, and a verb over a sentence.
# Constants that end in _LEADINGS count in leadings of its text: from line to line.

# The frame's corners, and what the parts inside keep off it.
FRAME_RADIUS_MM = 1.6
START_STRIP_INSET_MM = 0.8
DIVIDER_INSET_MM = 1.6
PICTURE_INSET_MM = 0.9
# The black strip with the word START, turned by 90°: its width is a fixed part and one that grows
# with the word's size.
START_STRIP_MM = 2.5
START_STRIP_MM_PER_PT = 0.28
# The share of the strip's length that the word may take.
START_WORD_SHARE = 0.9
# What is planned for the ends of the row: from the black strip to the first step, and from the last
# step to the frame's right edge, together. When it is drawn, each end gets this at least.
START_ENDS_MM = 4.5
START_END_MM = 1.2
# Between two steps at least, with a hairline in the middle.
BETWEEN_STEPS_MM = 3.4
# The disc with a step's number: its diameter for each point of the text, and in large print.
BADGE_MM_PER_PT = 0.5
LARGE_BADGE_MM = 6.9
# From the disc to the picture, in usual and in large print.
BEFORE_PICTURE_MM = 1.4
LARGE_BEFORE_PICTURE_MM = 1.0
# From the picture to the text: a fixed part and one that grows with the text.
AFTER_PICTURE_MM = 0.75
AFTER_PICTURE_MM_PER_PT = 0.072
# How wide a picture may be: this many times as wide as the strip is high, without this much air;
# this many times its least width; and in any case.
PICTURE_SHAPE = 1.3
PICTURE_AIR_MM = 1.6
PICTURE_GROWTH = 2
MOST_PICTURE_MM = 17.0
# How many lines a sentence may have: three are tried before two.
LINES = (3, 2)
# A sentence's width is tried in steps of this, and the last one is made this much wider, so that
# rounding breaks no line.
WIDTH_STEP_MM = 0.25
WIDTH_SPARE_MM = 0.05
# How much wider the place of a sentence is than it was planned, for the same reason.
ROUNDED_UP_MM = 0.2
# The gap between a verb and its sentence, in addition to a usual one between lines.
VERB_GAP_LEADINGS = 0.1
# How far letters descend below the last line.
DESCENT_LEADINGS = 0.2
# What accents over a verb's capitals need between them and the frame. Where there is less, verbs
# are set lower by this.
ACCENTS_MM = 1.3
VERB_DOWN_LEADINGS = 0.22
# A disc with the number of the line to fold along, in a verb: “FOLD ①”. How much wider than a digit
# it is, for each point of the text; its diameter, in heights of capitals; and the gap before it.
VERB_BADGE_MM_PER_PT = 0.25
VERB_BADGE_CAPS = 1.3
BEFORE_BADGE_MM = 0.2

# The pictures of START.
# The outline of what is solid otherwise, in the picture's own units.
HOLLOW_LINE = 2.4
# The height of a picture as a share of its width: that of a ship under fire, and of others.
PLAY_SHAPE = 0.62
PICTURE_HEIGHT = 0.83
# A ship under fire: from the foot up to the ship, and to the middle of the waves.
PLAY_SHIP_UP_MM = 1.0
PLAY_WAVES_UP_MM = 0.2
PLAY_WAVES = 6
PLAY_WAVE_PT = 0.8
# The speech bubble with a bid: the share of its place's height that it takes at most, and its
# height as a share of its width.
BUBBLE_SHARE = 0.6
BUBBLE_SHAPE = 0.56
# In its heights: how far its top is over the middle of its place, the radius of its corners, and
# how far its tip is below it.
BUBBLE_UP = 0.62
BUBBLE_RADIUS = 0.3
BUBBLE_TIP_DOWN = 0.34
# In its widths, from its left edge: both ends of the gap in its frame over the tip, and the tip.
BUBBLE_GAP_LEFT = 0.28
BUBBLE_GAP_RIGHT = 0.48
BUBBLE_TIP_LEFT = 0.22
# How high the white bar is that makes the gap.
BUBBLE_GAP_MM = 0.8
# The share of the bubble's height and width that the bid in it may take.
BID_HEIGHT_SHARE = 0.62
BID_WIDTH_SHARE = 0.82
# By `launch_codes.bids`: a code of one edition, the highest digit of another; an edition without a
# bidding shows a digit too.
EXAMPLE_BIDS = {"codes": "777", "digits": "9", None: "9"}
# The corner of a grid with a word: its side as a share of its place's height, and the height of a
# letter as a share of its square.
CORNER_SHARE = 0.88
CORNER_LETTER_SHARE = 0.7
# How many squares a side of the corner has: three if the whole side is longer than this many
# heights of the smallest capitals, else two.
MOST_CORNER_SQUARES = 3
LEAST_CORNER_SQUARES = 2
LEAST_CORNER_CAPS = 4


class StartPlan(NamedTuple):
    """How START is set."""

    size: float
    """The size of its sentences (pt)."""
    sentences: list[str]
    """The sentence of each step, in the wording that was chosen."""
    widths: list[float]
    """The width of each step's text (mm)."""
    picture: float
    """The width of each picture (mm)."""
    height: float
    """The height of the whole strip (mm)."""

    @property
    def badge(self) -> float:
        """The diameter of the disc with a step's number (mm)."""
        if self.size < LARGE_LEAST_PT:
            return BADGE_MM_PER_PT * self.size
        return LARGE_BADGE_MM

    @property
    def gaps(self) -> tuple[float, float]:
        """The gap before a picture and the gap after it (mm)."""
        is_large = self.size >= LARGE_LEAST_PT
        before = LARGE_BEFORE_PICTURE_MM if is_large else BEFORE_PICTURE_MM
        after = AFTER_PICTURE_MM + AFTER_PICTURE_MM_PER_PT * self.size
        return before, after


def measure_start_height(style: Style, size: float, lines: int) -> float:
    """Return the height of START (mm): a verb over a sentence of this size (pt) on `lines` lines,
    with air above and below. The verb is one point larger than the sentence.
    """
    verb_height = fonts.measure_cap_height(style.bold, size + 1)
    leadings = lines + VERB_GAP_LEADINGS + DESCENT_LEADINGS
    text_height = leadings * style.leading * size / style.body
    return verb_height + text_height + 2 * style.start_padding


def has_marks_above(text: str) -> bool:
    """Return whether a letter of a text has a mark over it, such as É."""
    return any(combining(char) == COMBINING_ABOVE for char in normalize("NFD", text))


def plan_start(design: panel.SheetDesign, width: float, height: float) -> StartPlan:
    """Return the best way to set START in this room (mm), with the widest pictures that then have
    room.

    Full sentences are better than short ones, large letters better than small ones, and three lines
    better than two. Only those sentences are short that have to be. Raises `BadInputError` where no
    way fits.
    """
    style = design.style
    steps = design.steps
    misfits: list[Fit] = []
    for wording_numbers, size, lines in product(_list_wordings(steps), style.start, LINES):
        plan = _plan_texts(steps, wording_numbers, size, lines, style)
        # A4, 9 pt: 189.4 mm - strip and ends 10.2 - gaps between steps 10.2 - 4 × (disc 4.5 +
        # gaps 2.8) - texts 79.7 leave 60.1: 15 mm for each picture, nearly twice the least.
        other_width = _measure_others(plan, style)
        picture_width = (width - other_width - sum(plan.widths)) / len(steps)
        if plan.height > height:
            misfit = Fit(
                key="start",
                text=steps[0].text,
                number=0,
                count=1,
                room=height,
                need=plan.height,
                required=True,
            )
            misfits.append(misfit)
        elif picture_width < style.picture_least:
            least_width = other_width + len(steps) * style.picture_least
            misfits.append(_find_misfit(steps, plan.widths, width - least_width))
        else:
            most = _limit_picture(plan.height, style)
            return plan._replace(picture=min(picture_width, most))
    nearest = min(misfits, key=attrgetter("missing"))
    raise nearest.error


def _list_wordings(steps: Sequence[phrases.Step]) -> list[tuple[int, ...]]:
    """Return all ways to choose a wording for each step, the best way first: for each step the
    number of its wording, from 0 for the fullest.

    Several short sentences are better than one very short sentence, and few short ones better than
    many. Of equally good ways, the last steps are shortened rather than the first ones.
    """
    choices = product(*(range(len(step.wordings)) for step in steps))
    return sorted(choices, key=lambda numbers: (max(numbers), sum(numbers)))


def _plan_texts(
    steps: Sequence[phrases.Step],
    wording_numbers: Sequence[int],
    size: float,
    lines: int,
    style: Style,
) -> StartPlan:
    """Return a plan of the steps' texts, without pictures: each sentence in its wording of this
    number (from 0, the fullest) and in this size (pt), as narrow as `lines` lines allow.
    """
    sentences = []
    widths = []
    for step, number in zip(steps, wording_numbers, strict=True):
        sentence = step.wordings[number]
        sentences.append(sentence)
        verb_width = _measure_verb(step.verb, size, style)
        widths.append(max(verb_width, _find_least_width(sentence, style.text, size, lines)))
    height = measure_start_height(style, size, lines)
    return StartPlan(size, sentences, widths, picture=0, height=height)


def _limit_picture(height: float, style: Style) -> float:
    """Return how wide a picture may be at most in a strip of this height (mm)."""
    by_height = PICTURE_SHAPE * (height - PICTURE_AIR_MM)
    return min(by_height, PICTURE_GROWTH * style.picture_least, MOST_PICTURE_MM)


def _measure_others(plan: StartPlan, style: Style) -> float:
    """Return the width of all that is neither text nor picture (mm): the word START, both ends,
    discs with numbers, and gaps.
    """
    count = len(plan.sentences)
    between_steps = (count - 1) * BETWEEN_STEPS_MM
    in_steps = count * (plan.badge + sum(plan.gaps))
    return _measure_start_strip(style) + START_ENDS_MM + between_steps + in_steps


def _find_misfit(steps: Sequence[phrases.Step], widths: Sequence[float], texts_room: float) -> Fit:
    """Return by how much START is too wide, as a fit of its widest step, which should get a shorter
    wording: `widths` are those of all texts, which together have `texts_room` (mm).
    """
    widest, step = max(zip(widths, steps, strict=True), key=itemgetter(0))
    others = sum(widths) - widest
    return Fit(
        key=step.key,
        text=step.wordings[-1],
        number=0,
        count=len(step.wordings),
        room=texts_room - others,
        need=widest,
        required=True,
    )


def _measure_start_strip(style: Style) -> float:
    """Return the width of the strip with the word START, turned by 90° (mm)."""
    return START_STRIP_MM_PER_PT * style.heading + START_STRIP_MM


def _measure_verb(verb: str, size: float, style: Style) -> float:
    """Return the width of a step's verb over a sentence of this size in pt (mm). In a verb, ① is
    the disc with the number of the line to fold along; it is a bit wider than a digit.
    """
    text = style.to_capitals(verb).replace("①", "0")
    wider = VERB_BADGE_MM_PER_PT * size if "①" in verb else 0
    return fonts.measure_text(text, style.bold, size + 1) + wider


@cache
def _find_least_width(text: str, face: Face, size: float, lines: int) -> float:
    """Return the least width in which a text takes at most `lines` lines (mm)."""
    # No-break spaces keep words together, so they count as a part of a word
    words = text.replace("\u00a0", "-").split()
    width = max(fonts.measure_text(word, face, size) for word in words)
    while len(wrap_text(text, width, size, face)) > lines:
        width += WIDTH_STEP_MM
    return width + WIDTH_SPARE_MM


class Start(panel.Panel):
    """START: a strip across the page with a number, a picture, a verb and a sentence for each step
    before the first turn.
    """

    mirrors = False

    def draw(self, pen: Pen) -> None:
        """Draw the frame, the word START, and the steps, with a hairline between each two. What the
        steps leave of the width is shared out between them.
        """
        style = self.style
        rect = self.rect
        plan = plan_start(self.design, rect.w, rect.h + ROUNDING_MM)
        pen.frame(rect, style.line, radius=FRAME_RADIUS_MM)
        strip = rect.inset(START_STRIP_INSET_MM).keep_left(_measure_start_strip(style))
        self._draw_start_strip(pen, strip)
        steps = self.design.steps
        pictures_width = sum(self._measure_picture(step.kind, plan) for step in steps)
        discs_width = len(steps) * (plan.badge + sum(plan.gaps))
        steps_width = sum(plan.widths) + pictures_width + discs_width
        ends = 2 * START_END_MM
        gap = (rect.right - strip.right - ends - steps_width) / len(steps)
        x = strip.right + START_END_MM + gap / 2
        texts = zip(steps, plan.sentences, plan.widths, strict=True)
        for number, (step, sentence, text_width) in enumerate(texts, start=1):
            _report_wording(pen, step, sentence, text_width)
            if number > 1:
                self._draw_divider(pen, x - gap / 2)
            text_x = self._draw_number_and_picture(pen, x, number, step.kind, plan)
            place = Rect(text_x, rect.y, text_width + ROUNDED_UP_MM, rect.h)
            self._draw_text(pen, place, step.verb, sentence, plan.size)
            x = text_x + text_width + gap

    def _draw_divider(self, pen: Pen, x: float) -> None:
        """Draw a hairline between two steps."""
        top = self.rect.y + DIVIDER_INSET_MM
        pen.line(x, top, x, self.rect.bottom - DIVIDER_INSET_MM, THIN_PT)

    def _draw_start_strip(self, pen: Pen, strip: Rect) -> None:
        """Draw the word START, turned by 90°: white on black, or black where ink is saved."""
        style = self.style
        if not style.eco:
            pen.fill(strip)
        with pen.turn(strip.center_x, strip.center_y, QUARTER_TURN):
            word = self.edition.say("start.title")
            room = START_WORD_SHARE * strip.h
            face = fonts.choose_heading_face(word, Face.STENCIL)
            # In large print the strip may be too low for stencil letters, which are wider
            if fonts.measure_text(word, face, style.label) > room:
                face = Face.BOLD
            least_width = fonts.measure_text(word, face, style.label)
            pen.check_fit(fit_only_wording("start.title", word, room, need=least_width))
            _, size = fonts.shrink_or_cut(
                word, face, width=room, size=style.heading, least=style.label
            )
            gray = BLACK if style.eco else WHITE
            pen.text(set_centered_in(strip, word, face, size), gray=gray, in_ink=True)

    def _measure_picture(self, kind: str, plan: StartPlan) -> float:
        """Return how wide the picture of a step of this kind is (mm): as planned, or narrower where
        the strip is too low for it. Kinds are `fold`, `place`, `hold`, `bid`, `deploy`, `play`.
        """
        height = self.rect.h - 2 * PICTURE_INSET_MM
        if kind == "deploy":
            return min(plan.picture, CORNER_SHARE * height)
        if kind in ("bid", "play"):
            return plan.picture
        drawing = load_picture(f"start-{kind}")
        return min(plan.picture, height * drawing.width / drawing.height)

    def _draw_number_and_picture(
        self, pen: Pen, x: float, number: int, kind: str, plan: StartPlan
    ) -> float:
        """Draw a step's number in a disc and its picture, from `x` on; return where its text begins
        (mm).
        """
        before, after = plan.gaps
        middle = self.rect.center_y
        badge = Rect(x, middle - plan.badge / 2, plan.badge, plan.badge)
        draw_badge(pen, badge, number, self.style)
        strip = self.rect.inset(PICTURE_INSET_MM)
        picture = Rect(badge.right + before, strip.y, self._measure_picture(kind, plan), strip.h)
        _draw_picture(pen, kind, picture, self.style, self.edition)
        return picture.right + after

    @property
    def _has_accents(self) -> bool:
        """Whether a verb has a letter with something over it."""
        verbs = "".join(self.style.to_capitals(step.verb) for step in self.design.steps)
        return has_marks_above(verbs)

    def _draw_text(self, pen: Pen, place: Rect, verb: str, sentence: str, size: float) -> None:
        """Set a verb over its sentence, which has this size (pt): both together are in the middle
        of the place's height.
        """
        style = self.style
        verb_size = size + 1
        verb_height = fonts.measure_cap_height(style.bold, verb_size)
        leading = style.leading * size / style.body
        lines = len(wrap_text(sentence, place.w, size, style.text))
        # Few letters descend: half of their depth is enough, and leaves air over the verb.
        descent = DESCENT_LEADINGS / 2
        whole_height = verb_height + (lines + VERB_GAP_LEADINGS + descent) * leading
        top = place.center_y - whole_height / 2
        first_baseline = top + verb_height + (1 + VERB_GAP_LEADINGS) * leading
        sentence_top = first_baseline - fonts.measure_cap_height(style.text, size)
        if self._has_accents and style.start_padding < ACCENTS_MM:
            # On a low strip accents would touch the frame: the verbs come nearer to the sentences
            top += VERB_DOWN_LEADINGS * leading
        self._draw_verb(pen, place.x, top, verb, verb_size)
        draw_paragraph(pen, Rect(place.x, sentence_top, place.w, place.h), sentence, style, size)

    def _draw_verb(self, pen: Pen, x: float, top: float, verb: str, size: float) -> None:
        """Draw a verb in capitals that begin at `top` (mm); ① at its end becomes a disc with the
        number of the line to fold along.
        """
        style = self.style
        cap_height = fonts.measure_cap_height(style.bold, size)
        words, badge, _ = style.to_capitals(verb).partition("①")
        pen.text(Run(x, top + cap_height, words, style.bold, size))
        if badge:
            side = cap_height * VERB_BADGE_CAPS
            left = x + fonts.measure_text(words, style.bold, size) + BEFORE_BADGE_MM
            disc = Rect(left, top + cap_height / 2 - side / 2, side, side)
            draw_badge(pen, disc, number=1, style=style)


def _report_wording(pen: Pen, step: phrases.Step, sentence: str, width: float) -> None:
    """Report which wording of a step's sentence is printed; its room is as wide as it is (mm)."""
    fit = Fit(
        key=step.key,
        text=sentence,
        number=step.wordings.index(sentence) + 1,
        count=len(step.wordings),
        room=width,
        need=width,
        required=True,
    )
    pen.check_fit(fit)


def _draw_picture(pen: Pen, kind: str, place: Rect, style: Style, edition: Edition) -> None:
    """Draw the picture of a step of this kind, halfway down its place: a bid in a bubble, a word on
    a grid, a ship on waves, or a bundled drawing.
    """
    if kind == "bid":
        _draw_bid_bubble(pen, edition, place, style)
        return
    if kind == "deploy":
        _draw_word(pen, edition, place, style)
        return
    shape = PLAY_SHAPE if kind == "play" else PICTURE_HEIGHT
    height = min(place.h, place.w * shape)
    middle = Rect(place.x, place.center_y - height / 2, place.w, height)
    if kind == "play":
        if ship := edition.fleet[0].silhouette:
            draw_silhouette(pen, ship, middle.skip_bottom(PLAY_SHIP_UP_MM), style)
        y = middle.bottom - PLAY_WAVES_UP_MM
        wave_width = middle.w / PLAY_WAVES
        draw_waves(pen, middle.x, middle.right, y, wave_width, PLAY_WAVE_PT)
        return
    picture = load_picture(f"start-{kind}")
    pen.picture(_hollow_out(picture) if style.eco else picture, middle)


def _hollow_out(picture: Picture) -> Picture:
    """Return a picture that needs less ink: its black areas become white with a black outline."""
    outlines = []
    for outline in picture.outlines:
        is_solid = outline.fill == BLACK
        hollow = outline._replace(fill=WHITE, stroke=BLACK, line=HOLLOW_LINE)
        outlines.append(hollow if is_solid else outline)
    return replace(picture, outlines=tuple(outlines))


def _draw_bid_bubble(pen: Pen, edition: Edition, place: Rect, style: Style) -> None:
    """Draw a speech bubble with an example of a bid, its tip at the foot."""
    height = min(BUBBLE_SHARE * place.h, BUBBLE_SHAPE * place.w)
    box = Rect(place.x, place.center_y - BUBBLE_UP * height, place.w, height)
    pen.frame(box, style.line, radius=BUBBLE_RADIUS * height)
    _draw_bubble_tip(pen, box, style)
    size_by_height = BID_HEIGHT_SHARE * height / fonts.measure_cap_height(Face.MONO, 1)
    # The widest example sets the size, so that the digit of one edition is as large as the code of
    # another
    widest_at_1_pt = max(fonts.measure_text(bid, Face.MONO, 1) for bid in EXAMPLE_BIDS.values())
    size_by_width = BID_WIDTH_SHARE * box.w / widest_at_1_pt
    size = max(style.label, min(size_by_height, size_by_width))
    bid = EXAMPLE_BIDS[edition.launch_codes.bids]
    pen.text(set_centered_in(box, bid, Face.MONO, size))


def _draw_bubble_tip(pen: Pen, box: Rect, style: Style) -> None:
    """Draw the tip below a speech bubble as two lines, after a white bar has made a gap for it in
    the bubble's frame.
    """
    left = box.x + BUBBLE_GAP_LEFT * box.w
    right = box.x + BUBBLE_GAP_RIGHT * box.w
    foot = box.bottom
    gap = Rect(left, foot - BUBBLE_GAP_MM / 2, right - left, BUBBLE_GAP_MM)
    pen.fill(gap, gray=WHITE)
    tip_x = box.x + BUBBLE_TIP_LEFT * box.w
    tip_y = foot + BUBBLE_TIP_DOWN * box.h
    pen.line(left, foot, tip_x, tip_y, style.line)
    pen.line(right, foot, tip_x, tip_y, style.line)


def _draw_word(pen: Pen, edition: Edition, place: Rect, style: Style) -> None:
    """Draw a corner of the grid with the word of a ship in its second row: 3 × 3 squares, or 2 × 2
    where letters would not fit into smaller ones.
    """
    side = min(place.w, CORNER_SHARE * place.h)
    has_room = side > LEAST_CORNER_CAPS * fonts.measure_cap_height(Face.BOLD, style.label)
    count = MOST_CORNER_SQUARES if has_room else LEAST_CORNER_SQUARES
    corner = Rect.square(place.center_x, place.center_y, side)
    rows = [row.split_columns(count) for row in corner.split_rows(count)]
    for row in rows:
        for cell in row:
            pen.frame(cell, THIN_PT)
    examples = [ship.example for ship in edition.fleet]
    # The word whose length is nearest to the number of squares; letters beyond are not drawn
    word = min(examples, key=lambda example: abs(len(example) - count))
    letter_height = CORNER_LETTER_SHARE * side / count
    size = max(style.label, letter_height / fonts.measure_cap_height(Face.BOLD, 1))
    for cell, letter in zip(rows[1], word, strict=False):
        pen.text(set_centered_in(cell, letter, Face.BOLD, size))
