"""An event's first page: a list of players is brought; and where each event stands, by its ticket."""

from __future__ import annotations

from pathlib import Path

import anyio
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.desk.doors import read_form
from wordfleet_print.desk.events.kept import KeptEvent
from wordfleet_print.desk.events.packs import CheckRecord
from wordfleet_print.desk.events.reading import HowToRead, ListRead, ReadList
from wordfleet_print.desk.events.uploads import PASTED, keep, pasted
from wordfleet_print.desk.faults import Fault
from wordfleet_print.desk.shop import Shop, shop_of
from wordfleet_print.desk.views import TICKET_GONE, behind, page, see
from wordfleet_print.jobs.asking import title_of


async def door(request: Request, faults: tuple[Fault, ...] = (), names: str = "", players: str = "") -> Response:
    """Where a list is dropped."""
    shop = shop_of(request)
    home = [(ticket, title_of(path)) for ticket, path in shop.events.at_home()]
    return page(
        request,
        "event_door.html",
        here="event",
        faults=faults,
        names=names,
        players=players,
        home=home,
        limits=shop.settings.limits,
    )


async def brought(request: Request) -> Response:
    """Read what was brought and go to its ticket; or say what is wrong with all of it."""
    shop = shop_of(request)
    fields = await read_form(request, files=True)
    names, players = str(fields.get("names", "")), str(fields.get("players", "")).strip()
    ticket = ""
    try:
        ticket, event = shop.events.new()
        faults = await bring(shop, event, fields.get("roster"), names, players)
    except BaseException:
        shop.events.delete(ticket)
        raise
    finally:
        await fields.close()
    if faults:
        shop.events.delete(ticket)
        return await door(request, faults, names, players)
    return see(f"/event/{ticket}")


async def bring(shop: Shop, event: KeptEvent, file: object, names: str = "", players: str = "") -> tuple[Fault, ...]:
    """Take a file, pasted names or a number of players for an event's list; what is wrong where none of it is one."""
    folder = event.own / f"list-{event.version + 1}"
    if isinstance(file, UploadFile) and (file.filename or file.size):
        brought = keep(await file.read(), file.filename or PASTED, folder)
        if brought.suffix.lower() == ".json":
            faults: tuple[Fault, ...] = await shop.press.do(CheckRecord(brought))
            if not faults:
                event.bring(brought)
            return faults
    elif names.strip():
        brought = keep(pasted(names), PASTED, folder)
    elif players:
        most = shop.settings.limits.players
        if not (players.isascii() and players.isdigit() and 1 <= int(players[:9]) <= most):
            return (Fault("players", f"Write a whole number from 1 to {most:,}."),)
        event.bring(None, players=int(players))
        return ()
    else:
        return (Fault("roster", "Choose a list, type names, or say how many play."),)
    found = await read_list(shop, brought, HowToRead())
    if not found.columns and found.faults:
        field = "names" if brought.name == PASTED and names.strip() else "roster"
        return tuple(Fault(field, one.what, one.where) for one in found.faults)
    event.bring(brought)
    event.read = found
    shop.events.touch(event)
    return ()


async def read_list(shop: Shop, file: Path, how: HowToRead) -> ListRead:
    """What is read of a list, read so. Raises `HTTPException` (404) where it was deleted meanwhile."""
    limits = shop.settings.limits
    found: ListRead = await shop.press.do(ReadList(file, how, limits.players, limits.unpacked))
    if not file.exists():
        raise HTTPException(404, TICKET_GONE)
    return found


def event_of(request: Request) -> tuple[str, KeptEvent]:
    """A ticket and its event. Raises `HTTPException` (404) where it is gone."""
    ticket, event = behind(request, shop_of(request).events)
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
        faults = await bring(shop, event, fields.get("roster"))
    finally:
        await fields.close()
    if faults:
        return page(request, "event_other.html", here="event", ticket=ticket, faults=faults)
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
