"""Orders: pieces of rendering that depend on nothing but what stands in them, so that any process can do them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol, TypeVar

from wordfleet_print.errors import BadInputError, MissingDependencyError, WordfleetError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Seen = Callable[[int, int], None]
"""Told how many orders are done, and of how many."""


@dataclass(frozen=True, slots=True)
class RenderOrder(Generic[T_co]):
    """A piece of rendering: a function with all that it is called with, which may raise `WordfleetError`.

    `size` is how much work it is, beside others: the largest are begun first. `of` is the file that it is made of, as
    it is told where it fails.
    """

    work: partial[T_co]
    size: int = 0
    of: str = "your rules"


class Renderer(Protocol):
    """Whoever does orders: the answers in the orders' order, an error in place of each that failed."""

    def __call__(self, orders: Sequence[RenderOrder[T]], /) -> list[T | WordfleetError]:
        """Do them all."""


def unseen(_done: int, _of: int) -> None:
    """Nobody looks on."""


def render_here(orders: Sequence[RenderOrder[T]], seen: Seen = unseen) -> list[T | WordfleetError]:
    """Do orders in this process, one after the other. Raises nothing of its own."""
    answers: list[T | WordfleetError] = []
    for order in orders:
        try:
            answers.append(order.work())
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
        complaints = (one for error in errors for one in error.told)
        raise BadInputError("Some rulebooks cannot be published.", *complaints) from errors[0]
    return [answer for answer in answers if not isinstance(answer, WordfleetError)]
