"""What figures show is what is the case: every mark, piece, soldier and arrow is read back from the drawing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import chain, combinations, product
from math import dist
from typing import cast

import pytest

from making.drawings import INK, PAPER, TINT, Picture, Scene, words_box
from making.games import ARMY, CHESS, Fleet, _moves
from wordfleet_print.fleet.launch_codes import make_example_bidding
from wordfleet_print.games import edition_slugs, load_edition, load_rules, rules_slugs
from wordfleet_print.games.army_men import ArmyMen
from wordfleet_print.games.flip_chess import FlipChess, Man, board_frames, name_of
from wordfleet_print.games.played_field import field_frames
from wordfleet_print.games.played_sea import hidden_squares, sea_frames
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures import figure, turns
from wordfleet_print.rulebook.figures.battle_turns import RADIUS, _side_by_side
from wordfleet_print.rulebook.figures.canvas import WIDTH, Canvas
from wordfleet_print.rulebook.figures.flip_chess_figures import position_in_play
from wordfleet_print.rulebook.figures.things import draw_die, draw_glyph, letters_at, square_name
from wordfleet_print.rulebook.figures.word_fleet_figures import CAPTAINS

LOOKS = {
    "dot": (["disc"], "{}"),
    "cross": (["falling", "rising"], "{}"),
    "border": (["frame"], "{}"),
    "slash": (["rising"], "{}"),
    "ring": (["ring"], "{}"),
    "letter": ([], "{}"),
}
"""How the rules' marks look, and what is written with them."""


def _looks(draws: str, letter: str, *, tried: bool) -> tuple[list[str], str]:
    """How a mark should look; a letter that was tried stands beside its mark."""
    shapes, words = LOOKS[draws]
    return shapes, words.format(
        letter if draws in ("ring", "letter") or (draws in ("cross", "border", "slash") and tried) else ""
    )


@pytest.mark.parametrize("slug", edition_slugs())
def test_the_legend_shows_the_shapes_that_games_are_marked_with(slug: str) -> None:
    """Each result stands beside its own shape, what is held and what is called, and each word says what it shows."""
    edition = load_edition(slug)
    scene = Scene(figure(edition, "marks"))
    held, marked = scene.said("they hold").x, scene.said("you mark").x
    crosses = any(mark.means == "cross" for mark in edition.marks)
    (side,) = {one.side for one in scene.shapes if one.kind == "box"}
    for mark in edition.marks:
        y = scene.said(mark.result.upper()).y + side / 4
        call = next(one.said for one in scene.shapes if re.match(r"[A-Z]\d", one.said) and abs(one.y - y) < side / 3)
        row = next(one.y for one in scene.shapes if one.kind == "box" and abs(one.y - y) < side / 2)
        under = [one.said for one in scene.within(held, row, side / 2) if one.kind == "text"]
        assert bool(under) is (mark.draws != "dot")
        tried = call[-1] if crosses else ""
        letter = tried if mark.means == "cross" else "".join(under)
        assert scene.mark(marked, row, side) == _looks(mark.draws, letter, tried=crosses)
        assert not crosses or mark.draws == "dot" or (call[-1] in under) is (mark.means != "cross")
    goal = Scene(figure(edition, "goal"))
    boxes = [one for one in goal.shapes if one.kind == "box" and one.side <= 30]
    drawn = [goal.mark(box.x, box.y, box.side) for box in sorted(boxes, key=lambda one: one.x)]
    letter = edition.fleet[0].example[0]
    assert drawn == [_looks(mark.draws, letter, tried=False) for mark in edition.marks]


@pytest.mark.parametrize("slug", edition_slugs())
def test_each_turn_at_sea_is_drawn_as_it_was_played(slug: str) -> None:
    """Both grids after each turn, square by square as their own axes name them: letters on the one, marks on the other,
    the call framed on both, ships that are down struck out on both and in the row below; letters asked for beside.
    """
    edition = load_edition(slug)
    game = edition.played
    assert game
    for number, frame in enumerate(sea_frames(edition), 1):
        scene = Scene(figure(edition, f"turn-{number}"))
        hides, marks = scene.said("Bo hides"), scene.said("Ada marks")
        left, right = scene.squares(hides.x, marks.x - 25), scene.squares(marks.x)
        assert list(left) == list(right)
        cell = next(iter(right.values()))[0] - marks.x
        hidden = {at: held for at in left if (held := Fleet(edition).held.get(at))}
        written = {at: scene.mark(*place, 2 * cell) for at, place in left.items()}
        assert {at: words for at, (_, words) in written.items() if words} == hidden
        drawn_as = {mark.means: mark.draws for mark in edition.marks}
        known = {
            square_name(at): _looks(drawn_as.get(shown, shown), letter, tried=True)
            for at, (shown, letter) in frame.marks.items()
        }
        drawn = {at: scene.mark(*place, 2 * cell) for at, place in right.items()}
        assert {at: mark for at, mark in drawn.items() if mark != ([], "")} == known
        _assert_called(scene, (left, right), [answer.call.square or "" for answer in frame.answers])
        bottom = max(y for _, y in left.values()) + cell
        lines = [one for one in scene.shapes if one.kind == "rising" and one.side > 1.5 * cell]
        found = {at for at, (draws, _) in frame.marks.items() if draws == "ring"}
        for ship, hull in zip(edition.fleet, hidden_squares(edition, game), strict=True):
            for squares, struck in ((left, ship in frame.sunk), (right, ship in frame.sunk and found.issuperset(hull))):
                ends = [squares[name] for at in (hull[0], hull[-1]) if (name := square_name(at)) in squares]
                middle = [sum(axis) / len(ends) for axis in zip(*ends, strict=True)]
                assert bool(middle and [one for one in lines if dist((one.x, one.y), middle) < 2]) is struck
        struck_out = [one for one in scene.shapes if one.kind == "rising" and one.y > bottom]
        below = [x for x in (_left_of(e.attributes["d"]) for e in scene.picture.all("path")[2:]) if x]
        down = [
            bool([one for one in struck_out if x < one.x < y]) for x, y in zip(below, [*below[1:], 999], strict=True)
        ]
        assert down == [ship in frame.sunk for ship in edition.fleet]
        for letter, count in frame.counts.items():
            (asked,) = (one for one in scene.shapes if one.said == letter and one.x > max(right.values())[0] + cell)
            kinds = [one.kind for one in scene.within(asked.x, asked.y, 8, 20) if one.kind != "text"]
            numbers = [one.said for one in scene.within(asked.x + 18, asked.y, 5) if one.said]
            assert (kinds, numbers) == (["ring"] if count else ["rising"], [str(count)])


def _left_of(steps: str) -> float:
    """Where the frame of a ship in the row below the grids begins."""
    found = re.match(r"M([\d.]+),[\d.]+h.*z.", steps)
    return float(found[1]) if found else 0


def _assert_called(scene: Scene, grids: tuple[Mapping[str, tuple[float, float]], ...], called: list[str]) -> None:
    framed = [one for one in scene.shapes if one.kind == "frame" and 2.7 < one.thick < 4]  # a traced square's is 2.67
    assert len(framed) == sum(bool(at) for at in called) * len(grids)
    for at in filter(None, called):
        for squares in grids:
            assert [one for one in framed if dist((one.x, one.y), squares[at]) <= one.side / 2]


@cache
def _glyphs() -> dict[str, str]:
    """Chess pieces by the paths of their bodies."""
    found = {}
    for name in ("king", "queen", "rook", "bishop", "knight", "pawn"):
        canvas = Canvas()
        draw_glyph(canvas, Rect(0, 0, 45, 45), name, dark=False)
        found[re.findall(' d="([^"]*)"', canvas.elements[0])[0]] = name
    return found


def _piece(scene: Scene, x: float, y: float, cell: float) -> tuple[str, bool] | str | None:
    """What lies on a square: a piece and whether it is dark, a back, or nothing."""
    for one in scene.within(x, y, cell * 0.3, cell):
        if one.kind in ("glyph #fff", "glyph #000"):
            return _glyphs()[one.said], one.kind == "glyph #000"
    rings = scene.picture.all("path", fill=PAPER)
    starts = [
        tuple(map(float, place)) for e in rings for place in re.findall(r"M([\d.]+),([\d.]+)a", e.attributes["d"])
    ]
    return "back" if [1 for a, b in starts if 0 < x - a < cell / 2 and abs(y - b) < cell / 4] else None


def _held(man: Man | None) -> tuple[str, bool] | str | None:
    return None if man is None else (man.name, man.dark) if man.face_up else "back"


def _chess() -> FlipChess:
    return cast("FlipChess", load_rules(CHESS).book)


def test_each_turn_on_the_board_is_drawn_as_it_was_played() -> None:
    """Every piece on the square that the axes name, face-up or not; frame and arrow where it went; each player's color
    beside the name; the square in the lower left corner is dark, as it is in chess.
    """
    chess = _chess()
    columns, rows = chess.board.columns, chess.board.rows
    for number, played in enumerate(board_frames(chess), 1):
        scene = Scene(figure(chess, f"turn-{number}"))
        squares, places = scene.squares(), [(x, y) for y in range(rows) for x in range(columns)]
        assert sorted(squares) == sorted(name_of(place, rows) for place in places)
        cell = squares["b1"][0] - squares["a1"][0]
        for place in places:
            name = name_of(place, rows)
            assert _piece(scene, *squares[name], cell) == _held(played.men.get(place)), name
        end, start = squares[name_of(played.end, rows)], squares[name_of(played.start, rows)]
        (framed,) = [one for one in scene.shapes if one.kind == "frame" and one.thick > 2.5]
        assert dist((framed.x, framed.y), end) < 1
        _assert_arrows(scene, [] if played.flips else [(start, end)], cell * 0.6)
        for seat in chess.seats:
            told = next(one for one in scene.shapes if one.said.startswith(f"{seat}: "))
            dark = played.dark is (seat == played.seat)
            disc = next(one for one in scene.shapes if 10 < told.x - one.x < 30 and abs(one.y - told.y) < 3)
            assert (disc.kind, told.said.split(": ")[1].split(",")[0]) == (("#fff", "#000")[dark], chess.colors[dark])
        dark_squares = scene.picture.all("path", fill=TINT)[0].attributes["d"]
        corners = [tuple(map(float, place)) for place in re.findall(r"M([\d.]+),([\d.]+)h", dark_squares)]
        assert len(corners) == columns * rows // 2
        left, top = (middle - cell / 2 for middle in squares["a1"])
        assert any(dist(at, (left, top)) < cell / 4 for at in corners)


def _assert_arrows(scene: Scene, ways: list[tuple[tuple[float, float], tuple[float, float]]], reach: float) -> None:
    """As many arrows as ways; each ends near its end, and its head points away from its start."""
    assert len(scene.heads) == len(ways)
    for start, end in ways:
        assert [1 for tip, back in scene.heads if dist(tip, end) <= reach and dist(tip, start) > dist(back, start)]


def test_a_position_and_how_pieces_move_are_drawn_as_the_rules_have_them() -> None:
    """The key's pieces have the colors it names; the arrow leads from the taker to the taken; dots and frames stand on
    the squares to which a second opinion lets a piece go.
    """
    chess = _chess()
    scene, men = Scene(figure(chess, "position")), position_in_play(chess)
    for words, looks in ((chess.colors[0], False), (chess.colors[1], True), ("face-down", "back")):
        told = scene.said(words)
        found = _piece(scene, told.x - 18, told.y, 28)
        assert (found if isinstance(found, str) else found and found[1]) == looks
    side = max(one.side for one in scene.shapes if one.kind == "box") / chess.board.columns
    taken = next(one for one in scene.shapes if one.kind == "frame" and one.side < side)
    ((tip, back),) = scene.heads
    assert dist(tip, (taken.x, taken.y)) < side * 0.6 < dist(back, (taken.x, taken.y))
    left = min(one.x for one in scene.shapes if one.kind == "box") - side * chess.board.columns / 2
    for (column, row), man in men.items():
        assert _piece(scene, left + (column + 0.5) * side, 1.5 + (row + 0.5) * side, side) == _held(man)
    scene = Scene(figure(chess, "moves"))
    for piece in chess.pieces:
        title = scene.said(piece.name)
        board = min(
            (one for one in scene.shapes if one.kind == "box"), key=lambda one: dist((one.x, one.y), (title.x, title.y))
        )
        cell, (x, y) = board.side / 5, (board.x, board.y)
        pieces = {(2, 2): Man(piece.name, dark=False, face_up=True)}
        if piece.name == "pawn":
            pieces |= {at: Man("pawn", dark=True, face_up=True) for at in ((1, 1), (3, 1))}
        ends = {end for _, end in _moves(pieces, (5, 5), dark=False)}
        for at in ((column, row) for column in range(5) for row in range(5)):
            here = scene.within(x + (at[0] - 2) * cell, y + (at[1] - 2) * cell, cell * 0.3, cell)
            kinds = {one.kind for one in here} & {"disc", "frame"}
            assert kinds == ({"frame"} if at in pieces else {"disc"} if at in ends else set()) - (
                {"frame"} if at == (2, 2) else set()
            )
    scene = Scene(figure(chess, "first-turn"))
    backs = [len(re.findall("M", e.attributes["d"])) for e in scene.picture.all("path", fill=PAPER)]
    assert backs == [chess.board.squares, chess.board.squares - 1]


def test_each_turn_of_the_battle_is_drawn_to_scale_as_it_was_fought() -> None:
    """Everybody stands where the game says, in their squad's color, as the key names it, or side by side where they
    touch; arrows lead from where they were and to whom they shot; who fell is crossed out, and the dice show what was
    rolled.
    """
    army = cast("ArmyMen", load_rules(ARMY).book)
    game = army.played
    assert game
    for number, frame in enumerate(field_frames(army), 1):
        scene = Scene(figure(army, f"turn-{number}"))
        names = {**frame.before, **frame.after}
        discs = {
            one.said: (one.x, one.y)
            for one in scene.shapes
            if one.kind == "text" and len(one.said) == 1 and one.said.isalpha()
        }
        assert set(discs) == {name[0] for name in names}
        first, last = min(names.values()), max(names.values())
        (left, top), (right, _) = (discs[next(n for n in names if names[n] == one)[0]] for one in (first, last))
        inch = (right - left) / (last[0] - first[0])
        at = {n: (left + (x - first[0]) * inch, top + (y - first[1]) * inch) for n, (x, y) in names.items()}
        was = {n: (left + (x - first[0]) * inch, top + (y - first[1]) * inch) for n, (x, y) in frame.before.items()}
        for name, place in at.items():
            near = [one for one in at.values() if one != place and dist(one, place) < 16]
            drawn = discs[name[0]]
            assert dist(drawn, place) < (5 if near else 1), name
            kinds = [one.kind for one in scene.within(*drawn, 2, 20)]
            assert ("disc" if name in game.squads[0] else "light") in kinds
            crossed = {"falling", "rising"} <= {one.kind for one in scene.within(*drawn, 2, 24)}
            assert crossed is (name in frame.fallen)
        moves = [(was[name], discs[name[0]]) for name in frame.turn.moves]
        shots = [(was[shot.by], was[shot.at]) for shot in frame.shots]
        _assert_arrows(scene, [way for way in (*moves, *shots) if dist(*way) > 16], 12)
        for who, kind in zip(("Ada", "Bo"), ("disc", "light"), strict=True):
            told = next(one for one in scene.shapes if one.said in (who, f"{who}’s turn"))
            assert [one.kind for one in scene.within(told.x - 13, told.y, 3, 16)] == [kind]
            assert told.said.endswith("turn") is (frame.squad == ("Ada", "Bo").index(who))
        rolled = [shot.rolls for shot in frame.shots] + [(pair.roll, pair.against) for pair in frame.pairs]
        dice = [one.said for one in scene.shapes if re.fullmatch("[1-6]", one.said)]
        assert dice == [str(face) for face in chain(*rolled)]


@pytest.mark.parametrize("slug", rules_slugs())
def test_nothing_that_is_read_in_a_turn_covers_another(slug: str) -> None:
    """No words stand on words, no disc on a disc, and words are inside a disc or clear of it."""
    book = load_rules(slug).book
    for name in turns(book):
        picture = Picture(figure(book, name))
        boxes = [words_box(e) for e in picture.all("text")]
        discs = [e for e in picture.all("circle") if "stroke-dasharray" not in e.attributes]
        for one, other in combinations(boxes, 2):
            assert not (one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom)
        for a, b in combinations(discs, 2):
            assert dist((a["cx"], a["cy"]), (b["cx"], b["cy"])) >= a["r"] + b["r"], name
        for e, box in product(discs, boxes):
            corners = [abs(complex(x - e["cx"], y - e["cy"])) for x in (box.x, box.right) for y in (box.y, box.bottom)]
            x, y = min(max(e["cx"], box.x), box.right), min(max(e["cy"], box.y), box.bottom)
            assert max(corners) <= e["r"] + 1 or dist((x, y), (e["cx"], e["cy"])) >= e["r"], (name, box)


@pytest.mark.parametrize("slug", edition_slugs())
def test_letters_in_marked_squares_keep_off_the_edge(slug: str) -> None:
    """What is written beside a mark is told from the lines around it, and from the frame of a call."""
    for name in turns(load_edition(slug)):
        picture = Picture(figure(load_edition(slug), name))
        for e, box in product(picture.all("rect", fill=PAPER), map(words_box, picture.all("text"))):
            off = box.x - e["x"], box.y - e["y"], e["x"] + e["width"] - box.right, e["y"] + e["height"] - box.bottom
            assert max(map(abs, off)) > e["width"] or min(off) > 3.5, (name, off)


@pytest.mark.parametrize("slug", rules_slugs())
def test_the_numbers_of_steps_keep_off_their_pictures(slug: str) -> None:
    """The goal's steps are numbered on the edges of their cards: no board or grid begins under a number."""
    picture = Picture(figure(load_rules(slug).book, "goal"))
    numbers = [words for words in picture.all("text") if words.text in ("1", "2", "3")][:3]
    for disc in (e for e in picture.all("circle", fill=INK) if e["r"] == 9):
        across = [e for e in picture.all("rect") if e["x"] < disc["cx"] + 9 and e["x"] + e["width"] > disc["cx"] - 9]
        assert all(e["y"] == disc["cy"] or e["y"] >= disc["cy"] + 9 for e in across)
    assert [words.text for words in numbers] == ["1", "2", "3"]


def test_a_crowd_is_drawn_side_by_side() -> None:
    """However many fight in one place, nobody's initial is covered, and who stands apart stays where they are."""
    crowd = {f"{i}": (10.0 + i % 4, 10.0 + i // 4) for i in range(10)} | {"far": (90.0, 10.0), "same": (10.0, 10.0)}
    placed = _side_by_side(crowd)
    assert placed["far"] == (90.0, 10.0)
    assert min(dist(a, b) for a, b in combinations(placed.values(), 2)) >= 2 * RADIUS


def test_cover_gangs_bids_and_areas_are_drawn_as_they_are_told() -> None:
    """A wall where it is cover; few soldiers on the left and many on the right; bids one after the other from their own
    sides, those codes ringed that bear out the claim; the outlined area where it is said to be, and whether a ship lies
    there; who is hurt by a blast; dice with as many spots as they show.
    """
    army = cast("ArmyMen", load_rules(ARMY).book)
    scene, example = Scene(figure(army, "cover")), army.ganging_up.example
    split = (scene.said("open").y + scene.said("cover").y) / 2
    assert [one.y > split for one in scene.shapes if one.kind == "tint"] == [True, True]
    lines = Scene(figure(army, "combat")).picture.all("line", stroke_dasharray="4 3")
    few, many = ({(e[f"x{end}"], e[f"y{end}"]) for e in lines} for end in (1, 2))
    assert (len(few), len(many), max(few) < min(many)) == (example.few, example.many, True)
    soldiers = [one for one in Scene(figure(army, "combat")).shapes if one.kind.startswith("glyph")]
    assert {one.x < WIDTH / 2 for one in soldiers if one.kind == f"glyph {PAPER}"} == {False}
    assert {one.x < WIDTH / 2 for one in soldiers} == {True, False}
    scene = Scene(figure(army, "blast"))
    (area,) = (one for one in scene.shapes if one.kind == "gray dashed" and one.side > 30)
    (key,) = (one for one in scene.shapes if one.kind == "gray dashed" and one.side < 30)
    told = next(one for one in scene.shapes if one.said.startswith("inside: roll"))
    assert dist((key.x, key.y), (told.x - 14, told.y)) < 1
    assert scene.said("outside: unhurt").x > area.x
    edition = load_edition("word-fleet")
    for name in ("bidding", "digit-bidding"):
        scene = Scene(figure(edition, name))
        assert [(one.said, one.x < WIDTH / 2) for one in scene.shapes if one.said in CAPTAINS] == [
            (CAPTAINS[0], True),
            (CAPTAINS[1], False),
            (CAPTAINS[0], True),
        ]
        says = [one for one in scene.shapes if one.said.startswith("“")]
        assert says[0].x == says[2].x < says[1].x
        steps = [one for one in scene.shapes if one.kind == "ring"]
        for number, (speech, step) in enumerate(zip(says, steps, strict=True), 1):
            assert [one.said for one in scene.within(step.x, step.y, 4) if one.said] == [str(number)]
            assert (step.x > WIDTH / 2) is (number != 2)
            assert abs(step.y - speech.y) < 15
        ringed = [one for one in scene.shapes if one.kind == "frame" and one.thick > 2]
        claim = "".join(one.said for one in scene.shapes if one.said.isdecimal() and abs(one.y - says[1].y) < 5)
        (_, hand) = make_example_bidding(edition.launch_codes).hands
        held = [code for code in hand if claim in code]
        below = [one for one in scene.shapes if one.said.isdecimal() and one.y > scene.said("Bo’s codes").y + 10]
        inside = [
            "".join(one.said for one in below if abs(one.x - ring.x) < ring.side / 2 and abs(one.y - ring.y) < 20)
            for ring in ringed
        ]
        assert inside == held
    edition = load_edition("word-fleet-admirals")
    for name in ("sonar", "area"):
        scene = Scene(figure(edition, name))
        (area,) = (one for one in scene.shapes if one.kind == "frame" and one.thick > 3)
        asked = next(one.said for one in scene.shapes if one.said.startswith("“Any ship in "))
        corner, far = re.findall(r"[A-Z]\d+", asked)
        squares = scene.squares()
        middle = [sum(axis) / 2 for axis in zip(squares[corner], squares[far], strict=True)]
        assert dist((area.x, area.y), middle) < 1
        inside = {
            f"{chr(c)}{r}"
            for c in range(ord(corner[0]), ord(far[0]) + 1)
            for r in range(int(corner[1:]), int(far[1:]) + 1)
        }
        assert any(one.said == "“Yes.”" for one in scene.shapes) is not inside.isdisjoint(
            map(square_name, letters_at(edition))
        )
    for shows in range(1, 7):
        canvas = Canvas()
        draw_die(canvas, Rect(0, 0, 60, 60), shows)
        assert sum("<circle" in one for one in canvas.elements) == shows
