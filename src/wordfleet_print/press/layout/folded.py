"""A sheet on one page that folds across the middle: public panels above, secret ones below."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from wordfleet_print.errors import BadInputError
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.layout.context import GUTTER, LayoutContext
from wordfleet_print.press.layout.page import PagePlan
from wordfleet_print.press.layout.sharing import (
    CODE_LINE,
    FOLD_CLEARANCE,
    HEAD_GAP,
    MINE_DIGIT,
    STACKED_GAP,
    TALLEST_ROW,
    letters_height,
    share_halves,
    stacked_in_first,
)
from wordfleet_print.press.panels.codes import LEAST_CODE_GAP, SMALLEST_DIGIT
from wordfleet_print.press.panels.enemy import berth_in_rows
from wordfleet_print.press.panels.fleet import Rows, places_beside
from wordfleet_print.press.panels.footer import QUIET, SMALLEST_MODULE, SheetCodePanel
from wordfleet_print.press.panels.header import FieldShown
from wordfleet_print.press.panels.panel import FoldLine, Panel

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

    letters = letters_height(context, bottom - attack.rect.y)
    recon = Rect(right.x, attack.rect.y, right.w, letters)
    enemy = context.place(Rect(right.x, recon.bottom + style.gap, right.w, bottom - recon.bottom - style.gap))
    manifest = Rect(right.x, defense.rect.y, right.w, letters)
    strip, strip_height = fold + FOLD_CLEARANCE, defense.rect.y - HEAD_GAP - fold - FOLD_CLEARANCE
    footer = Rect(right.x, manifest.bottom + style.gap, right.w, page.bottom - manifest.bottom - style.gap)

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
    """Wordmark and captains over the grid; fleet, table, round and serial over letter recon."""
    row = min(9.8, left.h * 0.44)
    upper = left.top(min(left.h - row - 1.8, 13.0))
    mine, ours = context.place(left.below(left.h - row)), context.place(right)
    captain, opponent = mine.columns(2, gap=3)
    fleet = Rect(ours.x, upper.bottom - row, ours.w, row)
    table, game_round, serial = ours.below(ours.h - row).columns(3, gap=3)
    battle: dict[FieldShown, Rect] = {} if context.names_fleet_below else {"fleet_name": fleet}
    battle |= {"table": table, "round": game_round, "serial": serial}
    return (
        context.wordmark(upper, context.edition.tracker.title),
        *context.edition_name(fleet),
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
    steps = body.left(body.w - side - QUIET * module).rows(len(summary))
    return (
        context.turn(placed.top(body.bottom - placed.y), tab, steps),
        context.address(placed.right - side, top + 0.3 + QUIET * module, side),
        SheetCodePanel(code, style),
    )
