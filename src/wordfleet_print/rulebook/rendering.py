"""Pieces of rendering, done here or in children with limits.

Run as a module, this file is the child.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Generic, Protocol, TypeVar, get_type_hints

from pydantic import TypeAdapter

from wordfleet_print.errors import BadInputError, Complaint, MissingDependencyError, WordfleetError
from wordfleet_print.messages import how_many
from wordfleet_print.processes import ChildEndedError, ChildEnding, ChildLimits, Children

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


@contextmanager
def rendering(workers: int, limits: ChildLimits | None = None, seen: Seen = unseen) -> Iterator[Renderer]:
    """A renderer for the length of a block: so many processes side by side, begun with the first orders. After it, none
    of them is left.

    Without limits this process is one of them. What goes beyond the limits fails with a `BadInputError` that names the
    limit.
    """
    if workers == 1 and not limits:
        yield partial(render_here, seen=seen)
        return
    children = Children("wordfleet_print.rulebook.rendering", workers if limits else workers - 1, limits)
    try:
        yield partial(_render_apart, children, limits, seen)
    finally:
        children.end()


def _render_apart(
    children: Children, limits: ChildLimits | None, seen: Seen, orders: Sequence[RenderOrder[T]]
) -> list[T | WordfleetError]:
    """Do orders in children, the largest first; without limits this process does some of them itself."""
    answers: dict[int, T | WordfleetError] = {}
    numbers = sorted(range(len(orders)), key=lambda number: -orders[number].size)
    begun = [orders[number] for number in numbers]
    here = None if limits else lambda order: render_here([order])[0]
    for place, told in children.answers(begun, here):
        match told:
            case ChildEndedError():
                answer: T | WordfleetError = _beyond(told, limits or ChildLimits(), begun[place].of)
            case Exception() if not isinstance(told, WordfleetError):
                raise told
            case bytes():  # from a child; what is made here is none
                answer = _form(begun[place].work.func).validate_json(told)
            case _:
                answer = told
        answers[numbers[place]] = answer
        seen(len(answers), len(orders))
    return [answers[number] for number in range(len(orders))]


def _beyond(ended: ChildEndedError, limits: ChildLimits, of: str) -> BadInputError:
    """The error for a child that ended before it answered to an order that is made `of` a file."""
    match ended.ending:
        case ChildEnding.TIME:
            message = f"Rendering {of} takes longer than the limit of {how_many(limits.seconds, 'second')}."
            tip = "Look for a loop that does not end, or for a very large table."
            return BadInputError(message, tip=tip, say=("max_seconds",))
        case ChildEnding.MEMORY:
            message = f"Rendering {of} needs more memory than the limit of {limits.memory} MB, or than is free."
            return BadInputError(message, tip="Look for a text that grows without end, or for a very large table.")
        case ChildEnding.OUTPUT:
            return BadInputError(f"A finished file of {of} is larger than the limit of {limits.output} MB.")
        case ChildEnding.FAULT:
            return BadInputError(f"Rendering {of} failed.", Complaint("", ended.said))


@cache
def _form(work: Callable[..., T]) -> TypeAdapter[T]:
    """How what a function returns goes through JSON: as it is declared."""
    return TypeAdapter(get_type_hints(work)["return"])


def _answer(order: RenderOrder[Any]) -> bytes:
    """The child's work: an order done."""
    try:
        return _form(order.work.func).dump_json(order.work())
    except RecursionError as error:
        raise BadInputError("Your rules or templates are nested too deeply to be set.") from error


if __name__ == "__main__":
    from wordfleet_print.processes import serve

    serve(_answer)
