"""An organiser brings a list, sees what was read of it, and mends it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import anyio
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.event.roster.questions import Answers
from wordfleet_print.messages import listed
from wordfleet_print.services.asking import title_of
from wordfleet_print.web.events.kept import READ_SECONDS, KeptEvent, check_record, kept_answers
from wordfleet_print.web.events.list_read import (
    PASTED,
    SECONDS,
    USES,
    ListRead,
    changed_answers,
    keep,
    pasted,
)
from wordfleet_print.web.events.list_read import read_list as list_read
from wordfleet_print.web.shop import Shop, fields_of, read_form, shop_of
from wordfleet_print.web.table_form import Fault
from wordfleet_print.web.views import TICKET_GONE, behind, page, see


async def door(request: Request, faults: tuple[Fault, ...] = (), names: str = "", players: str = "") -> Response:
    """Where a list is dropped."""
    shop = shop_of(request)
    home = [(ticket, title_of(path)) for ticket, path in shop.events.at_home()]
    return page(request, "event_door.html", faults=faults, names=names, players=players, home=home)


async def brought(request: Request) -> Response:
    """Read what was brought and go to its ticket; or say what is wrong with all of it."""
    shop = shop_of(request)
    fields = await read_form(request, files=True)
    names, players = str(fields.get("names", "")), str(fields.get("players", "")).strip()
    ticket = ""
    try:
        ticket, event = shop.events.new()
        faults = await bring(shop, event, fields.getlist("roster"), names, players)
    except BaseException:
        shop.events.delete(ticket)
        raise
    finally:
        await fields.close()
    if faults:
        shop.events.delete(ticket)
        return await door(request, faults, names, players)
    return see(f"/event/{ticket}")


async def bring(
    shop: Shop, event: KeptEvent, files: Sequence[object], names: str = "", players: str = ""
) -> tuple[Fault, ...]:
    """Take files, pasted names or a number of players for an event's list; what is wrong where none of it is one."""
    folder = event.own / f"list-{event.version + 1}"
    uploads = [file for file in files if isinstance(file, UploadFile) and (file.filename or file.size)]
    if not uploads and not names.strip():
        return _bring_number(shop, event, players)
    lists = [keep(await one.read(), one.filename or PASTED, folder) for one in uploads]
    lists = lists or [keep(pasted(names), PASTED, folder)]
    if len({*lists}) < len(lists):
        return (Fault("roster", "Two lists have the same name; give each its own, such as 5A and 5B."),)
    if len(lists) == 1 and uploads and lists[0].suffix.lower() == ".json":
        faults = await shop.press.do(READ_SECONDS, check_record, lists[0])
        if not faults:
            event.bring(lists[0])
        return faults
    # A later round's list is read as the one before it, if that is possible
    answers = {**kept_answers(event.home), **event.answers}
    found = await read_list(shop, lists, answers)
    if answers and not found.ready and (found.faults or not found.columns):
        answers, found = {}, await read_list(shop, lists, {})
    if not (found.ready or found.questions or found.columns):
        field = "roster" if uploads else "names"
        return tuple(Fault(field, one.what, one.where) for one in found.faults)
    event.bring(*lists)
    event.answers, event.read = answers, found
    shop.events.touch(event)
    return ()


def _bring_number(shop: Shop, event: KeptEvent, players: str) -> tuple[Fault, ...]:
    """Take a number of players without names."""
    most = shop.settings.limits.players
    if not players:
        return (Fault("roster", "Choose a list, type names, or say how many play."),)
    if not (players.isascii() and players.isdigit() and 1 <= int(players[:9]) <= most):
        return (Fault("players", f"Write a whole number from 1 to {most:,}."),)
    event.bring(None, players=int(players))
    return ()


async def read_list(shop: Shop, files: Sequence[Path], answers: Answers) -> ListRead:
    """Return what is read of lists by these answers. Raises `HTTPException` (404) if they were deleted meanwhile."""
    limits = shop.settings.limits
    found = await shop.press.do(SECONDS, list_read, files, answers, limits.players, limits.unpacked)
    if not files[0].exists():
        raise HTTPException(404, TICKET_GONE)
    return found


def event_of(request: Request) -> tuple[str, KeptEvent]:
    """A ticket and its event. Raises `HTTPException` (404) where it is gone."""
    ticket, event = behind(request, shop_of(request).events.find)
    if event.source is None and event.players is None and not event.has_pack:
        raise HTTPException(404, TICKET_GONE)
    return ticket, event


async def here(request: Request) -> Response:
    """Where the event stands: what was read, the plan, the press, or the pack."""
    ticket, event = event_of(request)
    return see(f"/event/{ticket}/{event.stage}")


async def changed(request: Request) -> Response:
    """Another list for the same event: everybody’s sheets stay."""
    ticket, event = event_of(request)
    shop = shop_of(request)
    fields = await read_form(request, files=True)
    try:
        if event.busy:
            return see(f"/event/{ticket}/press")
        faults = await bring(shop, event, fields.getlist("roster"))
    finally:
        await fields.close()
    if faults:
        return page(request, "event_other.html", faults=faults)
    return see(f"/event/{ticket}")


async def deleted(request: Request) -> Response:
    """Remove all that was brought and planned; packs stay in `output/`."""
    ticket, _ = event_of(request)
    await read_form(request)
    await anyio.to_thread.run_sync(shop_of(request).events.delete, ticket)
    return see("/event")


brought_routes = [
    Route("/event", door),
    Route("/event", brought, methods=["POST"]),
    Route("/event/{ticket}", here),
    Route("/event/{ticket}/roster", changed, methods=["POST"]),
    Route("/event/{ticket}/delete", deleted, methods=["POST"]),
]


OTHER_TAB = "The list was changed in another window meanwhile. This is how it stands now."
MOST_SHOWN = 60
"""Columns that are shown; of more, only those that something is read from."""


def _list(request: Request) -> tuple[str, KeptEvent, Path, ListRead]:
    """A ticket, its event, its list and what was read of it. Raises `HTTPException` (404) if there is none."""
    ticket, event = event_of(request)
    if event.source is None or event.read is None:
        raise HTTPException(404)
    return ticket, event, event.source, event.read


async def shown(request: Request) -> Response:
    """What was read."""
    _, event, _, read = _list(request)
    return _page(request, event, read)


def _page(request: Request, event: KeptEvent, read: ListRead, faults: tuple[Fault, ...] = ()) -> Response:
    columns = [(at, one) for at, one in enumerate(read.columns) if one.use or len(read.columns) <= MOST_SHOWN]
    return page(
        request,
        "event_list.html",
        event=event,
        list_name=listed([file.name for file in event.files]),
        read=read,
        columns=columns,
        uses=USES,
        faults=(*faults, *read.faults),
    )


async def answered(request: Request) -> Response:
    """Read the list again, by the answers that were chosen."""
    ticket, event, _, read = _list(request)
    shop = shop_of(request)
    fields = dict(fields_of(await read_form(request)))
    if event.busy:
        return see(f"/event/{ticket}/press")
    version = event.version
    if fields.get("version") != str(version):
        return _page(request, event, read, (Fault("list", OTHER_TAB),))
    answers = changed_answers(read, event.answers, fields)
    found = await read_list(shop, event.files, answers)
    if event.version != version:
        return _page(request, event, read, (Fault("list", OTHER_TAB),))
    if not (found.ready or found.questions or found.columns):
        return _page(request, event, read, found.faults)
    event.answers, event.read = answers, found
    event.unplan()
    shop.events.touch(event)
    return see(f"/event/{ticket}/{'plan' if found.ready else 'list'}")


list_routes = [
    Route("/event/{ticket}/list", shown),
    Route("/event/{ticket}/list", answered, methods=["POST"]),
]
