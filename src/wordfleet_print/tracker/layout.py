"""Where the panels of a sheet are: a public and a secret half, the same for every paper, form and
style.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from math import floor

from wordfleet_print.errors import BadInputError, Fix, Problem
from wordfleet_print.games import Edition
from wordfleet_print.paper import Paper, find_paper
from wordfleet_print.settings.looks import LookSettings
from wordfleet_print.sheet.captains import parse_name
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker import phrases
from wordfleet_print.tracker.fonts import ELLIPSIS
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.panels import grids, head, secret, ships
from wordfleet_print.tracker.panels.panel import Panel, SheetKind
from wordfleet_print.tracker.pen import Art, Pen, Run
from wordfleet_print.tracker.style import LARGE, SECRET_INK, STANDARD, TABLE_INK

# From the paper's edge to panels (mm): with half a frame's line, ink keeps 10 mm off.
MARGIN_MM = 10.3
# Between the grids and the panels next to them.
GUTTER_MM = 4.0
# From the fold to the panels: the sheet is folded there by hand, not by a machine.
ABOVE_FOLD_MM = 1.7
BELOW_FOLD_MM = 1.4
# From a cut to the panels (mm).
CUT_GAP_MM = 2.0
# What the words about the cut take of the margin (mm): they end 6 mm off the paper's edge.
CUT_WORDS_MM = 4.3
# Above and below START (mm).
START_GAP_MM = 1.5

# Letters in a row that are as wide, and rows of letters that are as high, as their usual measures:
# A to Z has as many. Of more letters each is smaller.
LETTERS_IN_ROW, LETTER_ROWS = 6, 5
# Rows of squares that are as high as the panels next to them. A lower grid gets larger squares.
FULL_ROWS = 10


@dataclass(frozen=True, slots=True)
class SheetLooks:
    """How sheets are printed. None of it changes which sheet a code brings back."""

    paper: Paper
    half_sheets: bool = False
    eco: bool = False
    color: bool = False
    """The table's half in blue, the secret half in red."""
    large_print: bool = False
    left_handed: bool = False
    mine: bool = False
    title: str = ""
    """One line on every sheet, such as “Class 5B”."""
    event: bool = False
    """Places for table, round and serial."""


def choose_looks(settings: LookSettings, title: str = "") -> SheetLooks:
    """Return how settings ask for sheets: each option of theirs that `SheetLooks` has, on the
    country's paper.
    """
    shared = {one.name for one in fields(SheetLooks)} & type(settings).model_fields.keys() - {
        "paper",
        "title",
    }
    chosen = {name: getattr(settings, name) for name in shared}
    return SheetLooks(find_paper(settings.paper), title=parse_name(title), **chosen)


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """A page's size (mm) and panels; where two sheets share it, the line to cut along. It equals
    only itself.
    """

    width: float
    height: float
    panels: tuple[Panel, ...]
    cut: Art | None = None

    def draw(self, pen: Pen) -> None:
        """Draw what is the same on every sheet."""
        for panel in self.panels:
            with pen.use_ink(panel.kind.ink):
                panel.draw(pen)

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height (mm)."""
        return self.width, self.height

    @property
    def art(self) -> Art:
        """What is the same on every sheet."""
        return Art(self.width, self.height, self.draw)


@lru_cache(maxsize=64)
def lay_out_sheet(
    edition: Edition, looks: SheetLooks, *, blank: bool = False, placed: bool = False
) -> tuple[Page, ...]:
    """Return the pages of one sheet: one to fold, two of large print, or the two sides of a half
    sheet.

    Raises `BadInputError` with the measure where something does not fit.
    """
    if looks.mine and not edition.mines:
        what = f"The {edition.edition} edition of {edition.title} has no variation with mines."
        raise BadInputError(Problem(what, "mine", (Fix.leave_out("mine"),)))
    style = replace(LARGE if looks.large_print else STANDARD, language=edition.language)
    form: phrases.Form = (
        "pages" if looks.large_print else "halves" if looks.half_sheets else "folded"
    )
    style = style.save_ink() if looks.eco else style
    kind = SheetKind(edition, style, form, blank, placed, looks.mine, looks.title, looks.event)
    width, height = looks.paper.width, looks.paper.height
    if form == "pages":
        # Large print: both halves become pages of their own, landscape, because the grid is wider
        # than it is high.
        width, height = height, width
        upper = lower = Rect(0, 0, width, height).inset(MARGIN_MM)
    elif form == "halves":
        upper = lower = Rect(
            MARGIN_MM, MARGIN_MM, width - 2 * MARGIN_MM, height / 2 - CUT_GAP_MM - MARGIN_MM
        )
    else:
        upper = Rect(
            MARGIN_MM, MARGIN_MM, width - 2 * MARGIN_MM, height / 2 - ABOVE_FOLD_MM - MARGIN_MM
        )
        lower = Rect(
            MARGIN_MM, height / 2 + BELOW_FOLD_MM, upper.w, height / 2 - BELOW_FOLD_MM - MARGIN_MM
        )
    cell = choose_cell(kind, upper)
    hand = width if looks.left_handed else 0
    public = lay_out_public(kind, upper, cell, hand)
    if looks.color:
        public = [replace(panel, kind=replace(kind, ink=TABLE_INK)) for panel in public]
        kind = replace(kind, ink=SECRET_INK)
    hidden = lay_out_secret(kind, lower, cell)
    if hand:
        # Only the places are mirrored, never what is in them: left-handed players read from left to
        # right as well.
        for panels in (public, hidden):
            panels[:] = [
                replace(one, rect=one.rect.mirror(hand)) if one.mirrors else one for one in panels
            ]
    middle = Rect(MARGIN_MM, height / 2 - 1, width - 2 * MARGIN_MM, 2)
    if form == "folded":
        fold = secret.FoldLine(middle, kind)
        return (Page(width, height, (*public, fold, *hidden)),)
    pages = [Page(width, height, tuple(panels)) for panels in (public, hidden)]
    if form == "halves":
        margin = Rect(MARGIN_MM - CUT_WORDS_MM, upper.y, CUT_WORDS_MM - 1, upper.h)
        lines = [
            secret.CutLine(middle, kind, key=key, words=margin)
            for key in ("line.cut_front", "line.cut")
        ]
        cuts = [Art(width, height, line.draw) for line in lines]
        pages = [replace(page, cut=cut) for page, cut in zip(pages, cuts, strict=True)]
    return tuple(pages)


def find_cut_names(sheet: Sheet, pages: Sequence[Page]) -> list[str]:
    """Return the sheet's names that end in an ellipsis on these pages, each once."""
    cut = []
    for panel in (
        panel for page in pages for panel in page.panels if isinstance(panel, head.NameLine)
    ):
        name: str = getattr(sheet, panel.shows)
        runs = [item for item in panel.place_text(sheet) if isinstance(item, Run)]
        if any(run.text.endswith(ELLIPSIS) for run in runs) and not name.endswith(ELLIPSIS):
            cut.append(name)
    return list(dict.fromkeys(cut))


def choose_cell(kind: SheetKind, room: Rect) -> float:
    """Return the side of a square (mm): as large as the public half allows. Raises `BadInputError`
    with the measure if that is too small.

    A4: (189.4 - gutter 4 - 6 letters of 12.8 - 2 × 5 for numbers) / 10 columns = 9.86 across. Down:
    136.5 - head 8.7 - grid's heading 6.2 and letters 4.6 - gaps 3 - START 16.6 leave 97.4 for 10
    rows; `cell_most` is 9.5, and what remains makes the head taller.
    """
    style, grid = kind.style, kind.edition.grid
    letters = style.letter_width * LETTERS_IN_ROW
    across = (room.w - GUTTER_MM - letters - 2 * style.axis_width) / grid.columns
    down = room.h - _fixed_height(kind)
    # First the largest square beside the lowest START; if even that is too small, no other START
    # helps.
    most = min(across, (down - head.start_height(style, style.start[-1], 2)) / grid.rows)
    if most < style.cell_least - 0.01:
        what = f"A square would be {most:.1f} mm wide; it must be at least {style.cell_least:g} mm."
        raise BadInputError(Problem(what, "paper"))
    squares = style.cell_most * max(grid.rows, FULL_ROWS)
    side = min(across, min(down - _start_height(kind, room), squares) / grid.rows)
    return floor(10 * side + 0.001) / 10


def _fixed_height(kind: SheetKind) -> float:
    """Return the height of the public half without START and squares (mm): axis, legend, gaps and
    the lowest head.

    A QR code in the head has four modules of white below it (ISO/IEC 18004).
    """
    style = kind.style
    code = kind.qr_side + kind.qr_white - START_GAP_MM if kind.has_qr_in_head else 0
    grid = style.legend_height + style.legend_gap + style.axis_height
    return 2 * START_GAP_MM + grid + max(style.head_least, code)


def _start_height(kind: SheetKind, room: Rect) -> float:
    """Return the height of START, as full as squares and head allow (mm)."""
    squares = kind.style.cell_least * max(kind.edition.grid.rows, FULL_ROWS)
    return head.plan_start(kind, room.w, room.h - squares - _fixed_height(kind)).height


def measure_letters(kind: SheetKind) -> float:
    """Return the height of all rows of letters in their usual size, or somewhat smaller where these
    are many (mm).
    """
    rows = len(kind.edition.alphabet_rows)
    return kind.style.letter_height * (
        rows if rows <= LETTER_ROWS else LETTER_ROWS + (rows - LETTER_ROWS) / 2
    )


def lay_out_public(kind: SheetKind, room: Rect, cell: float, hand: float) -> list[Panel]:
    """Return head, START, attack grid, recon, enemy fleet. `hand`: the page's width for the left
    hand, else 0.
    """
    style, edition, gap = kind.style, kind.edition, START_GAP_MM
    grid_width = cell * edition.grid.columns + 2 * style.axis_width
    squares = max(cell * edition.grid.rows, style.cell_least * FULL_ROWS)
    body = room.below(room.h - squares - style.axis_height - style.legend_gap - style.legend_height)
    tall = _start_height(kind, room)
    start = Rect(room.x, body.y - gap - tall, room.w, tall)
    strip = Rect(room.x, room.y, room.w, start.y - gap - room.y)
    left, right = body.left(grid_width), body.after(grid_width + GUTTER_MM)
    recon_height = style.heading_height + 0.6 + measure_letters(kind)
    logo, names = strip.left(grid_width), strip.after(grid_width + GUTTER_MM)
    if (
        hand
    ):  # the head's columns stand over those of the body, but read from left to right all the same
        logo, names = logo.mirror(hand), names.mirror(hand)
    recon, enemy = right.top(recon_height), right.below(recon_height + style.gap)
    boards = (
        grids.Grid(left, kind, cell=cell),
        grids.Letters(recon, kind),
        ships.EnemyFleet(enemy, kind),
    )
    return [*lay_out_head(kind, logo, names), head.Start(start, kind), *boards]


def lay_out_head(kind: SheetKind, logo: Rect, names: Rect) -> list[Panel]:
    """Return logo and names, all on the same two lines; at events with table, round and serial."""
    panels, say = list[Panel](), kind.edition.say
    if kind.has_qr_in_head:
        side = kind.qr_side
        panels.append(head.RulesCode(names, kind))
        names = names.left(names.w - side - kind.qr_white)
    if kind.event:
        shown = {
            "table": say("head.table"),
            "round": say("head.round"),
            "serial": say("head.serial"),
        }
        widths = [kind.style.measure_label(label) for label in shown.values()]
        wide = 3 * max(widths[-1] + 2, max(widths) + 1) + 4  # a serial has more digits than a table
        seats = logo.after(logo.w - wide).bottom_part(kind.style.head_least).columns(3, gap=2)
        for place, (field, label) in zip(seats, shown.items(), strict=True):
            panels.append(head.NameLine(place, kind, field, label))
        logo = logo.left(logo.w - wide - 4)
    # A name is directly under its caption, however high the head is.
    captain, opponent = names.bottom_part(kind.style.head_least).columns(2, gap=3)
    panels.append(head.NameLine(captain, kind, "captain", kind.edition.players.one))
    panels.append(head.NameLine(opponent, kind, "opponent", say("head.opponent")))
    return [head.Logo(logo, kind), *panels]


def lay_out_secret(kind: SheetKind, room: Rect, cell: float) -> list[Panel]:
    """Return the warning, launch codes over the defense grid; my fleet, the manifest and the turn
    to the right.

    A4, right column: 130.2 mm - turn 27.3 - 2 headings and gaps 14.4 leave 88.5 for 5 ships and 5
    rows of letters. A ship's row is 0.8 to 0.85 of a row of letters: 9.7 mm for letters, their
    most, leaves 8.0 for ships.
    """
    style, edition = kind.style, kind.edition
    grid_width = cell * edition.grid.columns + 2 * style.axis_width
    warning = room.top(style.band_height)
    body = room.below(warning.h + style.gap * 0.7)
    left, right = body.left(grid_width), body.after(grid_width + GUTTER_MM)
    grid_height = cell * edition.grid.rows + style.axis_height + style.heading_height
    codes, defense = left.top(left.h - grid_height - style.gap), left.below(left.h - grid_height)
    count, letters = len(edition.fleet) + kind.mine, len(edition.alphabet_rows)
    rest = (
        right.h - secret.Turn(right, kind).height - 2 * style.gap - 2 * style.heading_height - 1.0
    )
    # Letters and ships share the height that is left. Letters stop growing at their usual height;
    # ships take the rest.
    row = min(rest / (count * 0.8 + letters), 0.97 * style.letter_height)
    ship = min((rest - row * letters) / count, 0.85 * row)
    fleet = right.top(style.heading_height + 0.4 + ship * count)
    manifest = right.below(fleet.h + style.gap).top(style.heading_height + 0.6 + row * letters)
    return [
        secret.SecretBand(warning, kind),
        secret.LaunchCodes(codes, kind),
        grids.Grid(defense, kind, secret=True, cell=cell),
        ships.OwnFleet(fleet, kind),
        grids.Letters(manifest, kind, secret=True),
        secret.Turn(right.below(fleet.h + manifest.h + 2 * style.gap), kind),
    ]
