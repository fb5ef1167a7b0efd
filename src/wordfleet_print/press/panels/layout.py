"""A sheet's layout: folded, or in large print on two pages, one or two up.

A4 and US Letter show the same panels in the same order; nothing is scaled to fit. What does not fit is refused
with the measure that fails.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from typing import NamedTuple

from wordfleet_print.errors import BadInputError
from wordfleet_print.games import Edition
from wordfleet_print.press.ink.fonts import Face, cap_height, heading_face, overhang
from wordfleet_print.press.ink.ink import LARGE, STANDARD
from wordfleet_print.press.ink.paper import Paper, Part, Rect, least_of, stacked
from wordfleet_print.press.panels.enemy_roster import berth_in_blocks, blocks_least
from wordfleet_print.press.panels.fleet_panels import (
    LARGE_ROW_GAP,
    Rows,
    large_row,
    places_below,
    rows_below,
    widest_below,
)
from wordfleet_print.press.panels.folded import folded_page
from wordfleet_print.press.panels.foot import QUIET, SheetCodePanel
from wordfleet_print.press.panels.grids import GridPanel
from wordfleet_print.press.panels.head import SIGHT, FieldShown, title_baseline
from wordfleet_print.press.panels.page import GUTTER, SMALLEST_LETTER_BOX, LayoutContext, PagePlan
from wordfleet_print.press.panels.panel import FoldLine, Panel

SMALLEST_LARGE_CELL = 12.5
"""A grid square's least side in large print (mm)."""
BEST_LARGE_SEA = 125.0
"""A grid's longer side in large print (mm)."""
SMALLEST_COLUMN = 41.0
"""The least width of the column beside a grid (mm): its tab and boxes fill it."""
LARGE_FIELD, LARGE_WORDS = 13.4, 17.0
"""The height of a header line and of the words under their tab in large print (mm)."""
LARGE_NUMBER, LARGE_WORDMARK = 21.5, 76.0
"""The width of a line for a table, round or serial, and of the title, in large print (mm)."""
LARGE_BRAND, LARGE_NAME = 15.0, 13.0
"""The height of the title, and that of a header line under an event's title, in large print (mm)."""
LARGE_MODULE, LARGE_CODE = 0.68, 20.0
"""The side of a QR module, and the height of the sheet code with its label, in large print (mm)."""
LARGE_STEPS, MOST_ROWS, TALLEST_LARGE_ROW = 12.4, 3, 14.0
"""The height of the turn summary in large print (mm), the rows that words can take, the tallest row of letters (mm)."""


class LargeShares(NamedTuple):
    """A square's side on both pages (mm), the fleet's rows, and the height that is theirs (mm)."""

    cell: float
    fleet: Rows
    words: float


def share_pages(context: LayoutContext) -> LargeShares:
    """The fewest rows of words that fit, and the largest squares they leave: small grids get larger squares, so that
    the column beside them is as wide as ever. Raises `BadInputError` with the measure of what cannot fit.
    """
    fleet, style, page = context.edition.fleet, context.style, context.page
    for count in range(1, MOST_ROWS + 1):
        words = LARGE_WORDS if count == 1 else count * large_row(style) + (count - 1) * LARGE_ROW_GAP
        cell = _cell_beside(context, words)
        if cell < SMALLEST_LARGE_CELL:
            break
        if rows := rows_below(fleet, count, page.w, style):
            return LargeShares(cell, rows, words)
    _refuse_grid(context)
    needed = widest_below(fleet, count if cell >= SMALLEST_LARGE_CELL else count - 1)
    what = "The fleet's words need" if needed > page.w else "The names above the fleet's words need more than the"
    raise BadInputError(
        f"{what} {needed:.1f} mm in a row of large print, and {context.paper.title} leaves {page.w:.1f} mm.",
        tip="Fewer or shorter ships, or shorter names of them, leave them more room.",
    )


def _cell_beside(context: LayoutContext, words: float) -> float:
    """The side of a square (mm) that both pages leave: the secret one with words so high (mm)."""
    grid = context.edition.grid
    best = max(SMALLEST_LARGE_CELL, BEST_LARGE_SEA / max(grid.columns, grid.rows))
    room = _band_room(context, words)
    if _columns_least(context) > room:
        return 0
    return min(best, (room - context.grid_height(0)) / grid.rows, _grid_room(context) / grid.columns)


def _public_rows(context: LayoutContext, band: float = 0.0) -> tuple[Part, ...]:
    """The public page from the top down: its head, a grid so high (mm), letters, the turn."""
    gap = context.style.gap
    head = Part(2 * LARGE_FIELD + 2 * gap + _upper_height(context) - LARGE_BRAND, most=inf)
    return head, Part(band, gap=gap), context.letters(TALLEST_LARGE_ROW, 2.6), Part(LARGE_STEPS)


def _upper_height(context: LayoutContext) -> float:
    """The height of the header's first line (mm): an event's title takes more."""
    return max(LARGE_BRAND, context.title_height + LARGE_NAME) if context.event else LARGE_BRAND


def _secret_rows(context: LayoutContext, words: float, band: float = 0.0) -> tuple[Part, ...]:
    """The secret page: its head with words so high (mm), a grid so high, letters."""
    gap = context.style.gap
    head = Part(LARGE_FIELD + words + context.style.tab_height + 3 * gap, most=inf)
    return head, Part(band, gap=gap), context.letters(TALLEST_LARGE_ROW, 0.0)


def _band_room(context: LayoutContext, words: float) -> float:
    """The height that both pages leave grids and what stands beside them (mm)."""
    return context.page.h - max(least_of(_public_rows(context)), least_of(_secret_rows(context, words)))


def _columns_least(context: LayoutContext) -> float:
    """The least height of what stands beside the grids (mm)."""
    enemy = context.style.tab_height + 1.0 + blocks_least(context.edition.fleet)
    return max(enemy, least_of(_column_parts(context).values()))


def _column_parts(context: LayoutContext) -> dict[str, Part]:
    """What stands beside the defense grid, from the top down."""
    edition = context.edition
    codes, notes, mines = edition.launch_codes.count, edition.tracker.notes, edition.mines
    parts = {"tab": Part(context.style.tab_height + 1.2), "codes": Part(9.8 * codes + 1.4 * (codes - 1), gap=3.0)}
    if mines:
        parts["mines"] = Part(9.0 * mines + 1.4 * (mines - 1), gap=4.0)
    if notes:
        parts["notes"] = Part(5.0 + 8.0 * notes.lines, gap=3.4)
    return parts | {"address": Part(LARGE_MODULE * (context.qr_modules + QUIET), most=inf), "code": Part(LARGE_CODE)}


def _band(context: LayoutContext, cell: float) -> float:
    """The height of grids and of the columns beside them (mm)."""
    return max(context.grid_height(cell * context.edition.grid.rows), _columns_least(context))


def _grid_room(context: LayoutContext) -> float:
    """The width that a grid's squares can have (mm)."""
    beside = 2 * (context.style.axis_margin + context.style.ladder)
    return context.page.w - SMALLEST_COLUMN - GUTTER - beside


def _refuse_grid(context: LayoutContext) -> None:
    """Raises `BadInputError` for a grid whose squares would be too small, or leave the letters too little."""
    grid = context.edition.grid
    if (cell := _grid_room(context) / grid.columns) < SMALLEST_LARGE_CELL:
        raise BadInputError(
            f"A grid of {grid.columns} columns would have squares of {cell:.1f} mm in large print on "
            f"{context.paper.title}; {SMALLEST_LARGE_CELL} mm is the least."
        )
    column, room = _columns_least(context), _band_room(context, LARGE_WORDS)
    if column > room:
        raise BadInputError(
            f"What stands beside the grid in large print needs {column:.1f} mm, and {context.paper.title} leaves "
            f"{room:.1f} mm.",
            tip="Fewer ships, launch codes, mines or notes leave the others room.",
        )
    least = SMALLEST_LETTER_BOX[1]
    row = least + (room - context.grid_height(SMALLEST_LARGE_CELL * grid.rows)) / len(context.edition.alphabet_rows)
    if row < least:
        raise BadInputError(
            f"A grid of {grid.rows} rows leaves letter boxes {max(0, row):.1f} mm high in large print; "
            f"{least} mm is the least."
        )


def _large_grid(context: LayoutContext, cell: float, top: float, panel: str, *, secret: bool) -> GridPanel:
    return context.grid(context.page.x, top, cell, panel, solid=not secret, shows_fleet=secret)


def large_public_page(context: LayoutContext) -> PagePlan:
    """Attack grid with the enemy's roster beside it, letter recon and the turn summary below."""
    page, style, cell = context.page, context.style, share_pages(context).cell
    band = _band(context, cell)
    head, beside, recon, steps = stacked(_public_rows(context, band), page)
    attack = _large_grid(context, cell, beside.y, "attack", secret=False)
    enemy = _beside(context, attack, band)
    public: tuple[Panel, ...] = (
        *_large_header(context, head.top(head.h - 2.2)),
        attack,
        context.enemy(enemy, berth_in_blocks(enemy.below(style.tab_height + 1.0), context.edition.fleet, style)),
        context.recon(recon),
        context.turn(steps, None, steps.columns(len(context.edition.turn.summary), gap=2)),
    )
    return PagePlan(public, (), None)


def _beside(context: LayoutContext, grid: GridPanel, band: float) -> Rect:
    """The column beside a grid, so high (mm)."""
    rest = context.page.after(grid.rect.w + GUTTER - 0.6)
    return context.place(Rect(rest.x, grid.rect.y, rest.w, band))


def _large_header(context: LayoutContext, head: Rect) -> tuple[Panel, ...]:
    """Wordmark and fleet on the first line, under the names of edition and event; captain, opponent, table and round on
    the second.
    """
    row = LARGE_FIELD
    numbers = 2 * LARGE_NUMBER + 3
    lower = head.below(head.h - row)
    upper = head.top(min(head.h - row - 1.8, _upper_height(context)))
    beside = context.place(upper.after(LARGE_WORDMARK + 4))
    names = beside.below(context.title_height)
    over = 0.0 if context.names_fleet_below else _edition_height(context)
    wordmark = upper.left(LARGE_WORDMARK).below(max(upper.h - LARGE_BRAND, over))
    foot = wordmark.bottom - wordmark.h * SIGHT  # the line that the wordmark's capitals stand on
    fleet, serial = names.left(names.w - LARGE_NUMBER - 3), names.after(names.w - LARGE_NUMBER)
    captain, opponent = context.place(lower.left(lower.w - numbers - 3)).columns(2, gap=3)
    table, game_round = context.place(lower.after(lower.w - numbers)).columns(2, gap=3)
    places: dict[FieldShown, Rect] = {} if context.names_fleet_below else {"fleet_name": fleet}
    places |= {"serial": serial, "captain": captain, "opponent": opponent, "table": table, "round": game_round}
    return (
        context.wordmark(wordmark, ""),
        *context.edition_name(fleet.top(foot - fleet.y)),
        *context.edition_over(context.place(upper.left(LARGE_WORDMARK).top(over))),
        *context.event_title(beside),
        context.fields(context.place(head), places),
    )


def _edition_height(context: LayoutContext) -> float:
    """How far down the head the edition's name stands (mm), clear of the edge with its accents: by an event's title."""
    name, size = context.edition.edition.upper(), context.style.tab
    accents, _ = overhang(name, heading_face(name, Face.STENCIL))
    tall = cap_height(Face.STENCIL, size) + accents * size
    return max(tall, title_baseline(context.event, context.style)) if context.event else tall


def large_secret_page(context: LayoutContext) -> PagePlan:
    """My fleet on top, the defense grid with codes, mine and sheet code beside it, the manifest below."""
    page, style = context.page, context.style
    cell, rows, words = share_pages(context)
    band = _band(context, cell)
    head, beside, manifest = stacked(_secret_rows(context, words, band), page)
    defense = _large_grid(context, cell, beside.y, "defense", secret=True)
    owner, top = page.top(LARGE_FIELD), head.top(head.h - 2.2)
    captain, name = context.place(owner.left(owner.w - LARGE_NUMBER - 3)).columns(2, gap=4)
    serial = context.place(owner.after(owner.w - LARGE_NUMBER))
    spare = top.h - owner.h - style.tab_height - words
    fleet = context.place(top.below(owner.h + max(2.0, spare / 2)))
    secret: tuple[Panel, ...] = (
        context.fields(context.place(owner), {"captain": captain, "fleet_name": name, "serial": serial}),
        context.fleet(fleet, places_below(fleet.below(style.tab_height + 1.4), rows, style)),
        defense,
        *_large_column(context, _beside(context, defense, band)),
        context.manifest(manifest, note=context.address_note),
    )
    return PagePlan((), secret, None)


def _large_column(context: LayoutContext, column: Rect) -> tuple[Panel, ...]:
    """Launch codes one below the other, the mine's box, the rules' QR code, the sheet code."""
    edition, parts = context.edition, _column_parts(context)
    rooms = dict(zip(parts, stacked(list(parts.values()), column), strict=True))
    panels: list[Panel] = [
        context.codes(column, tuple(rooms["codes"].rows(edition.launch_codes.count, gap=1.4))),
    ]
    if edition.mines:
        panels.append(context.mines_below(rooms["mines"], edition.mines, 9.0))
    if notes := edition.tracker.notes:
        panels.append(context.notes(rooms["notes"], notes.label, rooms["notes"].below(5.0).rows(notes.lines)))
    side = LARGE_MODULE * context.qr_modules
    address = context.address(column.centre_x - side / 2, rooms["address"].y, side)
    return (*panels, address, SheetCodePanel(rooms["code"], context.style))


KEPT = 96
"""Layouts that are kept, and by them what is made of their pages: so many editions, looks and papers go by turns."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """All pages of one sheet on one paper. It is itself and no other, as its pages are."""

    paper: Paper
    pages: tuple[PagePlan, ...]


@dataclass(frozen=True, slots=True)
class Looks:
    """How sheets are printed; none of it changes what a code stands for. `public_only` leaves all secrets out; `event`
    is the title of the event they are for.
    """

    paper: Paper
    eco: bool = False
    large_print: bool = False
    left_handed: bool = False
    public_only: bool = False
    event: str = ""


def sheet_layout(edition: Edition, looks: Looks, *, blank: bool = False, placed: bool = False) -> Layout:
    """The layout of an edition's tracker, with words or `blank`, its fleet `placed` or not: the same one again for
    the same facts and looks.

    Raises `BadInputError` with the measure that does not fit the paper.
    """
    try:
        return _layout(edition, looks, blank, placed)
    except BadInputError as error:
        error.field = "paper"
        raise


@lru_cache(maxsize=KEPT)
def _layout(edition: Edition, looks: Looks, blank: bool, placed: bool) -> Layout:
    style = LARGE if looks.large_print else STANDARD
    style = style.eco() if looks.eco else style
    context = LayoutContext(edition, looks.paper, style, looks.left_handed, blank, placed, looks.event)
    pages: tuple[PagePlan, ...]
    pages = (large_public_page(context), large_secret_page(context)) if looks.large_print else (folded_page(context),)
    if looks.public_only:
        pages = tuple(page.without_secrets() for page in pages if page.public)
    return Layout(looks.paper, pages)


CUT_HERE = "cut here"


class Impression(NamedTuple):
    """One sheet's share of a printed page: which sheet of the group, which page of its layout, how far up it moves."""

    sheet: int
    page: int
    up: float = 0.0


@dataclass(frozen=True, slots=True)
class Imposition:
    """How the sheets of a group lie on printed pages; `back`: which pages of a PDF lie behind them, over and over.

    Sheets of impositions that have one layout can be in one group: each lies where its own imposition says.
    """

    layout: Layout
    group: int
    pages: tuple[tuple[Impression, ...], ...]
    back: tuple[int, ...] = ()


def one_up(layout: Layout, *, back: tuple[int, ...] = ()) -> Imposition:
    """Each sheet on its own pages."""
    pages = tuple((Impression(0, page),) for page in range(len(layout.pages)))
    return Imposition(layout, 1, pages, back)


def two_up(*layouts: Layout) -> tuple[Imposition, ...]:
    """Two sheets on one leaf, to print on both sides (long edge) and cut across the middle: public halves in front,
    secret halves behind. Nothing is scaled: the halves of a folded sheet move up or down the paper.

    The sheets of these layouts, which differ in nothing but the hand they are for, go on one leaf together: theirs is
    one layout of halves.
    """
    halves: list[PagePlan] = []
    for (page,) in (layout.pages for layout in layouts):
        halves += [page.without_secrets(), PagePlan((), page.secret, None)]
    (page, *_), paper = layouts[0].pages, layouts[0].paper
    (fold,) = [panel for panel in page.public if isinstance(panel, FoldLine)]
    step = min(panel.rect.y for panel in page.secret) - min(panel.rect.y for panel in page.public)
    cut = len(halves)
    shared = Layout(paper, (*halves, PagePlan((replace(fold, text=CUT_HERE),), (), None)))
    return tuple(
        Imposition(
            shared,
            2,
            (
                (Impression(0, cut), Impression(0, public), Impression(1, public, -step)),
                (Impression(0, cut), Impression(0, public + 1, step), Impression(1, public + 1)),
            ),
        )
        for public in range(0, cut, 2)
    )
