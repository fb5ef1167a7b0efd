"""Certificates: a page for each player to take home, or for the first three."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, NamedTuple

from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.handouts.elements import SCALE_MM, draw_scale
from wordfleet_print.tracker.handouts.handout import Handout, SetName
from wordfleet_print.tracker.ornaments import draw_silhouette, draw_title, draw_waves
from wordfleet_print.tracker.pen import Item, Pen, Run
from wordfleet_print.tracker.set_names import CENTER, NameSizes, set_name
from wordfleet_print.tracker.set_text import draw_writing_line, set_title
from wordfleet_print.tracker.style import FIRM_PT

# A chart's scale along the edges, and the room inside it.
SCALE_BARS = 24
SCALE_BARS_DOWN = 16
PADDING_MM = 8.0
# Down the page, each from the top of the padding: capitals and baselines.
GAME_DOWN_MM = 4.0
GAME_MM = 5.0
TITLE_DOWN_MM = 16.0
TITLE_MM = 17.0
NAME_DOWN_MM = 38.0
NAME_LINE_DOWN_MM = 66.0
# What letters that descend keep off the line under a name.
NAME_UP_MM = 0.8
CLUB_DOWN_MM = 68.0
CLUB_MM = 9.0
DEED_DOWN_MM = 81.0
DEED_MM = 9.0
# A place among the first is larger than the event's title below it, in this room.
PRIZE_DOWN_MM = 78.3
PRIZE_MM = 12.5
EVENT_DOWN_MM = 91.0
EVENT_MM = 15.0
FLEET_DOWN_MM = 114.0
FLEET_MM = 18.0
# How wide a title may be, a name, and the line under it, as shares of the page's room.
TITLE_SHARE = 0.8
NAME_SHARE = 0.68
NAME_LINE_SHARE = 0.72
# Captions of what is written by hand (pt).
SIGN_PT = 11.0
NAME_SIZES = NameSizes(most=40.0, wrap_below=26.0, least=14.0)
CLUB_SIZES = NameSizes(most=14.0, wrap_below=11.0, least=9.0)
DEED_SIZES = NameSizes(most=18.0, wrap_below=16.0, least=9.0)
PRIZE_SIZES = NameSizes(most=30.0, wrap_below=24.0, least=9.0)
EVENT_SIZES = NameSizes(most=22.0, wrap_below=16.0, least=9.0)
# Ships at sea: how wide each is, what is between them, and how far up waves wash their hulls.
SHIP_MM = 36.0
SHIP_GAP_MM = 9.0
WAVES_UP_MM = 1.8
WAVE_MM = 6.0
# The lines for date and signature, from the bottom.
SIGN_MM = 15.0
SIGN_UP_MM = 3.0
SIGN_SHARE = 0.34


class Certificate(NamedTuple):
    """Whose it is, and what for."""

    name: str
    """"" for a line to write on."""
    club: str
    deed: str
    """Their place, or that they took part."""
    is_prize: bool = False
    """Whether it is for a place among the first, which is printed larger."""


@dataclass(frozen=True)
class Certificates(Handout[Certificate, Rect]):
    """A page across for each player, with lines for date and signature."""

    label: ClassVar[str] = "pdf.certificates"

    @property
    def page(self) -> Rect:
        """The paper, turned."""
        return Rect(0, 0, self.paper.height, self.paper.width)

    @cached_property
    def places(self) -> list[Rect]:
        """Return the room inside the page's frame."""
        return [self.room.inset(PADDING_MM)]

    def draw(self, pen: Pen) -> None:
        """Draw the frame, titles, the fleet at sea, and the lines to write on."""
        (place,) = self.places
        self._draw_frame(pen)
        game = self.style.to_capitals(self.edition.title)
        self._draw_centered_title(pen, game, place.y + GAME_DOWN_MM, GAME_MM)
        title = self.style.to_capitals(self.say("certificate.title"))
        self._draw_centered_title(pen, title, place.y + TITLE_DOWN_MM, TITLE_MM)
        half = place.w * NAME_LINE_SHARE / 2
        y = place.y + NAME_LINE_DOWN_MM
        pen.line(place.center_x - half, y, place.center_x + half, y, FIRM_PT)
        pen.text(*self.set_event())
        self._draw_fleet(pen, place)
        self._draw_signature(pen, place)

    def _draw_frame(self, pen: Pen) -> None:
        """Draw a chart's scale around the page."""
        room = self.room
        draw_scale(pen, room.keep_top(SCALE_MM), SCALE_BARS)
        draw_scale(pen, room.keep_bottom(SCALE_MM), SCALE_BARS)
        draw_scale(pen, room.keep_left(SCALE_MM), SCALE_BARS_DOWN)
        draw_scale(pen, room.keep_right(SCALE_MM), SCALE_BARS_DOWN)

    def _draw_centered_title(self, pen: Pen, title: str, top: float, tall: float) -> None:
        """Draw a title with capitals of this height (mm), smaller if it is too wide."""
        (place,) = self.places
        run = set_title(0, title, tall, place.w * TITLE_SHARE)
        # A title's gun sight is wider than an O: its width is known once it is drawn
        wide = fonts.measure_text(run.text, run.face, run.size)
        start = place.center_x - wide / 2
        draw_title(pen, run._replace(x=start, y=top + tall), self.style)

    def _draw_fleet(self, pen: Pen, place: Rect) -> None:
        """Draw the edition's ships in a row on waves."""
        ships = [ship.silhouette for ship in self.edition.fleet if ship.silhouette]
        wide = len(ships) * (SHIP_MM + SHIP_GAP_MM) - SHIP_GAP_MM
        row = Rect(place.center_x - wide / 2, place.y + FLEET_DOWN_MM, wide, FLEET_MM)
        if ships:
            for name, cell in zip(ships, row.split_columns(len(ships), SHIP_GAP_MM), strict=True):
                draw_silhouette(pen, name, cell, self.style)
        y = row.bottom - WAVES_UP_MM
        # Whole waves, as many on the left as on the right
        half = place.w / 2 // WAVE_MM * WAVE_MM
        draw_waves(pen, place.center_x - half, place.center_x + half + 1, y, WAVE_MM, FIRM_PT)

    def _draw_signature(self, pen: Pen, place: Rect) -> None:
        """Draw the lines for date and signature."""
        lines = place.skip_bottom(SIGN_UP_MM).keep_bottom(SIGN_MM)
        width = place.w * SIGN_SHARE
        style = replace(self.style, label=SIGN_PT)
        date = lines.keep_left(width)
        signature = lines.keep_right(width)
        for line, key in ((date, "certificate.date"), (signature, "slip.signature")):
            draw_writing_line(pen, line, self.fit_label(pen, key, line.w), style)

    def set_event(self) -> list[Run]:
        """Set the event's title."""
        room = self._find_room(EVENT_DOWN_MM, EVENT_MM)
        return set_name(room, self.title, Face.BOLD, EVENT_SIZES, CENTER)

    def set_names(self, item: Certificate, _place: Rect) -> Iterator[SetName]:
        """Set name and club, and what the certificate is for."""
        room = self._find_room(NAME_DOWN_MM, NAME_LINE_DOWN_MM - NAME_UP_MM - NAME_DOWN_MM)
        yield SetName(item.name, set_name(room, item.name, Face.BOLD, NAME_SIZES, CENTER))
        room = self._find_room(CLUB_DOWN_MM, CLUB_MM)
        yield SetName(item.club, set_name(room, item.club, Face.MEDIUM, CLUB_SIZES, CENTER))
        room = self._find_room(DEED_DOWN_MM, DEED_MM)
        face = Face.SEMIBOLD
        sizes = DEED_SIZES
        if item.is_prize:
            room = self._find_room(PRIZE_DOWN_MM, PRIZE_MM)
            face = Face.BOLD
            sizes = PRIZE_SIZES
        yield SetName(item.deed, set_name(room, item.deed, face, sizes, CENTER))

    def _find_room(self, down: float, height: float) -> Rect:
        """Return the room for a text in the middle of the page, this far down and this high
        (mm).
        """
        (place,) = self.places
        width = place.w * NAME_SHARE
        return Rect(place.center_x - width / 2, place.y + down, width, height)

    def place(self, items: Sequence[Certificate], _page: int) -> Iterator[Item]:
        """Place name, club and deed."""
        (place,) = self.places
        for item in items:
            for _, runs in self.set_names(item, place):
                yield from runs
