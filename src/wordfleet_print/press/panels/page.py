"""One page: its panels made from edition, style, paper and hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wordfleet_print.errors import BadInputError
from wordfleet_print.games import Edition
from wordfleet_print.press.ink.ink import Pen, Style, Type
from wordfleet_print.press.ink.paper import Paper, Part, Rect
from wordfleet_print.press.panels.enemy_roster import Berthing, EnemyPanel
from wordfleet_print.press.panels.fleet_panels import CodesPanel, FleetPanel, MinePanel, NotesPanel, WordPlace
from wordfleet_print.press.panels.foot import START_LINE, AddressPanel, StartPanel, TurnPanel, qr_matrix, start_lines
from wordfleet_print.press.panels.grids import GridPanel, LettersPanel, ManifestPanel, ReconPanel
from wordfleet_print.press.panels.head import (
    EditionPanel,
    EventPanel,
    FieldShown,
    FieldsPanel,
    SmallEditionPanel,
    WordmarkPanel,
    title_height,
)
from wordfleet_print.press.panels.panel import FoldLine, Panel, Tab, WritingLine
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.wording import in_words

MARGIN = 10.4
"""From the paper's edge to the panels (mm): half a line's width of ink still keeps 10.0 clear."""
GUTTER = 4.0
"""Between the two columns (mm)."""
SMALLEST_LETTER_BOX = (13.0, 10.0)
"""The least width and height of a recon or manifest box (mm)."""


@dataclass(frozen=True, slots=True)
class LayoutContext:
    """What every panel is made from: edition, style, paper, the hand that writes, the title of the event. `blank`:
    captains choose their words; `placed`: the fleet is on its grid.
    """

    edition: Edition
    paper: Paper
    style: Style
    left_handed: bool
    blank: bool
    placed: bool = False
    event: str = ""

    @property
    def page(self) -> Rect:
        """The page inside its margins."""
        return self.paper.rect.inset(MARGIN)

    def place(self, rect: Rect) -> Rect:
        """The rectangle as this captain's hand needs it: mirrored for the left."""
        return rect.mirrored(self.paper.width) if self.left_handed else rect

    def tab(self, rect: Rect, panel: str, note: str | None = None, *, solid: bool) -> Tab:
        """The tab at the head of a panel, worded by the edition."""
        words = getattr(self.edition.tracker.panels, panel)
        text = words.note or "" if note is None else note
        return Tab(rect.top(self.style.tab_height), words.title, text, solid, self.style)

    def grid_height(self, sea: float) -> float:
        """How high a grid panel is whose squares take `sea` mm: with tab, axis and border."""
        return self.style.tab_height + self.style.axis_band + 2 * self.style.ladder + sea

    def grid(self, x: float, top: float, cell: float, panel: str, *, solid: bool, shows_fleet: bool) -> GridPanel:
        """A grid whose left edge is `x` and whose tab starts at `top`, its squares `cell` mm wide."""
        style, grid = self.style, self.edition.grid
        beside = style.axis_margin + style.ladder
        sea_w, sea_h = cell * grid.columns, cell * grid.rows
        rect = self.place(Rect(x, top, sea_w + 2 * beside, self.grid_height(sea_h)))
        sea = Rect(rect.x + beside, rect.bottom - style.ladder - sea_h, sea_w, sea_h)
        return GridPanel(rect, self.tab(rect, panel, solid=solid), sea, grid, style, shows_fleet)

    def letters(self, tallest: float, gap: float) -> Part:
        """A letter panel as a part of a column: its rows at least, and how high they want to be (mm)."""
        heading, rows = self.style.tab_height + 0.9, len(self.edition.alphabet_rows)
        return Part(heading + SMALLEST_LETTER_BOX[1] * rows, heading + tallest * rows, gap=gap)

    def recon(self, rect: Rect) -> ReconPanel:
        """Letter recon in this place."""
        letters = self._letters(rect, "recon", solid=True)
        return ReconPanel(letters, self.edition.marks, self.edition.tracker.letters_once)

    def manifest(self, rect: Rect, note: str | None = None) -> ManifestPanel:
        """The letter manifest in this place; `note` on its tab instead of the edition's own."""
        letters = self._letters(rect, "manifest", note, solid=False)
        return ManifestPanel(letters, self.edition.lengths, self.blank)

    def _letters(self, rect: Rect, panel: str, note: str | None = None, *, solid: bool) -> LettersPanel:
        placed, edition = self.place(rect), self.edition
        tab = self.tab(placed, panel, note, solid=solid)
        letters = LettersPanel.of(placed, tab, edition.alphabet_rows, edition.vowels, self.style)
        box = letters.boxes["A"]
        for least, side, what in zip(SMALLEST_LETTER_BOX, (box.w, box.h), ("wide", "high"), strict=True):
            if side < least - 1e-6:
                raise BadInputError(
                    f"The letter boxes would be {side:.1f} mm {what} on {self.paper.title}; {least} mm is the least.",
                    tip="Fewer grid columns or rows leave them more room.",
                )
        return letters

    def enemy(self, placed: Rect, berthings: tuple[Berthing, ...]) -> EnemyPanel:
        """The enemy's roster in its place; its tab tells the letters to find."""
        note = self.edition.tracker.panels.enemy.note
        tab = self.tab(placed, "enemy", f"{self.edition.fleet_letters} {note}" if note else None, solid=True)
        tried = any(mark.means == "cross" for mark in self.edition.marks)
        return EnemyPanel(placed, tab, self.edition.fleet, berthings, self.style, tried)

    def fleet(self, placed: Rect, places: tuple[WordPlace, ...], *, named: bool = False) -> FleetPanel:
        """The own fleet in its place; `named`: with the fleet's name on its tab's line."""
        return FleetPanel(placed, self.tab(placed, "fleet", solid=False), places, self.style, named)

    def codes(self, placed: Rect, places: tuple[Rect, ...]) -> CodesPanel:
        """The launch codes, a place for each, under their tab at the head of `placed`."""
        rect = placed.top(places[-1].bottom - placed.y)
        tab = self.tab(placed, "codes", solid=False)
        return CodesPanel(rect, tab, places, self.edition.launch_codes.digits, self.style)

    def mines(self, rect: Rect, count: int, width: float) -> MinePanel:
        """Boxes for the squares of so many mines, each two digits of that width (mm), at the right of their place."""
        first = rect.right - 2 * count * width - 2.0 * (count - 1)
        boxes = tuple(Rect(first + i * (2 * width + 2.0), rect.y, 2 * width, rect.h) for i in range(count))
        return MinePanel(rect, self._mine_variation, boxes, self.style)

    def mines_below(self, rect: Rect, count: int, width: float) -> MinePanel:
        """The same, the boxes one below the other."""
        rows = rect.rows(count, gap=1.4)
        boxes = tuple(Rect(rect.right - 2 * width, row.y, 2 * width, row.h) for row in rows)
        return MinePanel(rect, self._mine_variation, boxes, self.style)

    @property
    def _mine_variation(self) -> str:
        return next(variation.name for variation in self.edition.variations if variation.prints == "mine")

    def notes(self, rect: Rect, label: str, lines: list[Rect]) -> NotesPanel:
        """Lines for announcements in their places."""
        return NotesPanel(rect, label, tuple(lines), self.style)

    def start(self, rect: Rect, most: float) -> StartPanel | None:
        """What to do first, along the top of this place and at most so high (mm); nothing where there is no room."""
        defense, ships = self.edition.tracker.panels.defense.title, len(self.edition.fleet)
        sink = {1: "Sink the one", 2: "Sink both"}.get(ships, f"Sink all {in_words(ships)}")
        write = "Hide your own words in" if self.blank else "Write your words into"
        told = f"Fleet in place. {sink} of theirs." if self.placed else f"{write} the {defense}. {sink}."
        lines = start_lines(told, rect.w, self.style)
        high = len(lines) * START_LINE + 0.9
        return StartPanel(rect.top(high), lines, self.style) if lines and high <= most else None

    def turn(self, rect: Rect, tab: Tab | None, places: list[Rect]) -> TurnPanel:
        """The turn's steps in their places."""
        return TurnPanel(rect, tab, self.edition.turn.summary, tuple(places), self.style)

    @property
    def qr_modules(self) -> int:
        """How many modules wide the rules' QR code is."""
        return len(qr_matrix(self.edition.rules_address))

    def address(self, x: float, y: float, side: float) -> AddressPanel:
        """The rules' QR code, `side` mm wide."""
        return AddressPanel(Rect(x, y, side, side), self.edition.rules_address)

    def wordmark(self, rect: Rect, subtitle: str) -> WordmarkPanel:
        """The title in this place; over a subtitle beside it the edition's name, where it has no place of its own."""
        beside = "" if self.names_fleet_below or not subtitle else self.edition.edition
        return WordmarkPanel(self.place(rect), self.edition.title, subtitle, self.style, beside)

    def edition_name(self, placed: Rect) -> tuple[Panel, ...]:
        """The edition's name where the fleet's would stand if it did not stand in the middle of the sheet (A-15)."""
        return (EditionPanel(placed, self.edition.edition, self.style),) if self.names_fleet_below else ()

    def edition_over(self, placed: Rect) -> tuple[Panel, ...]:
        """The edition's name on the bottom of this place, where it stands nowhere else."""
        return () if self.names_fleet_below else (SmallEditionPanel(placed, self.edition.edition, self.style),)

    def event_title(self, placed: Rect) -> tuple[Panel, ...]:
        """The event's title along the top of this place, if there is one."""
        return (EventPanel(placed.top(self.title_height), self.event, self.style),) if self.event else ()

    @property
    def title_height(self) -> float:
        """What the event's title takes of the head (mm)."""
        return title_height(self.event, self.style) if self.event else 0.0

    def fields(self, rect: Rect, places: Mapping[FieldShown, Rect]) -> FieldsPanel:
        """Labelled lines in their places, by what they show."""
        labels: Mapping[FieldShown, str] = {"captain": self.edition.players.one, "fleet_name": "fleet"}
        lines = {}
        for shows, place in places.items():
            size = self.style.title if shows == "fleet_name" else self.style.name
            lines[shows] = WritingLine(place, labels.get(shows, shows), size, style=self.style)
        return FieldsPanel(rect, lines)

    @property
    def address_note(self) -> str:
        """Where the rules are, in words."""
        return f"rules: {self.edition.rules_address.split('://')[1]}"

    @property
    def names_fleet_below(self) -> bool:
        """Whether the fleet's name stands in the middle of the sheet instead of its head (A-15)."""
        return self.edition.tracker.fleet_name_in == "middle"


@dataclass(frozen=True, slots=True, eq=False)
class PagePlan:
    """One page: the panels everyone may see, the secret ones, and how far down it folds (mm; None: it does not).

    A page is itself and no other, however like: so what is made of it is found again by it.
    """

    public: tuple[Panel, ...]
    secret: tuple[Panel, ...]
    fold: float | None

    @property
    def panels(self) -> tuple[Panel, ...]:
        """All panels, public ones first."""
        return self.public + self.secret

    def draw(self, pen: Pen) -> None:
        """Draw the page's static art where it stands."""
        for panel in self.panels:
            panel.draw(pen)

    def set_type(self, sheet: Sheet) -> list[Type]:
        """All type that this sheet has on this page, placed."""
        return [item for panel in self.panels for slot in panel.slots() for item in slot.set_type(sheet)]

    def without_secrets(self) -> PagePlan:
        """The public panels alone; there is nothing left to fold away."""
        return PagePlan(tuple(panel for panel in self.public if not isinstance(panel, FoldLine)), (), None)
