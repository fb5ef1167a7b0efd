"""The pack: each file and who may see it, two ZIPs, a round alone, a sheet again, and what a change wants printed."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Route

from wordfleet_print.desk.events.kept import KeptEvent
from wordfleet_print.desk.events.packs import LookAtPack, PrintRound, PrintSheet
from wordfleet_print.desk.events.zips import zip_of
from wordfleet_print.desk.pages.event_plan import picture_of
from wordfleet_print.desk.pages.events import event_of
from wordfleet_print.desk.shop import shop_of
from wordfleet_print.desk.views import page, pdf, see
from wordfleet_print.files import is_unfinished
from wordfleet_print.jobs.own_rules import library_beside
from wordfleet_print.jobs.printed_event import SECRET, PackedEvent
from wordfleet_print.wording import slug

MOST_LISTED = 2_000
"""Players among whom one is chosen from a list; of more, by number."""
_NUMBER = re.compile(r"[0-9]{1,6}")


async def _pack(request: Request) -> tuple[KeptEvent, Path, PackedEvent]:
    """A ticket's event, its folder, and the pack there. Raises `HTTPException` (404) where there is none."""
    _, event = event_of(request)
    if event.home is None or not event.has_pack:
        raise HTTPException(404)
    if event.pack is None or is_unfinished(event.home):
        event.pack = await shop_of(request).press.do(LookAtPack(event.home))
    return event, event.home, event.pack


async def pack_shown(request: Request) -> Response:
    """All there is, and what to do with it."""
    ticket, event = event_of(request)
    if event.stage != "pack":
        return see(f"/event/{ticket}")
    event.pack = None  # whatever lies in the folder now
    _, _, pack = await _pack(request)
    shop = shop_of(request)
    library = library_beside(await shop.books.editions(), pack.edition, pack.rules)
    listed = [(kind, list(files)) for kind, files in groupby(pack.files, key=lambda one: one.kind)]
    return page(
        request,
        "event_pack.html",
        here="event",
        ticket=ticket,
        event=event,
        pack=pack,
        change=event.change,
        kinds=dict(listed),
        listed=len(pack.players) <= MOST_LISTED,
        shown=await picture_of(shop, library, pack.edition, pack.paper, eco=pack.eco),
    )


async def file(request: Request) -> Response:
    """One of its files, to print or to save, by its name. Players' own files have theirs: none is in an address."""
    _, home, pack = await _pack(request)
    found = next((one for one in pack.files if one.name == request.path_params["name"] and one.kind != "players"), None)
    if found is None or not (path := home / found.name).is_file():
        raise HTTPException(404)
    save = "/save/" in request.url.path or path.suffix != ".pdf"
    kind = "attachment" if save else "inline"
    return FileResponse(path, headers={"Cache-Control": "no-store"}, filename=path.name, content_disposition_type=kind)


async def zipped(request: Request) -> Response:
    """The files for the copy shop, or the organiser’s own, as a ZIP."""
    _, home, pack = await _pack(request)
    own = request.url.path.endswith("/own.zip")
    names = [one.name for one in pack.files if (one.kind in SECRET) == own]
    if not names:
        raise HTTPException(404)
    name = slug(pack.title) or "event"
    within = f"{name}-{'for-you-alone' if own else 'to-print'}"
    headers = {"Content-Disposition": f'attachment; filename="{within}.zip"'}
    return StreamingResponse(zip_of(home, names, within), media_type="application/zip", headers=headers)


async def one_round(request: Request) -> Response:
    """The sheets of one round."""
    _, home, pack = await _pack(request)
    number: int = request.path_params["round"]
    if number not in pack.rounds:
        raise HTTPException(404)
    content: bytes = await shop_of(request).press.do(PrintRound(home, number))
    return pdf(content, f"round-{number}.pdf", save=False)


async def again(request: Request) -> Response:
    """One sheet again: numbers alone are in the address."""
    _, home, pack = await _pack(request)
    told = [request.query_params.get(name, "") for name in ("player", "round")]
    if not all(map(_NUMBER.fullmatch, told)):
        raise HTTPException(404)
    player, number = map(int, told)
    if player not in {one.number for one in pack.players} or number not in pack.rounds:
        raise HTTPException(404, "The event has no such sheet.")
    content: bytes = await shop_of(request).press.do(PrintSheet(home, player, number))
    return pdf(content, "sheet.pdf", save=False)


async def changed(request: Request) -> Response:
    """The sheets that a change has to be printed, and no other."""
    event, home, _ = await _pack(request)
    if event.change is None or not event.change.whose:
        raise HTTPException(404)
    whose = frozenset(event.change.whose)
    content: bytes = await shop_of(request).press.do(PrintRound(home, None, whose))
    return pdf(content, "changed-sheets.pdf", save=False)


pack_routes = [
    Route("/event/{ticket}/pack", pack_shown),
    Route("/event/{ticket}/files/{name:path}", file),
    Route("/event/{ticket}/save/{name:path}", file),
    Route("/event/{ticket}/print.zip", zipped),
    Route("/event/{ticket}/own.zip", zipped),
    Route("/event/{ticket}/round-{round:int}.pdf", one_round),
    Route("/event/{ticket}/sheet.pdf", again),
    Route("/event/{ticket}/changed.pdf", changed),
]
