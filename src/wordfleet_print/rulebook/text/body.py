"""The body of a rules file: its markdown, with every variable filled in from the front matter.

Bodies are templates that a user may have written, so they run in jinja2's immutable sandbox: a name that
does not exist is a complaint, never an empty space, and no template reaches Python behind the facts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, cast

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.game import Edition, Rulebook, RulesSource
from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.game.facts import written_day
from wordfleet_print.game.flip_chess import Chessman, FlipChess
from wordfleet_print.rulebook.text.dealt import codes_dealt
from wordfleet_print.rulebook.text.guard import (
    BODY,
    guarded_environment,
    joined,
    said_by,
    template_errors,
    template_lines,
)
from wordfleet_print.rulebook.text.played import played_turns, scored
from wordfleet_print.wording import counted, did_you_mean, in_words, written

if TYPE_CHECKING:
    from jinja2 import Environment, Template

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
        return joined(_template(source.body, templates).generate(context), MAX_CHARACTERS, too_long)
    except template_errors() as error:
        complaint = _complaint(error, source, context, templates)
        raise BadInputError(f"The text of {source.name} cannot be filled in.", complaint) from error


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
            return facts | _sea(book) | _ships(book) | _codes(book)
        case ArmyMen():
            return facts | _soldiers(book)
        case FlipChess():
            return facts | _chessmen(book)
        case _:
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
    columns, rows = edition.grid.column_names, tuple(str(row + 1) for row in range(edition.grid.rows))
    return {
        "column_names": tuple(columns),
        "row_names": rows,
        "first_column": columns[0],
        "last_column": columns[-1],
        "first_row": rows[0],
        "last_row": rows[-1],
        "first_square": columns[0] + rows[0],
        "last_square": columns[-1] + rows[-1],
        "mark": {mark.draws: mark.model_dump() for mark in edition.marks},
        "action": {action.kind: action.model_dump() for action in edition.turn.actions},
        "variation": {variation.kind: variation.model_dump() for variation in edition.variations},
    }


def _ships(edition: Edition) -> dict[str, object]:
    """The fleet's letters, and what its example words would make of a manifest."""
    letters = Counter("".join(ship.example for ship in edition.fleet))
    commonest = min(letters, key=lambda letter: (-letters[letter], letter))
    shortest = min(edition.fleet, key=lambda ship: ship.letters)
    return {
        "fleet_letters": edition.fleet_letters,
        "shortest_ship": shortest.model_dump(),
        "example_letter": {"letter": commonest, "count": letters[commonest]},
        "absent_letters": tuple(letter for letter in ascii_uppercase if letter not in letters),
    }


def _codes(edition: Edition) -> dict[str, object]:
    from wordfleet_print.fleet.fleets import class_counts, class_example, code_class, example_bidding, rank

    codes = edition.launch_codes
    counts = class_counts(codes.digits)
    bidding = example_bidding(codes)
    best = max(bidding.hands[0], key=lambda code: rank(code, codes.rarity))
    return {
        "code_classes": tuple(
            {"name": kind, "count": counts[kind], "example": class_example(kind, codes.digits)} for kind in codes.rarity
        ),
        "bidding": bidding._asdict() | {"best": {"code": best, "class": code_class(best)}},
        "codes_dealt": codes_dealt(codes),
        "code_total": sum(counts.values()),
        "lowest_code": "0" * codes.digits,
        "highest_code": "9" * codes.digits,
    }


def _soldiers(army: ArmyMen) -> dict[str, object]:
    """Army Men's profiles with their rates as players write them, and the sums of its examples."""
    return {
        "close_range": written(army.close_range),
        "gang_bonus": army.ganging_up.example_bonus,
        "profiles": tuple(
            profile.model_dump() | {"rate": written(rate), "turns": rate.denominator}
            for profile in army.all_profiles
            for rate in [Fraction(profile.rate)]
        ),
    }


def _chessmen(chess: FlipChess) -> dict[str, object]:
    return {
        "squares": chess.board.squares,
        "long_side": max(chess.board.columns, chess.board.rows),
        "side_pieces": chess.side_pieces,
        "all_pieces": chess.all_pieces,
        "side_score": chess.side_score,
        "last_count": _last_count(chess),
    }


def _last_count(chess: FlipChess) -> dict[str, object]:
    """The example of an ending as it is counted: what either has, the sum of its scores, the total."""
    if not chess.ending:
        return {}
    sides: dict[str, list[Chessman]] = {"yours": [], "theirs": []}
    for one in chess.ending.left:
        sides["theirs" if one.color == chess.ending.to_move else "yours"].append(one.piece)
    return {whose: scored(chess, names) for whose, names in sides.items()}


@lru_cache(maxsize=16)
def _template(body: str, templates: Path | None) -> Template:
    """A body, compiled: what stands in a book, on its back and on a page of the site is filled in for each."""
    return _environment(templates).from_string(body)


@cache
def _environment(templates: Path | None) -> Environment:
    """The sandbox for bodies: few filters, and nothing escaped; its result is markdown, cleaned once it is HTML."""
    environment = guarded_environment(templates, autoescape=False).overlay(keep_trailing_newline=True)
    environment.filters = {name: environment.filters[name] for name in FILTERS}
    environment.filters |= {"in_words": in_words, "counted": counted, "cell": cell, "day": written_day, "item": item}
    environment.filters |= {"anchor": anchor}
    return environment


def _complaint(error: BaseException, source: RulesSource, context: Mapping[str, object], own: Path | None) -> Complaint:
    """Where a template failed and why, in words; inside a macro, also where the body called it."""
    passed = template_lines(error, own)
    places = [
        f"{source.name}:{line + source.body_line - 1}" if file == BODY else f"{file}:{line}" for file, line in passed
    ] or [f"{source.name}:{source.body_line}"]
    set_there = _names_set(source.body) if passed and passed[-1][0] == BODY else set[str]()
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
    unknown = re.search(r"'(\w+)' is undefined|has no attribute '(\w+)'", str(error))
    if isinstance(error, UndefinedError) and unknown:
        name = unknown[1] or unknown[2]
        kind, known = ("variable", set(context) | set_there) if unknown[1] else ("field", set(_names(context)))
        return f"{name} is not a {kind} here", did_you_mean(name, sorted(known - {name}))
    return said_by(error), ""


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
