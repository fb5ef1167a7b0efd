"""An event: upload a list, answer questions about it, choose what is printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import Any

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print import messages
from wordfleet_print.errors import Note, Problem, WordfleetError
from wordfleet_print.event.event import deck_of
from wordfleet_print.event.missing_results import RESULT
from wordfleet_print.event.pack.pack import list_pack_files
from wordfleet_print.event.plan.returning_players import keep_answers
from wordfleet_print.roster.column_answers import answer_columns
from wordfleet_print.roster.questions import RosterError
from wordfleet_print.roster.roles import ROLES, UNREAD
from wordfleet_print.roster.roster import ReadColumn
from wordfleet_print.services.events import KINDS, PlannedEvent, file_kind
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.tracker.looks import choose_looks
from wordfleet_print.web import (
    forms,
    pages,
    previews,
    request_data,
    responses,
    uploaded_lists,
    usual_choices,
)
from wordfleet_print.web.event_session import EventSession
from wordfleet_print.web.event_store import EventStore
from wordfleet_print.web.routes.table import list_editions
from wordfleet_print.web.state import in_thread, state_of

# What a column can be read as: the values and labels of a menu.
COLUMN_USES = {"": ""} | {role.option: role.name for role in ROLES if role not in UNREAD}
OTHER_WINDOW = Problem("The list was changed in another window. This is how it is now.", "plan")
NO_LIST = Problem("Choose a list, type names, or give a number of players.", "roster")
SAME_NAME = Problem("Two lists have the same name. Rename one, for example 5A and 5B.", "roster")
VOID = Problem(
    "Some printed sheets become void. Tick the box to allow it, or undo the change.", "plan"
)


def find_session(request: Request) -> EventSession:
    """Return the event of the ticket in the address. Raises `HTTPException` (404) if it is gone."""
    session = state_of(request).events.find(request.path_params["ticket"])
    if session is None or not (session.lists or session.number_of_players or session.has_pack):
        raise HTTPException(404, request_data.TICKET_GONE)
    return session


async def find_planned(request: Request) -> EventSession:
    """Return the same, planned by the rules in use."""
    events = state_of(request).events
    base = await state_of(request).books.read_editions()
    while True:
        session = find_session(request)
        current = session
        if session.base is not base and not session.is_busy:
            current = replace(session, base=base, planned=None, error=None)
        planned_session = await in_thread(events.plan, current)
        # Another request may have changed it meanwhile
        if events.keep(planned_session, before=session) is planned_session:
            return planned_session


def go_to(session: EventSession, page: str = "") -> Response:
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
    events = state_of(request).events
    base = await state_of(request).books.read_editions()
    usual = usual_choices.read_defaults(request, EventSettings)
    usual |= usual_choices.choose_printer(request, EventSettings)
    usual["edition"] = usual_choices.choose_edition(base, usual.get("edition"))
    session = events.add(usual, base)
    try:
        return await take_list(request, session)
    finally:
        if events.find(session.ticket) is session:  # no list has taken its place
            events.delete(session)


async def replace_list(request: Request) -> Response:
    """Take another list for the same event; everybody's sheets stay."""
    return await take_list(request, find_session(request))


async def take_list(request: Request, session: EventSession) -> Response:
    """Plan an event with a form's files, pasted names or number of players; it changes only if
    nothing is wrong.
    """
    events = state_of(request).events
    sent = await read_lists(request, session.folder / f"list-{session.version + 1}")
    settings, problems = EventSettings.examine({"number_of_players": sent.number or None})
    if len({*sent.lists}) < len(sent.lists):
        problems = [SAME_NAME]
    elif not (sent.lists or sent.number):
        problems = [NO_LIST]
    if problems:
        return await show_start(request, problems, sent.names, sent.number)
    changed = replace(
        session.reopen_plan(),
        lists=sent.lists,
        number_of_players=settings.number_of_players,
        text="" if sent.has_files else sent.names,
        answers=keep_answers(session.answers),
        version=session.version + 1,
    )
    changed = await plan_lists(events, changed)
    if changed.error and not could_read_list(changed.error):
        field = "roster" if sent.has_files else "names"
        problems = [
            replace(problem, field=field, fixes=()) for problem in forms.problems_of(changed.error)
        ]
        return await show_start(request, problems, sent.names, sent.number)
    events.keep(changed)
    return go_to(changed)


async def plan_lists(events: EventStore, session: EventSession) -> EventSession:
    """Plan an event with other lists, without the answers of before if it cannot be planned with
    them: what held for another list, such as a sheet's name, may not for this one.
    """
    planned = await in_thread(events.plan, session)
    if planned.answers and planned.error and not isinstance(planned.error, RosterError):
        return await in_thread(events.plan, replace(planned.reopen_plan(), answers={}))
    return planned


@dataclass(frozen=True, slots=True)
class SentLists:
    """What a form has sent in place of a list of players: files, names or a number."""

    lists: tuple[Path, ...]
    """The files, or one that holds the names that were typed."""
    names: str
    """The box of names as it was sent."""
    number: str
    """The number of players; "" where lists say it."""
    has_files: bool
    """Whether files were uploaded: then nothing else counts."""


async def read_lists(request: Request, folder: Path) -> SentLists:
    """Save the lists that a form has sent. Raises `HTTPException`, `CannotWriteError`."""
    fields = await request_data.read_form(request, with_files=True)
    names = str(fields.get("names", ""))
    number = str(fields.get("number_of_players", "")).strip()
    if fields.get("from") == "table":  # more names than the table's form takes
        rows = forms.read_rows([(name, str(value)) for name, value in fields.multi_items()])
        names = "\n".join([*(row["name"] for row in rows if "name" in row), names])
    uploads = [upload for upload in fields.getlist("roster") if isinstance(upload, UploadFile)]
    lists = tuple(
        [
            uploaded_lists.save_list(await upload.read(), upload.filename, folder)
            for upload in uploads
            if upload.filename
        ]
    )
    await fields.close()
    has_files = bool(lists)
    if names.strip() and not has_files:
        lists = (uploaded_lists.save_text(names, folder),)
    return SentLists(lists, names, "" if lists else number, has_files)


def could_read_list(error: WordfleetError) -> bool:
    """Return whether a list could be read, though it has questions or faults, or a field of the
    plan has to change.
    """
    if isinstance(error, RosterError):
        return bool(error.questions or error.columns)
    fields = EventSettings.fields()
    return any(
        problem.field in fields and fields[problem.field].option.on_web
        for problem in error.problems
    )


async def resume_event(request: Request) -> Response:
    """Go to the page where the event continues: what was read, the plan, printing, or the pack."""
    session = find_session(request)
    if session.page in ("list", "plan"):
        await find_planned(request)  # the list may have questions
    return go_to(session, f"/{session.page}")


async def delete_event(request: Request) -> Response:
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
    error = session.error if isinstance(session.error, RosterError) else None
    if session.is_busy or not (session.lists or error):
        raise HTTPException(404)
    roster = session.planned.event.roster if session.planned else None
    all_problems = [*problems]
    if error:  # its questions are asked, not shown as problems
        all_problems += error.faults[: forms.MOST_PROBLEMS]
    questions = error.questions if error else ()
    return pages.render_page(
        request,
        "event_list.html",
        session=session,
        list_name=messages.join_words([file.name for file in session.lists]),
        roster=roster,
        columns=columns_of(session),
        uses=COLUMN_USES,
        questions=questions,
        asks_results={question.kind for question in questions} == {RESULT},
        notes=list(map(forms.as_sentence, roster.warnings)) if roster else [],
        text=await make_text(request, session),
        asks_text=asks_text(request, session),
        faults=[forms.describe_problem(problem) for problem in all_problems],
        problems=all_problems,
    )


def asks_text(request: Request, session: EventSession) -> bool:
    """Return whether a single list was asked for as a text to edit."""
    return "edit" in request.query_params and len(session.lists) == 1


async def make_text(request: Request, session: EventSession) -> str:
    """Return a list as a text to edit; "" if nobody asks for it, it is no single table, or too long
    for a form.
    """
    text = session.text
    if not text and asks_text(request, session):
        file = session.lists[0]
        text = await in_thread(uploaded_lists.list_to_text, file, session.answers)
    is_short = len(text.encode()) < state_of(request).settings.limits.form_bytes
    return text if is_short else ""


async def choose_columns(request: Request) -> Response:
    """Read the list again, with columns as they were chosen in the menus above them."""
    fields = dict(await request_data.read_fields(request))
    session = await find_planned(request)
    if session.is_busy:
        return go_to(session)
    columns = columns_of(session)
    if fields.get("version") != str(session.version) or not columns:
        return await show_list(request, [OTHER_WINDOW])
    uses = {
        column.place: fields[f"use-{column.place}"]
        for column in columns
        if fields.get(f"use-{column.place}") in COLUMN_USES
    }
    answers = dict(session.answers) | answer_columns(columns, uses)
    if answers != session.answers:
        changed = replace(session.reopen_plan(), answers=answers, version=session.version + 1)
        state_of(request).events.keep(changed)
    return go_to(session, "/list")


def columns_of(session: EventSession) -> Sequence[ReadColumn]:
    """Return the columns of a list as far as they were read."""
    if isinstance(session.error, RosterError):
        return session.error.columns
    return session.planned.event.roster.columns if session.planned else ()


async def save_answers(request: Request) -> Response:
    """Read the list again, by the answers that were chosen; the answer “stop” leaves the event as
    it was.
    """
    fields = dict(await request_data.read_fields(request))
    session = find_session(request)
    if session.is_busy:
        return go_to(session)
    if fields.get("version") != str(session.version) or not isinstance(session.error, RosterError):
        return await show_list(request, [OTHER_WINDOW])
    answers = dict(session.answers)
    for question in session.error.questions:
        value = fields.get(question.key, "")
        if value == "stop":
            return go_to(state_of(request).events.keep(session.forget_list()))
        if value in {choice.value for choice in question.choices}:
            answers |= question.answer(value)
    if answers != session.answers:
        changed = replace(session.reopen_plan(), answers=answers, version=session.version + 1)
        state_of(request).events.keep(changed)
    return go_to(session)


async def show_plan(request: Request, problems: Sequence[Problem] = ()) -> Response:
    """Show the form as it was filled in, and what the event comes to."""
    session = await find_planned(request)
    if session.is_busy or isinstance(session.error, RosterError):
        return go_to(session)
    planned_event = session.planned
    all_problems = [*problems, *session.problems]
    notes = planned_event.notes if planned_event else ()
    homes = find_other_homes(notes)
    same = None
    if homes:
        same = await in_thread(state_of(request).events.name_printed, next(iter(homes.values())))
    # A printed event keeps what it was printed with
    defaults = (
        "" if session.stored_event else usual_choices.describe_defaults(request, EventSettings)
    )
    return pages.render_page(
        request,
        "event_plan.html",
        session=session,
        deck_title=deck_of(planned_event.event).title if planned_event else "",
        form=forms.Form(
            EventSettings, session.values, all_problems, list_editions(session.library)
        ),
        summary=describe_plan(planned_event) if planned_event else None,
        notes=[
            *(planned_event.reading if planned_event else ()),
            *(note for note in notes if note not in homes),
        ],
        defaults=defaults,
        redeal=session.values.get("redeal", ()),
        preview=await make_preview(session),
        same=same,
        asks_round=asks_round(session),
    )


def find_other_homes(notes: Sequence[Note]) -> dict[Note, Path]:
    """Return notes on an event that a new one may be meant to continue, with its folder: the page
    links to it, and shows no path.
    """
    homes = dict[Note, Path]()
    for note in notes:
        for fix in note.fixes:
            if fix.field == "output" and fix.value:
                homes[note] = Path(fix.value)
    return homes


def asks_round(session: EventSession) -> bool:
    """Return whether the page asks for the round of a list that pairs its players."""
    if "round" in session.answers or any(problem.field == "round" for problem in session.problems):
        return True
    if session.planned is None or not session.lists:
        return False
    roster = session.planned.event.roster
    return not roster.by_round and any(len(fixture.players) > 1 for fixture in roster.fixtures)


async def make_preview(session: EventSession) -> previews.SheetPreview:
    """Return a picture of the sheets, without names."""
    settings, _ = EventSettings.examine(session.values)
    return await previews.make_preview(session.library, settings.edition, choose_looks(settings))


def describe_plan(planned_event: PlannedEvent) -> dict[str, Any]:
    """Return what a plan comes to: counts, files with their pages, sheets of paper."""
    plan = planned_event.event
    counts, paper = count_paper(planned_event)
    return {
        "figures": {
            "Players": len(plan.roster.players),
            "Rounds": len(plan.rounds),
            "Tables per round": max(event_round.tables for event_round in plan.rounds),
            "Byes": sum(len(event_round.byes) for event_round in plan.rounds),
            "Sheets": plan.sheets,
            "Pages": counts.total(),
        },
        "large": sum(
            plan.settings.large_print or player.large_print for player in plan.roster.players
        ),
        "files": [(kind, counts[kind]) for kind in KINDS if counts[kind]],
        "paper": paper,
        "printed": [
            number
            for number in plan.numbers
            if planned_event.changes and number not in planned_event.changes.new_rounds
        ],
    }


def count_paper(planned_event: PlannedEvent) -> tuple[Counter[str], int]:
    """Return the pages of each kind of file, and the sheets of paper for all; without players' own
    files, whose pages are in the others, too.
    """
    settings = planned_event.event.settings
    is_halved = settings.half_sheets or settings.with_rules
    counts = Counter[str]()
    paper = 0
    for file in list_pack_files(planned_event.event, planned_event.round):
        kind = file_kind(file.name)
        if kind == "players":
            continue
        counts[kind] += file.pages
        if is_halved and kind in ("sheets", "spares"):
            paper += ceil(file.pages / 2)
        else:
            paper += file.pages
    return counts, paper


async def submit_plan(request: Request) -> Response:
    """Update the plan, or print the event; or show what is wrong, and keep what was typed."""
    session = await find_planned(request)
    fields = await request_data.read_fields(request)
    events = state_of(request).events
    single = dict(fields)
    do = single.get("do")
    if do == "leave" and session.has_pack:
        session = events.keep(session.forget_list())
    if do == "leave" or session.is_busy:
        return go_to(session)
    if single.get("version") != str(session.version):
        return await show_plan(request, [OTHER_WINDOW])
    changed = read_plan(session, fields)
    if changed is not session:
        events.keep(changed)
        session = await find_planned(request)
    if session.planned is None:
        return await show_plan(request)
    if do != "print":
        return go_to(session, "/plan")
    changes = session.planned.changes
    if changes and changes.voided and "void" not in single:
        return await show_plan(request, [VOID])
    events.queue_print(session)
    return go_to(session, "/printing")


def read_plan(session: EventSession, fields: forms.Fields) -> EventSession:
    """Return an event with the values of a sent form; itself if nothing has changed."""
    single = dict(fields)
    values = forms.clear_field(forms.read_values(EventSettings, fields), single.get("fix", ""))
    hidden = [name for name in usual_choices.HIDDEN if name in session.values]
    values |= {name: session.values[name] for name in hidden}
    values["redeal"] = [value for name, value in fields if name == "redeal"]
    answers = dict(session.answers)
    if "listed" in single:
        answers["round"] = single["listed"].strip()
    if values == session.values and answers == session.answers:
        return session
    return replace(session.reopen_plan(), values=values, answers=answers)


routes = [
    Route("/event", show_start),
    Route("/event", upload, methods=["POST"]),
    Route("/event/{ticket}", resume_event),
    Route("/event/{ticket}/roster", replace_list, methods=["POST"]),
    Route("/event/{ticket}/delete", delete_event, methods=["POST"]),
    Route("/event/{ticket}/list", show_list),
    Route("/event/{ticket}/list", save_answers, methods=["POST"]),
    Route("/event/{ticket}/columns", choose_columns, methods=["POST"]),
    Route("/event/{ticket}/plan", show_plan),
    Route("/event/{ticket}/plan", submit_plan, methods=["POST"]),
]
