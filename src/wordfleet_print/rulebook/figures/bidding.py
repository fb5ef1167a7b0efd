"""The bidding for the first strike, as three speeches (C-30 to C-36, S-13, S-14, A-05, A-06)."""

from __future__ import annotations

from typing import NamedTuple

from wordfleet_print.fleet.fleets import code_class, example_bidding
from wordfleet_print.game import Edition, LaunchCodes
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures.canvas import INK, PAPER, TINT, WIDTH, Canvas, Size, Stroke, WebFace, point
from wordfleet_print.wording import listed

SMALLEST_DIGIT = 17.0
"""The least width of a digit's box (units)."""
CAPTAINS = ("Ada", "Bo")
"""The two who bid, as the rulebook's text calls them."""


def bidding(edition: Edition) -> str:
    """Two claims of launch codes, the second rarer, and a challenge (C-32 to C-36)."""
    codes = edition.launch_codes
    (_, hand), claim, counter = example_bidding(codes)
    commoner, rarer = map(code_class, (claim, counter))
    speeches = (
        _Speech(0, "“I hold …”", claim, f"a {commoner} code"),
        _Speech(1, "“And I hold …”", counter, f"a {rarer} code is rarer"),
        _Speech(0, "“I challenge!”"),
    )
    said = (
        f"{CAPTAINS[0]} claims the {commoner} code {claim}. {CAPTAINS[1]} counters with the rarer "
        f"{rarer} code {counter}."
    )
    canvas, height, told = _drawn(codes, speeches, hand, ringed=[code == counter for code in hand])
    return canvas.svg("bidding", "A bidding for the first strike", f"{said} {told}", (WIDTH, height))


def digit_bidding(edition: Edition) -> str:
    """A claim of the highest digit, a higher one, and a challenge (A-05, A-06)."""
    codes = edition.launch_codes
    own, theirs = (int(max("".join(hand))) for hand in example_bidding(codes).hands)
    hand = example_bidding(codes).hands[1]
    higher = str(min(9, max(own + 1, theirs)))
    lower = str(min(own, int(higher) - 1))
    speeches = (
        _Speech(0, "“My highest is …”", lower, "the highest of my digits"),
        _Speech(1, "“Mine is …”", higher, "a higher digit"),
        _Speech(0, "“I challenge!”"),
    )
    said = f"{CAPTAINS[0]} declares the highest digit {lower}. {CAPTAINS[1]} raises to {higher}."
    canvas, height, told = _drawn(codes, speeches, hand, ringed=[higher in code for code in hand])
    return canvas.svg("digit-bidding", "A bidding of highest digits", f"{said} {told}", (WIDTH, height))


class _Speech(NamedTuple):
    """What one captain says: a code or digit in boxes, and why it counts."""

    who: int
    says: str
    claim: str = ""
    why: str = ""


def _drawn(
    codes: LaunchCodes, speeches: tuple[_Speech, ...], hand: tuple[str, ...], *, ringed: list[bool]
) -> tuple[Canvas, float, str]:
    """The speeches, the challenged captain's codes, the outcome: the picture, its height, how it ends in words."""
    canvas, y = Canvas(), 0.0
    for step, speech in enumerate(speeches, 1):
        y = _draw_speech(canvas, y, step, speech) + 10
    y = _draw_hand(canvas, y, hand, ringed)
    winner = CAPTAINS[1] if any(ringed) else CAPTAINS[0]
    turns = f"{codes.opening_turns} opening turn{'s' if codes.opening_turns > 1 else ''}"
    outcome = f"{speeches[1].claim} is {'there' if any(ringed) else 'not there'}: {winner} takes {turns}."
    canvas.fitted(Rect(0, y, WIDTH, 22), outcome, Size.LABEL, WebFace.STRONG)
    told = f"{CAPTAINS[0]} challenges. {CAPTAINS[1]} shows the codes {listed(hand)}: {outcome}"
    return canvas, y + 24, told


def _draw_speech(canvas: Canvas, y: float, step: int, speech: _Speech) -> float:
    """One step of a bidding: the speaker's name, a bubble from their side, a code in boxes; the lower edge."""
    who, says, code, why = speech
    fill = TINT if who else PAPER
    height = 64.0 if code else 40.0
    width = max(150.0, 28.0 + len(code) * 21.0 + WebFace.TEXT.width(says, Size.BODY) + 14)
    left = 40.0 if who == 0 else WIDTH - 40.0 - width
    bubble = Rect(left, y + 1, width, height)
    canvas.rect(bubble, fill=fill, stroke=INK, line=Stroke.FRAME, radius=9)
    tip = bubble.x if who == 0 else bubble.right
    away = -9 if who == 0 else 9
    canvas.path(f"M{point(tip, y + 14)} l{away},6 l{-away},6", fill=fill, stroke=INK)
    canvas.rect(Rect(tip - 1.2, y + 14.6, 2.4, 10.8), fill=fill)
    canvas.text(14 if who == 0 else WIDTH - 14, y + 20, CAPTAINS[who], Size.BODY, WebFace.STRONG)
    canvas.text(bubble.x + 14, y + 21, says, Size.BODY, anchor="start")
    _draw_digits(canvas, bubble.right - 12 - 21 * len(code), y + 7, code)
    if why:
        canvas.text(bubble.x + 14, y + 50, why, Size.SMALL, anchor="start")
    opposite = WIDTH - 20 if who == 0 else 20
    canvas.circle(opposite, y + height / 2, 10, stroke=INK)
    canvas.text(opposite, y + height / 2, str(step), Size.BODY, WebFace.STRONG)
    return bubble.bottom


def _draw_digits(canvas: Canvas, x: float, y: float, code: str, cell: float = 21.0) -> None:
    """A launch code in digit boxes, as on the tracker."""
    if not code:
        return
    height = cell * 1.3
    for i, digit in enumerate(code):
        canvas.text(x + (i + 0.5) * cell, y + height / 2, digit, cell * 0.8, WebFace.MONO)
        if i:
            canvas.line(x + i * cell, y + 2, x + i * cell, y + height - 2, Stroke.THIN, "1 3")
    canvas.rect(Rect(x, y, cell * len(code), height), stroke=INK, line=Stroke.FRAME)


def _draw_hand(canvas: Canvas, y: float, hand: tuple[str, ...], ringed: list[bool]) -> float:
    """All codes of the one who was challenged, those that bear out the claim ringed; the lower edge."""
    canvas.text(0, y + 10, f"{CAPTAINS[1]}’s codes", Size.BODY, WebFace.STRONG, anchor="start")
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
