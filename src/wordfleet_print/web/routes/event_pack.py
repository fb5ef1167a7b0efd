"""An event's print: how far it is; then its pack, with everything to do with it."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from wordfleet_print import messages
from wordfleet_print.event.event import Event
from wordfleet_print.event.folder import (
    EVENT_FILE,
    FileRow,
    PrintedEvent,
    hold_folder,
    is_changed,
    read_printed,
)
from wordfleet_print.event.pack.pack import list_pack_files
from wordfleet_print.event.pack.sheet_files import PLAYERS, TEXT
from wordfleet_print.event.plan.players_file import PLAYERS_FILE
from wordfleet_print.files import has_inside, make_folder, open_inside, read_inside
from wordfleet_print.services.events import KINDS, SECRET, file_kind, list_steps
from wordfleet_print.services.reprint import reprint_event
from wordfleet_print.settings.table import ReprintSettings
from wordfleet_print.web import forms, pages, request_data, responses
from wordfleet_print.web.routes.event import find_session, go_to, make_preview
from wordfleet_print.web.state import in_thread, state_of

# Players among whom one is chosen from a list; of more, by number.
MOST_LISTED = 2_000
# A list of players that is shown as a text to edit.
MAX_PLAYERS_BYTES = 20_000_000
# What an address says of the sheets to print again.
SHEET_FIELDS = ("number", "table", "round", "spare")
# How the names of ZIP files end: what the copy shop may see, and what it may not.
SHOP_ZIP = "to-print"
OWN_ZIP = "organizer-only"
# Rights of files in a ZIP, and where they are in its entries (APPNOTE 4.4.15).
OWNER_ONLY = 0o600
UNIX_MODE_BIT = 16


async def show_printing(request: Request) -> Response:
    """Show how far the print of an event is; when it is done, go to the pack."""
    session = find_session(request)
    if session.page != "printing":
        return go_to(session)
    planned_event = session.planned
    files = list_pack_files(planned_event.event, planned_event.round) if planned_event else []
    return pages.render_page(
        request,
        "event_printing.html",
        session=session,
        percent=session.job.percent if session.job else 0,
        before=state_of(request).events.count_before(session),
        pages=sum(file.pages for file in files),
        faults=[forms.describe_problem(problem) for problem in session.problems],
        preview=await make_preview(session),
    )


async def stop_printing(request: Request) -> Response:
    """Stop printing."""
    session = find_session(request)
    await request_data.read_fields(request)
    state_of(request).events.stop(session)
    return go_to(session, "/printing")


async def find_pack(request: Request) -> tuple[Path, PrintedEvent]:
    """Return the folder of a ticket's pack, and what was printed there.

    Raises `HTTPException` (404) if it is gone.
    """
    session = find_session(request)
    if session.home is None or not session.has_pack:
        raise HTTPException(404)
    return session.home, await in_thread(read_printed, session.home / EVENT_FILE, partial=True)


def list_texts(files: Iterable[FileRow]) -> list[FileRow]:
    """Return the files of plain text, which some players have in place of a PDF."""
    return [file for file in files if file.name.endswith(TEXT)]


async def show_pack(request: Request) -> Response:
    """Show the files of an event's pack, and what to do with them."""
    session = find_session(request)
    if session.page != "pack":
        return go_to(session)
    home, pack = await find_pack(request)
    files_by_kind = dict[str, list[FileRow]]()
    missing_kinds = set[str]()
    for file in pack.files:
        kind = file_kind(file.name)
        # `players.csv` is meant to be edited; any other file that differs is no good any more
        is_edited = file.name != PLAYERS_FILE and await in_thread(is_changed, home, file)
        if is_edited or not has_inside(home, file.name):
            missing_kinds.add(kind)
        else:
            files_by_kind.setdefault(kind, []).append(file)
    # Pages of players' own files are those of the files for the copy shop once more
    counted_files = [
        file for kind, files in files_by_kind.items() if kind != PLAYERS for file in files
    ]
    event = pack.event
    return pages.render_page(
        request,
        "event_pack.html",
        session=session,
        plan=event,
        settings=event.settings,
        steps=[step.text for step in list_steps(event)],
        kinds=files_by_kind,
        texts=list_texts(files_by_kind.get(PLAYERS, ())),
        pages=sum(file.pages for file in counted_files),
        missing=sorted(missing_kinds, key=KINDS.index),
        first_table=find_first_table(event),
        is_listed=len(event.players) <= MOST_LISTED,
        players_text=await in_thread(read_players_text, home),
        has_uploads=any(session.folder.glob("list-*")),
        # As it was printed: another window may be changing the plan meanwhile
        preview=await make_preview(session.show_stored(event)),
    )


def read_players_text(home: Path) -> str:
    """Return the text of a pack's `players.csv`; "" if it is gone, or too long for a page."""
    try:
        return read_inside(home, PLAYERS_FILE, MAX_PLAYERS_BYTES).decode("utf-8-sig", "replace")
    except OSError:
        return ""


async def send_file(request: Request) -> Response:
    """Send one file of the pack, to print or to save, by its name.

    Files for single players have names in them, which an address must not have: they are only in
    the ZIP, except for plain text, which a player needs alone.
    """
    home, pack = await find_pack(request)
    name = request.path_params["name"]
    names = [file.name for file in pack.files if file_kind(file.name) != PLAYERS]
    names += [file.name for file in list_texts(pack.files)]
    if name not in (EVENT_FILE, *names) or not has_inside(home, name):
        raise HTTPException(404)
    path = home / name
    return FileResponse(path, filename=path.name, content_disposition_type="inline")


async def send_zip(request: Request) -> Response:
    """Send the files for the copy shop (`/print.zip`), or those with secrets, which are the
    organizer's own (`/own.zip`), as a ZIP.
    """
    home, pack = await find_pack(request)
    is_for_organizer = request.url.path.endswith("/own.zip")
    all_names = [EVENT_FILE, *(file.name for file in pack.files)]
    names = []
    for name in all_names:
        is_secret = file_kind(name) in SECRET
        if is_secret == is_for_organizer and has_inside(home, name):
            names.append(name)
    if not names:
        raise HTTPException(404)
    title = messages.slug(pack.event.title) or "event"
    stem = OWN_ZIP if is_for_organizer else SHOP_ZIP
    path = find_session(request).folder / f"{title}-{stem}.zip"
    await in_thread(zip_files, home, names, path)
    return FileResponse(path, filename=path.name)


def zip_files(folder: Path, names: Sequence[str], target: Path) -> None:
    """Write a ZIP of these files of a folder. Raises `BusyError` while somebody prints into it."""
    make_folder(target.parent, private=True)
    # Stored, not deflated: PDFs are compressed already
    with hold_folder(folder), zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in names:
            # Of 1980, so that the same files give the same bytes
            info = zipfile.ZipInfo(f"{target.stem}/{name}")
            info.external_attr = OWNER_ONLY << UNIX_MODE_BIT
            with open_inside(folder, name) as source, archive.open(info, "w") as entry:
                shutil.copyfileobj(source, entry)


def find_first_table(event: Event) -> int | None:
    """Return the number of the first table of the first round that has two players."""
    tables = (seating.table for seating in event.rounds[0] if seating.second is not None)
    return next(tables, None)


async def reprint_sheets(request: Request) -> Response:
    """Send a round, a table, one sheet, or the sheets that the last list changed: those that the
    address names by numbers, as in `?round=2&table=7`.
    """
    home, _ = await find_pack(request)
    query = request.query_params
    values: dict[str, object] = {name: query.get(name) or None for name in SHEET_FIELDS}
    wants_changed = "changed" in query
    settings, problems = ReprintSettings.examine({**values, "changed": wants_changed})
    if problems or not (wants_changed or any(values.values())):
        raise HTTPException(404)
    sheets = await in_thread(reprint_event, settings, home)
    name = f"round-{settings.round}"
    if settings.number or settings.spare:
        name = "sheet"
    elif settings.table:
        name = "pair"
    elif settings.changed:
        name = "changed-sheets"
    return responses.send_file(sheets.content, f"{name}.pdf", is_download=False)


routes = [
    Route("/event/{ticket}/printing", show_printing),
    Route("/event/{ticket}/stop", stop_printing, methods=["POST"]),
    Route("/event/{ticket}/pack", show_pack),
    Route("/event/{ticket}/files/{name:path}", send_file),
    Route("/event/{ticket}/print.zip", send_zip),
    Route("/event/{ticket}/own.zip", send_zip),
    Route("/event/{ticket}/reprint.pdf", reprint_sheets),
]
