"""A page that folds across the middle, and how its halves are shared out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Literal, NamedTuple

from wordfleet_print.errors import BadInputError
from wordfleet_print.games import Ship
from wordfleet_print.press.ink.fonts import Face, text_width
from wordfleet_print.press.ink.paper import Part, Rect, least_of, stacked
from wordfleet_print.press.panels.enemy_roster import LEAST_ROW, berth_in_rows
from wordfleet_print.press.panels.fleet_panels import (
    LEAST_CODE_GAP,
    ROW_GAP,
    SMALLEST_BOX,
    SMALLEST_DIGIT,
    Rows,
    places_beside,
    rows_that_fit,
    widest_row,
)
from wordfleet_print.press.panels.foot import QUIET, SMALLEST_MODULE, SheetCodePanel
from wordfleet_print.press.panels.head import FieldShown
from wordfleet_print.press.panels.page import GUTTER, SMALLEST_LETTER_BOX, LayoutContext, PagePlan
from wordfleet_print.press.panels.panel import FoldLine, Panel

FOLD_CLEARANCE = 2.7
"""From the fold to the nearest panel (mm)."""
BEST_SEA, BEST_CELL, SMALLEST_CELL = 95.0, 9.5, 9.0
"""A grid's longer side at best, unless so many squares of the usual side take more; and the least side of a square that
can be written in (mm).
"""
HEAD_GAP = 1.9
"""From the header, and from the strip above the defense grid, to the tab below (mm)."""
WORD_ROW = 7.2
"""The height of each of two rows of words in the strip, where all is tight (mm); more rows have the least."""
EASY_BOX, EASY_GAPS = 7.4, 4.0
"""The side of a word's letter box, and the room between words, that are left to them before codes get more (mm)."""
MINE_DIGIT = 7.5
"""The width of a digit of the mine's square (mm)."""
MINE_PICTURE, STACKED_GAP, LEAST_TAB = 9.6, 3.0, 34.0
"""The width of the mine's picture, the room between it and codes in its row, the width of the codes' tab (mm)."""
LEAST_STEP = 6.4
"""The least height of a step of the turn summary (mm)."""
TALLEST_ROW = 11.2
"""The height of a row of letters, and of one in the strip, where there is room (mm)."""
CODE_LINE = 9.0
"""The height of the sheet code's line (mm)."""
Strip = Literal["as below", "divided", "stacked"]
"""How the strip above the defense grid is divided between codes and fleet: as the page below it; as both need it; the
same, the codes in two rows, with the mine beside the second.
"""
ORDER: tuple[tuple[int, Strip], ...] = (
    *((2, "as below"), (3, "as below"), (2, "divided"), (3, "divided"), (4, "as below"), (4, "divided")),
    *((2, "stacked"), (3, "stacked"), (4, "stacked")),
)
"""In how many rows the fleet stands, and how the strip is divided: the first that fits."""


class Shares(NamedTuple):
    """What each part gets (mm): a square's side; the height of the grids and of what stands beside them; the fleet's
    rows; the width of the strip's left part, which ends where the grids do or elsewhere; whether codes are stacked.
    """

    cell: float
    band: float
    fleet: tuple[tuple[Ship, ...], ...]
    left: float
    stacked: bool


def share_halves(context: LayoutContext) -> Shares:
    """What each part of a folded page gets. Raises `BadInputError` with the measure of what cannot fit."""
    for rows, strip in ORDER:
        if shares := _shared(context, rows, strip):
            return shares
    raise _refusal(context)


def _shared(context: LayoutContext, rows: int, strip: Strip) -> Shares | None:
    stacked = strip == "stacked"
    if not _fits_down(context, rows) or (stacked and context.edition.tracker.notes):
        return None
    sea, cell = _sea(context, rows), _cell(context, rows)
    band = max(least_of(_column(context)), min(context.grid_height(sea), _band_room(context, rows)))
    left = cell * context.edition.grid.columns + _beside(context)
    codes = stacked_least(context) if stacked else codes_least(context)
    if strip != "as below":
        left = _divided(context, rows, left, codes)
    width = _fleet_width(context, left)
    if context.page.w - GUTTER - width < codes - 1e-6:
        return None
    fleet = rows_that_fit(context.edition.fleet, rows, width, context.style)
    return Shares(cell, band, fleet, left, stacked) if fleet else None


def _beside(context: LayoutContext) -> float:
    """The axes and borders on both sides of a grid (mm)."""
    return 2 * (context.style.axis_margin + context.style.ladder)


def _fits_down(context: LayoutContext, rows: int) -> bool:
    """Whether so many rows of words leave the grids, and what stands beside them, their least height."""
    return _cell(context, rows) >= SMALLEST_CELL and least_of(_column(context)) <= _band_room(context, rows)


def _cell(context: LayoutContext, rows: int) -> float:
    return _sea(context, rows) / max(context.edition.grid.columns, context.edition.grid.rows)


def _sea(context: LayoutContext, rows: int) -> float:
    """The longer side of the grids' seas (mm): what the lower half and the letters leave, at most the best."""
    page, grid = context.page, context.edition.grid
    letters = SMALLEST_LETTER_BOX[0] * max(map(len, context.edition.alphabet_rows))
    longer = max(grid.columns, grid.rows)
    by_height = (_band_room(context, rows) - context.grid_height(0)) * longer / grid.rows
    by_width = (page.w - letters - GUTTER - _beside(context)) * longer / grid.columns
    best = max(BEST_SEA, BEST_CELL * longer)
    return int(2 * min(best, by_height, by_width)) / 2  # whole half millimetres


def _band_room(context: LayoutContext, rows: int) -> float:
    """The height that a strip of so many rows of words leaves the grids (mm)."""
    row = WORD_ROW if rows == 2 else SMALLEST_BOX
    strip = context.style.tab_height + 0.9 + rows * row + (rows - 1) * ROW_GAP
    return context.page.bottom - context.paper.height / 2 - FOLD_CLEARANCE - strip - HEAD_GAP


def _column(context: LayoutContext, band: float = 0.0) -> tuple[Part, Part]:
    """What stands beside a grid so high (mm): letters, and the enemy's roster or the footer below them."""
    letters = context.letters(min(TALLEST_ROW, band / 9.8), context.style.gap)
    return letters, Part(max(_enemy(context), _footer_height(context)), most=inf)


def _enemy(context: LayoutContext) -> float:
    """The least height of the enemy's roster (mm)."""
    return context.style.tab_height + 0.5 + LEAST_ROW * len(context.edition.fleet)


def _footer_height(context: LayoutContext) -> float:
    """The least height of the turn summary, the rules' QR code and the sheet code (mm)."""
    style = context.style
    code = style.tab_height + 0.3 + SMALLEST_MODULE * (context.qr_modules + 2 * QUIET) + CODE_LINE - 3.4
    steps = style.tab_height + 1.6 + LEAST_STEP * len(context.edition.turn.summary) + 2.0 + CODE_LINE
    return max(code, steps)


def _divided(context: LayoutContext, rows: int, left: float, least: float) -> float:
    """The width of the strip's left part where the fleet gets what it needs of what the codes can spare, who need the
    `least` (mm).
    """
    total = context.page.w - GUTTER
    usual = total - _fleet_width(context, left)
    wanted = widest_row(context.edition.fleet, rows, EASY_BOX, context.style) + EASY_GAPS
    codes = max(least, min(usual, total - wanted))
    return codes if context.edition.tracker.middle[0] == "codes" else total - codes


def _fleet_width(context: LayoutContext, left: float) -> float:
    return left if context.edition.tracker.middle[0] == "fleet" else context.page.w - GUTTER - left


def codes_least(context: LayoutContext) -> float:
    """The least width of the launch codes and of what stands below them (mm)."""
    edition = context.edition
    codes, mines = edition.launch_codes, edition.mines
    digits = SMALLEST_DIGIT * codes.digits * codes.count + LEAST_CODE_GAP * (codes.count - 1)
    mine = MINE_PICTURE + _mine_least(context) if mines else 0
    return max(digits, 2 * mine + 6 if edition.tracker.notes else mine, LEAST_TAB)


def stacked_least(context: LayoutContext) -> float:
    """The same where codes stand in two rows (mm)."""
    codes = context.edition.launch_codes
    upper = stacked_in_first(codes.count)
    code = SMALLEST_DIGIT * codes.digits + LEAST_CODE_GAP
    mine = STACKED_GAP + _mine_least(context) if context.edition.mines else 0
    return max(code * upper - LEAST_CODE_GAP, code * (codes.count - upper) - LEAST_CODE_GAP + mine, LEAST_TAB)


def stacked_in_first(codes: int) -> int:
    """How many of so many codes stand in the first of two rows."""
    return -(-codes // 2)


def _mine_least(context: LayoutContext) -> float:
    """The least width of the mines' boxes and of what they are called (mm)."""
    mines = context.edition.mines
    boxes = mines * 2 * MINE_DIGIT + 2 * (mines - 1)
    return text_width("MINE", Face.BOLD, context.style.legend) + 2 + boxes


def _refusal(context: LayoutContext) -> BadInputError:
    """Why nothing fits: the grid, what stands beside it, or the fleet."""
    edition, paper, grid = context.edition, context.paper, context.edition.grid
    cell = _cell(context, 2)
    if cell < SMALLEST_CELL:
        return BadInputError(
            f"A {grid.columns} × {grid.rows} grid would have squares of {cell:.1f} mm on {paper.title}; "
            f"{SMALLEST_CELL:g} mm is the least.",
            tip="The letters beside a grid and the words above it need the rest: take fewer columns or rows.",
        )
    needed, room = least_of(_column(context)), _band_room(context, 2)
    if needed > room:
        below = f"{len(edition.fleet)} ships" if _enemy(context) > _footer_height(context) else "the turn summary"
        return BadInputError(
            f"Letter boxes and {below} need {needed:.1f} mm beside the grid, and {paper.title} leaves {room:.1f} mm.",
            tip="Fewer ships, or fewer steps of the turn summary, leave them more room.",
        )
    rows = max(rows for rows, _ in ORDER if _fits_down(context, rows))
    needed = widest_row(edition.fleet, rows, SMALLEST_BOX, context.style)
    codes = codes_least(context) if edition.tracker.notes else stacked_least(context)
    return BadInputError(
        f"The fleet's words need {needed:.1f} mm in each of {rows} rows, and {paper.title} leaves "
        f"{max(0, context.page.w - GUTTER - codes):.1f} mm beside the {codes:.1f} mm of the launch codes.",
        tip="Fewer or shorter ships, shorter names of them, or fewer launch codes, leave them more room.",
    )


BEST_MODULE = 0.64
"""The side of a QR module where there is room (mm)."""


def folded_page(context: LayoutContext) -> PagePlan:
    """Public panels above the fold, secret ones below; grids on the writing hand's far side."""
    page, style, fold = context.page, context.style, context.paper.height / 2
    shares = share_halves(context)
    bottom = fold - FOLD_CLEARANCE
    attack = context.grid(page.x, bottom - shares.band, shares.cell, "attack", solid=True, shows_fleet=False)
    defense = context.grid(page.x, page.bottom - shares.band, shares.cell, "defense", solid=False, shows_fleet=True)
    left, right = _sides(page, attack.rect.w)
    head = attack.rect.y - page.y - HEAD_GAP

    column = _column(context, shares.band)
    recon, below = stacked(column, Rect(right.x, attack.rect.y, right.w, shares.band))
    enemy = context.place(below)
    manifest, footer = stacked(column, Rect(right.x, defense.rect.y, right.w, shares.band))
    strip, strip_height = fold + FOLD_CLEARANCE, defense.rect.y - HEAD_GAP - fold - FOLD_CLEARANCE

    public = (
        *_header(context, left.top(head), right.top(head)),
        attack,
        context.recon(recon),
        context.enemy(enemy, berth_in_rows(enemy.below(style.tab_height + 0.5), context.edition.fleet, style)),
        FoldLine(Rect(page.x, fold - 1.2, page.w, 2.4), context.edition.tracker.fold_line, style),
    )
    middle: dict[str, Callable[[LayoutContext, Rect], tuple[Panel, ...]]]
    middle = {
        "codes": _codes_stacked if shares.stacked else _codes_in_row,
        "fleet": partial(_fleet_in_rows, shares.fleet),
    }
    sides = [Rect(side.x, strip, side.w, strip_height) for side in _sides(page, shares.left)]
    secret = (
        *(
            panel
            for name, side in zip(context.edition.tracker.middle, sides, strict=True)
            for panel in middle[name](context, side)
        ),
        defense,
        context.manifest(manifest),
        *_footer_panel(context, footer),
    )
    return PagePlan(public, secret, fold)


def _sides(page: Rect, left: float) -> tuple[Rect, Rect]:
    """Two columns, the first so wide (mm)."""
    return page.left(left), page.after(left + GUTTER)


def _header(context: LayoutContext, left: Rect, right: Rect) -> tuple[Panel, ...]:
    """Wordmark and captains over the grid; the event, fleet, table, round and serial over letter recon."""
    row = min(9.8, left.h * (0.42 if context.event else 0.44))
    upper = left.top(min(left.h - row - 1.8, 13.0))
    mine, ours = context.place(left.below(left.h - row)), context.place(right)
    captain, opponent = mine.columns(2, gap=3)
    fleet = Rect(ours.x, upper.bottom - row, ours.w, row)
    if (under := ours.y + context.title_height) > fleet.y:
        fleet = Rect(ours.x, under, ours.w, fleet.bottom - under)  # its name is always known: nobody writes on it
    table, game_round, serial = ours.below(ours.h - row).columns(3, gap=3)
    battle: dict[FieldShown, Rect] = {} if context.names_fleet_below else {"fleet_name": fleet}
    battle |= {"table": table, "round": game_round, "serial": serial}
    return (
        context.wordmark(upper, context.edition.tracker.title),
        *context.edition_name(fleet),
        *context.event_title(ours),
        context.fields(mine, {"captain": captain, "opponent": opponent}),
        context.fields(Rect(ours.x, fleet.y, ours.w, ours.bottom - fleet.y), battle),
    )


def _codes_in_row(context: LayoutContext, rect: Rect) -> tuple[Panel, ...]:
    """Launch codes side by side; on the line below them the mine's box, or lines for announcements."""
    placed, codes = context.place(rect), context.edition.launch_codes
    body = placed.below(context.style.tab_height + 0.9)
    upper, lower = body.top(min(body.h, 2 * TALLEST_ROW + 1.4)).rows(2, gap=1.4)
    gap = min(2.6, (upper.w - SMALLEST_DIGIT * codes.digits * codes.count) / max(1, codes.count - 1))
    if gap < LEAST_CODE_GAP - 1e-6:
        raise BadInputError(
            f"{codes.count} codes of {codes.digits} digits do not fit {upper.w:.0f} mm of {context.paper.title}."
        )
    panels: list[Panel] = [context.codes(placed, tuple(upper.columns(codes.count, gap=gap)))]
    notes, mines = context.edition.tracker.notes, context.edition.mines
    if mines:
        panels.append(context.mines(lower.after(lower.w / 2) if notes else lower, mines, MINE_DIGIT))
    if notes:
        room = lower.left(lower.w / 2 - 3) if mines else lower
        panels.append(context.notes(room, notes.label, room.columns(notes.lines, gap=3)))
    return tuple(panels)


def _codes_stacked(context: LayoutContext, rect: Rect) -> tuple[Panel, ...]:
    """Launch codes in two rows, the mine's box at the end of the second."""
    placed, codes = context.place(rect), context.edition.launch_codes
    body = placed.below(context.style.tab_height + 0.9)
    upper, lower = body.top(min(body.h, 2 * TALLEST_ROW + 1.4)).rows(2, gap=1.4)
    first, width = stacked_in_first(codes.count), SMALLEST_DIGIT * codes.digits
    places = tuple(
        row.after(number * (width + LEAST_CODE_GAP)).left(width)
        for row, count in ((upper, first), (lower, codes.count - first))
        for number in range(count)
    )
    mines = context.edition.mines
    room = lower.after(places[-1].right - lower.x + STACKED_GAP)
    return context.codes(placed, places), *([context.mines(room, mines, MINE_DIGIT)] if mines else [])


def _fleet_in_rows(rows: Rows, context: LayoutContext, rect: Rect) -> tuple[Panel, ...]:
    placed, style = context.place(rect), context.style
    places = places_beside(placed.below(style.tab_height + 0.9), rows, style)
    return (context.fleet(placed, places, named=context.names_fleet_below),)


def _footer_panel(context: LayoutContext, rect: Rect) -> tuple[Panel, ...]:
    """Turn summary beside the rules' QR code; the sheet code on the last line."""
    placed, style, summary = context.place(rect), context.style, context.edition.turn.summary
    code = Rect(placed.x, placed.bottom - CODE_LINE, placed.w, CODE_LINE)
    top = placed.y + style.tab_height
    body = Rect(placed.x, top + 1.6, placed.w, code.y - 2.0 - top - 1.6)
    clear = code.y + 3.4 - top - 0.3  # down to the code's own type; its line and label do not reach the QR code
    module = min(SMALLEST_MODULE if style.saves_ink else BEST_MODULE, clear / (context.qr_modules + 2 * QUIET))
    if module < SMALLEST_MODULE:
        raise BadInputError(
            f"The QR code's modules would be {module:.2f} mm on {context.paper.title}; "
            f"{SMALLEST_MODULE} mm is the least.",
            tip="Shorten rules_address in the front matter.",
        )
    side = module * context.qr_modules
    tab = context.tab(placed, "turn", context.address_note, solid=True)
    beside = body.left(body.w - side - QUIET * module)
    start = context.start(beside, body.h - LEAST_STEP * len(summary))
    steps = beside.below(start.rect.h if start else 0).rows(len(summary))
    return (
        context.turn(placed.top(body.bottom - placed.y), tab, steps),
        *((start,) if start else ()),
        context.address(placed.right - side, top + 0.3 + QUIET * module, side),
        SheetCodePanel(code, style),
    )
