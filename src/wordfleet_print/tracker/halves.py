"""The panels of the public and of the secret half, the same for every paper, form and style.

Squares are as large as the public half allows; what is left makes START fuller and the head higher.
"""

from __future__ import annotations

from math import floor

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.panels import grids, head, secret, ships
from wordfleet_print.tracker.panels.panel import Panel, SheetDesign

# From a grid to the panels next to it.
GUTTER_MM = 4.0
# From the head to START, and from START to the panels below it.
START_GAP_MM = 1.5
# From the warning to the panels below it: this share of the usual gap between panels.
WARNING_GAP_SHARE = 0.7
# From a heading to the letters and to the ships below it.
LETTERS_DOWN_MM = 0.6
SHIPS_DOWN_MM = 0.4
# From the line of the player to that of the opponent.
NAMES_GAP_MM = 3
# Between the lines of table, round and serial, and from the logo to them.
SEATS_GAP_MM = 2
LOGO_GAP_MM = 4
# How much longer these lines are than their captions at least; the serial has more digits.
SEAT_AIR_MM = 1
SERIAL_AIR_MM = 2

# With this many letters in a row, and this many rows, as A to Z has, letters have the sizes of
# `Style`. If there are more, each is smaller.
LETTERS_IN_ROW = 6
LETTER_ROWS = 5
# A grid of this many rows is as high as the panels next to it. One of fewer rows gets larger
# squares.
FULL_ROWS = 10
# The sides of squares are whole tenths of a millimeter.
SIDES_PER_MM = 10
# What is added before they are rounded down, so that 9.4999999 is 9.5 (in tenths of a millimeter).
ROUNDING_TENTHS = 0.001
# How much smaller a square may be than its least side.
CELL_TOLERANCE_MM = 0.01
# How high a row of the manifest may be, as a share of `Style.letter_height`.
MANIFEST_ROW_MOST_SHARE = 0.97
# How high the row of a ship is at least and at most, as shares of a row of the manifest.
SHIP_LEAST_SHARE = 0.8
SHIP_MOST_SHARE = 0.85


def choose_cell(design: SheetDesign, room: Rect) -> float:
    """Return the side of a square of the grids (mm): as large as the public half, whose place is
    `room`, allows. Raises `BadInputError` with the measure if that is too small.

    A4: (189.4 - gutter 4 - 6 letters of 12.8 - 2 × 5 for numbers) / 10 columns = 9.86 across. Down:
    136.5 - head 8.7 - grid's heading 6.2 and letters 4.6 - gaps 3 - START 16.6 leave 97.4 for 10
    rows; `cell_most` is 9.5, and what remains makes the head taller.
    """
    style = design.style
    grid = design.edition.grid
    letters_width = style.letter_width * LETTERS_IN_ROW
    squares_width = room.w - GUTTER_MM - letters_width - 2 * style.axis_width
    by_width = squares_width / grid.columns
    # For START and squares
    free_height = room.h - _measure_fixed(design)
    # First the largest square next to the lowest START; if even that is too small, no other START
    # helps.
    lowest_start = head.measure_start_height(style, style.start[-1], lines=2)
    largest = min(by_width, (free_height - lowest_start) / grid.rows)
    if largest < style.cell_least - CELL_TOLERANCE_MM:
        least = f"it must be at least {style.cell_least:g} mm"
        what = f"A square would be {largest:.1f} mm wide; {least}."
        raise BadInputError(Problem(what, "paper"))
    most_height = style.cell_most * max(grid.rows, FULL_ROWS)
    squares_height = min(free_height - _measure_start(design, room), most_height)
    side = min(by_width, squares_height / grid.rows)
    return floor(SIDES_PER_MM * side + ROUNDING_TENTHS) / SIDES_PER_MM


def _measure_fixed(design: SheetDesign) -> float:
    """Return the height of the public half without START and squares (mm): the lowest head, gaps,
    the grid's heading with its legend, and the letters over its columns.
    """
    style = design.style
    grid = style.legend_height + style.legend_gap + style.axis_height
    return 2 * START_GAP_MM + grid + style.head_least


def _measure_start(design: SheetDesign, room: Rect) -> float:
    """Return the height of START (mm): as large and full as the smallest squares and the lowest
    head allow.
    """
    squares_height = design.style.cell_least * max(design.edition.grid.rows, FULL_ROWS)
    start_room = room.h - squares_height - _measure_fixed(design)
    return head.plan_start(design, room.w, start_room).height


def _measure_letters(design: SheetDesign) -> float:
    """Return the height of all rows of letters together (mm): each has its usual height; rows
    beyond `LETTER_ROWS` add only half of that, and all rows are then somewhat lower.
    """
    rows = len(design.edition.alphabet_rows)
    more = max(rows - LETTER_ROWS, 0)
    return design.style.letter_height * (rows - more / 2)


def _measure_grid(design: SheetDesign, cell: float) -> float:
    """Return the width of a grid with its numbers on both sides (mm)."""
    return cell * design.edition.grid.columns + 2 * design.style.axis_width


def lay_out_public(
    design: SheetDesign, room: Rect, cell: float, mirror_width: float
) -> list[Panel]:
    """Return the panels of the public half: from the top down the head, START, and the attack grid
    with recon and enemy fleet at its right. `room` is the half's place, `cell` the side of a
    square (mm).

    All are laid out for the right hand and mirrored later, but for the head: for the left hand,
    `mirror_width` is the page's width (mm), else it is 0.
    """
    style = design.style
    squares_height = max(cell * design.edition.grid.rows, style.cell_least * FULL_ROWS)
    above_body = room.h - squares_height - style.axis_height - style.legend_gap
    body = room.skip_top(above_body - style.legend_height)
    start_height = _measure_start(design, room)
    start = Rect(room.x, body.y - START_GAP_MM - start_height, room.w, start_height)
    strip = Rect(room.x, room.y, room.w, start.y - START_GAP_MM - room.y)
    grid_width = _measure_grid(design, cell)
    logo = strip.keep_left(grid_width)
    names = strip.skip_left(grid_width + GUTTER_MM)
    if mirror_width:
        # The head's columns are over those of the body, but read from left to right all the same
        logo = logo.mirror(mirror_width)
        names = names.mirror(mirror_width)
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
    """Return the panels of the head: logo and names, and at events table, round and serial at the
    logo's right.
    """
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
    """Return the lines for table, round and serial at the right end of `room`, equally long."""
    fields = ("table", "round", "serial")
    labels = [design.edition.say(f"head.{field}") for field in fields]
    label_widths = [design.style.measure_label(label) for label in labels]
    serial_width = label_widths[-1] + SERIAL_AIR_MM
    field_width = max(serial_width, max(label_widths) + SEAT_AIR_MM)
    width = len(fields) * field_width + (len(fields) - 1) * SEATS_GAP_MM
    line = room.keep_right(width).keep_bottom(design.style.head_least)
    places = line.split_columns(len(fields), gap=SEATS_GAP_MM)
    return [
        head.NameLine(place, design, field, label)
        for place, field, label in zip(places, fields, labels, strict=True)
    ]


def lay_out_secret(design: SheetDesign, room: Rect, cell: float) -> list[Panel]:
    """Return the panels of the secret half: the warning along the top; below it the launch codes
    over the defense grid; to the right of these my fleet, the manifest and the turn. `room` is the
    half's place, `cell` the side of a square (mm).
    """
    style = design.style
    warning = room.keep_top(style.band_height)
    body = room.skip_top(warning.h + style.gap * WARNING_GAP_SHARE)
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
    """Return the panels of the right column of the secret half, one below the other: my fleet, the
    manifest and the turn.

    A4: 130.2 mm - turn 27.3 - 2 headings and gaps 14.4 leave 88.5 for 5 ships and 5 rows of
    letters. A ship's row is 0.8 to 0.85 of a row of letters: 9.7 mm for letters, their most, leaves
    8.0 for ships.
    """
    style = design.style
    ship_rows = len(design.edition.fleet) + design.has_mine
    letter_rows = len(design.edition.alphabet_rows)
    turn_height = secret.Turn(column, design).height
    headings = 2 * style.gap + 2 * style.heading_height + SHIPS_DOWN_MM + LETTERS_DOWN_MM
    rest = column.h - turn_height - headings
    # Rows of letters and of ships share the height that is left. Letters stop growing at their most
    # height; ships take the rest, up to their own.
    shared = rest / (ship_rows * SHIP_LEAST_SHARE + letter_rows)
    letter_height = min(shared, MANIFEST_ROW_MOST_SHARE * style.letter_height)
    left_for_ships = rest - letter_height * letter_rows
    ship_height = min(left_for_ships / ship_rows, SHIP_MOST_SHARE * letter_height)
    fleet = column.keep_top(style.heading_height + SHIPS_DOWN_MM + ship_height * ship_rows)
    manifest_height = style.heading_height + LETTERS_DOWN_MM + letter_height * letter_rows
    below_fleet = column.skip_top(fleet.h + style.gap)
    return [
        ships.OwnFleet(fleet, design),
        grids.Letters(below_fleet.keep_top(manifest_height), design, secret=True),
        secret.Turn(column.skip_top(fleet.h + manifest_height + 2 * style.gap), design),
    ]
