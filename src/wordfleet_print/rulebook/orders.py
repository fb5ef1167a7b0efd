"""Orders: pieces of rendering that depend on nothing but what stands in them, so that any process can do them.

An order is a frozen dataclass with a `fulfil` method; it and what comes of it can be written as JSON by pydantic.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Protocol, TypeVar

from pydantic import PlainSerializer, PlainValidator

from wordfleet_print.errors import BadInputError, Complaint, MissingDependencyError, WordfleetError
from wordfleet_print.game import Rulebook, RulesSource
from wordfleet_print.game.source import schema_of

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Seen = Callable[[int, int], None]
"""Told how many orders are done, and of how many."""


class Order(Protocol[T_co]):
    """A piece of rendering."""

    @property
    def size(self) -> int:
        """How much work it is, beside others: the largest are begun first."""

    def fulfil(self) -> T_co:
        """Do it. Raises `WordfleetError`."""


class Renderer(Protocol):
    """Whoever does orders: the answers in the orders' order, an error in place of each that failed."""

    def __call__(self, orders: Sequence[Order[T]], /) -> list[T | WordfleetError]:
        """Do them all."""


def unseen(_done: int, _of: int) -> None:
    """Nobody looks on."""


def render_here(orders: Sequence[Order[T]], seen: Seen = unseen) -> list[T | WordfleetError]:
    """Do orders in this process, one after the other. Raises nothing of its own."""
    answers: list[T | WordfleetError] = []
    for order in orders:
        try:
            answers.append(order.fulfil())
        except WordfleetError as error:
            answers.append(error)
        seen(len(answers), len(orders))
    return answers


def all_of(answers: Sequence[T | WordfleetError]) -> list[T]:
    """The answers, if none failed. Raises the error that one has, or one with the complaints of several."""
    errors = list({str(error): error for error in answers if isinstance(error, WordfleetError)}.values())
    missing = [error for error in errors if isinstance(error, MissingDependencyError)]
    if missing or len(errors) == 1:
        raise (missing or errors)[0]
    if errors:
        complaints = [c for error in errors for c in error.complaints or (Complaint("", error.message, error.tip),)]
        raise BadInputError("Some rulebooks cannot be published.", *complaints) from errors[0]
    return [answer for answer in answers if not isinstance(answer, WordfleetError)]


# How values that pydantic does not know go through JSON.


def _book_to_json(book: Rulebook) -> str:
    return book.model_dump_json()


def _book_from_json(value: Rulebook | str) -> Rulebook:
    if isinstance(value, Rulebook):
        return value
    schema, _ = schema_of(json.loads(value)["game"])
    return schema.model_validate_json(value)


def _source_to_json(source: RulesSource) -> tuple[str, str, str, int]:
    return source.name, _book_to_json(source.book), source.body, source.body_line


def _source_from_json(value: RulesSource | Sequence[Any]) -> RulesSource:
    if isinstance(value, RulesSource):
        return value
    name, book, body, line = value
    return RulesSource(name, _book_from_json(book), body, line)


def _bytes_from_json(value: str | bytes) -> bytes:
    return value if isinstance(value, bytes) else base64.b64decode(value)


AnyBook = Annotated[Rulebook, PlainSerializer(_book_to_json), PlainValidator(_book_from_json)]
"""The front matter of any game."""
Source = Annotated[RulesSource, PlainSerializer(_source_to_json), PlainValidator(_source_from_json)]
"""A rules file of any game."""
Content = Annotated[
    bytes, PlainSerializer(lambda content: base64.b64encode(content).decode()), PlainValidator(_bytes_from_json)
]
"""A file's bytes."""
