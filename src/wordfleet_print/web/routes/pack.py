"""How far printing is; then the pack: its files, ZIPs, a round by itself, a sheet again."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from wordfleet_print.event.lock import alone_in
from wordfleet_print.event.plan.event_file import EVENT_FILE, EventFile, FileRow, is_interrupted, read_event
from wordfleet_print.event.plan.matching import PLAYERS_FILE
from wordfleet_print.messages import slug
from wordfleet_print.services.event_sheets import reprint_event
from wordfleet_print.services.events import KINDS, SECRET, file_kind
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.settings.table import ReprintSettings
from wordfleet_print.tracker.geometry import PAPERS
from wordfleet_print.tracker.layout import SheetLooks, choose_looks
from wordfleet_print.web import pages
from wordfleet_print.web.event_sessions import EventSession
from wordfleet_print.web.forms import Form
from wordfleet_print.web.live import stream_status
from wordfleet_print.web.pack_printer import ENDED, PackPrinter, PrintJob, State
from wordfleet_print.web.routes.event_list import find_session
from wordfleet_print.web.state import in_thread, state_of

ZIP_DATE = (1980, 1, 1, 0, 0, 0)
"""The same for all, so that the same files give the same bytes."""
MOST_LISTED = 2_000
"""Players among whom one is chosen from a list; of more, by number."""
NUMBER = re.compile(r"[0-9]{1,6}")


async def show_printing(request: Request) -> Response:
    """Show how far it is; when it is done, the pack."""
    ticket, session = find_session(request)
    job = session.job
    if job is None or job.state is State.DONE:
        return pages.redirect(f"/event/{ticket}" if job is None else f"/event/{ticket}/pack")
    state = state_of(request)
    settings, _ = EventSettings.examine(session.values or {})
    return pages.render_page(
        request,
        "event_printing.html",
        session=session,
        job=job,
        progress=describe_progress(state.events.printer, job),
        is_going=job.state not in ENDED,
        form=Form(EventSettings, {}, job.problems),
        preview=await pages.make_preview(session.library, settings.edition, choose_looks(settings)),
    )


def describe_progress(printer: PackPrinter, job: PrintJob) -> dict[str, Any]:
    """Return how far a print is, for the page and its script."""
    return {
        "state": str(job.state),
        "before": printer.count_before(job),
        "percent": job.percent,
        "pages": job.pages,
    }


async def progress(request: Request) -> Response:
    """Send the same to the script: as a stream of events if it asks for one, else once."""
    _, session = find_session(request)
    job, printer = session.job, state_of(request).events.printer
    if job is None:
        raise HTTPException(404)
    if "text/event-stream" not in request.headers.get("accept", ""):
        return JSONResponse(describe_progress(printer, job))
    return stream_status(request, lambda: json.dumps(describe_progress(printer, job)), lambda: job.state in ENDED)


async def stop(request: Request) -> Response:
    """Stop printing."""
    ticket, session = find_session(request)
    await pages.read_fields(request)
    if session.job:
        state_of(request).events.printer.stop(session.job)
    return pages.redirect(f"/event/{ticket}/printing")


async def back_to_plan(request: Request) -> Response:
    """Go to the plan, after a stop, or to print more of a printed event."""
    ticket, session = find_session(request)
    await pages.read_fields(request)
    if not session.is_busy:
        session.job, session.is_pending = None, True
    return pages.redirect(f"/event/{ticket}")


def zip_files(folder: Path, names: Sequence[str], inside: str, target: Path) -> Path:
    """Write a ZIP of files while nobody prints the folder; PDFs are compressed already. Raises `BusyError`."""
    with alone_in(folder), zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in names:
            info = zipfile.ZipInfo(f"{inside}/{name}", ZIP_DATE)
            info.external_attr = 0o600 << 16
            with (folder / name).open("rb") as file, archive.open(info, "w") as entry:
                shutil.copyfileobj(file, entry)
    return target


async def find_pack(request: Request) -> tuple[EventSession, Path, EventFile]:
    """Return a ticket's event, its folder, and the pack there. Raises `HTTPException` (404) if it is gone."""
    _, session = find_session(request)
    if session.home is None or not session.has_pack:
        raise HTTPException(404)
    if session.pack is None or is_interrupted(session.home):
        session.pack = await in_thread(read_event, session.home / EVENT_FILE)
    return session, session.home, session.pack


async def show_pack(request: Request) -> Response:
    """Show all files, and what to do with them."""
    ticket, session = find_session(request)
    if session.page != "pack":
        return pages.redirect(f"/event/{ticket}")
    session.pack = None  # what is in the folder now
    _, home, pack = await find_pack(request)
    plan, kinds = pack.plan, dict[str, list[FileRow]]()
    for one in pack.files:
        if (home / one.name).is_file():
            kinds.setdefault(file_kind(one.name), []).append(one)
    looks = SheetLooks(PAPERS[str(pack.settings["paper"])], eco=bool(pack.settings["eco"]))
    return pages.render_page(
        request,
        "event_pack.html",
        session=session,
        plan=plan,
        settings=pack.settings,
        change=session.change,
        kinds=kinds,
        pages=sum(one.pages for kind, own in kinds.items() if kind != "players" for one in own),
        missing=sorted({file_kind(one.name) for one in pack.files} - {*kinds}, key=KINDS.index),
        is_listed=len(plan.players) <= MOST_LISTED,
        players_text=await in_thread(read_players_text, home),
        preview=await pages.make_preview(session.library, plan.deal.edition, looks),
    )


def read_players_text(home: Path) -> str:
    """Return `players.csv` to edit; "" if it is gone."""
    try:
        return (home / PLAYERS_FILE).read_text("utf-8-sig", "replace")
    except OSError:
        return ""


async def file(request: Request) -> Response:
    """Send one file, to print or to save, by its name. Players' own files have theirs: they are in the ZIP only."""
    _, home, pack = await find_pack(request)
    name = request.path_params["name"]
    names = [EVENT_FILE, *(one.name for one in pack.files if file_kind(one.name) != "players")]
    if name not in names or not (path := home / name).is_file():
        raise HTTPException(404)
    save = "/save/" in request.url.path or path.suffix != ".pdf"
    kind = "attachment" if save else "inline"
    return FileResponse(path, headers={"Cache-Control": "no-store"}, filename=path.name, content_disposition_type=kind)


async def zipped(request: Request) -> Response:
    """Send the files for the copy shop, or the organizer's own, as a ZIP."""
    session, home, pack = await find_pack(request)
    is_own = request.url.path.endswith("/own.zip")
    found = [EVENT_FILE, *(one.name for one in pack.files)]
    names = [one for one in found if (file_kind(one) in SECRET) == is_own and (home / one).is_file()]
    if not names:
        raise HTTPException(404)
    inside = f"{slug(pack.plan.title) or 'event'}-{'organizer-only' if is_own else 'to-print'}"
    path = await in_thread(zip_files, home, names, inside, session.folder / f"{inside}.zip")
    return FileResponse(path, headers={"Cache-Control": "no-store"}, filename=path.name)


async def one_round(request: Request) -> Response:
    """Send the sheets of one round."""
    _, home, pack = await find_pack(request)
    number: int = request.path_params["round"]
    if number not in pack.plan.numbers:
        raise HTTPException(404)
    sheets = await in_thread(reprint_event, ReprintSettings(round=number), home)
    return pages.send_pdf(sheets.content, f"round-{number}.pdf", is_download=False)


async def one_sheet(request: Request) -> Response:
    """Send one sheet again; the address holds numbers, no name."""
    _, home, pack = await find_pack(request)
    numbers = [request.query_params.get(name, "") for name in ("player", "round")]
    if not all(map(NUMBER.fullmatch, numbers)):
        raise HTTPException(404)
    player, number = map(int, numbers)
    if player not in {one.number for one in pack.plan.players} or number not in pack.plan.numbers:
        raise HTTPException(404, "The event has no such sheet.")
    sheets = await in_thread(reprint_event, ReprintSettings(number=player, round=number), home)
    return pages.send_pdf(sheets.content, "sheet.pdf", is_download=False)


async def changed_sheets(request: Request) -> Response:
    """Send the sheets that the last list changed."""
    session, home, _ = await find_pack(request)
    if session.change is None or not session.change["reprint"]:
        raise HTTPException(404)
    sheets = await in_thread(reprint_event, ReprintSettings(changed=True), home)
    return pages.send_pdf(sheets.content, "changed-sheets.pdf", is_download=False)


routes = [
    Route("/event/{ticket}/printing", show_printing),
    Route("/event/{ticket}/progress", progress),
    Route("/event/{ticket}/stop", stop, methods=["POST"]),
    Route("/event/{ticket}/back", back_to_plan, methods=["POST"]),
    Route("/event/{ticket}/pack", show_pack),
    Route("/event/{ticket}/files/{name:path}", file),
    Route("/event/{ticket}/save/{name:path}", file),
    Route("/event/{ticket}/print.zip", zipped),
    Route("/event/{ticket}/own.zip", zipped),
    Route("/event/{ticket}/round-{round:int}.pdf", one_round),
    Route("/event/{ticket}/sheet.pdf", one_sheet),
    Route("/event/{ticket}/changed.pdf", changed_sheets),
]
