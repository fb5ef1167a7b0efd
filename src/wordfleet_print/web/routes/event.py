"""An event: upload a list, answer questions about it, choose what is printed, print; then its pack,
and changes.
"""

from __future__ import annotations

import shutil
import zipfile
from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from wordfleet_print import messages
from wordfleet_print.errors import Problem, WordfleetError
from wordfleet_print.event.event import deck_of
from wordfleet_print.event.folder import (
    EVENT_FILE,
    FileRow,
    Printed,
    alone_in,
    is_changed,
    read_printed,
)
from wordfleet_print.event.pack.pack import list_pack_files
from wordfleet_print.event.plan.players_file import PLAYERS_FILE
from wordfleet_print.event.plan.returning_players import keep_answers
from wordfleet_print.event.roster.questions import RosterError
from wordfleet_print.files import has_inside, open_inside, read_inside
from wordfleet_print.services.events import KINDS, SECRET, PlannedEvent, file_kind
from wordfleet_print.services.reprint import reprint_event
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.settings.table import ReprintSettings
from wordfleet_print.tracker.layout import choose_looks
from wordfleet_print.web import (
    event_sessions,
    forms,
    pages,
    previews,
    request_data,
    responses,
    usual_choices,
)
from wordfleet_print.web.routes.table import list_editions
from wordfleet_print.web.state import in_thread, state_of

OTHER_WINDOW = Problem("The list was changed in another window. This is how it is now.", "plan")
NO_LIST = Problem("Choose a list, type names, or give a number of players.", "roster")
SAME_NAME = Problem("Two lists have the same name. Rename one, for example 5A and 5B.", "roster")
VOID = Problem(
    "Some printed sheets become void. Tick the box to allow it, or undo the change.", "plan"
)
# Players among whom one is chosen from a list; of more, by number.
MOST_LISTED = 2_000
# A list of players that is shown as a text to edit.
MAX_PLAYERS_BYTES = 20_000_000


def find_session(request: Request) -> event_sessions.EventSession:
    """Return the event of the ticket in the address. Raises `HTTPException` (404) if it is gone."""
    session = state_of(request).events.find(request.path_params["ticket"])
    if session is None or not (session.lists or session.number_of_players or session.has_pack):
        raise HTTPException(404, request_data.TICKET_GONE)
    return session


async def find_planned(request: Request) -> event_sessions.EventSession:
    """Return the same, planned by the rules in use."""
    session, base = find_session(request), await state_of(request).books.editions()
    if session.base is not base and not session.is_busy:
        session.base, session.planned, session.error = base, None, None
    await in_thread(state_of(request).events.plan, session)
    return session


def go_to(session: event_sessions.EventSession, page: str = "") -> Response:
    """Go to a page of an event, or to that where it continues."""
    return responses.redirect(f"/event/{session.ticket}{page}")


# From a list to a plan


async def show_start(
    request: Request, problems: Sequence[Problem] = (), names: str = "", number: str = ""
) -> Response:
    """Show where a list is uploaded, for a new event with the printed ones, or again for the one in
    the address.
    """
    form = forms.Form(EventSettings, {"number_of_players": number}, problems)
    printed = await in_thread(state_of(request).events.list_printed)
    template = "event_other.html" if "ticket" in request.path_params else "event_new.html"
    return pages.render_page(request, template, form=form, names=names, printed=printed)


async def upload(request: Request) -> Response:
    """Start an event with what is uploaded, or say what is wrong with it and keep nothing."""
    events, base = state_of(request).events, await state_of(request).books.editions()
    session = events.add(
        {
            "edition": usual_choices.choose_edition(base),
            "paper": usual_choices.choose_paper(request),
        },
        base,
    )
    try:
        return await take_list(request, session)
    finally:
        if events.find(session.ticket) is session:  # no list has taken its place
            events.delete(session)


async def replace_list(request: Request) -> Response:
    """Take another list for the same event; everybody's sheets stay."""
    return await take_list(request, find_session(request))


async def take_list(request: Request, session: event_sessions.EventSession) -> Response:
    """Plan an event with a form's files, pasted names or number of players; it changes only if
    nothing is wrong.
    """
    fields = await request_data.read_form(request, with_files=True)
    names, number = str(fields.get("names", "")), str(fields.get("number_of_players", "")).strip()
    if fields.get("from") == "table":  # more names than the table's form takes
        rows = forms.read_rows([(name, str(value)) for name, value in fields.multi_items()])
        names = "\n".join([*(row["name"] for row in rows if "name" in row), names])
    draft, folder, events = (
        copy(session),
        session.folder / f"list-{session.version + 1}",
        state_of(request).events,
    )
    files = [
        file for file in fields.getlist("roster") if isinstance(file, UploadFile) and file.filename
    ]
    lists = [
        event_sessions.save_list(await one.read(), one.filename or "", folder) for one in files
    ]
    await fields.close()
    if names.strip() and not files:
        lists = [event_sessions.save_text(names, folder)]
    settings, problems = EventSettings.examine(
        {"number_of_players": None if lists else number or None}
    )
    if len({*lists}) < len(lists):
        problems = [SAME_NAME]
    elif not (lists or number):
        problems = [NO_LIST]
    if not problems:
        draft.lists, draft.number_of_players = tuple(lists), settings.number_of_players
        draft.text = "" if files else names
        draft.change_plan(answers=keep_answers(session.answers), version=session.version + 1)
        await in_thread(events.plan, draft)
        if draft.answers and draft.error and not isinstance(draft.error, RosterError):
            draft.change_plan(
                answers={}
            )  # what held for another list, such as a sheet's name, may not for this one
            await in_thread(events.plan, draft)
        if draft.error and not could_read_list(draft.error):
            field = "roster" if files else "names"
            problems = [
                replace(one, field=field, fixes=()) for one in forms.problems_of(draft.error)
            ]
    if problems:
        return await show_start(request, problems, names, number)
    events.replace(draft)
    return go_to(draft)


def could_read_list(error: WordfleetError) -> bool:
    """Return whether a list could be read, though it has questions or faults, or a field of the
    plan has to change.
    """
    if isinstance(error, RosterError):
        return bool(error.questions or error.columns)
    fields = EventSettings.fields()
    return any(one.field in fields and fields[one.field].option.on_web for one in error.problems)


async def resume(request: Request) -> Response:
    """Go to the page where the event continues: what was read, the plan, printing, or the pack."""
    session = find_session(request)
    if session.page in ("list", "plan"):
        await find_planned(request)  # the list may have questions
    return go_to(session, f"/{session.page}")


async def delete(request: Request) -> Response:
    """Remove everything that was uploaded and planned; packs stay in `output/`."""
    session = find_session(request)
    await request_data.read_fields(request)
    await in_thread(state_of(request).events.delete, session)
    return responses.redirect("/event")


async def show_list(request: Request, problems: Sequence[Problem] = ()) -> Response:
    """Show what was read: players, columns, questions, problems; with `?edit` the list as a
    text.
    """
    session = await find_planned(request)
    if not session.lists or session.is_busy:
        raise HTTPException(404)
    error = session.error if isinstance(session.error, RosterError) else None
    roster, text = session.planned.event.roster if session.planned else None, session.text
    if "edit" in request.query_params and len(session.lists) == 1 and not text:
        text = await in_thread(event_sessions.list_to_text, session.lists[0], session.answers)
    # Its questions are asked, not shown as problems
    found = [*problems, *(error.faults[: forms.MOST_PROBLEMS] if error else ())]
    return pages.render_page(
        request,
        "event_list.html",
        session=session,
        list_name=messages.listed([file.name for file in session.lists]),
        roster=roster,
        columns=roster.columns if roster else error.columns if error else (),
        questions=error.questions if error else (),
        notes=[forms.as_sentence(one) for one in (roster.warnings if roster else ())],
        text=text if len(text.encode()) < state_of(request).settings.limits.form_bytes else "",
        faults=[forms.describe_problem(one) for one in found],
        problems=found,
    )


async def answer(request: Request) -> Response:
    """Read the list again, by the answers that were chosen; the answer “stop” leaves the event as
    it was.
    """
    session, fields = find_session(request), dict(await request_data.read_fields(request))
    if session.is_busy:
        return go_to(session)
    if fields.get("version") != str(session.version) or not isinstance(session.error, RosterError):
        return await show_list(request, [OTHER_WINDOW])
    answers = dict(session.answers)
    for question in session.error.questions:
        value = fields.get(question.key, "")
        if value == "stop":
            session.forget_list()
        elif value in {choice.value for choice in question.choices}:
            answers |= question.answer(value)
    if answers != session.answers and session.lists:  # none after “stop”
        session.change_plan(answers=answers, version=session.version + 1)
    return go_to(session)


async def show_plan(request: Request, problems: Sequence[Problem] = ()) -> Response:
    """Show the form as it was filled in, and what the event comes to."""
    session = await find_planned(request)
    if session.is_busy or isinstance(session.error, RosterError):
        return go_to(session)
    planned, found = session.planned, [*problems, *session.problems]
    notes = planned.notes if planned else ()
    # The page links to the event that a new one may be meant to continue, and shows no path
    homes = {
        one: Path(fix.value)
        for one in notes
        for fix in getattr(one, "fixes", ())
        if fix.field == "output" and fix.value
    }
    roster = planned.event.roster if planned and session.lists else None
    has_pairs = (
        roster and not roster.by_round and any(len(one.players) > 1 for one in roster.fixtures)
    )
    return pages.render_page(
        request,
        "event_plan.html",
        session=session,
        deck_title=deck_of(planned.event).title if planned else "",
        form=forms.Form(EventSettings, session.values, found, list_editions(session.library)),
        summary=describe_plan(planned) if planned else None,
        notes=[*(planned.reading if planned else ()), *(one for one in notes if one not in homes)],
        redeal=session.values.get("redeal", ()),
        preview=await make_preview(session),
        same=await in_thread(state_of(request).events.open_printed, next(iter(homes.values())))
        if homes
        else None,
        # A list that pairs its players without naming a round
        asks_round=has_pairs
        or "round" in {*session.answers, *(one.field for one in session.problems)},
    )


async def make_preview(session: event_sessions.EventSession) -> previews.SheetPreview:
    """Return a picture of the sheets, without names."""
    settings, _ = EventSettings.examine(session.values)
    return await previews.make_preview(session.library, settings.edition, choose_looks(settings))


def describe_plan(planned: PlannedEvent) -> dict[str, Any]:
    """Return what a plan comes to: counts, files with their pages, sheets of paper."""
    plan = planned.event
    counts, paper = Counter[str](), 0
    for file in list_pack_files(plan, planned.round):
        kind = file_kind(file.name)
        if kind != "players":  # in the other files, too
            is_halved = kind in ("sheets", "spares") and (
                plan.settings.half_sheets or plan.settings.with_rules
            )
            counts[kind] += file.pages
            paper += -(-file.pages // 2) if is_halved else file.pages
    return {
        "figures": {
            "Players": len(plan.roster.players),
            "Rounds": len(plan.rounds),
            "Tables per round": max(one.tables for one in plan.rounds),
            "Byes": sum(len(one.byes) for one in plan.rounds),
            "Sheets": plan.sheets,
            "Pages": counts.total(),
        },
        "large": sum(
            plan.settings.large_print or player.large_print for player in plan.roster.players
        ),
        "files": [(kind, counts[kind]) for kind in KINDS if counts[kind]],
        "paper": paper,
        "printed": [
            one for one in plan.numbers if planned.changes and one not in planned.changes.new_rounds
        ],
    }


async def submit_plan(request: Request) -> Response:
    """Update the plan, or print the event; or show what is wrong, and keep what was typed."""
    session, fields = await find_planned(request), await request_data.read_fields(request)
    single = dict(fields)
    do = single.get("do")
    if do == "leave" and session.has_pack and not session.is_busy:
        session.forget_list()
    if do == "leave" or session.is_busy:
        return go_to(session)
    if single.get("version") != str(session.version):
        return await show_plan(request, [OTHER_WINDOW])
    values = forms.clear_field(forms.read_values(EventSettings, fields), single.get("fix", ""))
    values["redeal"] = [value for name, value in fields if name == "redeal"]
    answers = (
        {**session.answers, "round": single["listed"].strip()}
        if "listed" in single
        else session.answers
    )
    if (values, answers) != (session.values, session.answers):
        session.change_plan(values=values, answers=answers)
        await find_planned(request)
    if session.planned is None:
        return await show_plan(request)
    if do == "print":
        if session.planned.changes and session.planned.changes.voided and "void" not in single:
            return await show_plan(request, [VOID])
        state_of(request).events.print(session)
    return go_to(session, "/printing" if do == "print" else "/plan")


# Printing, and the pack


async def show_printing(request: Request) -> Response:
    """Show how far it is; when it is done, the pack."""
    session = find_session(request)
    if session.page != "printing":
        return go_to(session)
    busy, planned = state_of(request).events.list_busy(), session.planned
    return pages.render_page(
        request,
        "event_printing.html",
        session=session,
        before=busy.index(session) if session in busy else 0,
        pages=sum(one.pages for one in list_pack_files(planned.event, planned.round))
        if planned
        else 0,
        faults=[forms.describe_problem(one) for one in session.problems],
        preview=await make_preview(session),
    )


async def stop(request: Request) -> Response:
    """Stop printing."""
    session = find_session(request)
    await request_data.read_fields(request)
    state_of(request).events.stop(session)
    return go_to(session, "/printing")


async def find_pack(request: Request) -> tuple[Path, Printed]:
    """Return the folder of a ticket's pack, and what was printed there.

    Raises `HTTPException` (404) if it is gone.
    """
    session = find_session(request)
    if session.home is None or not session.has_pack:
        raise HTTPException(404)
    return session.home, await in_thread(read_printed, session.home / EVENT_FILE, partial=True)


async def show_pack(request: Request) -> Response:
    """Show all files, and what to do with them."""
    session = find_session(request)
    if session.page != "pack":
        return go_to(session)
    home, pack = await find_pack(request)
    plan, kinds, missing = pack.event, dict[str, list[FileRow]](), set[str]()
    for one in pack.files:
        kind = file_kind(one.name)
        is_edited = one.name != PLAYERS_FILE and await in_thread(is_changed, home, one)
        if is_edited or not has_inside(home, one.name):
            missing.add(kind)
        else:
            kinds.setdefault(kind, []).append(one)
    printed = copy(
        session
    )  # not the session itself: another window may be changing its plan meanwhile
    printed.stored, printed.values = plan, event_sessions.list_values(plan)
    return pages.render_page(
        request,
        "event_pack.html",
        session=session,
        plan=plan,
        settings=plan.settings,
        kinds=kinds,
        pages=sum(one.pages for kind, own in kinds.items() if kind != "players" for one in own),
        missing=sorted(missing, key=KINDS.index),
        is_listed=len(plan.players) <= MOST_LISTED,
        players_text=await in_thread(read_players_text, home),
        has_uploads=any(session.folder.glob("list-*")),
        preview=await make_preview(printed),
    )


def read_players_text(home: Path) -> str:
    """Return the text of a pack's `players.csv`; "" if it is gone, or nothing to edit on a page."""
    try:
        return read_inside(home, PLAYERS_FILE, MAX_PLAYERS_BYTES).decode("utf-8-sig", "replace")
    except OSError:
        return ""


async def file(request: Request) -> Response:
    """Send one file, to print or to save, by its name. Players' own files have theirs: they are in
    the ZIP only.
    """
    home, pack = await find_pack(request)
    name = request.path_params["name"]
    names = [EVENT_FILE, *(one.name for one in pack.files if file_kind(one.name) != "players")]
    if name not in names or not has_inside(home, name):
        raise HTTPException(404)
    path = home / name
    return FileResponse(path, filename=path.name, content_disposition_type="inline")


async def zipped(request: Request) -> Response:
    """Send the files for the copy shop, or the organizer's own, as a ZIP."""
    home, pack = await find_pack(request)
    is_own = request.url.path.endswith("/own.zip")
    found = [EVENT_FILE, *(one.name for one in pack.files)]
    names = [one for one in found if (file_kind(one) in SECRET) == is_own and has_inside(home, one)]
    if not names:
        raise HTTPException(404)
    inside = (
        f"{messages.slug(pack.event.title) or 'event'}-{'organizer-only' if is_own else 'to-print'}"
    )
    path = find_session(request).folder / f"{inside}.zip"
    await in_thread(zip_files, home, names, path)
    return FileResponse(path, filename=path.name)


def zip_files(folder: Path, names: Sequence[str], target: Path) -> None:
    """Write a ZIP of files while nobody prints the folder; PDFs are compressed already. Raises
    `BusyError`.
    """
    with alone_in(folder), zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in names:
            info = zipfile.ZipInfo(
                f"{target.stem}/{name}"
            )  # of 1980, so that the same files give the same bytes
            info.external_attr = 0o600 << 16
            with open_inside(folder, name) as source, archive.open(info, "w") as entry:
                shutil.copyfileobj(source, entry)


async def reprint(request: Request) -> Response:
    """Send a round, one sheet, or the sheets that the last list changed; the address holds numbers,
    no name.
    """
    home, _ = await find_pack(request)
    number, round = (request.query_params.get(name) or None for name in ("number", "round"))
    is_changed = "changed" in request.query_params
    settings, problems = ReprintSettings.examine(
        {"number": number, "round": round, "changed": is_changed}
    )
    if problems or not (number or round or is_changed):
        raise HTTPException(404)
    sheets = await in_thread(reprint_event, settings, home)
    name = (
        "sheet"
        if settings.number
        else "changed-sheets"
        if settings.changed
        else f"round-{settings.round}"
    )
    return responses.send_file(sheets.content, f"{name}.pdf", is_download=False)


routes = [
    Route("/event", show_start),
    Route("/event", upload, methods=["POST"]),
    Route("/event/{ticket}", resume),
    Route("/event/{ticket}/roster", replace_list, methods=["POST"]),
    Route("/event/{ticket}/delete", delete, methods=["POST"]),
    Route("/event/{ticket}/list", show_list),
    Route("/event/{ticket}/list", answer, methods=["POST"]),
    Route("/event/{ticket}/plan", show_plan),
    Route("/event/{ticket}/plan", submit_plan, methods=["POST"]),
    Route("/event/{ticket}/printing", show_printing),
    Route("/event/{ticket}/stop", stop, methods=["POST"]),
    Route("/event/{ticket}/pack", show_pack),
    Route("/event/{ticket}/files/{name:path}", file),
    Route("/event/{ticket}/print.zip", zipped),
    Route("/event/{ticket}/own.zip", zipped),
    Route("/event/{ticket}/reprint.pdf", reprint),
]
