"""A body with every variable filled in from front matter and played games.

Bodies are templates that a user may have written, so they run in jinja2's immutable sandbox: a name that
does not exist is a complaint, never an empty space, and no template reaches Python behind the facts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import dist
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, cast

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.games import CodeClass, Edition, LaunchCodes, Rulebook, RulesSource
from wordfleet_print.games.army_men import ArmyMen
from wordfleet_print.games.facts import written_day
from wordfleet_print.games.flip_chess import BoardTurn, Chessman, FlipChess, Man, board_frames, name_of, scored
from wordfleet_print.games.played_field import FieldFrame, field_frames, written_inches
from wordfleet_print.games.played_sea import SeaAnswer, sea_frames
from wordfleet_print.rulebook.text import guard
from wordfleet_print.wording import counted, did_you_mean, in_words, listed, written

if TYPE_CHECKING:
    from jinja2 import Environment, Template


def codes_dealt(codes: LaunchCodes) -> str:
    """`Every tracker has one triple, run or mirror (odds 1 : 2 : 3), one twin and three plain codes; …`.

    Raises nothing. Source: the profiles and `alike` of the front matter's launch codes.
    """
    hands, (often, tables) = [profile.classes for profile in codes.deal], codes.alike
    always = {kind: least for kind in codes.dealt if (least := min(hand.get(kind, 0) for hand in hands))}
    varying = [{kind: count - always.get(kind, 0) for kind, count in hand.items()} for hand in hands]
    rare = _alternatives([{kind: count for kind, count in hand.items() if count} for hand in varying])
    odds = f" (odds {' : '.join(str(profile.odds) for profile in codes.deal)})" if rare else ""
    said = listed([*([rare + odds] if rare else []), *_counts(always)])
    where = "" if often == tables else f"at {counted(often, 'table')} in {in_words(tables)}, "
    alike = f"; {where}opponents are sure to have codes of the same classes" if rare and often else ""
    top = (
        f"; the highest digit on it is {' to '.join(map(str, codes.top_digit))}, each as often"
        if codes.top_digit
        else ""
    )
    codes_ = "code" if codes.count == 1 else "codes"
    return f"Every tracker has {said} {codes_}{top}{alike}."


def _alternatives(hands: Sequence[Mapping[CodeClass, int]]) -> str:
    """What differs from hand to hand: `one triple, run or mirror`; nothing where nothing does."""
    if not any(hands):
        return ""
    counts = {count for hand in hands for count in hand.values()}
    if len(counts) == 1 and all(len(hand) == 1 for hand in hands):
        kinds = [kind for hand in hands for kind in hand]
        return f"{in_words(counts.pop())} {listed(kinds, 'or')}"
    return "either " + ", or ".join(listed(_counts(hand)) or "none" for hand in hands)


def _counts(hand: Mapping[CodeClass, int]) -> list[str]:
    return [f"{in_words(count)} {kind}" for kind, count in hand.items()]


PlayedFacts = dict[str, object]


def played_turns(book: Rulebook) -> tuple[PlayedFacts, ...]:
    """The turns that a book shows of its played game, numbered from 1; none for a book without such a game.

    Each has what it `shows` and the `figure` that draws it. Raises nothing for checked front matter. Source: the game's
    own rules, in `wordfleet_print.games`.
    """
    turns: list[PlayedFacts] = []
    match book:
        case Edition():
            turns = [
                {
                    "shows": frame.shows,
                    "call": _call(book, frame.answers[0]),
                    "then": _call(book, frame.answers[1]) if frame.answers[1:] else None,
                    "sunk": tuple(ship.model_dump() for answer in frame.answers for ship in answer.sunk),
                    "afloat": len(book.fleet) - len(frame.sunk),
                }
                for frame in sea_frames(book)
            ]
        case ArmyMen():
            turns = [_field_turn(book, frame) for frame in field_frames(book)]
        case FlipChess():
            turns = [_board_turn(book, turn) for turn in board_frames(book)]
    return tuple({"number": i, "figure": f"[[figure: turn-{i} |]]"} | turn for i, turn in enumerate(turns, 1))


def _call(edition: Edition, answer: SeaAnswer) -> PlayedFacts:
    """What is called, the `answer` as the edition words it, the `count`, the letter that the square `held`."""
    told: dict[str, str] = {mark.means: mark.result for mark in edition.marks}
    told |= {"wrong": "Wrong", "none": "none"}
    said = in_words(answer.count) if answer.shows == "count" else told.get(answer.shows, "Right")
    facts = {"name": answer.action.name, "answer": said, "count": answer.count, "held": answer.held}
    return answer.call.model_dump() | facts


def _field_turn(army: ArmyMen, frame: FieldFrame) -> PlayedFacts:
    """Shots and pairs with their rolls and what they come to; `farthest` is the longest move; who `fell`."""
    moves = [dist(frame.before[name], frame.after[name]) for name in frame.turn.moves if name in frame.after]
    return {
        "shows": frame.shows,
        "rules": army.played.rules if army.played else None,
        "squad": frame.squad,
        "farthest": written_inches(max(moves, default=0)),
        "movers": tuple(frame.turn.moves),
        "shots": tuple(
            shot.model_dump()
            | {"inches": written_inches(shot.inches)}
            | {"roll": listed(map(str, shot.rolls)), "counts": listed(map(str, shot.counts))}
            for shot in frame.shots
        ),
        "pairs": tuple(pair._asdict() for pair in frame.pairs),
        "fell": listed(frame.fallen),
        "standing": len(set(frame.after).difference(frame.fallen)),
    }


def _board_turn(chess: FlipChess, turn: BoardTurn) -> PlayedFacts:
    """Who takes the turn, from where to where, with which piece; what is captured; what either side has left."""
    rows, colors = chess.board.rows, chess.colors
    other = next(seat for seat in chess.seats if seat != turn.seat)
    return {
        **{name: getattr(turn, name) for name in ("shows", "seat", "hidden", "quiet", "over")},
        "turn": turn.number,
        "other": other,
        "color": colors[turn.dark],
        "their_color": colors[not turn.dark],
        "start": name_of(turn.start, rows),
        "end": name_of(turn.end, rows),
        "man": _man(chess, turn.man),
        "taken": _man(chess, turn.taken) if turn.taken else None,
        "mine": scored(chess, turn.left(dark=turn.dark))._asdict(),
        "theirs": scored(chess, turn.left(dark=not turn.dark))._asdict(),
    }


def _man(chess: FlipChess, man: Man) -> PlayedFacts:
    return {"name": man.name, "color": chess.colors[man.dark], "score": chess.scores[man.name]}


MAX_CHARACTERS = 2_000_000

# What a rulebook needs of jinja2's filters. Those that pad (center, indent, format) could fill the memory.
FILTERS = (
    *("abs", "capitalize", "default", "first", "int", "join", "last", "length", "list", "lower", "map"),
    *("max", "min", "reject", "rejectattr", "reverse", "select", "selectattr", "sort", "sum", "title"),
    *("trim", "unique", "upper"),
)


def render_body(source: RulesSource, templates: Path | None = None) -> str:
    """The markdown of a rules file with its variables filled in; `templates` is a folder that overrides our partials.

    Raises `BadInputError` with one complaint, naming file and line, for an unknown variable, a template
    that cannot be parsed, whatever the sandbox refuses, and text beyond `MAX_CHARACTERS`.
    Source: the variables are those of `body_context`; the sandbox is `guarded_environment`.
    """
    context = body_context(source.book) | dict(source.beside)
    too_long = OverflowError(f"the text grows beyond {MAX_CHARACTERS:,} characters")
    try:
        return guard.joined(_template(source.body, templates).generate(context), MAX_CHARACTERS, too_long)
    except guard.template_errors() as error:
        complaint = _complaint(error, source, context, templates)
        raise BadInputError(f"The text of {source.name} cannot be filled in.", complaint) from error


def filled(text: str, context: Mapping[str, object]) -> str:
    """A text of front matter, such as a card's, with its variables filled in from `context`.

    Raises `BadInputError` with one complaint, as `render_body`. Source: the sandbox is `guarded_environment`.
    """
    too_long = OverflowError(f"the text grows beyond {MAX_CHARACTERS:,} characters")
    try:
        return guard.joined(_template(text, None).generate(context), MAX_CHARACTERS, too_long)
    except guard.template_errors() as error:
        told = Complaint("", *_in_words(error, context, set()))
        raise BadInputError("A text cannot be filled in.", told) from error


def body_context(book: Rulebook) -> dict[str, object]:
    """What a body can name: every field of the front matter as plain values, and what follows from them.

    Plain values, because a model's methods (some read files) have no place in a template.
    Raises nothing for checked front matter. Source: the front matter; the sizes of the
    code classes are counted by `wordfleet_print.fleet.fleets`.
    """
    facts = book.model_dump() | {"played": played_turns(book), "printing": book.printing, "issued": book.issued}
    facts["who_plays"] = book.who_plays
    match book:
        case Edition():
            return facts | _sea(book) | _codes(book)
        case ArmyMen():
            facts |= {"close_range": written(book.close_range), "gang_bonus": book.ganging_up.example_bonus}
            facts["profiles"] = tuple(
                profile.model_dump() | {"rate": written(rate), "turns": rate.denominator}
                for profile in book.all_profiles
                for rate in [Fraction(profile.rate)]
            )
        case FlipChess():
            facts |= {name: getattr(book, name) for name in ("side_pieces", "all_pieces", "side_score")}
            facts |= {"squares": book.board.squares, "long_side": max(book.board.columns, book.board.rows)}
            facts["last_count"] = _last_count(book)
    return facts


def cell(text: object) -> str:
    """A value that may stand in a cell of a markdown table: its bars are escaped.

    Raises nothing. Source: the `tables` extension of Python-Markdown.
    """
    return str(text).replace("|", r"\|")


def item(text: object) -> str:
    """A sentence that may start an item of a markdown list, whatever it starts with: as a rule, “1. e4” is no list.

    Raises nothing. Source: Python-Markdown's blocks.
    """
    return re.sub(r"^(\d+)(?=\.)|^(?=[#>]|[-+*:] )", r"\1\\", str(text))


def anchor(heading: object) -> str:
    """The anchor of a heading, for links to those that are named by a variable. Raises nothing."""
    from markdown.extensions.toc import slugify_unicode

    return slugify_unicode(str(heading), "-")


def _sea(edition: Edition) -> dict[str, object]:
    """Columns, rows and corners of the grid; the fleet's letters, and what its example words make of a manifest."""
    columns, rows = edition.grid.column_names, tuple(str(row + 1) for row in range(edition.grid.rows))
    letters = Counter("".join(ship.example for ship in edition.fleet))
    commonest = min(letters, key=lambda letter: (-letters[letter], letter))
    return {
        "column_names": tuple(columns),
        "row_names": rows,
        "first_column": columns[0],
        "last_column": columns[-1],
        "first_row": rows[0],
        "last_row": rows[-1],
        "first_square": columns[0] + rows[0],
        "last_square": columns[-1] + rows[-1],
        "mark": {mark.means: mark.model_dump() for mark in edition.marks},
        "action": {action.kind: action.model_dump() for action in edition.turn.actions},
        "variation": {variation.kind: variation.model_dump() for variation in edition.variations},
        "fleet_letters": edition.fleet_letters,
        "shortest_ship": min(edition.fleet, key=lambda ship: ship.letters).model_dump(),
        "example_letter": {"letter": commonest, "count": letters[commonest]},
        "absent_letters": tuple(letter for letter in ascii_uppercase if letter not in letters),
    }


def _codes(edition: Edition) -> dict[str, object]:
    from wordfleet_print.fleet.launch_codes import (
        classify_code,
        count_classes,
        make_example_bidding,
        pick_class_example,
        rank_code,
    )

    codes = edition.launch_codes
    counts = count_classes(codes.digits)
    bidding = make_example_bidding(codes)
    best = max(bidding.hands[0], key=lambda code: rank_code(code, codes.rarity))
    return {
        "code_classes": tuple(
            {"name": kind, "count": counts[kind], "example": pick_class_example(kind, codes.digits)}
            for kind in codes.rarity
        ),
        "bidding": bidding._asdict() | {"best": {"code": best, "class": classify_code(best)}},
        "codes_dealt": codes_dealt(codes),
        "code_total": sum(counts.values()),
        "lowest_code": "0" * codes.digits,
        "highest_code": "9" * codes.digits,
    }


def _last_count(chess: FlipChess) -> dict[str, object]:
    """The example of an ending as it is counted: what either has, the sum of its scores, the total."""
    if not chess.ending:
        return {}
    sides: dict[str, list[Chessman]] = {"yours": [], "theirs": []}
    for one in chess.ending.left:
        sides["theirs" if one.color == chess.ending.to_move else "yours"].append(one.piece)
    return {whose: scored(chess, names)._asdict() for whose, names in sides.items()}


@lru_cache(maxsize=64)
def _template(body: str, templates: Path | None) -> Template:
    """A body, compiled: what stands in a book, on its back and on a page of the site is filled in for each."""
    return _environment(templates).from_string(body)


@cache
def _environment(templates: Path | None) -> Environment:
    """The sandbox for bodies: few filters, and nothing escaped; its result is markdown, cleaned once it is HTML."""
    environment = guard.guarded_environment(templates, autoescape=False).overlay(keep_trailing_newline=True)
    environment.filters = {name: environment.filters[name] for name in FILTERS}
    environment.filters |= {"in_words": in_words, "counted": counted, "listed": listed, "day": written_day}
    environment.filters |= {"cell": cell, "item": item, "anchor": anchor}
    return environment


def _complaint(error: BaseException, source: RulesSource, context: Mapping[str, object], own: Path | None) -> Complaint:
    """Where a template failed and why, in words; inside a macro, also where the body called it."""
    passed = guard.template_lines(error, own)
    places = [
        f"{source.name}:{line + source.body_line - 1}" if file == guard.BODY else f"{file}:{line}"
        for file, line in passed
    ] or [f"{source.name}:{source.body_line}"]
    set_there = _names_set(source.body) if passed and passed[-1][0] == guard.BODY else set[str]()
    what, advice = _in_words(error, context, set_there)
    if places[0] != places[-1]:
        advice = "; ".join(filter(None, [advice, f"used at {places[0]}"]))
    return Complaint(places[-1], what, advice)


def _in_words(error: BaseException, context: Mapping[str, object], set_there: set[str]) -> tuple[str, str]:
    """What is wrong, and advice or nothing; `set_there` are variables that the text has beside those of `context`."""
    from jinja2 import TemplateNotFound, UndefinedError

    if isinstance(error, RecursionError | MemoryError) or (isinstance(error, SyntaxError) and "nested" in str(error)):
        return "the template is nested too deeply or grows too large", ""
    if isinstance(error, TemplateNotFound):
        return f"there is no template “{error.name}”", ""
    unknown = re.search(r"'(\w+)' is undefined|has no attribute '([\w-]+)'", str(error))
    if isinstance(error, UndefinedError) and unknown:
        name = unknown[1] or unknown[2]
        kind, known = ("variable", set(context) | set_there) if unknown[1] else ("field", set(_names(context)))
        return f"{name} is not a {kind} here", did_you_mean(name, sorted(known - {name}))
    return guard.said_by(error), ""


def _names_set(body: str) -> set[str]:
    """What a body itself gives a name: by `set`, `for`, `macro` and `import`. Nothing for one that does not parse."""
    from jinja2 import TemplateError, nodes

    try:
        tree = _environment(None).parse(body)
        found = {name.name for name in tree.find_all(nodes.Name) if name.ctx in {"store", "param"}}
        found |= {macro.name for macro in tree.find_all(nodes.Macro)}
        return found | {imported.target for imported in tree.find_all(nodes.Import)}
    except (TemplateError, RecursionError, MemoryError):
        return set()


def _names(value: object) -> Iterator[str]:
    """The names of all fields in a value, however deep."""
    if isinstance(value, Mapping):
        for name, inner in cast("Mapping[str, object]", value).items():
            yield name
            yield from _names(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _names(inner)
