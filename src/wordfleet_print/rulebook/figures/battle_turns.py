"""A turn of a battle, from above and to scale: discs that would cover each other stand side by side, and a distance
finds a free place along its line.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import dist

from wordfleet_print.games.army_men import ArmyMen
from wordfleet_print.games.facts import FieldGame
from wordfleet_print.games.played_field import FieldFrame, PairFought, ShotFired, field_frames, written_inches
from wordfleet_print.press.ink.fonts import Face, cap_height
from wordfleet_print.press.ink.paper import MM, Point, Rect
from wordfleet_print.press.ink.svg_pen import INK, PAPER, TINT
from wordfleet_print.rulebook.figures import things
from wordfleet_print.rulebook.figures.canvas import ACCENT, WIDTH, Canvas, Size, Stroke, width_of
from wordfleet_print.rulebook.figures.word_fleet_figures import CAPTAINS
from wordfleet_print.wording import listed

RADIUS = 7.5
"""How large a soldier is drawn, for an initial to be read (units)."""
LARGEST = 26.0
"""An inch is drawn so long at most (units)."""
MARGIN, DIE, GAP = 14.0, 20.0, 2.0
"""Around the table, the side of a die, beside a disc or a line (units)."""
ALONG = 0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8
"""Where a distance may stand along its line, the best place first (shares of its length)."""
NUDGES = 100
"""How often discs are moved apart at most; pairs need one, larger crowds some tens."""


def field_turn(army: ArmyMen, *, game: FieldGame, shown: int) -> str:
    """A turn of the battle, by its number from 1, and the dice below: in all turns the same part of the table, at one
    scale.
    """
    frames, canvas = field_frames(army), Canvas()
    frame = frames[shown - 1]
    seen = [place for one in frames for place in (*one.before.values(), *one.after.values())]
    seen += [box[:2] for box in game.obstacles]
    seen += [(x + w, y + h) for x, y, w, h in game.obstacles]
    left, top = min(x for x, _ in seen), min(y for _, y in seen)
    inch = min(LARGEST, (WIDTH - 2 * MARGIN) / max(1.0, max(x for x, _ in seen) - left))
    start = (WIDTH - inch * (max(x for x, _ in seen) - left)) / 2
    table = _Table(canvas, inch, (start - left * inch, MARGIN - top * inch))
    for obstacle in game.obstacles:
        table.obstacle(obstacle)
    stood = _side_by_side({name: table.at(place) for name, place in {**frame.before, **frame.after}.items()})
    was = {**stood, **{name: table.at(frame.before[name]) for name in frame.turn.moves}}
    for name in frame.turn.moves:
        table.disc(was[name], fill=PAPER, line=Stroke.THIN, dashes="2 2")
        table.arrow(was[name], stood[name])
    for shot in frame.shots:
        table.arrow(was[shot.by], was[shot.at], dashes="5 3")
    for name in frame.fallen:
        table.cross(stood[name])
    for name, place in stood.items():
        table.soldier(place, name[0], things.OURS if name in game.squads[0] else things.THEIRS)
    for shot in frame.shots:
        table.write_along(was[shot.by], was[shot.at], f"{written_inches(shot.inches)} in")
    y = _draw_scale(canvas, 2 * MARGIN + 6 + (max(y for _, y in seen) - top) * inch, inch, frame)
    for shot in frame.shots:
        y = _draw_result(canvas, y, _shot_words(shot), shot.rolls)
    for pair in frame.pairs:
        y = _draw_result(canvas, y, _pair_words(pair), (pair.roll, pair.against))
    who = CAPTAINS[frame.squad]
    return canvas.svg(f"turn-{shown}", f"Turn {shown}, {who}’s", _field_told(frame, game), (WIDTH, y))


def _side_by_side(places: Mapping[str, Point]) -> dict[str, Point]:
    """The middles of discs, those that would cover each other moved apart until they touch (units)."""
    at, touching = {name: complex(*place) for name, place in places.items()}, 2 * RADIUS + 1
    for _ in range(NUDGES):
        close = [pair for pair in combinations(at, 2) if abs(at[pair[1]] - at[pair[0]]) < touching - 0.01]
        for one, other in close:
            way = at[other] - at[one] or 1
            nudge = way / abs(way) * (touching - abs(way)) / 2
            at[one], at[other] = at[one] - nudge, at[other] + nudge
    return {name: (place.real, place.imag) for name, place in at.items()}


class _Table:
    """The table from above: inches to units, and what stands there already, so that words keep off it."""

    def __init__(self, canvas: Canvas, inch: float, origin: Point) -> None:
        self._canvas, self._inch, self._origin, self._taken = canvas, inch, origin, list[Rect]()

    def at(self, place: Point) -> Point:
        """Where a place of the table is drawn."""
        return self._origin[0] + place[0] * self._inch, self._origin[1] + place[1] * self._inch

    def obstacle(self, box: tuple[float, float, float, float]) -> None:
        """What troops hide behind: left, top, width, height (inches)."""
        drawn = Rect(*self.at(box[:2]), box[2] * self._inch, box[3] * self._inch)
        self._canvas.rect(drawn, fill=TINT, stroke=INK, line=Stroke.FRAME)
        self._taken.append(drawn)

    def disc(self, place: Point, *, fill: str, line: float, dashes: str = "") -> None:
        """A disc at a place of the picture."""
        self._canvas.circle(*place, RADIUS, fill=fill, stroke=INK, line=line, dashes=dashes)
        self._taken.append(Rect(*place, 0, 0).inset(-RADIUS - GAP))

    def soldier(self, place: Point, initial: str, side: things.SoldierSide) -> None:
        """A soldier as a disc with an initial."""
        self.disc(place, fill=INK if side.solid else PAPER, line=Stroke.FRAME)
        self._canvas.text(*place, initial, Size.SMALL, Face.BOLD, fill=PAPER if side.solid else INK)

    def cross(self, place: Point) -> None:
        """For one who fell: under the disc, so that its initial can be read."""
        (x, y), arm = place, RADIUS * 1.35
        for way in (1, -1):
            self._canvas.line(x - arm, y - way * arm, x + arm, y + way * arm, 2 * Stroke.STRONG, stroke=ACCENT)

    def arrow(self, start: Point, end: Point, *, dashes: str = "") -> None:
        """An arrow between soldiers, under the one and up to the edge of the other."""
        self._canvas.arrow(start, end, clear=RADIUS + GAP, dashes=dashes)
        steps = 1 + int(dist(start, end) / GAP)
        for i in range(steps):
            x, y = (a + (b - a) * i / steps for a, b in zip(start, end, strict=True))
            self._taken.append(Rect(x, y, 0, 0).inset(-GAP))

    def write_along(self, start: Point, end: Point, words: str) -> None:
        """Words beside a line, in the first place that is free, or else where they cover the least."""
        wide, high = width_of(words, Face.BOLD, Size.BODY), cap_height(Face.BOLD, Size.BODY) * MM
        across, down = ((b - a) / (dist(start, end) or 1) for a, b in zip(start, end, strict=True))
        off = (wide * abs(down) + high * abs(across)) / 2 + GAP + 1
        ways = sorted([(off * down, -off * across), (-off * down, off * across)], key=lambda way: way[1])
        middles = [[a + (b - a) * share for a, b in zip(start, end, strict=True)] for share in ALONG]
        rooms = [Rect(x + a - wide / 2, y + b - high / 2, wide, high) for x, y in middles for a, b in ways]
        room = min(rooms, key=lambda room: round(sum(_shared(room, taken) for taken in self._taken)))
        self._taken.append(room)
        self._canvas.text(room.centre_x, room.centre_y, words, Size.BODY, Face.BOLD)


def _shared(one: Rect, other: Rect) -> float:
    """How much of their area two places have in common."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, across) * max(0.0, down)


def _draw_scale(canvas: Canvas, y: float, inch: float, frame: FieldFrame) -> float:
    """A bar of a few inches from the left, and whose turn it is; the lower edge."""
    inches = things.ruler_step(inch, 40)
    canvas.line(1, y, 1 + inches * inch, y, Stroke.STRONG)
    for x in (1, 1 + inches * inch):
        canvas.line(x, y - 4, x, y + 4, Stroke.FRAME)
    canvas.text(1 + inches * inch + 8, y, f"{inches} in", Size.BODY, anchor="start")
    for i, who in enumerate(CAPTAINS):
        x = WIDTH - 172 + i * 96
        canvas.circle(x, y, RADIUS * 0.8, fill=PAPER if i else INK, stroke=INK)
        face = Face.BOLD if i == frame.squad else Face.MEDIUM
        canvas.text(x + 13, y, who + ("’s turn" if i == frame.squad else ""), Size.BODY, face, anchor="start")
    return y + 14


def _shot_words(shot: ShotFired) -> str:
    counts = listed(str(count) for count in shot.counts)
    counts = f"counts {counts}, " if shot.counts != shot.rolls else ""
    outcome = {"kill": f"{shot.at} falls", "safe": "safe in cover"}.get(shot.shows, "a miss")
    return f"{shot.by} at {shot.at}: {counts}needs {shot.needs}: {outcome}"


def _pair_words(pair: PairFought) -> str:
    outcome = f"{pair.dead} falls" if pair.dead else "a tie"
    return f"{pair.attacker} {pair.total}, {pair.attacked} {pair.theirs}: {outcome}"


def _draw_result(canvas: Canvas, y: float, words: str, dice: tuple[int, ...]) -> float:
    """Dice as they fell, and what came of it; the lower edge."""
    for i, face in enumerate(dice):
        box = Rect(1 + i * (DIE + 5), y + 2, DIE, DIE)
        canvas.rect(box, fill=PAPER, stroke=INK, line=Stroke.FRAME, radius=4)
        canvas.text(box.centre_x, box.centre_y, str(face), Size.BODY, Face.BOLD)
    x = 1 + len(dice) * (DIE + 5) + 5
    canvas.fitted(Rect(x, y + 2, WIDTH - x, DIE), words, Size.LABEL, Face.BOLD)
    return y + DIE + 6


def _field_told(frame: FieldFrame, game: FieldGame) -> str:
    shots = [
        f"{shot.by} shoots {written_inches(shot.inches)} inches at {shot.at}"
        f"{', who is in cover' if shot.covered else ''}{', who moved' if shot.moved else ''}; "
        f"the roll is {listed(map(str, shot.rolls))}: {_shot_words(shot).split(': ', 1)[1]}"
        for shot in frame.shots
    ]
    moves = [
        f"{name} {written_inches(dist(frame.before[name], frame.after[name]))}"
        for name in frame.turn.moves
        if name in frame.after
    ]
    fights = [
        f"{pair.attacker} rolls {pair.roll} against {pair.attacked}’s {pair.against}: {_pair_words(pair)}"
        for pair in frame.pairs
    ]
    stand = [sum(name in squad and name not in frame.fallen for name in frame.after) for squad in game.squads]
    parts = [f"Seen from above, to scale. {CAPTAINS[frame.squad]}’s turn", *shots]
    parts += [f"Moves in inches: {listed(moves)}"] if moves else []
    parts += [*fights, f"Left standing: {stand[0]} of {CAPTAINS[0]}’s, {stand[1]} of {CAPTAINS[1]}’s"]
    return ". ".join(parts) + "."
