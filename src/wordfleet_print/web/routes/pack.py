"""How far printing is; then the pack: its files, ZIPs, a round by itself, a sheet again."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from wordfleet_print.event.plan import event_file
from wordfleet_print.event.plan.matching import PLAYERS_FILE
from wordfleet_print.messages import slug
from wordfleet_print.services.events import KINDS, SECRET, file_kind
from wordfleet_print.services.reprint import reprint_event
from wordfleet_print.services.words import read_event_rules
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.settings.table import ReprintSettings
from wordfleet_print.tracker.geometry import PAPERS
from wordfleet_print.tracker.layout import SheetLooks
from wordfleet_print.web import pages
from wordfleet_print.web.event_sessions import EventSession
from wordfleet_print.web.forms import Form
from wordfleet_print.web.routes.event import find_session, make_preview
from wordfleet_print.web.state import in_thread, state_of

# The same for all, so that the same files give the same bytes.
ZIP_DATE = (1980, 1, 1, 0, 0, 0)
# Players among whom one is chosen from a list; of more, by number.
MOST_LISTED = 2_000
# What the address of a reprint may hold: no name.
REPRINTS = ("number", "round", "changed")


async def show_printing(request: Request) -> Response:
    """Show how far it is; when it is done, the pack."""
    ticket, session = find_session(request)
    if session.page != "printing":
        return pages.redirect(f"/event/{ticket}")
    return pages.render_page(
        request,
        "event_printing.html",
        session=session,
        before=state_of(request).events.count_before(session),
        form=Form(EventSettings, {}, session.problems),
        preview=await make_preview(session),
    )


async def stop(request: Request) -> Response:
    """Stop printing."""
    ticket, session = find_session(request)
    await pages.read_fields(request)
    if session.is_busy:
        state_of(request).events.stop(session)
    return pages.redirect(f"/event/{ticket}/printing")


async def find_pack(request: Request) -> tuple[EventSession, Path, event_file.EventFile]:
    """Return a ticket's event, its folder, and the pack there. Raises `HTTPException` (404) if it is gone."""
    _, session = find_session(request)
    if session.home is None or not session.has_pack:
        raise HTTPException(404)
    pack = await in_thread(event_file.read_event, session.home / event_file.EVENT_FILE, partial=True)
    return session, session.home, pack


async def show_pack(request: Request) -> Response:
    """Show all files, and what to do with them."""
    ticket, session = find_session(request)
    if session.page != "pack":
        return pages.redirect(f"/event/{ticket}")
    _, home, pack = await find_pack(request)
    plan, kinds, missing = pack.plan, dict[str, list[event_file.FileRow]](), set[str]()
    for one in pack.files:
        is_edited = one.name != PLAYERS_FILE and await in_thread(event_file.is_changed, home, one)
        if is_edited or not (home / one.name).is_file():
            missing.add(file_kind(one.name))
        else:
            kinds.setdefault(file_kind(one.name), []).append(one)
    looks = SheetLooks(PAPERS[str(pack.settings["paper"])], eco=bool(pack.settings["eco"]))
    library = read_event_rules(plan.deal.rules)
    players = home / PLAYERS_FILE
    return pages.render_page(
        request,
        "event_pack.html",
        session=session,
        plan=plan,
        settings=pack.settings,
        kinds=kinds,
        pages=sum(one.pages for kind, own in kinds.items() if kind != "players" for one in own),
        missing=sorted(missing, key=KINDS.index),
        is_listed=len(plan.players) <= MOST_LISTED,
        players_text=players.read_text("utf-8-sig", "replace") if players.is_file() else "",
        has_uploads=any(session.folder.glob("list-*")),
        preview=await pages.make_preview(library, plan.deal.edition, looks),
    )


async def file(request: Request) -> Response:
    """Send one file, to print or to save, by its name. Players' own files have theirs: they are in the ZIP only."""
    _, home, pack = await find_pack(request)
    name = request.path_params["name"]
    names = [event_file.EVENT_FILE, *(one.name for one in pack.files if file_kind(one.name) != "players")]
    if name not in names or not (path := home / name).is_file():
        raise HTTPException(404)
    kind = "inline" if path.suffix == ".pdf" else "attachment"
    return FileResponse(path, headers={"Cache-Control": "no-store"}, filename=path.name, content_disposition_type=kind)


async def zipped(request: Request) -> Response:
    """Send the files for the copy shop, or the organizer's own, as a ZIP."""
    session, home, pack = await find_pack(request)
    is_own = request.url.path.endswith("/own.zip")
    found = [event_file.EVENT_FILE, *(one.name for one in pack.files)]
    names = [one for one in found if (file_kind(one) in SECRET) == is_own and (home / one).is_file()]
    if not names:
        raise HTTPException(404)
    inside = f"{slug(pack.plan.title) or 'event'}-{'organizer-only' if is_own else 'to-print'}"
    path = await in_thread(zip_files, home, names, inside, session.folder / f"{inside}.zip")
    return FileResponse(path, headers={"Cache-Control": "no-store"}, filename=path.name)


def zip_files(folder: Path, names: Sequence[str], inside: str, target: Path) -> Path:
    """Write a ZIP of files while nobody prints the folder; PDFs are compressed already. Raises `BusyError`."""
    with event_file.alone_in(folder), zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in names:
            info = zipfile.ZipInfo(f"{inside}/{name}", ZIP_DATE)
            info.external_attr = 0o600 << 16
            with (folder / name).open("rb") as source, archive.open(info, "w") as entry:
                shutil.copyfileobj(source, entry)
    return target


async def reprint(request: Request) -> Response:
    """Send a round, one sheet, or the sheets that the last list changed; the address holds numbers, no name."""
    _, home, _ = await find_pack(request)
    asked: dict[str, Any] = {name: value for name in REPRINTS if (value := request.query_params.get(name, ""))}
    if "changed" in asked:
        asked["changed"] = True
    settings, problems = ReprintSettings.examine(asked)
    if problems or not asked:
        raise HTTPException(404)
    sheets = await in_thread(reprint_event, settings, home)
    name = "sheet" if settings.number else "changed-sheets" if settings.changed else f"round-{settings.round}"
    return pages.send_pdf(sheets.content, f"{name}.pdf", is_download=False)


routes = [
    Route("/event/{ticket}/printing", show_printing),
    Route("/event/{ticket}/stop", stop, methods=["POST"]),
    Route("/event/{ticket}/pack", show_pack),
    Route("/event/{ticket}/files/{name:path}", file),
    Route("/event/{ticket}/print.zip", zipped),
    Route("/event/{ticket}/own.zip", zipped),
    Route("/event/{ticket}/reprint.pdf", reprint),
]
