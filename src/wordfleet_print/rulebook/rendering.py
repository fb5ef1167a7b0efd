"""Who renders: this process, or children of it that work side by side, with limits where it is a designer's own.

Run as a module, this file is the child.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from typing import Any, TypeVar, get_type_hints

from pydantic import TypeAdapter

from wordfleet_print.errors import BadInputError, Complaint, WordfleetError
from wordfleet_print.rulebook.orders import Renderer, RenderOrder, Seen, render_here, unseen
from wordfleet_print.sandbox import ChildEndedError, ChildEnding, ChildLimits, Children
from wordfleet_print.wording import how_many

T = TypeVar("T")


@contextmanager
def rendering(workers: int, limits: ChildLimits | None = None, seen: Seen = unseen) -> Iterator[Renderer]:
    """A renderer for the length of a block: so many processes side by side. After it, none of them is left.

    Without limits this process is one of them. What goes beyond the limits fails with a `BadInputError` that names the
    limit.
    """
    if workers == 1 and not limits:
        yield partial(render_here, seen=seen)
        return
    children = Children("wordfleet_print.rulebook.rendering", workers if limits else workers - 1, limits)
    try:
        children.start()
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
            tip = "Look for a loop that does not end, or for a very large table; --max-seconds raises the limit."
            return BadInputError(message, tip=tip)
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
    from wordfleet_print.sandbox import serve

    import_module("wordfleet_print.rulebook.site.build")  # orders name its modules: loaded before the first comes
    serve(_answer)
