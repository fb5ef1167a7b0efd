"""Score slips: one for each table, to report who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from wordfleet_print.games.fits import fit_only_wording
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.handouts.elements import (
    SCALE_MM,
    TITLE_BELOW_SHARE,
    draw_dotted,
    draw_scale,
    fit_title,
    set_on_line,
)
from wordfleet_print.tracker.handouts.handout import Handout, SetName
from wordfleet_print.tracker.ornaments import draw_silhouette
from wordfleet_print.tracker.pen import Item, Pen, Run
from wordfleet_print.tracker.set_names import NameSizes, set_name
from wordfleet_print.tracker.set_text import (
    draw_label,
    draw_writing_line,
    find_baseline,
    set_fitting,
    set_right_aligned,
)

# A page has 3 × 2 slips; the lines to cut along are in the gutters between them.
ROWS = 3
COLUMNS = 2
GUTTER_MM = 10.0
# The line between columns: a dash, the gap after it, and how thick it is.
CUT_DASH_MM = 2.0
CUT_GAP_MM = 1.2
CUT_PT = 1.0

# A slip from the top down. Constants with DOWN are distances from its top.
# The game's title: its height, and the share of the width that it takes.
TITLE_MM = 5.4
TITLE_SHARE = 0.6
# The words at its right that say what this paper is.
SLIP_PT = 11.5
# From the title to the scale, and the parts of the scale.
SCALE_DOWN_MM = 1.2
SCALE_BARS = 10
# The event's title.
EVENT_DOWN_MM = 8.7
EVENT_MM = 3.6
EVENT_SIZES = NameSizes(most=8.5, wrap_below=8.0, least=8.0)
# The lines for the numbers of round and table: their height, their length, and what is between
# them.
NUMBERS_DOWN_MM = 12.7
NUMBERS_MM = 8.3
NUMBER_MM = 22.0
NUMBERS_GAP_MM = 3.0
# At their right two boxes to tick, for a draw and for a table that was not played: the room for
# both, the side of a box, the gap between box and words, and that between the two.
NO_WINNER_MM = 40.0
NO_WINNER_BOX_MM = 5.6
NO_WINNER_GAP_MM = 1.3
BETWEEN_NO_WINNER_MM = 3.0
# From line to line of these words, in heights of their capitals.
NO_WINNER_LEADING_CAPS = 1.5
# The players, in slips of the least height, those of US Letter. Of what a higher slip has more,
# this share is over the players.
PLAYERS_DOWN_MM = 23.4
LEAST_SLIP_MM = 79.6
NUMBERS_SHARE = 0.35
# The line for a player's name.
PLAYER_MM = 8.6
# At its right a box to tick for who won: its side, the gap before it, the size of the word there,
# and what all this takes of the line.
WON_BOX_MM = 6.4
WON_GAP_MM = 1.6
WON_PT = 8.5
WON_MM = 20.4
# The ships under a player: from the line to their label, the height of all, and from the label to
# the ships.
FLEET_DOWN_MM = 2.2
FLEET_MM = 10.3
FLEET_LABEL_GAP_MM = 1.0
# The name of a ship at the foot: its height, its least size, and the least gap to the next.
SHIP_NAME_MM = 2.9
LEAST_SHIP_PT = 7.0
SHIP_GAP_MM = 2.5
# The ring to tick over the name: its radius, and from the ship's left edge to its middle.
RING_RADIUS_MM = 1.7
RING_RIGHT_MM = 1.9
# The picture next to it: from the ship's left edge, and its width.
PICTURE_RIGHT_MM = 4.6
PICTURE_MM = 9.5
# From a player's line down to the divider under the ships.
DIVIDER_DOWN_MM = 13.5
# The signatures along the foot of a slip, and the gap between them.
SIGNATURES_MM = 9.0
SIGNATURES_GAP_MM = 4.0
# The sizes of what is filled in.
NUMBER_PT = 15.0
NAME_PT = 12.5


class ScoreSlip(NamedTuple):
    """One battle to report; what is empty is a line to write on."""

    round: str
    table: str
    player: str
    opponent: str


class _Lines(NamedTuple):
    """The lines of a slip to write on."""

    round: Rect
    table: Rect
    players: list[Rect]
    signatures: list[Rect]


@dataclass(frozen=True)
class ScoreSlips(Handout[ScoreSlip, Rect]):
    """Six slips on a page, all of one size, to cut apart."""

    label: ClassVar[str] = "pdf.score_slips"

    @cached_property
    def places(self) -> list[Rect]:
        """Return each slip's place."""
        rows = self.room.split_rows(ROWS, GUTTER_MM)
        return [slip for row in rows for slip in row.split_columns(COLUMNS, GUTTER_MM)]

    def draw(self, pen: Pen) -> None:
        """Draw the slips, and the lines to cut along."""
        room = self.room
        rows = room.split_rows(ROWS, GUTTER_MM)
        for slip in self.places:
            self._draw_slip(pen, slip)
        for row in rows[1:]:
            self.draw_cut(pen, Rect(room.x, row.y - GUTTER_MM, room.w, GUTTER_MM))
        with pen.dashes(CUT_DASH_MM, CUT_GAP_MM):
            for row in rows:
                pen.line(room.center_x, row.y, room.center_x, row.bottom, CUT_PT)

    def _draw_slip(self, pen: Pen, slip: Rect) -> None:
        """Draw head and lines; under each player a ring for each sunk ship, its picture and
        name.
        """
        style = self.style
        lines = _split_slip(slip)
        self._draw_head(pen, slip)
        for line, key in ((lines.round, "paper.round"), (lines.table, "paper.table")):
            draw_writing_line(pen, line, self.fit_label(pen, key, line.w), style)
        # The players are one below the other and sign next to each other: numbers say who is who
        for number, line in enumerate(lines.players, start=1):
            draw_writing_line(pen, line, f"{self.edition.players.one} {number}", style)
        for number, line in enumerate(lines.signatures, start=1):
            signature = self.fit_label(pen, "slip.signature", line.w - style.measure_label(" 0"))
            draw_writing_line(pen, line, f"{signature} {number}", style)
        self._draw_no_winner(pen, slip, lines.round.bottom)
        for line in lines.players:
            self._draw_won(pen, slip, line)
            self._draw_fleet(pen, Rect(slip.x, line.bottom + FLEET_DOWN_MM, slip.w, FLEET_MM))
            draw_dotted(pen, slip.x, slip.right, line.bottom + DIVIDER_DOWN_MM)

    def _draw_head(self, pen: Pen, slip: Rect) -> None:
        """Draw the game's title, what this is, the event's title, and a scale below them."""
        style = self.style
        brand = slip.keep_top(TITLE_MM)
        fit_title(pen, brand.keep_left(slip.w * TITLE_SHARE), self.edition.title, style)
        text = self.say("slip.title")
        face = fonts.choose_heading_face(text, Face.STENCIL)
        baseline = brand.bottom - TITLE_MM * TITLE_BELOW_SHARE
        pen.text(set_right_aligned(slip.right, baseline, text, face, SLIP_PT))
        pen.text(*self._set_event(slip))
        draw_scale(pen, Rect(slip.x, brand.bottom + SCALE_DOWN_MM, slip.w, SCALE_MM), SCALE_BARS)

    def _draw_no_winner(self, pen: Pen, slip: Rect, bottom: float) -> None:
        """Draw the boxes to tick for a draw and for a table that was not played, at the right of a
        slip with their foot at `bottom` (mm); at the left of each its words, one over the other.
        """
        style = self.style
        size = style.label
        leading = NO_WINNER_LEADING_CAPS * fonts.measure_cap_height(Face.BOLD, size)
        right = slip.right
        for key in ("slip.unplayed", "slip.draw"):
            left = right - NO_WINNER_BOX_MM
            box = Rect(left, bottom - NO_WINNER_BOX_MM, NO_WINNER_BOX_MM, NO_WINNER_BOX_MM)
            pen.frame(box, style.line)
            text = self.say(key)
            words = text.split()
            words_end = left - NO_WINNER_GAP_MM
            first_middle = box.center_y - (len(words) - 1) * leading / 2
            for line, word in enumerate(words):
                baseline = find_baseline(first_middle + line * leading, Face.BOLD, size)
                pen.text(set_right_aligned(words_end, baseline, word, Face.BOLD, size))
            width = max(fonts.measure_text(word, Face.BOLD, size) for word in words)
            room = NO_WINNER_MM - (slip.right - words_end)
            pen.check_fit(fit_only_wording(key, text, room, need=width))
            right = words_end - width - BETWEEN_NO_WINNER_MM

    def _draw_won(self, pen: Pen, slip: Rect, line: Rect) -> None:
        """Draw the box to tick on a player's line."""
        box = Rect(slip.right - WON_BOX_MM, line.bottom - WON_BOX_MM, WON_BOX_MM, WON_BOX_MM)
        pen.frame(box, self.style.line)
        baseline = find_baseline(box.center_y, Face.BOLD, WON_PT)
        pen.text(
            set_right_aligned(box.x - WON_GAP_MM, baseline, self.say("slip.won"), Face.BOLD, WON_PT)
        )

    def _draw_fleet(self, pen: Pen, place: Rect) -> None:
        """Draw the ships that a player may have sunk, next to each other: a ring to tick, a picture
        and a name for each.
        """
        style = self.style
        cap_height = fonts.measure_cap_height(Face.SEMIBOLD, style.label)
        label = self.fit_label(pen, "slip.sunk", place.w)
        draw_label(pen, place.x, place.y + cap_height, label, style)
        fleet = self.edition.fleet
        cells = self._split_fleet(place.skip_top(cap_height + FLEET_LABEL_GAP_MM))
        for ship, cell in zip(fleet, cells, strict=True):
            self._draw_ship_name(pen, cell, ship.ship)
            above = cell.skip_bottom(SHIP_NAME_MM)
            pen.ring(cell.x + RING_RIGHT_MM, above.center_y, RING_RADIUS_MM, style.line)
            if ship.silhouette:
                picture = Rect(cell.x + PICTURE_RIGHT_MM, above.y, PICTURE_MM, above.h)
                draw_silhouette(pen, ship.silhouette, picture, style)

    def _split_fleet(self, row: Rect) -> list[Rect]:
        """Return the cell of each ship: next to each other, with more room for longer names. Where
        all names together are too wide, cells are equally wide.
        """
        picture_end = PICTURE_RIGHT_MM + PICTURE_MM
        widths = []
        for ship in self.edition.fleet:
            name_width = fonts.measure_text(ship.ship, Face.SEMIBOLD, self.style.label)
            widths.append(max(picture_end, name_width) + SHIP_GAP_MM)
        spare = (row.w - sum(widths)) / len(widths)
        if spare < 0:
            return row.split_columns(len(widths))
        cells = []
        x = row.x
        for width in widths:
            cells.append(Rect(x, row.y, width + spare, row.h))
            x += width + spare
        return cells

    def _draw_ship_name(self, pen: Pen, cell: Rect, name: str) -> None:
        """Draw a ship's name at the foot of its cell, smaller if it is long."""
        size = self.style.label
        width = cell.w - SHIP_GAP_MM
        pen.text(set_fitting(cell.x, cell.bottom, name, Face.SEMIBOLD, size, width, LEAST_SHIP_PT))

    def set_event(self) -> list[Run]:
        """Set the event's title on the first slip."""
        return self._set_event(self.places[0])

    def _set_event(self, slip: Rect) -> list[Run]:
        """Set the event's title under the scale."""
        room = slip.skip_top(EVENT_DOWN_MM).keep_top(EVENT_MM)
        return set_name(room, self.title, Face.MEDIUM, EVENT_SIZES)

    def set_names(self, item: ScoreSlip, place: Rect) -> Iterator[SetName]:
        """Set the names of both players."""
        names = (item.player, item.opponent)
        for line, name in zip(_split_slip(place).players, names, strict=True):
            yield SetName(name, set_on_line(line, name, Face.SEMIBOLD, NAME_PT))

    def place(self, items: Sequence[ScoreSlip], _page: int) -> Iterator[Item]:
        """Place what is known of each battle."""
        for item, slip in zip(items, self.places, strict=False):
            lines = _split_slip(slip)
            yield from set_on_line(lines.round, item.round, Face.BOLD, NUMBER_PT)
            yield from set_on_line(lines.table, item.table, Face.BOLD, NUMBER_PT)
            for _, runs in self.set_names(item, slip):
                yield from runs


def _split_slip(slip: Rect) -> _Lines:
    """Return the places of a slip's lines to write on: from the top down round and table, both
    players, both signatures. On high paper the players are farther down.
    """
    numbers = slip.skip_top(NUMBERS_DOWN_MM).keep_top(NUMBERS_MM)
    signatures = slip.keep_bottom(SIGNATURES_MM)
    spare = max(0, slip.h - LEAST_SLIP_MM)
    players_down = PLAYERS_DOWN_MM + NUMBERS_SHARE * spare
    players = slip.skip_top(players_down).skip_bottom(SIGNATURES_MM)
    return _Lines(
        round=numbers.keep_left(NUMBER_MM),
        table=numbers.skip_left(NUMBER_MM + NUMBERS_GAP_MM).keep_left(NUMBER_MM),
        players=[half.keep_top(PLAYER_MM).skip_right(WON_MM) for half in players.split_rows(2)],
        signatures=signatures.split_columns(2, SIGNATURES_GAP_MM),
    )
