"""What was read of a list: columns to be told otherwise, rows to be mended, and the list as it now stands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.desk.doors import fields_of, read_form
from wordfleet_print.desk.events.kept import KeptEvent
from wordfleet_print.desk.events.reading import USES, HowToRead, ListRead, MendList, chosen_columns
from wordfleet_print.desk.events.uploads import keep
from wordfleet_print.desk.faults import Fault
from wordfleet_print.desk.pages.events import event_of, read_list
from wordfleet_print.desk.shop import shop_of
from wordfleet_print.desk.views import page, see

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
    ticket, event, source, read = _list(request)
    return _page(request, ticket, event, source, read)


def _page(
    request: Request, ticket: str, event: KeptEvent, source: Path, read: ListRead, faults: tuple[Fault, ...] = ()
) -> Response:
    columns = [column for column in read.columns if column.use or len(read.columns) <= MOST_SHOWN]
    return page(
        request,
        "event_list.html",
        here="event",
        ticket=ticket,
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
        return _page(request, ticket, event, source, read, (Fault("list", OTHER_TAB),))
    version = event.version
    how = _how(read, one, event.how)
    mending = _mending(source, event.how, read, fields)
    file = source
    if mending.mends or mending.left_out:
        content: bytes = await shop.press.do(mending)
        folder = event.own / f"list-{version + 1}"
        file, how = keep(content, f"{source.stem}.csv", folder), HowToRead(columns=how.columns)
    found = await read_list(shop, file, how)
    if event.version != version:
        return _page(request, ticket, event, source, read, (Fault("list", OTHER_TAB),))
    if not found.columns and found.faults:
        return _page(request, ticket, event, source, read, found.faults)
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
    sheet, encoding = (one.get(name, "").strip()[:100] for name in ("sheet", "encoding"))
    return HowToRead(sheet, encoding, columns)


def _mending(source: Path, how: HowToRead, read: ListRead, fields: Iterable[tuple[str, str]]) -> MendList:
    """What is to be mended: cells that are others than they were, rows to be left out; rows that were too long."""
    stood = {(row.row, cell.column.place): cell.text for row in read.rows for cell in row.cells}
    long = {row.row for row in read.rows if row.whole}
    mends, left_out = [], set[int]()
    for name, value in fields:
        if found := _CELL.fullmatch(name):
            place = int(found[1]), int(found[2])
            if place in stood and stood[place] != value.strip():
                mends.append((*place, value.strip()))
        elif name == "out" and _ROW.fullmatch(value):
            left_out.add(int(value))
    known = {row.row for row in read.rows}
    width = max((column.place for column in read.columns), default=0) + 1
    cut = tuple((row, width) for row in sorted({row for row, _, _ in mends} & long))
    return MendList(source, how, tuple(mends), frozenset(left_out & known), cut)


async def saved(request: Request) -> Response:
    """The list as it now stands, as a CSV."""
    _, event, source, _ = _list(request)
    content: bytes = await shop_of(request).press.do(MendList(source, replace(event.how, columns={})))
    headers = {"Content-Disposition": 'attachment; filename="players.csv"'}
    return Response(content, media_type="text/csv", headers=headers)


list_routes = [
    Route("/event/{ticket}/list", shown),
    Route("/event/{ticket}/list", mended, methods=["POST"]),
    Route("/event/{ticket}/list.csv", saved),
]
