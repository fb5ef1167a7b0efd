"""A sheet in large print: a public page and a secret one, everything 16 pt or larger."""

from __future__ import annotations

from wordfleet_print.errors import BadInputError
from wordfleet_print.press.ink.geometry import Rect
from wordfleet_print.press.layout.context import GUTTER, SMALLEST_LETTER_BOX, LayoutContext
from wordfleet_print.press.layout.page import PagePlan
from wordfleet_print.press.panels.enemy import berth_in_blocks
from wordfleet_print.press.panels.fleet import places_below
from wordfleet_print.press.panels.footer import SheetCodePanel
from wordfleet_print.press.panels.grid import GridPanel
from wordfleet_print.press.panels.header import SIGHT, Shown
from wordfleet_print.press.panels.panel import Panel

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
LARGE_MODULE = 0.68
"""The side of a QR module in large print (mm)."""


def _large_cell(context: LayoutContext) -> float:
    """A square's side (mm): small grids get larger squares, so that the column beside them is as wide as ever."""
    grid = context.edition.grid
    return max(SMALLEST_LARGE_CELL, BEST_LARGE_SEA / max(grid.columns, grid.rows))


def _large_grid(context: LayoutContext, bottom: float, panel: str, *, solid: bool, shows_fleet: bool) -> GridPanel:
    grid = context.edition.grid
    beside = 2 * (context.style.axis_margin + context.style.ladder)
    room = context.page.w - SMALLEST_COLUMN - GUTTER - beside
    if SMALLEST_LARGE_CELL * grid.columns > room:
        raise BadInputError(
            f"A grid of {grid.columns} columns would have squares of {room / grid.columns:.1f} mm in large print on "
            f"{context.paper.title}; {SMALLEST_LARGE_CELL} mm is the least."
        )
    cell = _large_cell(context)
    top = bottom - context.grid_height(cell * grid.rows)
    return context.grid(context.page.x, top, cell, panel, solid=solid, shows_fleet=shows_fleet)


def _large_letters_height(context: LayoutContext, others: float) -> float:
    """The height of a letter panel: what the grid and the `others` (mm) leave, in rows neither flat nor too tall."""
    style, rows = context.style, len(context.edition.alphabet_rows)
    grid = context.grid_height(_large_cell(context) * context.edition.grid.rows)
    heading = style.tab_height + 0.9
    row = (context.page.h - others - grid - style.gap - heading) / rows
    if row < SMALLEST_LETTER_BOX[1]:
        raise BadInputError(
            f"A grid of {context.edition.grid.rows} rows leaves letter boxes {row:.1f} mm high in large print; "
            f"{SMALLEST_LETTER_BOX[1]} mm is the least."
        )
    return heading + min(row, 14.0) * rows


def large_public_page(context: LayoutContext) -> PagePlan:
    """Attack grid with the enemy's roster beside it, letter recon and the turn summary below."""
    page, style = context.page, context.style
    steps = Rect(page.x, page.bottom - 12.4, page.w, 12.4)
    recon_height = _large_letters_height(context, 2 * LARGE_FIELD + 2 * style.gap + steps.h + 2.6)
    recon = Rect(page.x, steps.y - 2.6 - recon_height, page.w, recon_height)
    attack = _large_grid(context, recon.y - style.gap, "attack", solid=True, shows_fleet=False)
    enemy = _beside(context, attack)
    public: tuple[Panel, ...] = (
        *_large_header(context, page.top(attack.rect.y - page.y - 2.2)),
        attack,
        context.enemy(enemy, berth_in_blocks(enemy.below(style.tab_height + 1.0), context.edition.fleet)),
        context.recon(recon),
        context.turn(steps, None, steps.columns(len(context.edition.turn.summary), gap=2)),
    )
    return PagePlan(public, (), None)


def _beside(context: LayoutContext, grid: GridPanel) -> Rect:
    """The column beside a grid."""
    rest = context.page.after(grid.rect.w + GUTTER - 0.6)
    return context.place(Rect(rest.x, grid.rect.y, rest.w, grid.rect.h))


def _large_header(context: LayoutContext, head: Rect) -> tuple[Panel, ...]:
    """Wordmark and fleet on the first line; captain, opponent, table and round on the second."""
    row = LARGE_FIELD
    numbers = 2 * LARGE_NUMBER + 3
    lower = head.below(head.h - row)
    upper = head.top(min(head.h - row - 1.8, row + 1.6))
    names = context.place(upper.after(LARGE_WORDMARK + 4))
    fleet, serial = names.left(names.w - LARGE_NUMBER - 3), names.after(names.w - LARGE_NUMBER)
    captain, opponent = context.place(lower.left(lower.w - numbers - 3)).columns(2, gap=3)
    table, game_round = context.place(lower.after(lower.w - numbers)).columns(2, gap=3)
    places: dict[Shown, Rect] = {} if context.names_fleet_below else {"fleet_name": fleet}
    places |= {"serial": serial, "captain": captain, "opponent": opponent, "table": table, "round": game_round}
    return (
        context.wordmark(upper.left(LARGE_WORDMARK), ""),
        *context.edition_name(fleet.top(fleet.h * (1 - SIGHT))),  # on the line that the wordmark's capitals stand on
        context.fields(context.place(head), places),
    )


def large_secret_page(context: LayoutContext) -> PagePlan:
    """My fleet on top, the defense grid with codes, mine and sheet code beside it, the manifest below."""
    page, style = context.page, context.style
    manifest_height = _large_letters_height(context, LARGE_FIELD + LARGE_WORDS + style.tab_height + 3 * style.gap)
    manifest = Rect(page.x, page.bottom - manifest_height, page.w, manifest_height)
    defense = _large_grid(context, manifest.y - style.gap, "defense", solid=False, shows_fleet=True)
    owner, top = page.top(LARGE_FIELD), page.top(defense.rect.y - page.y - 2.2)
    captain, name = context.place(owner.left(owner.w - LARGE_NUMBER - 3)).columns(2, gap=4)
    serial = context.place(owner.after(owner.w - LARGE_NUMBER))
    spare = top.h - owner.h - style.tab_height - LARGE_WORDS
    fleet = context.place(top.below(owner.h + max(2.0, spare / 2)))
    secret: tuple[Panel, ...] = (
        context.fields(context.place(owner), {"captain": captain, "fleet_name": name, "serial": serial}),
        context.fleet(fleet, places_below(fleet.below(style.tab_height + 1.4), context.edition.fleet, style)),
        defense,
        *_large_column(context, _beside(context, defense)),
        context.manifest(manifest, note=context.address_note),
    )
    return PagePlan((), secret, None)


def _large_column(context: LayoutContext, column: Rect) -> tuple[Panel, ...]:
    """Launch codes one below the other, the mine's box, the rules' QR code, the sheet code."""
    codes, notes = context.edition.launch_codes, context.edition.tracker.notes
    body = column.below(context.style.tab_height + 1.2)
    places = tuple(body.top(9.8 * codes.count + 1.4 * (codes.count - 1)).rows(codes.count, gap=1.4))
    panels: list[Panel] = [context.codes(column, places)]
    y = places[-1].bottom + 3.0
    if context.edition.mines:
        row = Rect(column.x, y, column.w, 9.0)
        panels.append(context.mines(row, 1, 9.0))
        y = row.bottom + 4.0
    if notes:
        room = Rect(column.x, y, column.w, 5.0 + 8.0 * notes.lines)
        panels.append(context.notes(room, notes.label, room.below(5.0).rows(notes.lines)))
        y = room.bottom + 3.4
    side = LARGE_MODULE * context.qr_modules
    code = Rect(column.x, column.bottom - 20.0, column.w, 20.0)
    return (*panels, context.address(column.centre_x - side / 2, y, side), SheetCodePanel(code, context.style))
