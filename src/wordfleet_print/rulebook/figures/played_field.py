"""A turn of a played battle of Army Men, seen from above and to scale: who moved, who shot, who fought, who fell."""

from __future__ import annotations

from math import dist

from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.game.facts import FieldGame
from wordfleet_print.game.played_field import FieldFrame, PairFought, ShotFired, field_frames, written_inches
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures.bidding import CAPTAINS
from wordfleet_print.rulebook.figures.canvas import INK, PAPER, TINT, WIDTH, Canvas, Size, Stroke, WebFace
from wordfleet_print.rulebook.figures.soldiers import OURS, THEIRS, draw_label, ruler_step
from wordfleet_print.wording import listed

RADIUS = 8.0
"""How large a soldier is drawn, to be seen (units)."""
LARGEST = 26.0
"""An inch is drawn so long at most (units)."""
MARGIN, DIE = 14.0, 20.0
DrawnPlace = tuple[float, float]


def field_turn(army: ArmyMen, *, game: FieldGame, shown: int) -> str:
    """A turn of the battle, by its number from 1: the part of the table where everybody is, and the dice below."""
    frame, canvas = list(field_frames(army))[shown - 1], Canvas()
    seen = [*frame.before.values(), *frame.after.values(), *(box[:2] for box in game.obstacles)]
    seen += [(x + w, y + h) for x, y, w, h in game.obstacles]
    left, top = min(x for x, _ in seen), min(y for _, y in seen)
    inch = min(LARGEST, (WIDTH - 2 * MARGIN) / max(1.0, max(x for x, _ in seen) - left))
    start = (WIDTH - inch * (max(x for x, _ in seen) - left)) / 2
    table = _Table(canvas, inch, (start - left * inch, MARGIN - top * inch))
    _draw_obstacles(table, game)
    _draw_moves(table, frame)
    _draw_shots(table, frame)
    for name, place in frame.after.items():
        table.soldier(name, place, ours=name in game.squads[0])
    for name in frame.fallen:
        table.cross(frame.after.get(name) or frame.before[name])
    y = MARGIN + (max(y for _, y in seen) - top) * inch + MARGIN + 6
    y = _draw_scale(canvas, y, inch, frame)
    for words, dice in _results(frame):
        y = _draw_result(canvas, y, words, dice)
    who = CAPTAINS[frame.squad]
    return canvas.svg(f"turn-{shown}", f"Turn {shown}, {who}’s", _field_told(frame, game), (WIDTH, y))


class _Table:
    """The table from above: inches to units."""

    def __init__(self, canvas: Canvas, inch: float, origin: DrawnPlace) -> None:
        self.canvas, self.inch, self._origin = canvas, inch, origin

    def at(self, place: DrawnPlace) -> DrawnPlace:
        """Where a place of the table is drawn."""
        return self._origin[0] + place[0] * self.inch, self._origin[1] + place[1] * self.inch

    def soldier(self, name: str, place: DrawnPlace, *, ours: bool) -> None:
        """A soldier as a disc with an initial."""
        (x, y), side = self.at(place), OURS if ours else THEIRS
        self.canvas.circle(x, y, RADIUS, fill=INK if side.solid else PAPER, stroke=INK, line=Stroke.FRAME)
        self.canvas.text(x, y, name[0], Size.SMALL, WebFace.STRONG, fill=PAPER if side.solid else INK)

    def cross(self, place: DrawnPlace) -> None:
        """A cross over one who fell."""
        (x, y), arm = self.at(place), RADIUS * 1.35
        for way in (1, -1):
            self.canvas.line(x - arm, y - way * arm, x + arm, y + way * arm, Stroke.STRONG)

    def arrow(self, start: DrawnPlace, end: DrawnPlace, *, dashes: str = "") -> None:
        """An arrow between soldiers, from edge to edge."""
        (x1, y1), (x2, y2) = self.at(start), self.at(end)
        long = dist((x1, y1), (x2, y2))
        if long <= 2 * RADIUS:
            return
        ux, uy = (x2 - x1) / long, (y2 - y1) / long
        x2, y2 = x2 - ux * (RADIUS + 2), y2 - uy * (RADIUS + 2)
        self.canvas.line(x1, y1, x2 - ux * 4, y2 - uy * 4, Stroke.FRAME, dashes)
        self.canvas.arrowhead(x2, y2, (ux, uy), 8, 3.5)


def _draw_obstacles(table: _Table, game: FieldGame) -> None:
    for x, y, width, height in game.obstacles:
        left, top = table.at((x, y))
        box = Rect(left, top, width * table.inch, height * table.inch)
        table.canvas.rect(box, fill=TINT, stroke=INK, line=Stroke.FRAME)


def _draw_moves(table: _Table, frame: FieldFrame) -> None:
    """Rings where soldiers stood, arrows to where they stand."""
    for name, place in frame.before.items():
        now = frame.after.get(name)
        if name in frame.turn.moves and now:
            x, y = table.at(place)
            table.canvas.circle(x, y, RADIUS, fill=PAPER, stroke=INK, line=Stroke.THIN, dashes="2 2")
            table.arrow(place, now)
        elif now is None:  # shot before anybody moved
            x, y = table.at(place)
            table.canvas.circle(x, y, RADIUS, fill=TINT, stroke=INK, line=Stroke.FRAME)
            table.canvas.text(x, y, name[0], Size.SMALL, WebFace.STRONG)


def _draw_shots(table: _Table, frame: FieldFrame) -> None:
    for shot in frame.shots:
        start, end = frame.before[shot.shot.by], frame.before[shot.shot.at]
        table.arrow(start, end, dashes="5 3")
        (x1, y1), (x2, y2) = table.at(start), table.at(end)
        draw_label(table.canvas, (x1 + x2) / 2, (y1 + y2) / 2, f"{written_inches(shot.inches)} in")


def _draw_scale(canvas: Canvas, y: float, inch: float, frame: FieldFrame) -> float:
    """A bar of a few inches from the left, and whose turn it is; the lower edge."""
    inches = ruler_step(inch, 40)
    canvas.line(1, y, 1 + inches * inch, y, Stroke.STRONG)
    for x in (1, 1 + inches * inch):
        canvas.line(x, y - 4, x, y + 4, Stroke.FRAME)
    canvas.text(1 + inches * inch + 8, y, f"{inches} in", Size.BODY, anchor="start")
    for i, who in enumerate(CAPTAINS):
        x = WIDTH - 172 + i * 96
        canvas.circle(x, y, RADIUS * 0.8, fill=PAPER if i else INK, stroke=INK)
        face = WebFace.STRONG if i == frame.squad else WebFace.TEXT
        canvas.text(x + 13, y, who + ("’s turn" if i == frame.squad else ""), Size.BODY, face, anchor="start")
    return y + 14


def _results(frame: FieldFrame) -> list[tuple[str, tuple[int, ...]]]:
    """Each shot and pair: what it comes to, and the dice."""
    found = [(_shot_words(shot), shot.shot.rolls) for shot in frame.shots]
    return found + [(_pair_words(pair), pair.rolls) for fight in frame.fights for pair in fight]


def _shot_words(shot: ShotFired) -> str:
    counts = listed(str(count) for count in shot.counts)
    counts = f"counts {counts}, " if shot.counts != shot.shot.rolls else ""
    outcome = {"kill": f"{shot.shot.at} falls", "safe": "safe in cover"}.get(shot.shows, "a miss")
    return f"{shot.shot.by} at {shot.shot.at}: {counts}needs {shot.needs}: {outcome}"


def _pair_words(pair: PairFought) -> str:
    outcome = f"{pair.dead} falls" if pair.dead else "a tie"
    return f"{pair.attacker} {pair.totals[0]}, {pair.attacked} {pair.totals[1]}: {outcome}"


def _draw_result(canvas: Canvas, y: float, words: str, dice: tuple[int, ...]) -> float:
    """Dice as they fell, and what came of it; the lower edge."""
    for i, face in enumerate(dice):
        box = Rect(1 + i * (DIE + 5), y + 2, DIE, DIE)
        canvas.rect(box, fill=PAPER, stroke=INK, line=Stroke.FRAME, radius=4)
        canvas.text(box.centre_x, box.centre_y, str(face), Size.BODY, WebFace.STRONG)
    x = 1 + len(dice) * (DIE + 5) + 5
    canvas.fitted(Rect(x, y + 2, WIDTH - x, DIE), words, Size.LABEL, WebFace.STRONG)
    return y + DIE + 6


def _field_told(frame: FieldFrame, game: FieldGame) -> str:
    shots = [
        f"{shot.shot.by} shoots {written_inches(shot.inches)} inches at {shot.shot.at}"
        f"{', who is in cover' if shot.shot.covered else ''}{', who moved' if shot.moved else ''}; "
        f"the roll is {listed(map(str, shot.shot.rolls))}: {_shot_words(shot).split(': ', 1)[1]}"
        for shot in frame.shots
    ]
    moves = [
        f"{name} {written_inches(dist(frame.before[name], frame.after[name]))}"
        for name in frame.turn.moves
        if name in frame.after
    ]
    fights = [
        f"{pair.attacker} rolls {pair.rolls[0]} against {pair.attacked}’s {pair.rolls[1]}: {_pair_words(pair)}"
        for fight in frame.fights
        for pair in fight
    ]
    stand = [sum(name in squad and name not in frame.fallen for name in frame.after) for squad in game.squads]
    parts = [f"Seen from above, to scale. {CAPTAINS[frame.squad]}’s turn", *shots]
    parts += [f"Moves in inches: {listed(moves)}"] if moves else []
    parts += [*fights, f"Left standing: {stand[0]} of {CAPTAINS[0]}’s, {stand[1]} of {CAPTAINS[1]}’s"]
    return ". ".join(parts) + "."
