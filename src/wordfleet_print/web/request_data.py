"""What a visitor has sent or made: forms, with their limits, and what their ticket leads to."""

from __future__ import annotations

from http import HTTPStatus
from typing import TypeVar

import anyio
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from wordfleet_print.web.auth import Role, visitor_of
from wordfleet_print.web.state import state_of

# The detail of a 404 for something that was here.
TICKET_GONE = "gone"
FIELDS_TYPE = "application/x-www-form-urlencoded"
FILES_TYPE = "multipart/form-data"
# Lists that are uploaded together.
MOST_FILES = 20
MOST_FIELDS = 500
T = TypeVar("T")


def find_ticket_value(request: Request, kind: type[T]) -> T:
    """Return what was made for the ticket in the address, such as a `Table`. Only its visitor and
    the owner get it. Raises `HTTPException` (404) for others, and if it is gone.
    """
    visitor = visitor_of(request)
    entry = state_of(request).tickets.find(request.path_params["ticket"], kind)
    if entry is None:
        raise HTTPException(404, TICKET_GONE)
    value, maker = entry
    if visitor != maker and visitor.role is not Role.OWNER:
        raise HTTPException(404, TICKET_GONE)
    return value


async def read_form(request: Request, *, with_files: bool = False) -> FormData:
    """Return a form's fields, and its files if it may have some. Raises `HTTPException` for
    anything else.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != FIELDS_TYPE and not (with_files and kind == FILES_TYPE):
        raise HTTPException(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
    limits = state_of(request).settings.limits
    max_files = MOST_FILES if with_files else 0
    max_bytes = limits.form_bytes + (limits.list_bytes if with_files else 0)
    _check_length(request, max_bytes)
    try:
        with anyio.fail_after(limits.body_seconds):
            form = await request.form(
                max_files=max_files, max_fields=MOST_FIELDS, max_part_size=limits.form_bytes
            )
    except (TimeoutError, ClientDisconnect) as error:
        raise HTTPException(HTTPStatus.REQUEST_TIMEOUT) from error
    # No browser sends NUL; a name with one would reach file systems and PDFs
    if any("\0" in value for _, value in form.multi_items() if isinstance(value, str)):
        raise HTTPException(HTTPStatus.BAD_REQUEST)
    return form


def _check_length(request: Request, max_bytes: int) -> None:
    """Raise `HTTPException` before a byte of a body is read that is too long, or does not say how
    long it is: browsers always say that.
    """
    if "transfer-encoding" in request.headers or "content-length" not in request.headers:
        raise HTTPException(HTTPStatus.LENGTH_REQUIRED)
    if int(request.headers["content-length"]) > max_bytes:
        limit = f"At most {max_bytes // 1000:,} kB fit at once."
        raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, limit)


async def read_fields(request: Request) -> list[tuple[str, str]]:
    """Return name and value of each text field of a form, in their order. Raises as `read_form`."""
    form = await read_form(request)
    return [(name, value) for name, value in form.multi_items() if isinstance(value, str)]
