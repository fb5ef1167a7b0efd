"""A visitor's turn at the render worker."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import ParamSpec, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request

from wordfleet_print.web.auth import visitor_of
from wordfleet_print.web.render_queue import LeftError
from wordfleet_print.web.state import state_of

P = ParamSpec("P")
T = TypeVar("T")


async def wait_until_left(request: Request) -> None:
    """Return when the visitor has closed the connection. The form has been read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


@asynccontextmanager
async def wait_for_turn(request: Request) -> AsyncIterator[None]:
    """Have the visitor's turn at the render worker for the length of a block.

    Raises `BusyError`, or `HTTPException` (408) if the visitor has left meanwhile.
    """
    try:
        async with state_of(request).queue.turn(
            visitor_of(request), partial(wait_until_left, request)
        ):
            yield
    except LeftError as error:
        raise HTTPException(408) from error


async def render_in_turn(
    request: Request, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return what a function returns in the render worker, when it is the visitor's turn.

    Raises as `RenderWorker.run`, and `BusyError` if too many wait.
    """
    async with wait_for_turn(request):
        return await state_of(request).worker.run(work, *args, **kwargs)
