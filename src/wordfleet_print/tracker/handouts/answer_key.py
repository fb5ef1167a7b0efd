"""The answer key: what is on each sheet of a round, for the organizer alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import ceil
from operator import attrgetter
from typing import ClassVar, NamedTuple

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.sheet.sheet import Sheet, name_squares
from wordfleet_print.sheet.sheet_code import SheetCode
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.handouts.elements import (
    HEAD_MM,
    draw_head,
    make_divider,
    set_on_line,
    split_head,
)
from wordfleet_print.tracker.handouts.handout import Handout, SetName
from wordfleet_print.tracker.names import spell_name
from wordfleet_print.tracker.panels.panel import Heading
from wordfleet_print.tracker.pen import Frame, Item, Pen, Run
from wordfleet_print.tracker.set_names import NameSizes, set_name
from wordfleet_print.tracker.set_text import draw_label, set_centered_in, set_fitting

# The rows of a page. Where there are fewer sheets, rows are up to this many times as high, and what
# does not fill its column's width is up to this many times as large.
ROWS = 16
MOST_GROWTH = 1.7
MOST_TYPE_GROWTH = 1.3
# The share of the head's width that the title takes.
TITLE_SHARE = 0.55
# From the head to the warning, and the room under the warning for the headings of the columns.
HEAD_GAP_MM = 3.0
COLUMN_HEADS_MM = 10.4
# The columns are table, player, words, codes and difficulty. The first and the last have these
# widths; between the last four are three gaps.
TABLE_MM = 14.0
DIFFICULTY_MM = 15.5
GAP_MM = 3.6
GAPS = 3
# From the box with a table's number to the player.
AFTER_TABLE_MM = 2.6
# What words and launch codes leave free at the right of their columns.
WORDS_END_MM = 1
# From the lowest heading of a column to the first row, and from it to the one above.
HEADS_ABOVE_MM = 1.4
HEADS_STEP_MM = 3.0
# The box around a table's number: from the edges of its first and last row to it, and its corners.
BOX_INSET_MM = 1.2
BOX_RADIUS_MM = 1.2
TABLE_PT = 22.0
LEAST_TABLE_PT = 7.0
# The two lines of words and manifest: from the middle of a row up to the first baseline, and down
# to the second.
WORDS_UP_MM = 1.1
MANIFEST_DOWN_MM = 4.0
# The same with a line of squares between them: up to the first baseline, and from line to line.
WORDS_OVER_SQUARES_UP_MM = 3.2
LINE_MM = 4.6
# What is above a name.
ABOVE_NAME_MM = 0.7
# As shares of a row's height, from its top: the end of a name's place, and the baselines of the
# sheet code and the fleet.
NAME_DOWN_SHARE = 0.5
CODE_DOWN_SHARE = 0.7
FLEET_DOWN_SHARE = 0.91
NAME_SIZES = NameSizes(most=12.5, wrap_below=9.0, least=8.0)
DIFFICULTY_PT = 13.0
SHEET_CODE_PT = 10.5
SMALL_PT = 8.5
LEAST_SMALL_PT = 8.0
LEAST_DIFFICULTY_PT = 7.0
# Words and codes: at most, and at least.
MOST_WORDS_PT = 12.0
LEAST_WORDS_PT = 7.0
# The manifest below them.
MOST_MANIFEST_PT = 10.25
LEAST_MANIFEST_PT = 7.5
# The names of squares, where there is room, and at least.
SQUARES_PT = 8.5
LEAST_SQUARES_PT = 7.0
BETWEEN_SQUARES = "  "


def count_rows(sheets: int) -> int:
    """Return how many of these sheets a page of the answer key shows, so that all pages are about
    equally full: an even number, which keeps the two sheets of a table together.
    """
    pages = ceil(sheets / ROWS)
    return 2 * ceil(sheets / pages / 2)


class _Columns(NamedTuple):
    """Where columns start (mm from the left), and the sizes that fit them (pt)."""

    player: float
    words: float
    codes: float
    difficulty: float
    words_size: float
    """Of words and launch codes."""
    manifest_size: float
    """At which even the widest fleet of different letters fits."""
    squares_size: float
    """At which even squares with the longest names fit."""


@dataclass(frozen=True)
class AnswerKey(Handout[Sheet, Rect]):
    """A row for each sheet of a round; sheets of one table share a box with its number."""

    label: ClassVar[str] = "pdf.answer_key"

    round: str = ""
    placed: bool = False
    """Whether ships are printed on the grids: the squares of each are named."""
    rows: int = ROWS
    """How many sheets a page shows at most."""

    @cached_property
    def places(self) -> list[Rect]:
        """Return the rows."""
        above = HEAD_MM + HEAD_GAP_MM + self.style.heading_height + COLUMN_HEADS_MM
        body = self.room.skip_top(above)
        row_height = min(body.h / self.rows, MOST_GROWTH * body.h / ROWS)
        return body.keep_top(self.rows * row_height).split_rows(self.rows)

    @property
    def _growth(self) -> float:
        """How much larger type is than usual, where it does not fill its column: as rows are, to a
        limit.
        """
        return min(ROWS / self.rows, MOST_TYPE_GROWTH)

    @cached_property
    def _head(self) -> list[Rect]:
        return split_head(self, TITLE_SHARE, 2 if self.round else 1)

    @cached_property
    def _columns(self) -> _Columns:
        """Where the columns are. That of players has the width of a sheet code; the rest is for
        words and launch codes, whose characters are all equally wide: the size is chosen so that
        they fill it. Raises `BadInputError` if that is too small.
        """
        edition = self.edition
        row = self.places[0]
        player_x = row.x + TABLE_MM + AFTER_TABLE_MM
        difficulty_x = row.right - DIFFICULTY_MM
        # With a space after each code and word, but for the last
        code_characters = edition.launch_codes.count * (edition.launch_codes.digits + 1) - 1
        word_characters = sum(ship.letters + 1 for ship in edition.fleet) - 1
        characters = code_characters + word_characters
        player_width = fonts.measure_text(str(SheetCode(0, 0)), Face.MONO, SHEET_CODE_PT)
        room = difficulty_x - GAPS * GAP_MM - player_x - player_width
        width_at_1_pt = fonts.measure_text("0", Face.MONO, 1)
        size = min(MOST_WORDS_PT, fonts.round_down(room / characters / width_at_1_pt))
        if size < LEAST_WORDS_PT:
            why = (
                f"The answer key has no room for {characters} characters of words and codes "
                f"on {self.paper.title}."
            )
            raise BadInputError(
                Problem(why, "paper", advice="Fewer ships or launch codes leave it more room.")
            )
        codes_x = difficulty_x - GAP_MM - code_characters * width_at_1_pt * size
        words_x = codes_x - GAP_MM - word_characters * width_at_1_pt * size
        below_words = difficulty_x - WORDS_END_MM - words_x
        return _Columns(
            player=player_x,
            words=words_x,
            codes=codes_x,
            difficulty=difficulty_x,
            words_size=size,
            manifest_size=self._fit_manifest(below_words),
            squares_size=self._fit_squares(below_words),
        )

    def _fit_manifest(self, room: float) -> float:
        """Return the size (pt) at which the manifest has room (mm) even of a fleet whose letters
        are all different and the widest of the alphabet: “W1 M1 Q1 …”.
        """
        widths_at_1_pt = [
            fonts.measure_text(f"{letter}1 ", Face.SEMIBOLD, 1) for letter in self.edition.letters
        ]
        widths_at_1_pt.sort(reverse=True)
        widest = widths_at_1_pt[: self.edition.fleet_letters]
        fitting = fonts.round_down(room / sum(widest))
        # Not larger than words
        growth = min(self._growth, MOST_WORDS_PT / MOST_MANIFEST_PT)
        return max(LEAST_MANIFEST_PT, min(MOST_MANIFEST_PT * growth, fitting))

    def _fit_squares(self, room: float) -> float:
        """Return the size (pt) at which the squares of all ships have room (mm), even if each is
        named like the widest one: “M10–M10  M10–M10 …”. Return 0 if no ships are placed.

        Raises `BadInputError` if that is too small.
        """
        if not self.placed:
            return 0.0
        grid = self.edition.grid
        column_of_width = {
            fonts.measure_text(name, Face.MEDIUM, 1): name for name in grid.column_names
        }
        widest_column = column_of_width[max(column_of_width)]
        longest = f"{widest_column}{grid.rows}"
        fleet = BETWEEN_SQUARES.join(f"{longest}–{longest}" for _ in self.edition.fleet)
        size = SQUARES_PT * self._growth
        return fonts.shrink_or_refuse(
            fleet, Face.MEDIUM, width=room, size=size, least=LEAST_SQUARES_PT
        )

    def draw(self, pen: Pen) -> None:
        """Draw head, warning, and the columns' headings."""
        style = self.style
        numbers = ["paper.round", "paper.page"] if self.round else ["paper.page"]
        draw_head(pen, self, self.edition.title, self.say("key.title"), self._head, numbers)
        pen.text(*set_on_line(self._head[1], self.round))
        strip = self.room.skip_top(HEAD_MM + HEAD_GAP_MM).keep_top(style.heading_height)
        warning = Heading(strip, style.to_capitals(self.say("key.warning")), style, secret=True)
        warning.draw(pen, self.edition.list_wordings("key.note"))
        self._draw_column_heads(pen)
        first = self.places[0]
        pen.line(first.x, first.y, first.right, first.y, style.line)

    def _draw_column_heads(self, pen: Pen) -> None:
        """Draw the headings of the columns. Where a column has several lines, so has its heading:
        the last line's name is nearest to the rows.
        """
        columns = self._columns
        panels = self.edition.tracker.panels
        body = self.places[0]
        sheet_code = self.fit_label(pen, "key.sheet_code", columns.words - columns.player)
        serial = self.fit_label(pen, "head.serial", columns.words - columns.player)
        table = self.fit_label(pen, "paper.table", columns.player - body.x)
        difficulty = self.fit_label(pen, "key.difficulty", DIFFICULTY_MM)
        words = self.fit_label(pen, "key.words", columns.codes - columns.words)
        fleet = [panels.manifest.title, words]
        if self.placed:
            squares = self.fit_label(pen, "key.squares", columns.codes - columns.words)
            fleet.insert(1, squares)
        heads = [
            (body.x, [table]),
            (columns.player, [serial, sheet_code, self.edition.players.one]),
            (columns.difficulty, [difficulty]),
            (columns.words, fleet),
            (columns.codes, [panels.codes.title]),
        ]
        lowest = body.y - HEADS_ABOVE_MM
        for x, texts in heads:
            for above, text in enumerate(texts):
                draw_label(pen, x, lowest - HEADS_STEP_MM * above, text, self.style)

    def place(self, items: Sequence[Sheet], page: int) -> Iterator[Item]:
        """Place a row for each sheet, and a box around each table's number.

        Sheets of one table follow each other.
        """
        yield from set_on_line(self._head[-1], str(page))
        rows = iter(self.places)
        for table, group in groupby(items, key=attrgetter("table")):
            sheets = list(group)
            rows_of_table = [next(rows) for _ in sheets]
            for sheet, row in zip(sheets, rows_of_table, strict=True):
                yield from self._place_sheet(sheet, row, alone=len(sheets) == 1)
            if table:
                yield from self._place_table(table, rows_of_table[0], rows_of_table[-1])

    def _place_table(self, table: str, first: Rect, last: Rect) -> Iterator[Item]:
        """Place the box of a table's rows, and its number."""
        top = first.y + BOX_INSET_MM
        box = Rect(self.room.x, top, TABLE_MM, last.bottom - BOX_INSET_MM - top)
        number, size = fonts.shrink_or_cut(
            table, Face.BOLD, width=TABLE_MM - 2, size=TABLE_PT, least=LEAST_TABLE_PT
        )
        yield Frame(box, BOX_RADIUS_MM, self.style.line)
        yield set_centered_in(box, number, Face.BOLD, size)

    def _place_sheet(self, sheet: Sheet, row: Rect, *, alone: bool) -> Iterator[Item]:
        """Place all that a row says of a sheet; its opponent, too, if it is `alone` at its table on
        this page. Blank sheets have no difficulty.
        """
        yield from self._place_secrets(sheet, row)
        yield from self._place_owner(sheet, row, alone=alone)
        if sheet.difficulty is None:
            return
        x = self._columns.difficulty
        upper, lower = self._find_baselines(row)
        size = DIFFICULTY_PT * self._growth
        yield Run(x, upper, str(sheet.difficulty), Face.BOLD, size)
        label = self.say(f"key.{sheet.difficulty_word}")
        yield set_fitting(
            x,
            lower,
            label,
            Face.MEDIUM,
            size=SMALL_PT,
            width=DIFFICULTY_MM,
            least=LEAST_DIFFICULTY_PT,
        )

    def _find_baselines(self, row: Rect) -> tuple[float, float]:
        """Return the baselines of a row's words and of its manifest (mm). If ships are placed, they
        are farther apart: the line of their squares is between them.
        """
        if not self.placed:
            upper = row.center_y - WORDS_UP_MM * self._growth
            return upper, row.center_y + MANIFEST_DOWN_MM * self._growth
        upper = row.center_y - WORDS_OVER_SQUARES_UP_MM * self._growth
        return upper, upper + 2 * LINE_MM * self._growth

    def _place_secrets(self, sheet: Sheet, row: Rect) -> Iterator[Item]:
        """Place words and launch codes on one line; below the words the squares of ships that are
        placed, and the letters of the fleet with their counts: “A2 E1 S3”.
        """
        columns = self._columns
        upper, lower = self._find_baselines(row)
        if sheet.words is None:
            yield Run(columns.words, upper, self.say("key.own_words"), Face.MEDIUM, SMALL_PT)
        else:
            text = " ".join(sheet.words)
            face = fonts.choose_heading_face(text, Face.MONO)
            yield Run(columns.words, upper, text, face, columns.words_size)
        codes = " ".join(sheet.launch_codes)
        yield Run(columns.codes, upper, codes, Face.MONO, columns.words_size)
        manifest = sheet.manifest or {}
        counts = " ".join(f"{letter}{count}" for letter, count in manifest.items() if count)
        yield Run(columns.words, lower, counts, Face.SEMIBOLD, columns.manifest_size)
        if self.placed:
            squares = BETWEEN_SQUARES.join(name_squares(sheet, self.edition))
            baseline = upper + LINE_MM * self._growth
            yield Run(columns.words, baseline, squares, Face.MEDIUM, columns.squares_size)

    def set_event(self) -> list[Run]:
        """Set the event's title in the head."""
        return set_on_line(self._head[0], self.title)

    def set_names(self, item: Sheet, place: Rect) -> Iterator[SetName]:
        """Set the player's name, or the serial of a sheet without one."""
        columns = self._columns
        number = item.serial.partition(".")[0]
        name = spell_name(item.player, number) or self.say("key.serial", serial=item.serial)
        upper_part = place.keep_top(place.h * NAME_DOWN_SHARE).skip_top(ABOVE_NAME_MM)
        width = columns.words - GAP_MM - columns.player
        room = upper_part.skip_left(columns.player - place.x).keep_left(width)
        sizes = NAME_SIZES._replace(most=NAME_SIZES.most * self._growth)
        yield SetName(name, set_name(room, name, Face.MEDIUM, sizes))

    def _place_owner(self, sheet: Sheet, row: Rect, *, alone: bool) -> Iterator[Item]:
        """Place, one below the other, the player's name, the sheet code, and a line with the serial
        and the name of the fleet; then a divider. If the sheet is `alone` at its table on this
        page, its opponent is named instead of the fleet.
        """
        x = self._columns.player
        for _, runs in self.set_names(sheet, row):
            yield from runs
        yield Run(x, row.y + row.h * CODE_DOWN_SHARE, sheet.code, Face.MONO, SHEET_CODE_PT)
        last_line = sheet.fleet_name
        if alone and sheet.opponent:
            last_line = self.say("key.against", name=spell_name(sheet.opponent))
        if sheet.player:
            last_line = f"{sheet.serial}  {last_line}"
        yield set_fitting(
            x,
            row.y + row.h * FLEET_DOWN_SHARE,
            last_line,
            Face.MEDIUM,
            size=SMALL_PT,
            width=self._columns.words - GAP_MM - x,
            least=LEAST_SMALL_PT,
        )
        yield make_divider(x, row.right, row.bottom)
