"""An organiser brings a list, sees what was read of it, and mends it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import anyio
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.desk.events.kept import READ_SECONDS, KeptEvent, check_record
from wordfleet_print.desk.events.list_read import (
    PASTED,
    SECONDS,
    USES,
    HowToRead,
    ListRead,
    chosen_columns,
    joined_lists,
    keep,
    pasted,
)
from wordfleet_print.desk.events.list_read import read_list as list_read
from wordfleet_print.desk.shop import Shop, fields_of, read_form, shop_of
from wordfleet_print.desk.table_form import Fault
from wordfleet_print.desk.views import TICKET_GONE, behind, page, see
from wordfleet_print.jobs.ask_event import MOST_IN_TITLE
from wordfleet_print.jobs.asking import title_of
from wordfleet_print.jobs.check_roster import CellPlace, mended_list
from wordfleet_print.wording import some_of


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
    brought = await _one_list(shop, uploads, folder) if uploads else keep(pasted(names), PASTED, folder)
    if isinstance(brought, tuple):
        return brought
    if uploads and brought.suffix.lower() == ".json":
        faults = await shop.press.do(READ_SECONDS, check_record, brought)
        if not faults:
            event.bring(brought)
        return faults
    found = await read_list(shop, brought, HowToRead())
    if not found.columns and found.faults:
        field = "names" if brought.name == PASTED and names.strip() else "roster"
        return tuple(Fault(field, one.what, one.where) for one in found.faults)
    event.bring(brought)
    event.read = found
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


async def _one_list(shop: Shop, uploads: Sequence[UploadFile], folder: Path) -> Path | tuple[Fault, ...]:
    """The list that was brought, several as one; or what is wrong where they are none."""
    lists = [keep(await file.read(), file.filename or PASTED, folder) for file in uploads]
    if len(lists) == 1:
        return lists[0]
    if len({*lists}) < len(lists):
        return (Fault("roster", "Two lists have the same name; give each its own, such as 5A and 5B."),)
    joined = await shop.press.do(SECONDS, joined_lists, lists, shop.settings.limits.unpacked)
    if isinstance(joined, tuple):
        return joined
    return keep(joined, f"{some_of([title_of(one) for one in lists], MOST_IN_TITLE)}.csv", folder)


async def read_list(shop: Shop, file: Path, how: HowToRead) -> ListRead:
    """What is read of a list, read so. Raises `HTTPException` (404) where it was deleted meanwhile."""
    limits = shop.settings.limits
    found = await shop.press.do(SECONDS, list_read, file, how, limits.players, limits.unpacked)
    if not file.exists():
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


PASSED_OVER = ""
"""The use of a column that nothing is read from."""
OTHER_TAB = "The list was changed in another window meanwhile. This is how it stands now; mend what is left."
MOST_SHOWN = 60
"""Columns that are shown; of more, only those that something is read from."""
_CELL = re.compile(r"cell-([0-9]{1,7})-([0-9]{1,5})")
_ROW = re.compile(r"[0-9]{1,7}")


def _list(request: Request) -> tuple[str, KeptEvent, Path, ListRead]:
    """A ticket, its event, its list and what was read of it. Raises `HTTPException` (404) where there is none."""
    ticket, event = event_of(request)
    if event.source is None or event.read is None:
        raise HTTPException(404)
    return ticket, event, event.source, event.read


async def shown(request: Request) -> Response:
    """What was read."""
    _, event, source, read = _list(request)
    return _page(request, event, source, read)


def _page(request: Request, event: KeptEvent, source: Path, read: ListRead, faults: tuple[Fault, ...] = ()) -> Response:
    columns = [column for column in read.columns if column.use or len(read.columns) <= MOST_SHOWN]
    return page(
        request,
        "event_list.html",
        event=event,
        list_name=source.name,
        read=read,
        columns=columns,
        uses=USES,
        faults=(*faults, *read.faults),
    )


async def mended(request: Request) -> Response:
    """Read the list again, mended so."""
    ticket, event, source, read = _list(request)
    shop = shop_of(request)
    fields = fields_of(await read_form(request))
    one = dict(fields)
    if event.busy:
        return see(f"/event/{ticket}/press")
    if one.get("version") != str(event.version):
        return _page(request, event, source, read, (Fault("list", OTHER_TAB),))
    version = event.version
    how = _how(read, one, event.how)
    mends, left_out, cut = _mending(read, fields)
    file = source
    if mends or left_out:
        content = await shop.press.do(SECONDS, mended_list, source, event.how.reading, mends, left_out, cut)
        folder = event.own / f"list-{version + 1}"
        file, how = keep(content, f"{source.stem}.csv", folder), HowToRead(columns=how.columns)
    found = await read_list(shop, file, how)
    if event.version != version:
        return _page(request, event, source, read, (Fault("list", OTHER_TAB),))
    if not found.columns and found.faults:
        return _page(request, event, source, read, found.faults)
    event.source, event.how, event.read = file, how, found
    event.unplan()
    shop.events.touch(event)
    return see(f"/event/{ticket}/{'plan' if found.ready else 'list'}")


def _how(read: ListRead, one: dict[str, str], how: HowToRead) -> HowToRead:
    """How the list is to be read from now on, by what was chosen and typed."""
    chosen = {
        column.place: use
        for column in read.columns
        if (use := one.get(f"use-{column.place}", column.use)) in (*USES, PASSED_OVER, column.use)
    }
    columns = chosen_columns(read, chosen, how, first_row_heads="headed" in one)
    for number, question in enumerate(read.questions):
        if (answer := one.get(f"answer-{number}", "")).isdecimal() and int(answer[:3]) < len(question.answers):
            columns |= question.answers[int(answer)][1]
    sheet, encoding = (one.get(name, "").strip()[:100] for name in ("sheet", "encoding"))
    return HowToRead(sheet, encoding, columns)


def _mending(
    read: ListRead, fields: Iterable[tuple[str, str]]
) -> tuple[dict[CellPlace, str], set[int], dict[int, int]]:
    """What is to be mended: cells that are others than they were, rows to be left out; rows that were too long."""
    stood = {(row.row, cell.column.place): cell.text for row in read.rows for cell in row.cells}
    long = {row.row for row in read.rows if row.whole}
    mends, left_out = dict[CellPlace, str](), set[int]()
    for name, value in fields:
        if found := _CELL.fullmatch(name):
            place = int(found[1]), int(found[2])
            if place in stood and stood[place] != value.strip():
                mends[place] = value.strip()
        elif name == "out" and _ROW.fullmatch(value):
            left_out.add(int(value))
    known = {row.row for row in read.rows}
    width = max((column.place for column in read.columns), default=0) + 1
    return mends, left_out & known, {row: width for row, _ in mends if row in long}


async def saved(request: Request) -> Response:
    """The list as it now stands, as a CSV."""
    _, event, source, _ = _list(request)
    how = replace(event.how, columns={}).reading
    content = await shop_of(request).press.do(SECONDS, mended_list, source, how)
    headers = {"Content-Disposition": 'attachment; filename="players.csv"'}
    return Response(content, media_type="text/csv", headers=headers)


list_routes = [
    Route("/event/{ticket}/list", shown),
    Route("/event/{ticket}/list", mended, methods=["POST"]),
    Route("/event/{ticket}/list.csv", saved),
]
