"""How far a pack is; then its files, ZIPs, a round alone, a sheet again."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from wordfleet_print.errors import CannotWriteError
from wordfleet_print.event.plan.event_file import is_interrupted
from wordfleet_print.messages import slug
from wordfleet_print.services.own_rules import add_kept_rules
from wordfleet_print.services.printed_event import SECRET, PackedEvent, look_at_pack
from wordfleet_print.services.sheets_again import print_round
from wordfleet_print.web.events.kept import SECONDS, KeptEvent, print_sheet
from wordfleet_print.web.events.list_page import event_of
from wordfleet_print.web.events.plan_page import picture_of, print_pack
from wordfleet_print.web.events.queue import ENDED, Printing, PrintQueue, State
from wordfleet_print.web.live import events
from wordfleet_print.web.shop import read_form, shop_of
from wordfleet_print.web.views import page, pdf, see

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

PARTS = {
    "sheets": "sheets and the answer key",
    "table-cards": "table cards",
    "score-slips": "score slips",
    "name-index": "the name index",
    "players": "a file for each player",
}
"""What the work is made of, as it is told."""


def _printing(request: Request) -> tuple[str, KeptEvent, Printing]:
    ticket, event = event_of(request)
    if event.printing is None:
        raise HTTPException(404)
    return ticket, event, event.printing


async def press_shown(request: Request) -> Response:
    """How far it is; where it is done, the pack."""
    ticket, event = event_of(request)
    printing = event.printing
    if printing is None or printing.state is State.DONE:
        return see(f"/event/{ticket}" if printing is None else f"/event/{ticket}/pack")
    shop = shop_of(request)
    asked, looks = printing.request, printing.request.looks
    return page(
        request,
        "event_press.html",
        event=event,
        printing=printing,
        told=_told(shop.events.queue, printing),
        going=printing.state not in ENDED,
        shown=await picture_of(
            shop, event.library, asked.words.edition or "", str(looks.get("paper", "")), eco=bool(looks.get("eco"))
        ),
    )


def _told(queue: PrintQueue, printing: Printing) -> dict[str, Any]:
    """What is told of a printing, in the page and to the script."""
    return {
        "state": str(printing.state),
        "before": queue.place(printing),
        "percent": printing.percent,
        "pages": printing.pages,
        "parts": [PARTS.get(name, name) for name, _ in printing.parts],
        "part": printing.part,
        "serial": printing.serial,
    }


async def progress(request: Request) -> Response:
    """The same for the script: a stream of events where it asks for one, else once."""
    _, _, printing = _printing(request)
    queue = shop_of(request).events.queue
    if "text/event-stream" not in request.headers.get("accept", ""):
        return JSONResponse(_told(queue, printing))
    return events(request, lambda: json.dumps(_told(queue, printing)), lambda: printing.state in ENDED)


async def stopped(request: Request) -> Response:
    """Stop it."""
    ticket, _, printing = _printing(request)
    await read_form(request)
    shop_of(request).events.queue.stop(printing)
    return see(f"/event/{ticket}/press")


async def printed(request: Request) -> Response:
    """Print it, again after a stop, or where a file is missing."""
    ticket, event = event_of(request)
    await read_form(request)
    if event.busy:
        return see(f"/event/{ticket}/press")
    if event.form is None or event.home is None or event.planned is None:
        event.pending, event.printing = True, None
        return see(f"/event/{ticket}/plan")
    print_pack(shop_of(request), event)
    return see(f"/event/{ticket}/press")


async def planned_again(request: Request) -> Response:
    """Back to the plan of what was stopped or has failed."""
    ticket, event = event_of(request)
    await read_form(request)
    if not event.busy:
        event.printing, event.pending = None, True
    return see(f"/event/{ticket}")


press_routes = [
    Route("/event/{ticket}/press", press_shown),
    Route("/event/{ticket}/progress", progress),
    Route("/event/{ticket}/stop", stopped, methods=["POST"]),
    Route("/event/{ticket}/print", printed, methods=["POST"]),
    Route("/event/{ticket}/back", planned_again, methods=["POST"]),
]


_CHUNK = 1 << 18
_DATE = (1980, 1, 1, 0, 0, 0)
"""The same for all, so that the same files give the same bytes."""


class _Passing(io.RawIOBase):
    """What is written to it is taken out again, piece by piece."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        """Take it."""
        piece = bytes(data)
        self._pieces.append(piece)
        return len(piece)

    def taken(self) -> bytes:
        """All since the last time."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


def zip_of(folder: Path, names: Sequence[str], within: str) -> Iterator[bytes]:
    """A ZIP of these files of a folder, in a folder of its own, piece by piece. PDFs are packed already.

    Raises `CannotWriteError` where a file changes meanwhile: half a ZIP is seen to be half, two packs mixed are not.
    """
    before = {name: _state(folder / name) for name in names}
    out = _Passing()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in names:
            info = zipfile.ZipInfo(f"{within}/{name}", _DATE)
            info.external_attr = 0o600 << 16
            info.file_size = before[name][1]
            with (folder / name).open("rb") as file, archive.open(info, "w") as entry:
                while chunk := file.read(_CHUNK):
                    entry.write(chunk)
                    yield out.taken()
            if _state(folder / name) != before[name]:
                raise CannotWriteError("The pack was printed anew meanwhile.")
    yield out.taken()


def _state(file: Path) -> tuple[int, int]:
    found = file.stat()
    return found.st_mtime_ns, found.st_size


MOST_LISTED = 2_000
"""Players among whom one is chosen from a list; of more, by number."""
_NUMBER = re.compile(r"[0-9]{1,6}")


async def _pack(request: Request) -> tuple[KeptEvent, Path, PackedEvent]:
    """A ticket's event, its folder, and the pack there. Raises `HTTPException` (404) where there is none."""
    _, event = event_of(request)
    if event.home is None or not event.has_pack:
        raise HTTPException(404)
    if event.pack is None or is_interrupted(event.home):
        event.pack = await shop_of(request).press.do(SECONDS, look_at_pack, event.home)
    return event, event.home, event.pack


async def pack_shown(request: Request) -> Response:
    """All there is, and what to do with it."""
    ticket, event = event_of(request)
    if event.stage != "pack":
        return see(f"/event/{ticket}")
    event.pack = None  # whatever lies in the folder now
    _, _, pack = await _pack(request)
    shop = shop_of(request)
    library = add_kept_rules(await shop.books.editions(), pack.edition, pack.rules)
    listed = [(kind, list(files)) for kind, files in groupby(pack.files, key=lambda one: one.kind)]
    return page(
        request,
        "event_pack.html",
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
    content = await shop_of(request).press.do(SECONDS, print_round, home, number)
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
    content = await shop_of(request).press.do(SECONDS, print_sheet, home, player, number)
    return pdf(content, "sheet.pdf", save=False)


async def changed(request: Request) -> Response:
    """The sheets that a change has to be printed, and no other."""
    event, home, _ = await _pack(request)
    if event.change is None or not event.change["whose"]:
        raise HTTPException(404)
    whose = frozenset((number, name) for number, name in event.change["whose"])
    content = await shop_of(request).press.do(SECONDS, print_round, home, None, whose)
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
