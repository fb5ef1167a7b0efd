"""Where the panels stand: a public and a secret half, the same for every paper, form and style."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from wordfleet_print.errors import BadInputError
from wordfleet_print.games import Edition
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker.geometry import Paper, Rect
from wordfleet_print.tracker.panels import (
    Codes,
    Enemy,
    Field,
    Fleet,
    Fold,
    Letters,
    Logo,
    Panel,
    Sea,
    Secret,
    Start,
    Tracker,
    Turn,
    label_end,
    start_height,
)
from wordfleet_print.tracker.pen import Pen, Run
from wordfleet_print.tracker.phrases import Form
from wordfleet_print.tracker.style import LARGE, STANDARD, Style

MARGIN, GUTTER = 10.4, 4.0
CLEAR = 1.7
"""From the fold to the public half above it (mm)."""
CUT = 2.0
"""From a cut to what is printed (mm)."""
GAP = 0.47
"""Between head, START and grid, to the usual gap."""


@dataclass(frozen=True, slots=True)
class SheetLooks:
    """How sheets are printed. None of it changes what a sheet code stands for."""

    paper: Paper
    half_sheets: bool = False
    eco: bool = False
    large_print: bool = False
    left_handed: bool = False
    mine: bool = False
    title: str = ""
    """One line on every sheet, such as “Class 5B”."""
    event: bool = False
    """Places for table, round and serial."""


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """A page's size (mm) and panels; where two sheets share it, the line to cut along. It equals only itself."""

    width: float
    height: float
    panels: tuple[Panel, ...]
    cut: Panel | None = None

    def draw(self, pen: Pen) -> None:
        """Draw what is the same on every sheet."""
        for panel in self.panels:
            panel.draw(pen)


@lru_cache(maxsize=64)
def lay_out_sheet(
    edition: Edition, looks: SheetLooks, *, blank: bool = False, placed: bool = False
) -> tuple[Page, ...]:
    """Return the pages of one sheet: one to fold, two of large print, or the two sides of a half sheet.

    Raises `BadInputError` with the measure where something does not fit.
    """
    style = LARGE if looks.large_print else STANDARD
    form: Form = "pages" if looks.large_print else "halves" if looks.half_sheets else "folded"
    of = Tracker(
        edition,
        style.ecological() if looks.eco else style,
        form,
        blank,
        placed,
        looks.mine,
        looks.title,
        looks.event,
    )
    paper = Rect(0, 0, looks.paper.width, looks.paper.height)
    if form == "pages":
        wide = Rect(0, 0, paper.h, paper.w)
        room = wide.inset(MARGIN)
        cell = cell_of(of, room)
        halves = public_half(of, room, cell), secret_half(of, room, cell)
        return tuple(Page(wide.w, wide.h, mirrored(half, wide.w, looks)) for half in halves)
    upper, lower = halves_of(paper, form)
    cell = cell_of(of, upper)
    public, secret = public_half(of, upper, cell), secret_half(of, lower, cell)
    middle = Rect(MARGIN, paper.h / 2 - 1, paper.w - 2 * MARGIN, 2)
    if form == "halves":
        told = "cut here · print on both sides, flip on the long edge", "cut here"
        cuts = [Fold(middle, of, text) for text in told]
        return tuple(
            Page(paper.w, paper.h, mirrored(half, paper.w, looks), cut)
            for half, cut in zip((public, secret), cuts, strict=True)
        )
    fold = Fold(middle, of, edition.tracker.fold_line, 1)
    return (Page(paper.w, paper.h, (*mirrored(public, paper.w, looks), fold, *mirrored(secret, paper.w, looks))),)


def find_cut_names(sheet: Sheet, pages: Sequence[Page]) -> list[str]:
    """Return the sheet's names that end in an ellipsis on these pages, each once."""
    names = [name for name in (sheet.captain, sheet.opponent) if name]
    lines = [panel.place_text(sheet) for page in pages for panel in page.panels if isinstance(panel, Field)]
    cut = {item.text[:4] for items in lines for item in items if isinstance(item, Run) and item.text.endswith("…")}
    return [name for name in dict.fromkeys(names) if any(name.startswith(text[:1]) for text in cut)]


def halves_of(paper: Rect, form: Form) -> tuple[Rect, Rect]:
    """The room of both halves: over and under the fold, or one behind the other on a half sheet."""
    middle, width = paper.h / 2, paper.w - 2 * MARGIN
    if form == "halves":
        half = Rect(MARGIN, MARGIN, width, middle - CUT - MARGIN)
        return half, half
    upper = Rect(MARGIN, MARGIN, width, middle - CLEAR - MARGIN)
    return upper, Rect(MARGIN, middle + 1.4, width, paper.h - MARGIN - middle - 1.4)


def mirrored(half: list[Panel], width: float, looks: SheetLooks) -> tuple[Panel, ...]:
    """The panels for this hand."""
    if not looks.left_handed:
        return tuple(half)
    whole = (Logo, Field, Start, Secret)
    return tuple(
        panel if isinstance(panel, whole) else replace(panel, rect=panel.rect.mirrored(width)) for panel in half
    )


def height_of_start(of: Tracker, room: Rect) -> float:
    """START as full as squares and head allow (mm)."""
    style = of.style
    free = room.h - style.least_cell * of.edition.grid.rows - style.least_head - fixed_height(style)
    return Start(room, of).plan(room.w, free).height


def fixed_height(style: Style) -> float:
    """What the public half has beside head, START and squares (mm)."""
    return 2 * GAP * style.gap + legend_height(style) + style.axis_height


def cell_of(of: Tracker, room: Rect) -> float:
    """The side of a square (mm): what the public half leaves."""
    style, grid = of.style, of.edition.grid
    left = room.h - style.least_head - fixed_height(style)
    letters = style.letter_width * max(map(len, of.edition.alphabet_rows))
    across = (room.w - GUTTER - letters - 2 * style.axis_width) / grid.columns
    most = min(across, (left - start_height(style.steps[-1], 2, style)) / grid.rows)
    if most < style.least_cell - 0.01:
        raise BadInputError(f"A square would be {most:.1f} mm wide; {style.least_cell} mm is the least.")
    return min(across, (left - height_of_start(of, room)) / grid.rows, style.most_cell)


def legend_height(style: Style) -> float:
    """The attack grid's heading with its legend (mm)."""
    return max(style.tab_height + 0.8, 2.0 * style.leading)


def public_half(of: Tracker, room: Rect, cell: float) -> list[Panel]:
    """Head, START, attack grid, recon, enemy fleet."""
    style = of.style
    grid_w = cell * of.edition.grid.columns + 2 * style.axis_width
    band = cell * of.edition.grid.rows + style.axis_height + legend_height(style)
    gap = GAP * style.gap
    body = Rect(room.x, room.bottom - band, room.w, band)
    tall = height_of_start(of, room)
    start = Rect(room.x, body.y - gap - tall, room.w, tall)
    head = Rect(room.x, room.y + 0.15, room.w, start.y - gap - room.y - 0.15)
    left, right = body.left(grid_w), body.after(grid_w + GUTTER)
    recon_h = style.tab_height + 0.6 + style.letter_height * len(of.edition.alphabet_rows)
    recon, enemy = right.top(recon_h), right.below(recon_h + style.gap)
    return [
        *head_panels(of, head, grid_w),
        Start(start, of),
        Sea(left, of, False, cell),
        Letters(recon, of),
        Enemy(enemy, of),
    ]


def head_panels(of: Tracker, head: Rect, grid_w: float) -> list[Panel]:
    """Logo and edition on the left; captain and opponent on the right, all on the same two lines."""
    left, right = head.left(grid_w), head.after(grid_w + GUTTER)
    panels: list[Panel] = [
        Field(place, of, shows, named)
        for place, shows, named in zip(
            right.columns(2, gap=3), ("captain", "opponent"), (of.edition.players.one, "opponent"), strict=True
        )
    ]
    if not of.seats:
        return [Logo(left, of), *panels]
    wide = 3 * label_end("serial", of.style) + 4
    seats = left.after(left.w - wide).columns(3, gap=2)
    panels += [Field(place, of, shows, shows) for place, shows in zip(seats, ("table", "round", "serial"), strict=True)]
    return [Logo(left.left(left.w - wide - 4), of), *panels]


def secret_half(of: Tracker, room: Rect, cell: float) -> list[Panel]:
    """The warning, launch codes over the defense grid; my fleet, the manifest and the turn beside them."""
    style = of.style
    grid_w = cell * of.edition.grid.columns + 2 * style.axis_width
    warning = room.top(style.tab_height + 0.4)
    body = room.below(warning.h + style.gap * 0.7)
    band = cell * of.edition.grid.rows + style.axis_height + style.tab_height
    left, right = body.left(grid_w), body.after(grid_w + GUTTER)
    defense = Rect(left.x, left.bottom - band, left.w, band)
    codes = Rect(left.x, left.y, left.w, left.h - band - style.gap)
    ships, letters = len(of.edition.fleet), len(of.edition.alphabet_rows)
    turn_h = Turn(right, of).height
    rest = right.h - turn_h - 2 * style.gap - 2 * style.tab_height - 1.0
    row = min(rest / (ships * 0.8 + letters), 0.97 * style.letter_height)
    ship = min((rest - row * letters) / ships, 0.85 * row)
    fleet_h, manifest_h = style.tab_height + 0.4 + ship * ships, style.tab_height + 0.6 + row * letters
    turn_h = right.h - fleet_h - manifest_h - 2 * style.gap
    fleet = right.top(fleet_h)
    manifest = right.below(fleet_h + style.gap).top(manifest_h)
    turn = Rect(right.x, right.bottom - turn_h, right.w, turn_h)
    return [
        Secret(warning, of),
        Codes(codes, of),
        Sea(defense, of, True, cell),
        Fleet(fleet, of),
        Letters(manifest, of, True),
        Turn(turn, of),
    ]
