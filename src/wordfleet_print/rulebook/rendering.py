"""Who renders: this process, or children of it that work side by side, with limits where it is a designer's own.

Orders go to a child and answers come back as JSON. Run as a module, this file is the child.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, TypeVar, cast, get_type_hints

from pydantic import TypeAdapter

from wordfleet_print.errors import BadInputError, Complaint, WordfleetError
from wordfleet_print.rulebook.html.text import RenderText
from wordfleet_print.rulebook.orders import Order, Renderer, Seen, render_here, unseen
from wordfleet_print.rulebook.pdf.orders import (
    CheckPrinting,
    PrintBook,
    PrintBooklet,
    PrintQuickReference,
)
from wordfleet_print.rulebook.site.packs import PrintPack
from wordfleet_print.rulebook.site.pages import SiteContext
from wordfleet_print.sandbox import ChildEndedError, Children, Ending, Limits, serve

T = TypeVar("T")

_MODULE = "wordfleet_print.rulebook.rendering"
_ORDERS: dict[str, type[Order[Any]]] = {
    order.__name__: order
    for order in (
        RenderText,
        CheckPrinting,
        PrintBook,
        PrintBooklet,
        PrintQuickReference,
        PrintPack,
        SiteContext,
    )
}


@contextmanager
def rendering(workers: int, limits: Limits | None = None, seen: Seen = unseen) -> Iterator[Renderer]:
    """A renderer for the length of a block: so many processes side by side. After it, none of them is left.

    Without limits this process is one of them. What goes beyond the limits fails with a `BadInputError` that names the
    limit.
    """
    if workers == 1 and not limits:
        yield partial(render_here, seen=seen)
        return
    children = Children(_MODULE, workers if limits else workers - 1, limits)
    try:
        children.start()
        yield partial(_render_apart, children, limits, seen)
    finally:
        children.end()


def _render_apart(
    children: Children, limits: Limits | None, seen: Seen, orders: Sequence[Order[T]]
) -> list[T | WordfleetError]:
    """Do orders in children, the largest first; without limits this process does some of them itself."""
    answers: dict[int, T | WordfleetError] = {}
    begun = sorted(range(len(orders)), key=lambda number: -orders[number].size)
    here = None if limits else lambda place: render_here([orders[begun[place]]])[0]
    for place, told in children.answers([_to_json(orders[number]) for number in begun], here):
        number = begun[place]
        answers[number] = _answer(told, orders[number], limits or Limits())
        seen(len(answers), len(orders))
    return [answers[number] for number in range(len(orders))]


def _to_json(order: Order[Any]) -> tuple[str, str]:
    name = type(order).__name__
    return name, _forms(name)[0].dump_json(order).decode()


def _answer(told: object, order: Order[T], limits: Limits) -> T | WordfleetError:
    match told:
        case WordfleetError():
            return told
        case ChildEndedError():
            return _beyond(told, limits)
        case BaseException():
            raise told
        case str():  # from a child; what is made here is no text
            answer: T = _forms(type(order).__name__)[1].validate_json(told)
            return answer
        case _:
            return cast("T", told)


def _beyond(ended: ChildEndedError, limits: Limits) -> BadInputError:
    """The error for a child that ended before it answered."""
    match ended.ending:
        case Ending.TIME:
            message = f"Rendering your rules takes longer than the limit of {limits.seconds} seconds."
            return BadInputError(message, tip="Look for a loop that does not end; --max-seconds raises the limit.")
        case Ending.MEMORY:
            message = f"Rendering your rules needs more memory than the limit of {limits.memory} MB."
            return BadInputError(message, tip="Look for a text that grows without end, or for a very large table.")
        case Ending.OUTPUT:
            return BadInputError(f"A finished file is larger than the limit of {limits.output} MB.")
        case Ending.FAULT:
            return BadInputError("Rendering your rules failed.", Complaint("", ended.said))


@cache
def _forms(name: str) -> tuple[TypeAdapter[Any], TypeAdapter[Any]]:
    """How an order of that name is written as JSON, and what comes of it."""
    order = _ORDERS[name]
    return TypeAdapter(order), TypeAdapter(get_type_hints(order.fulfil)["return"])


def _fulfilled(told: tuple[str, str]) -> str:
    """The child's work: an order done."""
    name, order = told
    form, result = _forms(name)
    try:
        done = form.validate_json(order).fulfil()
    except RecursionError as error:
        raise BadInputError("Your rules or templates are nested too deeply to be set.") from error
    return result.dump_json(done).decode()


if __name__ == "__main__":
    serve(_fulfilled)
