"""Distances, poses, cover and blast to scale."""

from __future__ import annotations

from itertools import pairwise
from math import cos, prod, radians, sin

from wordfleet_print.games.army_men import PORTIONS, ArmyMen, dice_of
from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.ink.svg_pen import INK, PAPER, TINT
from wordfleet_print.rulebook.figures import things
from wordfleet_print.rulebook.figures.canvas import WIDTH, Canvas, Size, Stroke, width_of
from wordfleet_print.wording import written

MARGIN = 10.0
BLAST_INCH = 15.0
"""An inch in the picture of a blast, unless the blast is too wide for it (units)."""
TIMES = {"double": 2, "triple": 3}


def distances(army: ArmyMen) -> str:
    """Squads at deployment, then one soldier's movement and range, all on one scale (M-06, M-08, M-10, M-12)."""
    canvas = Canvas()
    soldier, apart, within = army.soldier, army.deployment.apart, army.squad.within
    inches = max(apart + 2 * within, soldier.range, soldier.movement)
    inch = (WIDTH - 2 * MARGIN) / inches
    left = MARGIN + (inches - apart) / 2 * inch
    y = _draw_squads(canvas, army, left, inch) + 20
    close = float(army.close_range)
    reaches = [
        (soldier.movement, f"moves {soldier.movement} in", PAPER),
        (close, f"close: {written(army.close_range)} in", TINT),
        (soldier.range, f"range: {soldier.range} in", PAPER),
    ]
    for i, (reach, label, fill) in enumerate(reaches):
        bar = Rect(MARGIN, y + i * 34, reach * inch, 24)
        canvas.rect(bar, fill=fill, stroke=INK, line=Stroke.FRAME)
        inside = width_of(label, Face.BOLD, Size.BODY) + 16 < bar.w
        x, anchor = (bar.right - 8, "end") if inside else (bar.right + 8, "start")
        canvas.text(x, bar.centre_y, label, Size.BODY, Face.BOLD, anchor=anchor)
    y += len(reaches) * 34 + 6
    canvas.line(MARGIN, y - len(reaches) * 34 - 12, MARGIN, y, Stroke.STRONG)
    things.draw_ruler(canvas, MARGIN, y, inches, inch)
    description = (
        f"Drawn to scale. Two squads of {army.squad.size} stand {apart} inches apart; in each, nobody is more than "
        f"{within} inches from another. A {soldier.unit} moves {soldier.movement} inches and shoots "
        f"{soldier.range}; up to {written(army.close_range)} inches is close."
    )
    return canvas.svg("distances", "Distances, to scale", description, (WIDTH, y + 46))


def poses(army: ArmyMen) -> str:
    """Standing, kneeling and prone soldiers with their movement and range (M-22, M-23)."""
    canvas = Canvas()
    soldier, prone = army.soldier, army.standard.prone
    upright = f"moves {soldier.movement} in", f"range {soldier.range} in"
    slow = written(soldier.movement * PORTIONS[prone.movement])
    flat = f"moves {slow} in", f"range {soldier.range * TIMES[prone.range]} in"
    column = WIDTH / len(things.Pose)
    for i, (pose, words) in enumerate(zip(things.Pose, (upright, upright, flat), strict=True)):
        x = column * (i + 0.5)
        things.draw_soldier(canvas, x, 84, 1.65, things.OURS, pose)
        canvas.text(x, 102, pose.name.lower(), Size.LABEL, Face.BOLD)
        for j, line in enumerate(words):
            canvas.text(x, 121 + j * 18, line, Size.BODY)
    canvas.line(0, 84, WIDTH, 84, Stroke.FRAME)
    description = f"Standing and kneeling alike: {', '.join(upright)}. Prone: {', '.join(flat)}.".replace(
        " in", " inches"
    )
    return canvas.svg("poses", "Standing, kneeling, prone", description, (WIDTH, 148))


def cover(army: ArmyMen) -> str:
    """What a shot needs in the open and in cover, close and beyond (M-17, M-26)."""
    canvas = Canvas()
    shooting, harder = army.standard.shooting, army.standard.cover.harder_by
    close = army.soldier.range * PORTIONS[shooting.close]
    side, gutter, head = (WIDTH - 64) / 2, 64.0, 26.0
    reaches = (
        (f"up to {written(close)} in", shooting.close_kill_on),
        (f"{written(close)} in to {army.soldier.range} in", shooting.kill_on),
    )
    told = []
    for column, (reach, needed) in enumerate(reaches):
        x = gutter + column * side
        canvas.text(x + side / 2, 11, reach, Size.BODY, Face.BOLD)
        for row, covered in enumerate((False, True)):
            place = Rect(x, head + row * 116, side, 116)
            result = _needs(needed + harder * covered, army.dice.sides)
            _draw_target(canvas, place, army, covered=covered, words=result)
            told.append(f"{reach.replace(' in', ' inches')}, in {'cover' if covered else 'the open'}: {result}")
    for row, pair in enumerate((("in the", "open"), ("in", "cover"))):
        for line, word in enumerate(pair):
            canvas.text(0, head + row * 116 + 50 + line * 18, word, Size.BODY, Face.BOLD, anchor="start")
    frame = Rect(gutter, head, 2 * side, 232).inset(Stroke.FRAME / 2)
    canvas.line(frame.centre_x, frame.y, frame.centre_x, frame.bottom, Stroke.THIN)
    canvas.line(frame.x, frame.centre_y, frame.right, frame.centre_y, Stroke.THIN)
    canvas.rect(frame, stroke=INK, line=Stroke.FRAME)
    description = f"More than {army.standard.cover.concealed} concealed is in cover. {'. '.join(told)}."
    return canvas.svg("cover", "Shots at troopers in the open and in cover", description, (WIDTH, frame.bottom + 1))


def blast(army: ArmyMen) -> str:
    """An area effect seen from above, to scale: who must roll and who need not (M-24)."""
    canvas = Canvas()
    effect = army.standard.area_effect
    inch = min(BLAST_INCH, (WIDTH / 2 - 32) / effect.within)
    radius = effect.within * inch
    x, y = WIDTH / 2, radius * 1.12 + 12
    canvas.circle(x, y, radius, fill=TINT, stroke=INK, line=Stroke.STRONG, dashes="6 4")
    inside = ((0.5, 215, things.OURS), (0.8, 152, things.THEIRS), (0.84, 283, things.OURS), (0.55, 72, things.THEIRS))
    outside = ((1.28, 212, things.THEIRS), (1.3, 152, things.OURS), (1.3, 330, things.THEIRS), (1.32, 40, things.OURS))
    for share, angle, side in inside + outside:
        things.draw_trooper(canvas, *_around(x, y, radius * share, angle), side, 7)
    edge = _around(x, y, radius, 0)
    canvas.arrow((x + 9, y), edge, both=True)
    canvas.text(x + 9 + (radius - 9) / 2, y - 14, f"{effect.within} in", Size.BODY, Face.BOLD)
    things.draw_trooper(canvas, x, y, things.THEIRS, 7)
    canvas.circle(x, y, 13, stroke=INK)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        canvas.line(x + dx * 9, y + dy * 9, x + dx * 17, y + dy * 17, Stroke.STRONG)
    below = y + radius * 1.12 + 14
    canvas.circle(MARGIN, below, 7, fill=TINT, stroke=INK, dashes="3 2")
    dead = _needs(effect.dead_on, prod(dice_of(effect.roll)))
    canvas.text(MARGIN + 14, below, f"inside: roll {effect.roll}, dead on {dead}", Size.BODY, Face.BOLD, anchor="start")
    canvas.text(WIDTH - MARGIN, below, "outside: unhurt", Size.BODY, Face.BOLD, anchor="end")
    whole = effect.within
    things.draw_ruler(canvas, x - whole * inch / 2, below + 24, whole, inch)
    description = (
        f"Seen from above, to scale. A circle of {effect.within} inches around the trooper aimed at. Everyone of "
        f"either side inside it rolls {effect.roll} and is dead on {dead}; those outside are unhurt."
    )
    return canvas.svg("blast", "An area effect, to scale", description, (WIDTH, below + 70))


def combat(army: ArmyMen) -> str:
    """Ganging up: the few roll plainly, each of the many adds for every extra trooper (M-13, M-14)."""
    canvas = Canvas()
    few, many = army.ganging_up.example.few, army.ganging_up.example.many
    row = min(62.0, 310 / many)
    scale = row / 56
    height = many * row
    tops = {side: height / 2 - count * row / 2 for side, count in (("few", few), ("many", many))}
    left, right = 96.0, 214.0
    for i in range(many):
        ground = tops["many"] + (i + 1) * row - row * 0.06
        opposite = tops["few"] + (min(i, few - 1) + 1) * row - row * 0.06
        canvas.line(
            left + 32 * scale, opposite - row * 0.42, right - 32 * scale, ground - row * 0.42, Stroke.FRAME, "4 3"
        )
    for i in range(few):
        things.draw_soldier(canvas, left, tops["few"] + (i + 1) * row - row * 0.06, scale, things.OURS)
    for i in range(many):
        things.draw_soldier(canvas, right, tops["many"] + (i + 1) * row - row * 0.06, scale, things.THEIRS)
    roll, bonus = army.combat.roll, army.ganging_up.example_bonus
    for x, words in ((0.0, (roll, "plainly")), (250.0, (f"{roll} + {bonus}", "each"))):
        canvas.text(x, height / 2 - 9, words[0], Size.LABEL, Face.MONO, anchor="start")
        canvas.text(x, height / 2 + 11, words[1], Size.BODY, anchor="start")
    canvas.fitted(Rect(0, height + 10, WIDTH, 20), f"Whoever attacks adds {army.combat.attacker} more.", Size.BODY)
    description = (
        f"{few} against {many}: {'the one rolls' if few == 1 else 'the few roll'} {roll}, each of the {many} rolls "
        f"{roll} and adds {bonus}. Each pair is settled by itself."
    )
    return canvas.svg("combat", f"Ganging up: {few} against {many}", description, (WIDTH, height + 32))


def _draw_squads(canvas: Canvas, army: ArmyMen, left: float, inch: float) -> float:
    """Two squads seen from above, facing each other; the lower edge."""
    apart, within, size = army.deployment.apart * inch, army.squad.within * inch, army.squad.size
    radius = max(3.0, min(6.0, within * 0.18))
    out, step = within * 0.6, within * 0.8  # the sides of a triangle 3 : 4 : 5, so neighbours are `within` apart
    if size > 7:
        step = within * 0.8 * 6 / (size - 1)
    top = 34.0
    bottom = top + (size - 1) * step
    for x, way, side in ((left, -1, things.OURS), (left + apart, 1, things.THEIRS)):
        places = [(x + way * (i % 2) * out, top + i * step) for i in range(size)]
        for (x1, y1), (x2, y2) in pairwise(places):
            canvas.line(x1, y1, x2, y2, Stroke.FRAME, "3 3")
        for place in places:
            things.draw_trooper(canvas, *place, side, radius)
    canvas.arrow((left, 12), (left + apart, 12), both=True)
    for x in (left, left + apart):
        canvas.line(x, 4, x, top - radius, Stroke.THIN, "2 2")
    things.draw_label(canvas, left + apart / 2, 12, f"{army.deployment.apart} in apart")
    if size > 1:
        middle = top + (size // 2 - 0.5) * step
        words = Rect(left + radius + 12, middle - 10, apart - 2 * radius - 24, 20)
        canvas.fitted(words, f"in a squad: {army.squad.within} in or less", Size.BODY)
    return bottom + radius


def _draw_target(canvas: Canvas, place: Rect, army: ArmyMen, *, covered: bool, words: str) -> None:
    """A trooper in the open or behind a wall that hides more than the rules ask, and what the shot needs."""
    ground, scale = place.bottom - 34, 1.4
    things.draw_soldier(canvas, place.centre_x + 4, ground, scale, things.THEIRS)
    if covered:
        hidden = min(0.9, float(PORTIONS[army.standard.cover.concealed]) + 0.12)
        _draw_wall(canvas, Rect(place.centre_x - 36, ground - 48 * scale * hidden, 72, 48 * scale * hidden))
    canvas.line(place.x + 8, ground, place.right - 8, ground, Stroke.FRAME)
    canvas.text(place.centre_x, place.bottom - 17, words, Size.LABEL, Face.BOLD)


def _draw_wall(canvas: Canvas, box: Rect) -> None:
    canvas.rect(box, fill=TINT, stroke=INK, line=Stroke.FRAME)
    rows = max(2, round(box.h / 10))
    high = box.h / rows
    for row in range(rows):
        y = box.y + row * high
        if row:
            canvas.line(box.x, y, box.right, y, Stroke.THIN)
        for i in range(1, 4):
            x = box.x + box.w * (i - (0.5 if row % 2 else 0)) / 3.5
            canvas.line(x, y, x, y + high, Stroke.THIN)


def _needs(result: int, sides: int) -> str:
    """The roll that is needed, as players say it: `5+`, the highest alone, or safe where no die shows it."""
    if result > sides:
        return "safe"
    return f"a {result}" if result == sides else f"{result}+"


def _around(x: float, y: float, far: float, degrees: float) -> tuple[float, float]:
    return x + far * cos(radians(degrees)), y + far * sin(radians(degrees))
