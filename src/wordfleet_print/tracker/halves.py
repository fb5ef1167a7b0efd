"""The panels of the public and of the secret half, the same for every paper, form and style.

Squares are as large as the public half allows; what is left makes START fuller and the head higher.
"""

from __future__ import annotations

from math import floor

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.panels import grids, head, secret, ships
from wordfleet_print.tracker.panels.panel import Panel, SheetDesign

# Between the grids and the panels next to them (mm).
GUTTER_MM = 4.0
# Above and below START (mm).
START_GAP_MM = 1.5
# From the warning to the panels below it, in gaps between panels.
WARNING_GAPS = 0.7
# From a heading to the letters and to the ships below it (mm).
LETTERS_DOWN_MM = 0.6
SHIPS_DOWN_MM = 0.4
# Between player and opponent, between table, round and serial, and from the logo to these (mm).
NAMES_GAP_MM = 3
SEATS_GAP_MM = 2
LOGO_GAP_MM = 4
# What table, round and serial have next to their captions, and the serial, which has more digits
# (mm).
SEAT_AIR_MM = 1
SERIAL_AIR_MM = 2

# Letters in a row that are as wide, and rows of letters that are as high, as their usual measures:
# A to Z has as many. Of more letters each is smaller.
LETTERS_IN_ROW = 6
LETTER_ROWS = 5
# Rows of squares that are as high as the panels next to them. A lower grid gets larger squares.
FULL_ROWS = 10
# Squares are whole tenths of a millimeter, with as much to spare as rounding needs.
SIDES_PER_MM = 10
ROUNDING = 0.001
# What a square may lack of its least side (mm).
CELL_TOLERANCE_MM = 0.01
# The height of a row of the manifest at most, in usual heights of letters; of a ship, in rows of
# the manifest, at least and at most.
MANIFEST_ROW_MOST = 0.97
SHIP_LEAST = 0.8
SHIP_MOST = 0.85


def choose_cell(design: SheetDesign, room: Rect) -> float:
    """Return the side of a square (mm): as large as the public half allows. Raises `BadInputError`
    with the measure if that is too small.

    A4: (189.4 - gutter 4 - 6 letters of 12.8 - 2 × 5 for numbers) / 10 columns = 9.86 across. Down:
    136.5 - head 8.7 - grid's heading 6.2 and letters 4.6 - gaps 3 - START 16.6 leave 97.4 for 10
    rows; `cell_most` is 9.5, and what remains makes the head taller.
    """
    style = design.style
    grid = design.edition.grid
    letters = style.letter_width * LETTERS_IN_ROW
    across = (room.w - GUTTER_MM - letters - 2 * style.axis_width) / grid.columns
    down = room.h - _measure_fixed(design)
    # First the largest square next to the lowest START; if even that is too small, no other START
    # helps.
    lowest = head.measure_start_height(style, style.start[-1], 2)
    most = min(across, (down - lowest) / grid.rows)
    if most < style.cell_least - CELL_TOLERANCE_MM:
        what = f"A square would be {most:.1f} mm wide; it must be at least {style.cell_least:g} mm."
        raise BadInputError(Problem(what, "paper"))
    squares = style.cell_most * max(grid.rows, FULL_ROWS)
    side = min(across, min(down - _measure_start(design, room), squares) / grid.rows)
    return floor(SIDES_PER_MM * side + ROUNDING) / SIDES_PER_MM


def _measure_fixed(design: SheetDesign) -> float:
    """Return the height of the public half without START and squares (mm): axis, legend, gaps and
    the lowest head.
    """
    style = design.style
    grid = style.legend_height + style.legend_gap + style.axis_height
    return 2 * START_GAP_MM + grid + style.head_least


def _measure_start(design: SheetDesign, room: Rect) -> float:
    """Return the height of START, as full as squares and head allow (mm)."""
    squares = design.style.cell_least * max(design.edition.grid.rows, FULL_ROWS)
    return head.plan_start(design, room.w, room.h - squares - _measure_fixed(design)).height


def _measure_letters(design: SheetDesign) -> float:
    """Return the height of all rows of letters in their usual size, or somewhat smaller where these
    are many (mm).
    """
    rows = len(design.edition.alphabet_rows)
    more = max(rows - LETTER_ROWS, 0)
    return design.style.letter_height * (rows - more / 2)


def _measure_grid(design: SheetDesign, cell: float) -> float:
    """Return the width of a grid with its numbers on both sides (mm)."""
    return cell * design.edition.grid.columns + 2 * design.style.axis_width


def lay_out_public(design: SheetDesign, room: Rect, cell: float, hand: float) -> list[Panel]:
    """Return head, START, attack grid, recon, enemy fleet. `hand`: the page's width for the left
    hand, else 0.
    """
    style = design.style
    squares = max(cell * design.edition.grid.rows, style.cell_least * FULL_ROWS)
    body = room.skip_top(
        room.h - squares - style.axis_height - style.legend_gap - style.legend_height
    )
    tall = _measure_start(design, room)
    start = Rect(room.x, body.y - START_GAP_MM - tall, room.w, tall)
    strip = Rect(room.x, room.y, room.w, start.y - START_GAP_MM - room.y)
    grid_width = _measure_grid(design, cell)
    logo = strip.keep_left(grid_width)
    names = strip.skip_left(grid_width + GUTTER_MM)
    if hand:
        # The head's columns are over those of the body, but read from left to right all the same
        logo = logo.mirror(hand)
        names = names.mirror(hand)
    column = body.skip_left(grid_width + GUTTER_MM)
    recon_height = style.heading_height + LETTERS_DOWN_MM + _measure_letters(design)
    return [
        *lay_out_head(design, logo, names),
        head.Start(start, design),
        grids.Grid(body.keep_left(grid_width), design, cell=cell),
        grids.Letters(column.keep_top(recon_height), design),
        ships.EnemyFleet(column.skip_top(recon_height + style.gap), design),
    ]


def lay_out_head(design: SheetDesign, logo: Rect, names: Rect) -> list[Panel]:
    """Return logo and names, all on the same two lines; at events with table, round and serial."""
    seats: list[Panel] = []
    if design.for_event:
        seats = lay_out_seats(design, logo)
        logo = logo.keep_left(seats[0].rect.x - logo.x - LOGO_GAP_MM)
    return [head.Logo(logo, design), *seats, *_lay_out_names(design, names)]


def _lay_out_names(design: SheetDesign, room: Rect) -> list[Panel]:
    """Return the lines for both names. A name is directly under its caption, however high the head
    is.
    """
    player, opponent = room.keep_bottom(design.style.head_least).split_columns(2, gap=NAMES_GAP_MM)
    return [
        head.NameLine(player, design, "player", design.edition.players.one),
        head.NameLine(opponent, design, "opponent", design.edition.say("head.opponent")),
    ]


def lay_out_seats(design: SheetDesign, room: Rect) -> list[Panel]:
    """Return table, round and serial at the right end of a place, equally wide."""
    fields = ("table", "round", "serial")
    labels = [design.edition.say(f"head.{field}") for field in fields]
    widths = [design.style.measure_label(label) for label in labels]
    widest = max(widths[-1] + SERIAL_AIR_MM, max(widths) + SEAT_AIR_MM)
    width = len(fields) * widest + (len(fields) - 1) * SEATS_GAP_MM
    line = room.keep_right(width).keep_bottom(design.style.head_least)
    places = line.split_columns(len(fields), gap=SEATS_GAP_MM)
    return [
        head.NameLine(place, design, field, label)
        for place, field, label in zip(places, fields, labels, strict=True)
    ]


def lay_out_secret(design: SheetDesign, room: Rect, cell: float) -> list[Panel]:
    """Return the warning, launch codes over the defense grid; my fleet, the manifest and the turn
    to the right.
    """
    style = design.style
    warning = room.keep_top(style.band_height)
    body = room.skip_top(warning.h + style.gap * WARNING_GAPS)
    grid_width = _measure_grid(design, cell)
    left = body.keep_left(grid_width)
    grid_height = cell * design.edition.grid.rows + style.axis_height + style.heading_height
    return [
        secret.SecretBand(warning, design),
        secret.LaunchCodes(left.skip_bottom(grid_height + style.gap), design),
        grids.Grid(left.keep_bottom(grid_height), design, secret=True, cell=cell),
        *lay_out_secret_column(design, body.skip_left(grid_width + GUTTER_MM)),
    ]


def lay_out_secret_column(design: SheetDesign, column: Rect) -> list[Panel]:
    """Return my fleet, the manifest and the turn, one below the other.

    A4: 130.2 mm - turn 27.3 - 2 headings and gaps 14.4 leave 88.5 for 5 ships and 5 rows of
    letters. A ship's row is 0.8 to 0.85 of a row of letters: 9.7 mm for letters, their most, leaves
    8.0 for ships.
    """
    style = design.style
    boxes = len(design.edition.fleet) + design.has_mine
    letters = len(design.edition.alphabet_rows)
    turn = secret.Turn(column, design).height
    above = 2 * style.gap + 2 * style.heading_height + SHIPS_DOWN_MM + LETTERS_DOWN_MM
    rest = column.h - turn - above
    # Letters and ships share the height that is left. Letters stop growing at their usual height;
    # ships take the rest.
    row = min(rest / (boxes * SHIP_LEAST + letters), MANIFEST_ROW_MOST * style.letter_height)
    ship = min((rest - row * letters) / boxes, SHIP_MOST * row)
    fleet = column.keep_top(style.heading_height + SHIPS_DOWN_MM + ship * boxes)
    manifest_height = style.heading_height + LETTERS_DOWN_MM + row * letters
    below_fleet = column.skip_top(fleet.h + style.gap)
    return [
        ships.OwnFleet(fleet, design),
        grids.Letters(below_fleet.keep_top(manifest_height), design, secret=True),
        secret.Turn(column.skip_top(fleet.h + manifest_height + 2 * style.gap), design),
    ]
