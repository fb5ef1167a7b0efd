"""An organizer uploads a list, sees what was read of it, and answers questions about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.errors import Problem, WordfleetError
from wordfleet_print.event.plan.event_file import EVENT_FILE, read_event
from wordfleet_print.event.plan.matching import COLUMNS, PLAYERS_FILE, is_players_text, keep_answers
from wordfleet_print.event.roster.questions import Answers
from wordfleet_print.files import is_file
from wordfleet_print.messages import listed
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.web import pages
from wordfleet_print.web.event_lists import (
    PASTED_NAME,
    ROLES,
    ListReading,
    change_answers,
    list_to_text,
    read_list,
    save_list,
    text_to_list,
)
from wordfleet_print.web.event_sessions import EventSession
from wordfleet_print.web.forms import Form, problems_of
from wordfleet_print.web.state import in_thread, state_of

OTHER_WINDOW = "The list was changed in another window. This is how it is now."
NO_LIST = "Choose a list, type names, or give a number of players."
MOST_COLUMNS = 60
"""Columns that are shown; of more, only those that something is read from."""
PLAYER_NAME = re.compile(r"players-[1-9][0-9]?-name")


async def new(request: Request, problems: Sequence[Problem] = (), names: str = "", number: str = "") -> Response:
    """Show where a list is uploaded, and the printed events."""
    form = Form(EventSettings, {"number_of_players": number}, problems)
    printed = await in_thread(state_of(request).events.list_printed)
    return pages.render_page(request, "event_new.html", form=form, problems=problems, names=names, printed=printed)


async def upload(request: Request) -> Response:
    """Read what was uploaded and go to its ticket, or say what is wrong with it."""
    state = state_of(request)
    fields = await pages.read_form(request, with_files=True)
    names, number = str(fields.get("names", "")), str(fields.get("number_of_players", "")).strip()
    if fields.get("from") == "table":  # more names than the table's form takes
        typed = [str(value) for name, value in fields.multi_items() if PLAYER_NAME.fullmatch(name) and value]
        names = "\n".join([*typed, names])
    ticket, session = state.events.add()
    try:
        problems = await take_upload(session, fields.getlist("roster"), names, number)
    except BaseException:
        state.events.delete(ticket)
        raise
    finally:
        await fields.close()
    if problems:
        state.events.delete(ticket)
        return await new(request, problems, names, number)
    return pages.redirect(f"/event/{ticket}")


async def take_upload(
    session: EventSession, uploads: Sequence[object], names: str = "", number: str = ""
) -> Sequence[Problem]:
    """Take files, pasted names or a number of players for an event; return what is wrong if none of it is a list."""
    folder = session.folder / f"list-{session.version + 1}"
    files = [file for file in uploads if isinstance(file, UploadFile) and (file.filename or file.size)]
    if not files and not names.strip():
        return take_number(session, number)
    lists = [save_list(await one.read(), one.filename or PASTED_NAME, folder) for one in files]
    lists = lists or [save_list(text_to_list(names), PASTED_NAME, folder)]
    if len({*lists}) < len(lists):
        return (Problem("Two lists have the same name. Rename one, for example 5A and 5B.", "roster"),)
    if len(lists) == 1 and files and lists[0].suffix.lower() == ".json":
        try:
            await in_thread(read_event, lists[0])
        except WordfleetError as error:
            return problems_of(error, "roster")
        session.take(lists[0])
        return ()
    # A later round's list is read as the one before it, if that is possible
    answers = {**read_answers(session.home), **keep_answers(session.answers)}
    reading = await read_again(lists, answers)
    if answers and not reading.is_ready and (reading.problems or not reading.columns):
        answers, reading = {}, await read_again(lists, {})
    if not reading.is_list:
        field = "roster" if files else "names"
        return [Problem(one.message, field, where=one.where, advice=one.advice) for one in reading.problems]
    session.take(*lists, text="" if files else names)
    session.answers, session.reading = answers, reading
    return ()


def take_number(session: EventSession, number: str) -> list[Problem]:
    """Take a number of players without names; return what is wrong with it."""
    if not number:
        return [Problem(NO_LIST, "roster")]
    settings, problems = EventSettings.examine({"number_of_players": number})
    if not problems:
        session.take(players=settings.number_of_players)
    return problems


def read_answers(home: Path | None) -> dict[str, str]:
    """Return the answers that the lists of a printed event were read with."""
    if not (home and is_file(home / EVENT_FILE)):
        return {}
    return keep_answers(dict(read_event(home / EVENT_FILE).plan.roster.answers))


async def read_again(files: Sequence[Path], answers: Answers) -> ListReading:
    """Return what is read of lists by these answers. Raises `HTTPException` (404) if they were deleted meanwhile."""
    reading = await in_thread(read_list, files, answers)
    if not files[0].exists():
        raise HTTPException(404, pages.TICKET_GONE)
    return reading


def find_session(request: Request) -> tuple[str, EventSession]:
    """Return the ticket in the address and its event. Raises `HTTPException` (404) if it is gone."""
    ticket = request.path_params["ticket"]
    session = state_of(request).events.find(ticket)
    if session is None or not (session.files or session.number_of_players or session.has_pack):
        raise HTTPException(404, pages.TICKET_GONE)
    return ticket, session


async def resume(request: Request) -> Response:
    """Go to the page where the event continues: what was read, the plan, printing, or the pack."""
    ticket, session = find_session(request)
    return pages.redirect(f"/event/{ticket}/{session.page}")


async def replace_list(request: Request) -> Response:
    """Take another list for the same event; everybody's sheets stay."""
    ticket, session = find_session(request)
    fields = await pages.read_form(request, with_files=True)
    names = str(fields.get("names", ""))
    try:
        if session.is_busy:
            return pages.redirect(f"/event/{ticket}/printing")
        problems = await take_upload(session, fields.getlist("roster"), names)
    finally:
        await fields.close()
    if problems:
        return pages.render_page(
            request, "event_other.html", form=Form(EventSettings, {}, problems), names=names, problems=problems
        )
    return pages.redirect(f"/event/{ticket}")


async def edit_players(request: Request) -> Response:
    """Take `players.csv` as it was edited on the page: who is here, and how everybody is called."""
    ticket, session = find_session(request)
    text = dict(await pages.read_fields(request)).get("players", "")
    if session.is_busy:
        return pages.redirect(f"/event/{ticket}/printing")
    content = text.encode() if is_players_text(text.encode()) else f"{','.join(COLUMNS)}\n{text}".encode()
    session.take(save_list(content, PLAYERS_FILE, session.folder / f"list-{session.version + 1}"))
    return pages.redirect(f"/event/{ticket}")


async def delete(request: Request) -> Response:
    """Remove everything that was uploaded and planned; packs stay in `output/`."""
    ticket, _ = find_session(request)
    await pages.read_fields(request)
    await in_thread(state_of(request).events.delete, ticket)
    return pages.redirect("/event")


def find_reading(request: Request) -> tuple[str, EventSession, ListReading]:
    """Return a ticket, its event and what was read of its list. Raises `HTTPException` (404) if there is no list."""
    ticket, session = find_session(request)
    if not session.files or session.reading is None:
        raise HTTPException(404)
    return ticket, session, session.reading


async def show_list(request: Request, problems: Sequence[Problem] = ()) -> Response:
    """Show what was read: columns, questions, problems; with `?edit` the list as a text."""
    _, session, reading = find_reading(request)
    columns = [(at, one) for at, one in enumerate(reading.columns) if one.use or len(reading.columns) <= MOST_COLUMNS]
    text = session.text
    if "edit" in request.query_params and len(session.files) == 1 and not text:
        text = await in_thread(list_to_text, session.files[0], session.answers)
    most = state_of(request).settings.limits.form_bytes
    found = [*problems, *reading.problems]
    return pages.render_page(
        request,
        "event_list.html",
        session=session,
        list_name=listed([file.name for file in session.files]),
        reading=reading,
        columns=columns,
        roles=ROLES,
        text=text if len(text.encode()) < most else "",
        form=Form(EventSettings, {}, found),
        problems=found,
    )


async def show(request: Request) -> Response:
    """Show what was read."""
    return await show_list(request)


async def answer(request: Request) -> Response:
    """Read the list again, by the answers that were chosen."""
    ticket, session, reading = find_reading(request)
    fields = dict(await pages.read_fields(request))
    if session.is_busy:
        return pages.redirect(f"/event/{ticket}/printing")
    version = session.version
    if fields.get("version") != str(version):
        return await show_list(request, [Problem(OTHER_WINDOW, "list")])
    answers = change_answers(reading, session.answers, fields)
    found = await read_again(session.files, answers)
    if session.version != version:
        return await show_list(request, [Problem(OTHER_WINDOW, "list")])
    if not found.is_list:
        return await show_list(request, found.problems)
    session.answers, session.reading = answers, found
    session.forget_plan()
    return pages.redirect(f"/event/{ticket}/{'plan' if found.is_ready else 'list'}")


routes = [
    Route("/event", new),
    Route("/event", upload, methods=["POST"]),
    Route("/event/{ticket}", resume),
    Route("/event/{ticket}/roster", replace_list, methods=["POST"]),
    Route("/event/{ticket}/players", edit_players, methods=["POST"]),
    Route("/event/{ticket}/delete", delete, methods=["POST"]),
    Route("/event/{ticket}/list", show),
    Route("/event/{ticket}/list", answer, methods=["POST"]),
]
