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
# The height of its capitals: ink is limited.
MOST_TITLE_MM = 8.2
# What is over them, to their height: the sight's hairs, or accents.
SIGHT_OVER = 0.07
ACCENTS_OVER = 0.3
# What a title takes of the width at most, next to a ship.
TITLE_SHARE = 0.62
# From caption to caption, to the height of capitals.
CAPTION_LEADING = 1.6
# The width of letterspaced capitals, to their own: 0.05 of the size to a letter.
SPACED = 1.16
MOST_SHIP_MM = 13.5
# From the title to the ship, and from the ship to the foot (mm).
BEFORE_SHIP_MM = 5.0
SHIP_UP_MM = 0.8
# Waves under the ship: their row's width to the ship's height, over the foot, a wave's width (mm),
# and their line (pt).
WAVES_SHAPE = 3.2
WAVES_UP_MM = 1.6
WAVE_MM = 3.0
WAVE_PT = 1.0
# From a line's label to the name on it (mm).
UNDER_LABEL_MM = 0.8
# Less room is left empty.
LEAST_SHIP_MM = 14.0
# A head of this height, in mm to a pt of its captions, has room for two of them.
TWO_LINES_MM_PER_PT = 1.05


@dataclass(frozen=True, slots=True)
class Logo(panel.Panel):
    """The title with a gun sight for its O; under it the edition, the side, and the organizer's
    line; a ship.
    """

    mirrors = False

    @property
    def captions(self) -> list[str]:
        """The lines under the title: edition, organizer's title and side on one line if they fit,
        else on two; at worst the title is cut.
        """
        style = self.style
        side = phrases.name_side(self.edition, self.design.form)
        end = f" · {side}" if side else ""
        edition = self.edition.say("head.edition", edition=self.edition.edition)
        for texts in self._list_captions(edition, end):
            if all(style.measure_label(text) <= self.rect.w for text in texts):
                return texts
        room = (self.rect.w - style.measure_label(end)) / SPACED
        text = style.to_capitals(self.design.title or edition)
        cut, _ = fonts.shrink_or_cut(
            text, Face.SEMIBOLD, width=room, size=style.label, least=style.label
        )
        return [cut + end]

    @property
    def _title_width(self) -> float:
        """What the title takes at most (mm)."""
        return self.rect.w if self.design.for_event else TITLE_SHARE * self.rect.w

    def _list_captions(self, edition: str, end: str) -> Iterator[list[str]]:
        """Yield captions on one line or two, the fullest first; `end` is that of the last line."""
        own = self.design.title
        if not own:
            yield [edition + (end or f" · {self.edition.tracker.title}")]
            return
        yield [f"{edition} · {own}{end}"]
        yield [own + end]
        if self.rect.h > TWO_LINES_MM_PER_PT * self.style.label:
            yield [own, edition + end]
            yield [own, self.edition.edition + end]

    def draw(self, pen: Pen) -> None:
        """Draw title, captions and ship."""
        style = self.style
        rect = self.rect
        captions = self.captions
        line = CAPTION_LEADING * fonts.measure_cap_height(Face.SEMIBOLD, style.label)
        for above, caption in enumerate(reversed(captions)):
            draw_label(pen, rect.x, rect.bottom - above * line, caption, style)
        title_end = self._draw_title(pen, rect.h - len(captions) * line)
        caption_ends = [rect.x + style.measure_label(caption) for caption in captions]
        x = max(title_end, *caption_ends) + BEFORE_SHIP_MM
        sea = Rect(x, rect.y, rect.right - x, rect.h)
        if not self.design.for_event and sea.w >= LEAST_SHIP_MM:
            self._draw_ship(pen, sea)

    def _draw_title(self, pen: Pen, height: float) -> float:
        """Draw the title in this height (mm), with what is over its capitals; return where it ends
        (mm).
        """
        rect = self.rect
        title = self.style.to_capitals(self.edition.title)
        over = SIGHT_OVER if title.isascii() else ACCENTS_OVER
        tall = min(height / (1 + over), MOST_TITLE_MM)
        run = set_title(rect.x, title, tall, self._title_width)
        baseline = rect.y + fonts.measure_cap_height(run.face, run.size) * (1 + over)
        return draw_title(pen, run._replace(y=baseline), self.style)

    def _draw_ship(self, pen: Pen, sea: Rect) -> None:
        """Draw the first ship on waves."""
        if art := self.edition.fleet[0].silhouette:
            ship = sea.skip_bottom(SHIP_UP_MM).skip_top(max(0, sea.h - MOST_SHIP_MM))
            draw_silhouette(pen, art, ship, self.style)
        half = min(sea.w, WAVES_SHAPE * min(sea.h, MOST_SHIP_MM)) / 2
        left = sea.center_x - half
        right = sea.center_x + half
        draw_waves(pen, left, right, sea.bottom - WAVES_UP_MM, WAVE_MM, WAVE_PT)


@dataclass(frozen=True, slots=True)
class NameLine(panel.Panel):
    """A labeled line to write on; what is known is printed there."""

    shows: str = ""
    label: str = ""

    mirrors = False

    def draw(self, pen: Pen) -> None:
        """Draw label and line."""
        need = self.style.measure_label(self.label)
        key = "players.one" if self.shows == "player" else f"head.{self.shows}"
        pen.check_fit(fit_only_wording(key, self.label, self.rect.w, need))
        draw_writing_line(pen, self.rect, self.label, self.style)

    def fields(self) -> Sequence[SheetField]:
        """Return the name; nothing where no font can set it, so that it is written by hand."""
        return (
            SheetField(
                lambda sheet: filter(None, [make_printable(getattr(sheet, self.shows))]),
                self.place_name,
            ),
        )

    def place_name(self, name: str) -> list[Run]:
        """Set a name on the line."""
        label = fonts.measure_cap_height(Face.SEMIBOLD, self.style.label)
        room = self.rect.skip_top(label + UNDER_LABEL_MM)
        style = self.style
        sizes = NameSizes(
            most=style.name,
            wrap_below=style.name_wrap_below,
            least=style.name_least,
            break_below=style.name_break_below,
        )
        return set_name(room, name, Face.SEMIBOLD, sizes)


# A number's disc: its diameter (mm to a pt of text), and the one of large print (mm).
BADGE_MM_PER_PT = 0.5
LARGE_BADGE_MM = 6.9
# Before a picture, in usual and in large print (mm); after it (mm, and mm to a pt of text).
BEFORE_PICTURE_MM = 1.4
LARGE_BEFORE_PICTURE_MM = 1.0
AFTER_PICTURE_MM = 0.75
AFTER_PICTURE_MM_PER_PT = 0.072
# The lines that a sentence may have: three are better.
LINES = (3, 2)
# A picture: at most so wide, to the strip's height less this, and to its least width.
PICTURE_SHAPE = 1.3
PICTURE_AIR_MM = 1.6
PICTURE_GROWTH = 2
# The width of the strip with the word START, turned by 90° (mm, and mm to a pt of the word).
START_STRIP_MM = 2.5
START_STRIP_MM_PER_PT = 0.28
# The badge of a line to fold or cut, in a verb: how much wider than a digit (mm to a pt of text),
# its side, to the height of capitals, and what is before it (mm).
VERB_BADGE_MM_PER_PT = 0.25
VERB_BADGE = 1.3
BEFORE_BADGE_MM = 0.2
# A sentence's width is tried in these steps, the last with this for rounding (mm).
WIDTH_STEP_MM = 0.25
WIDTH_SPARE_MM = 0.05
# Between two steps at least, with a hairline in the middle.
AIR_MM = 3.4
# After that strip and before the frame's right end, together.
START_ENDS_MM = 4.5
MOST_PICTURE_MM = 17.0
# The corners of the frame, and what its parts keep off it: the strip with START,
# dividers, pictures.
FRAME_RADIUS_MM = 1.6
START_STRIP_INSET_MM = 0.8
DIVIDER_INSET_MM = 1.6
PICTURE_INSET_MM = 0.9
# After that strip, and before the right end.
START_END_MM = 1.2
# The part of the strip's height that the word START may take.
START_WORD_SHARE = 0.9

ROUNDED_UP_MM = 0.2
# Between a verb and its sentence, more than from line to line, to the leading.
VERB_GAP = 0.1
# How much lower verbs with accents are on a low strip, to the leading.
VERB_DOWN = 0.22
# What accents over capitals need above them in the frame (mm).
ACCENTS_MM = 1.3
# What descends below a line of text, to its leading.
DESCENT_RATIO = 0.2


# The outline of what is solid in a picture, in its own units.
HOLLOW_LINE = 2.4
# Other pictures, their height to their width: a ship under fire, and the rest.
PLAY_SHAPE = 0.62
PICTURE_HEIGHT = 0.83
# The ship and waves under it: how much higher the ship is, the middle of waves over the foot (mm),
# how many there are, and their line (pt).
PLAY_SHIP_UP_MM = 1.0
PLAY_WAVES_UP_MM = 0.2
PLAY_WAVES = 6
PLAY_WAVE_PT = 0.8
# The speech bubble of a bid: its part of the place's height, its height to its width; how far its
# top is over the middle and the radius of its corners, to its height.
BUBBLE_SHARE = 0.6
BUBBLE_HEIGHT = 0.56
BUBBLE_UP = 0.62
BUBBLE_RADIUS = 0.3
# The gap above its tip and the tip, from the left, to its width; the tip below it, to its height.
BUBBLE_GAP_LEFT = 0.28
BUBBLE_GAP_RIGHT = 0.48
BUBBLE_GAP_MM = 0.8
BUBBLE_TIP_LEFT = 0.22
BUBBLE_TIP_DOWN = 0.34
# The bid in it, to its height and width.
BID_HEIGHT = 0.62
BID_WIDTH = 0.82
# By `launch_codes.bids`: a code of one edition, the highest digit of another; an edition without a
# bidding shows a digit too.
EXAMPLE_BIDS = {"codes": "777", "digits": "9", None: "9"}
# A corner of the grid with a word, to its place's height; a letter, to its square.
CORNER_SHARE = 0.88
CORNER_LETTER = 0.7
# How many squares a side of the corner has: three, where each is as large as a letter with what is
# around it, in heights of capitals.
MOST_CORNER_SQUARES = 3
LEAST_CORNER_SQUARES = 2
LEAST_CORNER_CAPS = 4


class StartPlan(NamedTuple):
    """How START is set: its text's size (pt); each step's sentence and width, a picture's width,
    its height (mm).
    """

    size: float
    sentences: list[str]
    widths: list[float]
    picture: float
    height: float

    @property
    def badge(self) -> float:
        """The diameter of a number's disc (mm)."""
        if self.size < LARGE_LEAST_PT:
            return BADGE_MM_PER_PT * self.size
        return LARGE_BADGE_MM

    @property
    def gaps(self) -> tuple[float, float]:
        """Before and after a picture (mm)."""
        is_large = self.size >= LARGE_LEAST_PT
        before = LARGE_BEFORE_PICTURE_MM if is_large else BEFORE_PICTURE_MM
        after = AFTER_PICTURE_MM + AFTER_PICTURE_MM_PER_PT * self.size
        return before, after


def measure_start_height(style: Style, size: float, lines: int) -> float:
    """Return the height of a verb over lines of text, with air at both ends (mm)."""
    return (
        fonts.measure_cap_height(style.bold, size + 1)
        + (lines + VERB_GAP + DESCENT_RATIO) * style.leading * size / style.body
        + 2 * style.start_padding
    )


def is_mark_above(char: str) -> bool:
    """Return whether a character is a mark over a letter."""
    return combining(char) == COMBINING_ABOVE


def plan_start(design: panel.SheetDesign, width: float, height: float) -> StartPlan:
    """Set START as large, as full and on as many lines as there is room for. Raises `BadInputError`
    for none.
    """
    style = design.style
    steps = design.steps
    misfits: list[Fit] = []
    # The order of preference: full sentences before short ones, large before small, three lines
    # before two.
    for levels, size, lines in product(_list_levels(steps), style.start, LINES):
        plan = _plan_texts(steps, levels, size, lines, style)
        # A4, 9 pt: 189.4 mm - strip and ends 10.2 - air 10.2 - 4 × (disc 4.5 + gaps 2.8) - texts
        # 79.7 leave 60.1: 15 mm for each picture, which is nearly twice the least.
        around = _measure_around(plan, style)
        picture = (width - around - sum(plan.widths)) / len(steps)
        if plan.height > height:
            need = plan.height
            misfits.append(
                Fit(
                    key="start",
                    text=steps[0].text,
                    number=0,
                    count=1,
                    room=height,
                    need=need,
                    required=True,
                )
            )
        elif picture < style.picture_least:
            least = around + len(steps) * style.picture_least
            misfits.append(_find_misfit(steps, width, least, plan.widths))
        else:
            most = _limit_picture(plan.height, style)
            return plan._replace(picture=min(picture, most))
    raise min(misfits, key=attrgetter("missing")).error


def _list_levels(steps: Sequence[phrases.Step]) -> list[tuple[int, ...]]:
    """Return each choice of wordings, their numbers from 0, in the order of preference: none very
    short, few short, the last steps' rather than the first ones'.
    """
    choices = product(*(range(len(step.wordings)) for step in steps))
    return sorted(choices, key=lambda levels: (max(levels), sum(levels)))


def _plan_texts(
    steps: Sequence[phrases.Step], levels: Sequence[int], size: float, lines: int, style: Style
) -> StartPlan:
    """Return how the steps' texts are set in this size (pt), on at most so many lines, without
    pictures; the higher its level, the shorter is a step's sentence.
    """
    sentences = []
    widths = []
    for step, level in zip(steps, levels, strict=True):
        sentence = step.wordings[level]
        sentences.append(sentence)
        verb_width = _measure_verb(step.verb, size, style)
        widths.append(max(verb_width, _least_width(sentence, style.text, size, lines)))
    return StartPlan(size, sentences, widths, 0, measure_start_height(style, size, lines))


def _limit_picture(height: float, style: Style) -> float:
    """Return how wide a picture may be in a strip of this height (mm)."""
    shape = PICTURE_SHAPE * (height - PICTURE_AIR_MM)
    return min(shape, PICTURE_GROWTH * style.picture_least, MOST_PICTURE_MM)


def _measure_around(plan: StartPlan, style: Style) -> float:
    """Return the width of all but texts and pictures (mm): strip with START, ends, discs, gaps."""
    count = len(plan.sentences)
    between = (count - 1) * AIR_MM
    steps = count * (plan.badge + sum(plan.gaps))
    return _measure_start_strip(style) + START_ENDS_MM + between + steps


def _find_misfit(
    steps: Sequence[phrases.Step], width: float, around: float, widths: Sequence[float]
) -> Fit:
    """Return how START misses its room, as its longest step: the others keep their widths."""
    wide, step = max(zip(widths, steps, strict=True), key=itemgetter(0))
    room = wide - (around + sum(widths) - width)
    text = step.wordings[-1]
    return Fit(
        key=step.key,
        text=text,
        number=0,
        count=len(step.wordings),
        room=room,
        need=wide,
        required=True,
    )


def _measure_start_strip(style: Style) -> float:
    """Return the width of the strip with the word START, turned by 90° (mm)."""
    return START_STRIP_MM_PER_PT * style.heading + START_STRIP_MM


def _measure_verb(verb: str, size: float, style: Style) -> float:
    """Return the width of a step's verb, in which ① is the badge of a line to fold or cut (mm)."""
    text = style.to_capitals(verb).replace("①", "0")
    badge = VERB_BADGE_MM_PER_PT * size if "①" in verb else 0
    return fonts.measure_text(text, style.bold, size + 1) + badge


@cache
def _least_width(text: str, face: Face, size: float, lines: int) -> float:
    """Return the least width in which a text takes at most `lines` lines (mm)."""
    words = text.replace("\u00a0", "-").split()
    width = max(fonts.measure_text(word, face, size) for word in words)
    while len(wrap_text(text, width, size, face)) > lines:
        width += WIDTH_STEP_MM
    return width + WIDTH_SPARE_MM


class Start(panel.Panel):
    """A strip across the page: number, picture, a verb and a sentence for each step."""

    mirrors = False

    def draw(self, pen: Pen) -> None:
        """Draw a frame, the strip with START, the steps with a hairline between them."""
        style = self.style
        rect = self.rect
        plan = plan_start(self.design, rect.w, rect.h + ROUNDING_MM)
        pen.frame(rect, style.line, radius=FRAME_RADIUS_MM)
        strip = rect.inset(START_STRIP_INSET_MM).keep_left(_measure_start_strip(style))
        self._draw_start_strip(pen, strip)
        steps = self.design.steps
        before, after = plan.gaps
        pictures = sum(self._measure_picture(step.kind, plan) for step in steps)
        used = sum(plan.widths) + pictures + len(steps) * (plan.badge + before + after)
        ends = 2 * START_END_MM
        air = (rect.right - strip.right - ends - used) / len(steps)
        x = strip.right + START_END_MM + air / 2
        texts = zip(steps, plan.sentences, plan.widths, strict=True)
        for number, (step, sentence, width) in enumerate(texts, start=1):
            _note_sentence(pen, step, sentence, width)
            if number > 1:
                self._draw_divider(pen, x - air / 2)
            x = self._draw_step(pen, x, number, step.kind, plan)
            place = Rect(x, rect.y, width + ROUNDED_UP_MM, rect.h)
            self._draw_text(pen, place, step.verb, sentence, plan.size)
            x += width + air

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
            # Large letters on a low strip
            if fonts.measure_text(word, face, style.label) > room:
                face = Face.BOLD
            need = fonts.measure_text(word, face, style.label)
            pen.check_fit(fit_only_wording("start.title", word, room, need))
            _, size = fonts.shrink_or_cut(
                word, face, width=room, size=style.heading, least=style.label
            )
            gray = BLACK if style.eco else WHITE
            pen.text(set_centered_in(strip, word, face, size), gray=gray, in_ink=True)

    def _measure_picture(self, kind: str, plan: StartPlan) -> float:
        """Return how wide a step's picture is: as it may be, or as its height allows (mm)."""
        tall = self.rect.h - 2 * PICTURE_INSET_MM
        if kind == "deploy":
            return min(plan.picture, CORNER_SHARE * tall)
        if kind in ("bid", "play"):
            return plan.picture
        drawing = load_picture(f"start-{kind}")
        return min(plan.picture, tall * drawing.width / drawing.height)

    def _draw_step(self, pen: Pen, x: float, number: int, kind: str, plan: StartPlan) -> float:
        """Draw a step's number and picture from `x` on; return where its text begins (mm)."""
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
        return any(map(is_mark_above, normalize("NFD", verbs)))

    def _draw_text(self, pen: Pen, place: Rect, verb: str, sentence: str, size: float) -> None:
        """Set a verb over its sentence, both in the middle of the strip's height."""
        style = self.style
        cap_height = fonts.measure_cap_height(style.bold, size + 1)
        leading = style.leading * size / style.body
        lines = len(wrap_text(sentence, place.w, size, style.text))
        # Few letters descend: half of their depth is enough, and leaves air over the verb.
        top = place.center_y - (cap_height + (lines + VERB_GAP + DESCENT_RATIO / 2) * leading) / 2
        under = (
            top + cap_height + (1 + VERB_GAP) * leading - fonts.measure_cap_height(style.text, size)
        )
        if self._has_accents and style.start_padding < ACCENTS_MM:
            # On a low strip accents would touch the frame: the verbs come nearer to the sentences
            top += VERB_DOWN * leading
        self._draw_verb(pen, place.x, top, verb, size + 1)
        draw_paragraph(pen, Rect(place.x, under, place.w, place.h), sentence, style, size)

    def _draw_verb(self, pen: Pen, x: float, top: float, verb: str, size: float) -> None:
        """Draw a verb below a height (mm), with the badge of the line to fold or cut for ①."""
        style = self.style
        cap_height = fonts.measure_cap_height(style.bold, size)
        words, badge, _ = style.to_capitals(verb).partition("①")
        pen.text(Run(x, top + cap_height, words, style.bold, size))
        if badge:
            side = cap_height * VERB_BADGE
            left = x + fonts.measure_text(words, style.bold, size) + BEFORE_BADGE_MM
            draw_badge(pen, Rect(left, top + cap_height / 2 - side / 2, side, side), 1, style)


def _note_sentence(pen: Pen, step: phrases.Step, sentence: str, width: float) -> None:
    """Note which wording of a step is printed, in a room of its own width (mm)."""
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
    """Draw a step's picture in the middle of its place."""
    if kind in ("bid", "deploy"):
        draw = _draw_bid_bubble if kind == "bid" else _draw_word
        draw(pen, edition, place, style)
        return
    shape = PLAY_SHAPE if kind == "play" else PICTURE_HEIGHT
    tall = min(place.h, place.w * shape)
    middle = Rect(place.x, place.center_y - tall / 2, place.w, tall)
    if kind == "play":
        if ship := edition.fleet[0].silhouette:
            draw_silhouette(pen, ship, middle.keep_top(tall - PLAY_SHIP_UP_MM), style)
        y = middle.bottom - PLAY_WAVES_UP_MM
        draw_waves(pen, middle.x, middle.right, y, middle.w / PLAY_WAVES, PLAY_WAVE_PT)
        return
    picture = load_picture(f"start-{kind}")
    pen.picture(_hollow_out(picture) if style.eco else picture, middle)


def _hollow_out(picture: Picture) -> Picture:
    """Return a picture with what is solid in outline, over what is behind it."""
    outlines = []
    for outline in picture.outlines:
        is_solid = outline.fill == BLACK
        hollow = outline._replace(fill=WHITE, stroke=BLACK, line=HOLLOW_LINE)
        outlines.append(hollow if is_solid else outline)
    return replace(picture, outlines=tuple(outlines))


def _draw_bid_bubble(pen: Pen, edition: Edition, place: Rect, style: Style) -> None:
    """Draw a speech bubble with an example of a bid, its tip at the foot."""
    tall = min(BUBBLE_SHARE * place.h, BUBBLE_HEIGHT * place.w)
    box = Rect(place.x, place.center_y - BUBBLE_UP * tall, place.w, tall)
    pen.frame(box, style.line, radius=BUBBLE_RADIUS * tall)
    _draw_bubble_tip(pen, box, style)
    by_height = BID_HEIGHT * tall / fonts.measure_cap_height(Face.MONO, 1)
    # The widest example sets the size, so that the digit of one edition is as large as the code of
    # another
    widest = max(fonts.measure_text(bid, Face.MONO, 1) for bid in EXAMPLE_BIDS.values())
    by_width = BID_WIDTH * box.w / widest
    size = max(style.label, min(by_height, by_width))
    bid = EXAMPLE_BIDS[edition.launch_codes.bids]
    pen.text(set_centered_in(box, bid, Face.MONO, size))


def _draw_bubble_tip(pen: Pen, box: Rect, style: Style) -> None:
    """Draw the tip below a speech bubble, and a gap for it in the bubble's frame."""
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
    """Draw a word on a corner of the grid: three squares wide, or two where letters would not fit
    into a third.
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
    word = min(examples, key=lambda example: abs(len(example) - count))
    letter_size = CORNER_LETTER * side / count / fonts.measure_cap_height(Face.BOLD, 1)
    size = max(style.label, letter_size)
    for cell, letter in zip(rows[1], word, strict=False):
        pen.text(set_centered_in(cell, letter, Face.BOLD, size))
