"""A kit's texts filled in over facts: by jinja2's immutable sandbox, for some of them are a designer's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.files import data_folder
from wordfleet_print.games import Edition, Rulebook
from wordfleet_print.games.army_men import ArmyMen
from wordfleet_print.games.flip_chess import FlipChess
from wordfleet_print.wording import counted, did_you_mean, in_words, listed, written

if TYPE_CHECKING:
    from jinja2 import Environment, Template

MOST_CHARACTERS = 2_000_000
MAX_OPERAND = 1_000_000_000
FILTERS = (
    *("abs", "capitalize", "default", "first", "int", "join", "last", "length", "list", "lower", "map"),
    *("max", "min", "reject", "rejectattr", "reverse", "select", "selectattr", "sort", "sum", "title"),
    *("trim", "unique", "upper"),
)
"""What a designer's text may do with facts. Filters that pad (center, indent, format) could fill the memory."""


@cache
def open_sandbox(*, autoescape: bool) -> Environment:
    """Return jinja2's immutable sandbox over the bundled templates, in which text has no methods and sums are small."""
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Guarded(ImmutableSandboxedEnvironment):
        intercepted_binops = frozenset({"*", "**", "%"})

        def call_binop(self, context: object, operator: str, left: object, right: object) -> object:
            if not (isinstance(left, int | float) and isinstance(right, int | float)):
                raise TypeError(f"{operator} works on numbers only here")
            if operator == "**" or max(abs(left), abs(right)) > MAX_OPERAND:
                raise OverflowError(f"the numbers are too large for {operator} here")
            return super().call_binop(context, operator, left, right)  # type: ignore[arg-type]  # jinja2's own context

        def is_safe_attribute(self, obj: object, attr: str, value: object) -> bool:
            return not isinstance(obj, str | int | float) and super().is_safe_attribute(obj, attr, value)

        def wrap_str_format(self, _value: object) -> None:
            """Leave `str.format` to `is_safe_attribute`, which refuses it."""

    environment = Guarded(
        loader=FileSystemLoader(data_folder("templates")),
        undefined=StrictUndefined,
        autoescape=autoescape,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.pop("lipsum")
    return environment


def fill_text(text: str, context: Mapping[str, object]) -> str:
    """Return a text of front matter, such as a card's, filled in from `context`.

    Raises `BadInputError` with one complaint for a name that does not exist, and whatever the sandbox refuses.
    """
    from jinja2 import TemplateError, UndefinedError

    faults = (SyntaxError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError, MemoryError)
    try:
        pieces, size = [], 0
        for piece in _compile(text).generate(context):
            size += len(piece)
            if size > MOST_CHARACTERS:
                raise OverflowError(f"the text grows beyond {MOST_CHARACTERS:,} characters")
            pieces.append(piece)
        return "".join(pieces)
    except (TemplateError, RecursionError, OSError, *faults) as error:
        unknown = re.search(r"'(\w+)' is undefined", str(error)) if isinstance(error, UndefinedError) else None
        what = f"{unknown[1]} is not a variable here" if unknown else str(error).split("\n")[0].rstrip(".")
        advice = did_you_mean(unknown[1], sorted(context)) if unknown else ""
        raise BadInputError(
            "A text cannot be filled in.", Complaint("", what or type(error).__name__, advice)
        ) from error


@lru_cache(maxsize=64)
def _compile(text: str) -> Template:
    environment = open_sandbox(autoescape=False).overlay()
    environment.filters = {name: environment.filters[name] for name in FILTERS}
    environment.filters |= {"in_words": in_words, "counted": counted, "listed": listed}
    return environment.from_string(text)


def kit_facts(book: Rulebook) -> dict[str, object]:
    """Return what a kit's texts and pages can name: the front matter as plain values, and what follows from it."""
    facts: dict[str, object] = book.model_dump()
    match book:
        case Edition():
            from wordfleet_print.fleet.launch_codes import count_classes, pick_class_example

            codes = book.launch_codes
            counts = count_classes(codes.digits)
            facts["code_classes"] = tuple(
                {"name": kind, "count": counts[kind], "example": pick_class_example(kind, codes.digits)}
                for kind in codes.rarity
            )
            facts |= {"code_total": sum(counts.values()), "fleet_letters": book.fleet_letters}
        case ArmyMen():
            facts |= {"close_range": written(book.close_range), "gang_bonus": book.ganging_up.example_bonus}
            facts["profiles"] = tuple(
                one.model_dump() | {"rate": written(Fraction(one.rate)), "turns": Fraction(one.rate).denominator}
                for one in book.all_profiles
            )
        case FlipChess():
            facts |= {name: getattr(book, name) for name in ("side_pieces", "all_pieces", "side_score")}
            facts |= {"squares": book.board.squares, "long_side": max(book.board.columns, book.board.rows)}
    return facts
