"""What a body can name of its book's played game: a turn for each frame, in plain values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import dist

from wordfleet_print.game import Edition, Rulebook
from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.game.flip_chess import BoardTurn, Chessman, FlipChess, Man, board_frames, name_of
from wordfleet_print.game.played_field import FieldFrame, ShotFired, field_frames, written_inches
from wordfleet_print.game.played_sea import SeaAnswer, SeaFrame, sea_frames
from wordfleet_print.wording import counted, in_words, listed

PlayedFacts = dict[str, object]


def played_turns(book: Rulebook) -> tuple[PlayedFacts, ...]:
    """The turns that a book shows of its played game, numbered from 1; none for a book without such a game.

    Each has what it `shows` and the `figure` that draws it. Raises nothing for checked front matter. Source: the game's
    own rules, in `wordfleet_print.game`.
    """
    match book:
        case Edition():
            turns = [_sea_turn(book, frame) for frame in sea_frames(book)]
        case ArmyMen():
            turns = [_field_turn(book, frame) for frame in field_frames(book)]
        case FlipChess():
            turns = [_board_turn(book, turn) for turn in board_frames(book)]
        case _:
            turns = []
    return tuple({"number": i, "figure": f"[[figure: turn-{i} |]]"} | turn for i, turn in enumerate(turns, 1))


def _sea_turn(edition: Edition, frame: SeaFrame) -> PlayedFacts:
    """`call` is the turn’s first, `then` what follows it, if anything; `sunk` what went down; how many are `afloat`."""
    first, *rest = frame.answers
    return {
        "shows": frame.shows,
        "call": _call(edition, first),
        "then": _call(edition, rest[0]) if rest else None,
        "sunk": tuple(ship.model_dump() for answer in frame.answers for ship in answer.sunk),
        "afloat": len(edition.fleet) - len(frame.sunk),
    }


def _call(edition: Edition, answer: SeaAnswer) -> PlayedFacts:
    """What is called, the `answer` as the edition words it, the `count`, the letter that the square `held`."""
    results: dict[str, str] = {mark.draws: mark.result for mark in edition.marks}
    asked = answer.call.letter and not answer.call.square
    return answer.call.model_dump() | {
        "name": answer.action.name,
        "answer": (in_words(answer.count) if answer.count else "none")
        if asked
        else results.get(answer.shows, "Wrong" if answer.shows == "wrong" else "Right"),
        "count": answer.count,
        "held": answer.held,
    }


def _field_turn(army: ArmyMen, frame: FieldFrame) -> PlayedFacts:
    """Shots and pairs with their rolls and what they come to; `farthest` is the longest move; who `fell`."""
    moves = [dist(frame.before[name], frame.after[name]) for name in frame.turn.moves if name in frame.after]
    return {
        "shows": frame.shows,
        "rules": army.played.rules if army.played else None,
        "squad": frame.squad,
        "farthest": written_inches(max(moves, default=0)),
        "movers": tuple(frame.turn.moves),
        "shots": tuple(map(_shot, frame.shots)),
        "pairs": tuple(
            {
                "attacker": pair.attacker,
                "attacked": pair.attacked,
                "roll": pair.rolls[0],
                "against": pair.rolls[1],
                "total": pair.totals[0],
                "theirs": pair.totals[1],
                "dead": pair.dead,
            }
            for fight in frame.fights
            for pair in fight
        ),
        "fell": listed(frame.fallen),
        "standing": len(frame.after) - len(set(frame.fallen) & set(frame.after)),
    }


def _shot(fired: ShotFired) -> PlayedFacts:
    return {
        "by": fired.shot.by,
        "at": fired.shot.at,
        "inches": written_inches(fired.inches),
        "close": fired.close,
        "moved": fired.moved,
        "covered": fired.shot.covered,
        "roll": listed(map(str, fired.shot.rolls)),
        "counts": listed(map(str, fired.counts)),
        "needs": fired.needs,
    }


def _board_turn(chess: FlipChess, turn: BoardTurn) -> PlayedFacts:
    """Who takes the turn, from where to where, with which piece; what is captured; what either side has left."""
    rows, colors = chess.board.rows, chess.colors
    other = next(seat for seat in chess.seats if seat != turn.seat)
    return {
        "shows": turn.shows,
        "turn": turn.number,
        "seat": turn.seat,
        "other": other,
        "color": colors[turn.dark],
        "their_color": colors[not turn.dark],
        "start": name_of(turn.start, rows),
        "end": name_of(turn.end, rows),
        "man": _man(chess, turn.man),
        "taken": _man(chess, turn.taken) if turn.taken else None,
        "hidden": turn.hidden,
        "quiet": turn.quiet,
        "over": turn.over,
        "mine": scored(chess, turn.left(dark=turn.dark)),
        "theirs": scored(chess, turn.left(dark=not turn.dark)),
    }


def _man(chess: FlipChess, man: Man) -> PlayedFacts:
    score = next(piece.score for piece in chess.pieces if piece.name == man.name)
    return {"name": man.name, "color": chess.colors[man.dark], "score": score}


def scored(chess: FlipChess, names: Sequence[Chessman]) -> PlayedFacts:
    """What pieces of a color count: in words, as a sum, and the total. Raises nothing for pieces of the game."""
    scores = {piece.name: piece.score for piece in chess.pieces}
    return {
        "words": listed(counted(number, name) for name, number in Counter(names).items()),
        "sum": " + ".join(str(scores[name]) for name in names),
        "total": sum(scores[name] for name in names),
    }
