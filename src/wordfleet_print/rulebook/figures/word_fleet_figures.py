"""Grid, marks, sonar, bidding."""

from __future__ import annotations

from string import ascii_uppercase
from typing import NamedTuple

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.launch_codes import classify_code, make_example_bidding
from wordfleet_print.games import Edition, LaunchCodes
from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.ink.svg_pen import INK, PAPER, TINT, number, point
from wordfleet_print.rulebook.figures import things
from wordfleet_print.rulebook.figures.canvas import WIDTH, Canvas, GridSquare, Size, Stroke, width_of
from wordfleet_print.wording import listed

SMALLEST_CELL = 22.0
"""The least side of a square whose letters can still be read (units)."""
TAB = Size.LABEL * 1.5


def grid(edition: Edition) -> str:
    """The defense grid with the example fleet on it, and the fleet by name below (C-05 to C-11, A-04)."""
    canvas = Canvas()
    beside, columns, rows = things.AXIS + things.LADDER, edition.grid.columns, edition.grid.rows
    cell = max(SMALLEST_CELL, (WIDTH - 2 * beside - 1) / max(columns, 8))
    width = cell * columns + 2 * beside + 1
    canvas.tab(edition.tracker.panels.defense.title, width, solid=False)
    sea = things.Sea((width - cell * columns) / 2, TAB + things.AXIS + things.LADDER, cell, columns, rows)
    sea.draw_axes(canvas, both_sides=True)
    sea.draw_ladder(canvas)
    sea.draw_lines(canvas, midlines=True)
    placements = things.example_placements(edition)
    for ship, placement in zip(edition.fleet, placements, strict=True):
        sea.draw_ship(canvas, ship, placement)
    bottom = _draw_roster(canvas, edition, sea.box.bottom + things.LADDER + 12, width)
    told = [
        f"{ship.ship} carries {ship.example} {'across' if placement.across else 'down'} from "
        f"{things.square_name((placement.column, placement.row))}"
        for ship, placement in zip(edition.fleet, placements, strict=True)
    ]
    description = f"A grid of {columns} by {rows} squares. {'; '.join(told)}."
    return canvas.svg("grid", "An example fleet on its grid", description, (width, bottom))


def fleet(edition: Edition) -> str:
    """The fleet by name, each ship with its example word, a letter to a square (C-11, A-02)."""
    canvas = Canvas()
    bottom = _draw_roster(canvas, edition, 0, WIDTH, row=26.0)
    told = "; ".join(f"{ship.ship}, {ship.letters} letters, such as {ship.example}" for ship in edition.fleet)
    return canvas.svg("fleet", "The ships of a fleet", f"{told}.", (WIDTH, bottom))


def marks(edition: Edition) -> str:
    """Each result of an attack: what the enemy holds, what is called, what is marked (C-14 to C-19, S-08, A-16)."""
    canvas = Canvas()
    square, letter = _attack_example(edition)
    calls_letter = any(mark.means == "cross" for mark in edition.marks)
    wrong = next(other for other in ascii_uppercase if other != letter)
    side, row, top = 46.0, 62.0, 30.0
    columns = {"they hold": 10.0, "you call": 74.0, "you mark": 150.0}
    for head, x in columns.items():
        canvas.text(x + side / 2 + (6 if head == "you call" else 0), 12, head, Size.SMALL, Face.BOLD)
    told = []
    for i, mark in enumerate(edition.marks):
        y = top + i * row
        tried = wrong if mark.means == "cross" else letter
        held = "" if mark.draws == "dot" else letter
        _draw_held(canvas, Rect(columns["they hold"], y, side, side), held)
        call = f"{square}, {tried}" if calls_letter else square
        canvas.text(columns["you call"] + side / 2 + 6, y + side / 2, call, Size.LABEL, Face.MONO)
        written = letter if mark.draws in ("ring", "letter") else tried if calls_letter else ""
        things.draw_marked(canvas, Rect(columns["you mark"], y, side, side), mark.draws, written)
        x = columns["you mark"] + side + 12
        canvas.fitted(Rect(x, y + 2, WIDTH - x, 22), mark.result.upper(), Size.LABEL, Face.BOLD)
        canvas.fitted(Rect(x, y + 23, WIDTH - x, 20), mark.legend, Size.BODY)
        told.append(f"{mark.result}: {'water' if not held else f'they hold {held}'}, you call {call}; {mark.legend}")
        if i:
            canvas.line(0, y - (row - side) / 2, WIDTH, y - (row - side) / 2, Stroke.THIN, "1 3")
    height = top + len(edition.marks) * row - (row - side) + 4
    return canvas.svg("marks", "How to mark each result", f"{'. '.join(told)}.", (WIDTH, height))


def _draw_roster(canvas: Canvas, edition: Edition, y: float, width: float, row: float = 30.0) -> float:
    """The fleet row by row, as in the tracker's enemy fleet: silhouette, name, letter boxes; the lower edge."""
    cell = min(row * 0.8, width * 0.5 / max(edition.lengths))
    words = width - 2 - cell * max(edition.lengths)
    for i, ship in enumerate(edition.fleet):
        top = y + i * row
        if i:
            canvas.line(0, top - 2, width, top - 2, Stroke.THIN, "1 3")
        things.draw_silhouette(canvas, ship, Rect(2, top + 1, 46, row - 7))
        canvas.fitted(Rect(58, top, words - 66, row - 4), ship.ship, Size.BODY, Face.BOLD)
        for j, letter in enumerate(ship.example):
            box = Rect(words + j * cell, top + row / 2 - 2 - cell / 2, cell, cell)
            canvas.text(box.centre_x, box.centre_y, letter, cell * 0.66, Face.BOLD)
            canvas.rect(box, stroke=INK)
    return y + len(edition.fleet) * row


def _attack_example(edition: Edition) -> tuple[str, str]:
    """The square and the letter of the rules' example attack; the first ship's letter where they name none."""
    examples = (action.example for action in edition.turn.actions)
    example = next((given for given in examples if "square" in given and "word" not in given), {})
    letter = str(example.get("letter", edition.fleet[0].example[0]))
    return str(example.get("square", things.square_name((0, 0)))), letter[:1].upper()


def _draw_held(canvas: Canvas, box: Rect, letter: str) -> None:
    """A square of the enemy's grid, with the bow of a ship or without."""
    canvas.rect(box, stroke=INK, line=Stroke.FRAME)
    if letter:
        canvas.rect(box.inset(box.w * 0.1), fill=TINT, stroke=INK, line=Stroke.FRAME, radius=box.w * 0.25)
        canvas.text(box.centre_x, box.centre_y, letter, box.w * 0.5, Face.BOLD)
        return
    for i in range(3):
        x, y, step = box.x + 9, box.y + box.h * (0.3 + 0.2 * i), (box.w - 18) / 4
        wave = f"M{point(x, y)} q{number(step / 2)},-4 {number(step)},0" + f" t{number(step)},0" * 3
        canvas.path(wave, stroke=INK, line=Stroke.THIN)


def sonar(edition: Edition) -> str:
    """The area that a variation may ask about, over a part of the grid with ships in it.

    Raises `BadInputError` for an edition without such a variation.
    """
    canvas, ping = Canvas(), _ping(edition)
    sea = _part_around(edition, ping, 2, 36.0, TAB)
    width = max(WIDTH, sea.box.right + things.LADDER + 1)
    canvas.tab(ping.name, width, solid=True)
    _draw_area(canvas, edition, ping, sea)
    bottom = _draw_exchange(canvas, (0, sea.box.bottom + 14), ping)
    return canvas.svg("sonar", ping.title, ping.described, (width, bottom))


def area(edition: Edition) -> str:
    """The same in little: a few squares, with question and answer beside them. Raises as `sonar`."""
    canvas, ping = Canvas(), _ping(edition)
    sea = _part_around(edition, ping, 1, 19.5, 0)
    _draw_area(canvas, edition, ping, sea)
    _draw_exchange(canvas, (sea.box.right + 14, sea.box.y + 3), ping, beside=False)
    return canvas.svg("area", ping.title, ping.described, (WIDTH, sea.box.bottom + things.LADDER))


class _Ping(NamedTuple):
    """A question about an area of so many squares a side, from its upper left corner to the `far` one; the answer."""

    name: str
    side: int
    corner: GridSquare
    far: GridSquare
    asked: str
    answer: str
    title: str
    described: str


def _ping(edition: Edition) -> _Ping:
    variation = next((variation for variation in edition.variations if variation.area), None)
    if variation is None or variation.area is None:
        raise BadInputError(f"{edition.title}, {edition.edition}, has no variation that asks about an area.")
    side = min(variation.area, edition.grid.columns, edition.grid.rows)
    corner = _pinged_corner(edition, side)
    far = corner[0] + side - 1, corner[1] + side - 1
    asked = f"{things.square_name(corner)} to {things.square_name(far)}"
    answer = "Yes." if any(_within(square, corner, side) for square in things.letters_at(edition)) else "No."
    title = f"{variation.name}: an area of {side} × {side}"
    described = (
        f"A part of the enemy’s grid. The area of {side} by {side} squares from {asked} is outlined; ships are drawn "
        f"dotted, because the one who asks does not see them. The answer is {answer}"
    )
    return _Ping(variation.name, side, corner, far, asked, answer, title, described)


def _draw_area(canvas: Canvas, edition: Edition, ping: _Ping, sea: things.Sea) -> None:
    """A part of the grid, its ships dashed, the area outlined."""
    area = sea.over([ping.corner, ping.far])
    canvas.rect(area, fill=TINT)
    sea.draw_axes(canvas, both_sides=False)
    sea.draw_lines(canvas)
    _draw_hulls(canvas, edition, sea)
    canvas.rect(area, stroke=INK, line=Stroke.STRONG * 1.4)


def _pinged_corner(edition: Edition, side: int) -> GridSquare:
    """The upper left corner of an area that grazes a ship, as near the middle of the grid as there is one."""
    held = things.letters_at(edition)
    columns, rows = edition.grid.columns, edition.grid.rows
    corners = [(x, y) for y in range(rows - side + 1) for x in range(columns - side + 1)]

    def preference(corner: GridSquare) -> tuple[int, float, GridSquare]:
        inside = sum(_within(square, corner, side) for square in held)
        off = abs(corner[0] + side / 2 - columns / 2) + abs(corner[1] + side / 2 - rows / 2)
        return abs(inside - 2), off, corner

    return min(corners, key=preference)


def _within(square: GridSquare, corner: GridSquare, side: int) -> bool:
    return 0 <= square[0] - corner[0] < side and 0 <= square[1] - corner[1] < side


def _part_around(edition: Edition, ping: _Ping, around: int, largest: float, top: float) -> things.Sea:
    """The part of the grid around an area: so many squares more on each side, where the grid has them."""
    corner, side = ping.corner, ping.side
    first = max(0, corner[0] - around), max(0, corner[1] - around)
    last = min(edition.grid.columns, corner[0] + side + around), min(edition.grid.rows, corner[1] + side + around)
    across, down = last[0] - first[0], last[1] - first[1]
    cell = min(largest, (WIDTH - things.AXIS - 2 * things.LADDER) / across)
    x = max(things.AXIS + things.LADDER, (WIDTH - cell * across) / 2) if top else things.AXIS + things.LADDER
    return things.Sea(x, top + things.AXIS + things.LADDER, cell, across, down, first)


def _draw_hulls(canvas: Canvas, edition: Edition, sea: things.Sea) -> None:
    """The ships in a part of the grid, dashed; open where they sail on beyond it."""
    for ship, placement in zip(edition.fleet, things.example_placements(edition), strict=True):
        squares = list(placement.squares(ship.letters))
        shown = [square for square in squares if sea.shows(square)]
        if shown:
            ends = shown[0] == squares[0], shown[-1] == squares[-1]
            canvas.path(_hull(sea.over(shown), sea.cell, placement.across, ends), stroke=INK, dashes="4 3")


def _hull(box: Rect, cell: float, across: bool, ends: tuple[bool, bool]) -> str:
    """A hull's outline in its squares: an end that is not there is left open, at the squares' edge."""
    inset, long = cell * 0.16, box.w if across else box.h
    low, high, start, stop = inset, cell - inset, inset if ends[0] else 0.0, long - (inset if ends[1] else 0.0)
    bend = (high - low) / 2

    def at(along: float, beside: float) -> str:
        x, y = (along, beside) if across else (beside, along)
        return point(box.x + x, box.y + y)

    steps = [f"M{at(start + bend, low)}" if ends[0] else f"M{at(start, low)}"]
    if ends[1]:
        steps += [f"L{at(stop - bend, low)}", f"Q{at(stop, low)} {at(stop, low + bend)}"]
        steps += [f"Q{at(stop, high)} {at(stop - bend, high)}"]
    else:
        steps += [f"L{at(stop, low)}", f"M{at(stop, high)}"]
    if ends[0]:
        steps += [f"L{at(start + bend, high)}", f"Q{at(start, high)} {at(start, low + bend)}"]
        steps += [f"Q{at(start, low)} {at(start + bend, low)}"]
    else:
        steps += [f"L{at(start, high)}"]
    return " ".join(steps)


def _draw_exchange(canvas: Canvas, place: tuple[float, float], ping: _Ping, *, beside: bool = True) -> float:
    """A question in a bubble from the left, its answer in one from the right, or below; the lower edge."""
    height, (x, y) = 32.0, place
    question, answer = f"“Any ship in {ping.asked}?”", f"“{ping.answer}”"
    asked = Rect(x + 1, y, width_of(question, Face.MEDIUM, Size.BODY) + 26, height)
    width = width_of(answer, Face.MEDIUM, Size.BODY) + 30
    told = Rect(min(WIDTH - width - 1, asked.right + 14), y, width, height)
    if not beside:
        told = Rect(asked.right - width, asked.bottom + 14, width, height)
    for box, words, fill in ((asked, question, PAPER), (told, answer, TINT)):
        canvas.rect(box, fill=fill, stroke=INK, line=Stroke.FRAME, radius=9)
        canvas.text(box.centre_x, box.centre_y, words, Size.BODY, Face.BOLD if fill == TINT else Face.MEDIUM)
    return y + height + 2


SMALLEST_DIGIT = 17.0
"""The least width of a digit's box (units)."""
CAPTAINS = ("Ada", "Bo")
"""The two who bid, as the rulebook's text calls them."""


def bidding(edition: Edition) -> str:
    """Two claims of launch codes, the second rarer, and a challenge (C-32 to C-36)."""
    codes = edition.launch_codes
    (_, hand), claim, counter = make_example_bidding(codes)
    commoner, rarer = map(classify_code, (claim, counter))
    speeches = (
        _Speech(0, "“I hold …”", claim, f"a {commoner} code"),
        _Speech(1, "“And I hold …”", counter, f"a {rarer} code is rarer"),
        _Speech(0, "“I challenge!”"),
    )
    said = (
        f"{CAPTAINS[0]} claims the {commoner} code {claim}. {CAPTAINS[1]} counters with the rarer "
        f"{rarer} code {counter}."
    )
    ringed = [code == counter for code in hand]
    return _drawn("bidding", "A bidding for the first strike", said, codes, speeches, hand, ringed)


def digit_bidding(edition: Edition) -> str:
    """A claim of the highest digit, a higher one, and a challenge (A-05, A-06)."""
    codes = edition.launch_codes
    own, theirs = (int(max("".join(hand))) for hand in make_example_bidding(codes).hands)
    hand = make_example_bidding(codes).hands[1]
    higher = str(min(9, max(own + 1, theirs)))
    lower = str(min(own, int(higher) - 1))
    speeches = (
        _Speech(0, "“My highest is …”", lower, "the highest of my digits"),
        _Speech(1, "“Mine is …”", higher, "a higher digit"),
        _Speech(0, "“I challenge!”"),
    )
    said = f"{CAPTAINS[0]} declares the highest digit {lower}. {CAPTAINS[1]} raises to {higher}."
    ringed = [higher in code for code in hand]
    return _drawn("digit-bidding", "A bidding of highest digits", said, codes, speeches, hand, ringed)


class _Speech(NamedTuple):
    """What one captain says: a code or digit in boxes, and why it counts."""

    who: int
    says: str
    claim: str = ""
    why: str = ""


def _drawn(
    name: str,
    title: str,
    said: str,
    codes: LaunchCodes,
    speeches: tuple[_Speech, ...],
    hand: tuple[str, ...],
    ringed: list[bool],
) -> str:
    """The speeches, the challenged captain's codes, those ringed that bear out the claim, and the outcome."""
    canvas, y = Canvas(), 0.0
    for step, speech in enumerate(speeches, 1):
        y = _draw_speech(canvas, y, step, speech) + 10
    y = _draw_hand(canvas, y, hand, ringed)
    winner = CAPTAINS[1] if any(ringed) else CAPTAINS[0]
    turns = f"{codes.opening_turns} opening turn{'s' if codes.opening_turns > 1 else ''}"
    outcome = f"{speeches[1].claim} is {'there' if any(ringed) else 'not there'}: {winner} takes {turns}."
    canvas.fitted(Rect(0, y, WIDTH, 22), outcome, Size.LABEL, Face.BOLD)
    told = f"{CAPTAINS[0]} challenges. {CAPTAINS[1]} shows the codes {listed(hand)}: {outcome}"
    return canvas.svg(name, title, f"{said} {told}", (WIDTH, y + 24))


def _draw_speech(canvas: Canvas, y: float, step: int, speech: _Speech) -> float:
    """One step of a bidding: the speaker's name, a bubble from their side, a code in boxes; the lower edge."""
    who, says, code, why = speech
    fill = TINT if who else PAPER
    height = 64.0 if code else 40.0
    width = max(150.0, 28.0 + len(code) * 21.0 + width_of(says, Face.MEDIUM, Size.BODY) + 14)
    left = 40.0 if who == 0 else WIDTH - 40.0 - width
    bubble = Rect(left, y + 1, width, height)
    canvas.rect(bubble, fill=fill, stroke=INK, line=Stroke.FRAME, radius=9)
    tip = bubble.x if who == 0 else bubble.right
    away = -9 if who == 0 else 9
    canvas.path(f"M{point(tip, y + 14)} l{away},6 l{-away},6", fill=fill, stroke=INK)
    canvas.rect(Rect(tip - 1.2, y + 14.6, 2.4, 10.8), fill=fill)
    canvas.text(14 if who == 0 else WIDTH - 14, y + 20, CAPTAINS[who], Size.BODY, Face.BOLD)
    canvas.text(bubble.x + 14, y + 21, says, Size.BODY, anchor="start")
    _draw_digits(canvas, bubble.right - 12 - 21 * len(code), y + 7, code)
    if why:
        canvas.text(bubble.x + 14, y + 50, why, Size.SMALL, anchor="start")
    opposite = WIDTH - 20 if who == 0 else 20
    canvas.circle(opposite, y + height / 2, 10, stroke=INK)
    canvas.text(opposite, y + height / 2, str(step), Size.BODY, Face.BOLD)
    return bubble.bottom


def _draw_digits(canvas: Canvas, x: float, y: float, code: str, cell: float = 21.0) -> None:
    """A launch code in digit boxes, as on the tracker."""
    if not code:
        return
    height = cell * 1.3
    for i, digit in enumerate(code):
        canvas.text(x + (i + 0.5) * cell, y + height / 2, digit, cell * 0.8, Face.MONO)
        if i:
            canvas.line(x + i * cell, y + 2, x + i * cell, y + height - 2, Stroke.THIN, "1 3")
    canvas.rect(Rect(x, y, cell * len(code), height), stroke=INK, line=Stroke.FRAME)


def _draw_hand(canvas: Canvas, y: float, hand: tuple[str, ...], ringed: list[bool]) -> float:
    """All codes of the one who was challenged, those that bear out the claim ringed; the lower edge."""
    canvas.text(0, y + 10, f"{CAPTAINS[1]}’s codes", Size.BODY, Face.BOLD, anchor="start")
    gap, digits, room = 8.0, len(hand[0]), WIDTH - 6
    in_row = min(len(hand), int((room + gap) / (SMALLEST_DIGIT * digits + gap)))
    cell = min(21.0, ((room + gap) / in_row - gap) / digits)
    step, row = cell * digits + gap, cell * 1.3 + gap
    for i, (code, ring) in enumerate(zip(hand, ringed, strict=True)):
        box = Rect(3 + i % in_row * step, y + 25 + i // in_row * row, step - gap, row - gap)
        _draw_digits(canvas, box.x, box.y, code, cell)
        if ring:
            canvas.rect(box.inset(-3), stroke=INK, line=Stroke.STRONG, radius=5)
    return y + 25 + -(-len(hand) // in_row) * row
