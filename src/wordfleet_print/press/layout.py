"""The parametric layout: from edition, paper and style to panels in their places (mm).

A4 and US Letter show the same panels in the same order; nothing is scaled to fit. What does not fit is refused
with the measure that fails.
"""

from __future__ import annotations

from dataclasses import dataclass

from wordfleet_print.errors import BadInputError
from wordfleet_print.game import Edition
from wordfleet_print.press.geometry import Rect
from wordfleet_print.press.panels import (
    AddressPanel,
    CodesPanel,
    EnemyPanel,
    FieldsPanel,
    FleetPanel,
    FoldLine,
    GridPanel,
    LettersPanel,
    ManifestPanel,
    MinePanel,
    Panel,
    ReconPanel,
    SheetCodePanel,
    Tab,
    TurnPanel,
    WordmarkPanel,
)
from wordfleet_print.press.panels.enemy import berth_in_blocks, berth_in_rows
from wordfleet_print.press.panels.fleet import places_below, places_beside
from wordfleet_print.press.panels.footer import QUIET, SMALLEST_MODULE, qr_matrix
from wordfleet_print.press.panels.header import Field, FieldName
from wordfleet_print.press.paper import Paper
from wordfleet_print.press.style import LARGE, STANDARD, Style

MARGIN = 10.4
"""From the paper's edge to the panels (mm): half a line's width of ink still keeps 10.0 clear."""
FOLD_CLEARANCE = 2.7
"""From the fold to the nearest panel (mm)."""
GUTTER = 4.0
"""Between the two columns (mm)."""
BEST_CELL, SMALLEST_CELL = 9.5, 9.0
"""A grid square's side on a full page (mm): the best, and the least that can be written in."""
SMALLEST_LARGE_CELL = 12.5
"""A grid square's least side in large print (mm)."""
LARGE_FIELD, LARGE_WORDS = 13.4, 17.0
"""The height of a header line and of the words under their tab in large print (mm)."""
SMALLEST_LETTER_BOX = (13.0, 10.0)
"""The least width and height of a recon or manifest box (mm)."""


@dataclass(frozen=True, slots=True)
class PagePlan:
    """One page: the panels everyone may see, the secret ones, and how far down it folds (mm; None: it does not)."""

    public: tuple[Panel, ...]
    secret: tuple[Panel, ...]
    fold: float | None

    @property
    def panels(self) -> tuple[Panel, ...]:
        """All panels, public ones first."""
        return self.public + self.secret


@dataclass(frozen=True, slots=True)
class Layout:
    """All pages of one sheet on one paper."""

    paper: Paper
    pages: tuple[PagePlan, ...]


@dataclass(frozen=True, slots=True)
class _Desk:
    """What every panel is made from: edition, style, paper, and the hand that writes."""

    edition: Edition
    paper: Paper
    style: Style
    left_handed: bool
    blank: bool

    @property
    def page(self) -> Rect:
        """The page inside its margins."""
        return Rect(0, 0, self.paper.width, self.paper.height).inset(MARGIN)

    def place(self, rect: Rect) -> Rect:
        """The rectangle as this captain's hand needs it: mirrored for the left."""
        return rect.mirrored(self.paper.width) if self.left_handed else rect

    def tab(self, rect: Rect, panel: str, note: str | None = None, *, solid: bool) -> Tab:
        """The tab at the head of a panel, worded by the edition."""
        words = getattr(self.edition.tracker.panels, panel)
        text = words.note or "" if note is None else note
        return Tab(rect.top(self.style.tab_height), words.title, text, solid, self.style)

    def grid(self, x: float, bottom: float, cell: float, panel: str, *, solid: bool, shows_fleet: bool) -> GridPanel:
        """A grid whose left edge is `x` and whose border ends at `bottom`, with tab and axes above."""
        style, grid = self.style, self.edition.grid
        beside = style.axis_margin + style.ladder
        sea_w, sea_h = cell * grid.columns, cell * grid.rows
        top = bottom - style.ladder - sea_h - style.ladder - style.axis_band - style.tab_height
        rect = self.place(Rect(x, top, sea_w + 2 * beside, bottom - top))
        sea = Rect(rect.x + beside, bottom - style.ladder - sea_h, sea_w, sea_h)
        return GridPanel(rect, self.tab(rect, panel, solid=solid), sea, grid, style, shows_fleet)

    def recon(self, rect: Rect) -> ReconPanel:
        """Letter recon in this place."""
        return ReconPanel(self._letters(rect, "recon", solid=True), self.edition.marks)

    def manifest(self, rect: Rect) -> ManifestPanel:
        """The letter manifest in this place."""
        return ManifestPanel(self._letters(rect, "manifest", solid=False), self.edition.lengths, self.blank)

    def _letters(self, rect: Rect, panel: str, *, solid: bool) -> LettersPanel:
        placed = self.place(rect)
        edition = self.edition
        tab = self.tab(placed, panel, solid=solid)
        letters = LettersPanel.of(placed, tab, edition.alphabet_rows, edition.vowels, self.style)
        for least, side, name in zip(
            SMALLEST_LETTER_BOX, (letters.boxes["A"].w, letters.boxes["A"].h), "wh", strict=True
        ):
            if side < least - 1e-6:
                what = "wide" if name == "w" else "high"
                raise BadInputError(
                    f"The letter boxes would be {side:.1f} mm {what} on {self.paper.title}; {least} mm is the least.",
                    tip="Fewer grid columns or rows leave them more room.",
                )
        return letters

    def enemy_tab(self, rect: Rect) -> Tab:
        """The tab of the enemy's roster, with the letters to find."""
        note = self.edition.tracker.panels.enemy.note
        return self.tab(rect, "enemy", f"{self.edition.fleet_letters} {note}" if note else None, solid=True)

    def field(self, rect: Rect, label: str, shows: FieldName) -> Field:
        """One labelled line of the header."""
        return Field(self.place(rect), label, shows)

    def fields(self, rect: Rect, *fields: Field) -> FieldsPanel:
        """The header's labelled lines."""
        return FieldsPanel(self.place(rect), fields, self.style)

    def wordmark(self, rect: Rect) -> WordmarkPanel:
        """The title in this place."""
        return WordmarkPanel(self.place(rect), self.edition.title, self.edition.tracker.title, self.style)


@dataclass(frozen=True, slots=True)
class Looks:
    """How sheets are printed; none of it changes what a code stands for."""

    paper: Paper
    eco: bool = False
    large_print: bool = False
    left_handed: bool = False


def sheet_layout(edition: Edition, looks: Looks, *, blank: bool = False) -> Layout:
    """The layout of an edition's tracker, with words or `blank`.

    Raises `BadInputError` with the measure that does not fit the paper.
    """
    style = LARGE if looks.large_print else STANDARD
    desk = _Desk(edition, looks.paper, style.eco() if looks.eco else style, looks.left_handed, blank)
    pages = (_large_public_page(desk), _large_secret_page(desk)) if looks.large_print else (_folded_page(desk),)
    return Layout(looks.paper, pages)


# --- one page, folded across the middle ------------------------------------------------------------------------


def _folded_page(desk: _Desk) -> PagePlan:
    """Public panels above the fold, secret ones below; grids on the writing hand's far side."""
    page, style, fold = desk.page, desk.style, desk.paper.height / 2
    cell = _folded_cell(desk)
    bottom = fold - FOLD_CLEARANCE
    attack = desk.grid(page.x, bottom, cell, "attack", solid=True, shows_fleet=False)
    defense = desk.grid(page.x, page.bottom, cell, "defense", solid=False, shows_fleet=True)
    left = page.left(attack.rect.w)
    right = page.after(attack.rect.w + GUTTER)

    letter_row = max(SMALLEST_LETTER_BOX[1], min(11.2, (bottom - attack.rect.y) / 9.8))
    letters_height = style.tab_height + 0.9 + letter_row * len(desk.edition.alphabet_rows)
    recon = Rect(right.x, attack.rect.y, right.w, letters_height)
    enemy = Rect(right.x, recon.bottom + style.gap, right.w, bottom - recon.bottom - style.gap)
    manifest = Rect(right.x, defense.rect.y, right.w, letters_height)
    strip = Rect(0, fold + FOLD_CLEARANCE, 0, defense.rect.y - 1.9 - fold - FOLD_CLEARANCE)
    footer = Rect(right.x, manifest.bottom + style.gap, right.w, page.bottom - manifest.bottom - style.gap)

    public = (
        *_header(desk, left.top(attack.rect.y - page.y - 1.9), right.top(attack.rect.y - page.y - 1.9)),
        attack,
        desk.recon(recon),
        _enemy_in_rows(desk, enemy),
        FoldLine(Rect(page.x, fold - 1.2, page.w, 2.4), desk.edition.tracker.fold_line, style),
    )
    secret = (
        *_codes_in_row(desk, Rect(left.x, strip.y, left.w, strip.h)),
        _fleet_in_rows(desk, Rect(right.x, strip.y, right.w, strip.h)),
        defense,
        desk.manifest(manifest),
        *_footer(desk, footer),
    )
    return PagePlan(public, secret, fold)


def _folded_cell(desk: _Desk) -> float:
    """The square's side: what the lower half leaves, at most the best. Refuses squares too small to write in."""
    style, page, grid = desk.style, desk.page, desk.edition.grid
    above = style.tab_height + style.axis_band + 2 * style.ladder
    strip = style.tab_height + 0.9 + 2 * 7.2 + 1.1
    half = page.bottom - desk.paper.height / 2 - FOLD_CLEARANCE
    by_height = (half - above - strip - 1.9) / grid.rows
    beside = 2 * (style.axis_margin + style.ladder)
    letters = SMALLEST_LETTER_BOX[0] * max(map(len, desk.edition.alphabet_rows))
    by_width = (page.w - letters - GUTTER - beside) / grid.columns
    cell = min(BEST_CELL, int(by_height * 20) / 20, int(by_width * 20) / 20)
    if cell < SMALLEST_CELL:
        raise BadInputError(
            f"A {grid.columns} × {grid.rows} grid would have squares of {cell:.1f} mm on {desk.paper.title}; "
            f"{SMALLEST_CELL} mm is the least."
        )
    return cell


def _header(desk: _Desk, left: Rect, right: Rect) -> tuple[Panel, ...]:
    """Wordmark and captains over the grid; fleet, table, round and serial over letter recon."""
    style = desk.style
    row = min(9.8, left.h * 0.44)
    upper = left.top(min(left.h - row - 1.8, 13.0))
    lower_left, lower_right = left.below(left.h - row), right.below(right.h - row)
    captain, opponent = lower_left.columns(2, gap=3)
    table, serial_round, serial = lower_right.columns(3, gap=3)
    fleet = right.top(upper.h)
    names = desk.edition.players
    return (
        desk.wordmark(upper),
        FieldsPanel(
            desk.place(left.below(left.h - row)),
            (
                desk.field(captain, names.one, "captain"),
                desk.field(opponent, "opponent", "opponent"),
            ),
            style,
        ),
        FieldsPanel(
            desk.place(Rect(right.x, fleet.y, right.w, right.bottom - fleet.y)),
            (
                desk.field(fleet, "fleet", "fleet_name"),
                desk.field(table, "table", "table"),
                desk.field(serial_round, "round", "round"),
                desk.field(serial, "serial", "serial"),
            ),
            style,
        ),
    )


def _enemy_in_rows(desk: _Desk, rect: Rect) -> EnemyPanel:
    placed = desk.place(rect)
    body = placed.below(desk.style.tab_height + 0.5)
    fleet = desk.edition.fleet
    return EnemyPanel(placed, desk.enemy_tab(placed), fleet, berth_in_rows(body, fleet), desk.style)


def _codes_in_row(desk: _Desk, rect: Rect) -> tuple[Panel, ...]:
    """Launch codes side by side; the mine's box on the line below them."""
    placed, codes, style = desk.place(rect), desk.edition.launch_codes, desk.style
    body = placed.below(style.tab_height + 0.9)
    upper, lower = body.rows(2, gap=1.4)
    places = tuple(upper.columns(codes.count, gap=2.6))
    panels: list[Panel] = [
        CodesPanel(
            Rect(placed.x, placed.y, placed.w, upper.bottom - placed.y),
            desk.tab(placed, "codes", solid=False),
            places,
            codes.digits,
            style,
        )
    ]
    if desk.edition.mines:
        width = 7.5
        count = 2 * desk.edition.mines
        first = lower.right - count * width - 2.0 * (desk.edition.mines - 1)
        boxes = tuple(Rect(first + i * width + 2.0 * (i // 2), lower.y, width, lower.h) for i in range(count))
        panels.append(MinePanel(lower, _mine_variation(desk.edition), boxes, style))
    return tuple(panels)


def _mine_variation(edition: Edition) -> str:
    return next(variation.name for variation in edition.variations if variation.prints == "mine")


def _fleet_in_rows(desk: _Desk, rect: Rect) -> FleetPanel:
    placed, style = desk.place(rect), desk.style
    body = placed.below(style.tab_height + 0.9)
    return FleetPanel(
        placed, desk.tab(placed, "fleet", solid=False), places_beside(body, desk.edition.fleet, style), style
    )


def _footer(desk: _Desk, rect: Rect) -> tuple[Panel, ...]:
    """Turn summary beside the rules' QR code; the sheet code on the last line."""
    placed, style, edition = desk.place(rect), desk.style, desk.edition
    address = edition.rules_address
    module = SMALLEST_MODULE + 0.02
    side = module * len(qr_matrix(address))
    code = Rect(placed.x, placed.bottom - 9.0, placed.w, 9.0)
    body = Rect(
        placed.x,
        placed.y + style.tab_height + 1.6,
        placed.w,
        code.y - 2.0 - placed.y - style.tab_height - 1.6,
    )
    qr = Rect(placed.right - side, body.y + QUIET * module - 1.6, side, side)
    steps = Rect(body.x, body.y, body.w - side - QUIET * module, body.h)
    tab = desk.tab(placed, "turn", f"rules: {address.split('://')[1]}", solid=True)
    turn = TurnPanel(
        Rect(placed.x, placed.y, placed.w, body.bottom - placed.y),
        tab,
        edition.turn.summary,
        tuple(steps.rows(len(edition.turn.summary))),
        style,
    )
    return turn, AddressPanel(qr, address), SheetCodePanel(code, style)


# --- two pages in large print ----------------------------------------------------------------------------------


def _large_grid(desk: _Desk, bottom: float, panel: str, *, solid: bool, shows_fleet: bool) -> GridPanel:
    page, grid = desk.page, desk.edition.grid
    beside = 2 * (desk.style.axis_margin + desk.style.ladder)
    cell = min(SMALLEST_LARGE_CELL, (page.w - beside) / grid.columns)
    if cell < SMALLEST_LARGE_CELL:
        raise BadInputError(
            f"A grid of {grid.columns} columns would have squares of {cell:.1f} mm in large print; "
            f"{SMALLEST_LARGE_CELL} mm is the least."
        )
    return desk.grid(page.x, bottom, cell, panel, solid=solid, shows_fleet=shows_fleet)


def _large_letters_height(desk: _Desk, others: float) -> float:
    """The height of a letter panel: what the grid and the `others` (mm) leave, in rows neither flat nor too tall."""
    style, rows = desk.style, len(desk.edition.alphabet_rows)
    grid = style.tab_height + style.axis_band + 2 * style.ladder + SMALLEST_LARGE_CELL * desk.edition.grid.rows
    heading = style.tab_height + 0.9
    row = (desk.page.h - others - grid - style.gap - heading) / rows
    if row < SMALLEST_LETTER_BOX[1]:
        raise BadInputError(
            f"A grid of {desk.edition.grid.rows} rows leaves letter boxes {row:.1f} mm high in large print; "
            f"{SMALLEST_LETTER_BOX[1]} mm is the least."
        )
    return heading + min(row, 14.0) * rows


def _large_public_page(desk: _Desk) -> PagePlan:
    """Attack grid with the enemy's roster beside it, letter recon and the turn summary below."""
    page, style, edition = desk.page, desk.style, desk.edition
    steps = Rect(page.x, page.bottom - 12.4, page.w, 12.4)
    recon_height = _large_letters_height(desk, 2 * LARGE_FIELD + 2 * style.gap + steps.h + 2.6)
    recon = Rect(page.x, steps.y - 2.6 - recon_height, page.w, recon_height)
    attack = _large_grid(desk, recon.y - style.gap, "attack", solid=True, shows_fleet=False)
    beside = page.after(attack.rect.w + GUTTER - 0.6)
    enemy = desk.place(Rect(beside.x, attack.rect.y, beside.w, attack.rect.h))
    fleet = edition.fleet
    roster = berth_in_blocks(enemy.below(style.tab_height + 1.0), fleet)
    head = page.top(attack.rect.y - page.y - 2.2)
    places = tuple(desk.place(place) for place in steps.columns(len(edition.turn.summary), gap=2))
    public = (
        *_large_header(desk, head),
        attack,
        EnemyPanel(enemy, desk.enemy_tab(enemy), fleet, roster, style),
        desk.recon(recon),
        TurnPanel(steps, None, edition.turn.summary, places, style),
    )
    return PagePlan(public, (), None)


def _large_header(desk: _Desk, head: Rect) -> tuple[Panel, ...]:
    """Wordmark and fleet on the first line; captain, opponent, table and round on the second."""
    row = LARGE_FIELD
    lower = head.below(head.h - row)
    upper = head.top(min(head.h - row - 1.8, row + 1.6))
    wordmark, fleet = upper.columns(2, gap=4)
    numbers = 22.0
    names = lower.left(lower.w - 2 * numbers - 6)
    captain, opponent = names.columns(2, gap=3)
    table, game_round = Rect(names.right + 3, lower.y, 2 * numbers + 3, row).columns(2, gap=3)
    return (
        desk.wordmark(wordmark),
        desk.fields(
            Rect(head.x, fleet.y, head.w, head.bottom - fleet.y),
            desk.field(fleet, "fleet", "fleet_name"),
            desk.field(captain, desk.edition.players.one, "captain"),
            desk.field(opponent, "opponent", "opponent"),
            desk.field(table, "table", "table"),
            desk.field(game_round, "round", "round"),
        ),
    )


def _large_secret_page(desk: _Desk) -> PagePlan:
    """My fleet on top, the defense grid with codes, mine and sheet code beside it, the manifest below."""
    page, style, edition = desk.page, desk.style, desk.edition
    manifest_height = _large_letters_height(desk, LARGE_FIELD + LARGE_WORDS + style.tab_height + 3 * style.gap)
    manifest = Rect(page.x, page.bottom - manifest_height, page.w, manifest_height)
    defense = _large_grid(desk, manifest.y - style.gap, "defense", solid=False, shows_fleet=True)
    top = Rect(page.x, page.y, page.w, defense.rect.y - page.y - 2.2)
    owner = page.top(LARGE_FIELD)
    captain, name = owner.columns(2, gap=4)
    fleet = desk.place(top.below(max(owner.h + 2.0, top.h - style.tab_height - LARGE_WORDS)))
    beside = desk.place(page.after(defense.rect.w + GUTTER - 0.6))
    column = Rect(beside.x, defense.rect.y, beside.w, defense.rect.h)
    words = FleetPanel(
        fleet,
        desk.tab(fleet, "fleet", solid=False),
        places_below(fleet.below(style.tab_height + 1.4), edition.fleet, style),
        style,
    )
    whose = desk.fields(
        owner,
        desk.field(captain, edition.players.one, "captain"),
        desk.field(name, "fleet", "fleet_name"),
    )
    return PagePlan((), (whose, words, defense, *_large_column(desk, column), desk.manifest(manifest)), None)


def _large_column(desk: _Desk, column: Rect) -> tuple[Panel, ...]:
    """Launch codes one below the other, the mine's box, the rules' QR code, the sheet code."""
    style, edition = desk.style, desk.edition
    codes = edition.launch_codes
    each = 10.4
    body = column.below(style.tab_height + 1.2)
    places = tuple(body.top(each * codes.count + 1.4 * (codes.count - 1)).rows(codes.count, gap=1.4))
    panels: list[Panel] = [
        CodesPanel(
            Rect(column.x, column.y, column.w, places[-1].bottom - column.y),
            desk.tab(column, "codes", solid=False),
            places,
            codes.digits,
            style,
        )
    ]
    y = places[-1].bottom + 3.0
    if edition.mines:
        row = Rect(column.x, y, column.w, 9.0)
        boxes = tuple(Rect(row.right - (2 - i) * 9.0, y, 9.0, 9.0) for i in range(2))
        panels.append(MinePanel(row, _mine_variation(edition), boxes, style))
        y = row.bottom + 4.0
    side = 0.68 * len(qr_matrix(edition.rules_address))
    panels.append(AddressPanel(Rect(column.centre_x - side / 2, y, side, side), edition.rules_address))
    panels.append(SheetCodePanel(Rect(column.x, column.bottom - 23.0, column.w, 23.0), style))
    return tuple(panels)
