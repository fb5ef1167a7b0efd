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
from wordfleet_print.event.pack.sheet_files import PLAYERS
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
# What the answer to a question sends that leaves the event without the new list.
STOP_ANSWER = "stop"
OTHER_WINDOW = Problem("The list was changed in another window. This is how it is now.", "plan")
NO_LIST = Problem("Choose a list, type names, or give a number of players.", "roster")
SAME_NAME = Problem("Two lists have the same name. Rename one, for example 5A and 5B.", "roster")
VOID = Problem(
    "Some printed sheets become void. Tick the box to allow it, or undo the change.", "plan"
)


def find_session(request: Request) -> EventSession:
    """Return the event of the ticket in the address, which has a list, a number of players or a
    pack. Raises `HTTPException` (404) if it is gone.
    """
    session = state_of(request).events.find(request.path_params["ticket"])
    if session is None or not (session.lists or session.number_of_players or session.has_pack):
        raise HTTPException(404, request_data.TICKET_GONE)
    return session


async def find_planned(request: Request) -> EventSession:
    """Return the event of the ticket in the address with its plan, by the rules as they are now.
    Raises `HTTPException` (404) if it is gone.
    """
    events = state_of(request).events
    base = await state_of(request).books.read_editions()
    while True:
        session = find_session(request)
        to_plan = session
        # A designer has changed the rules since the plan was made
        if session.base is not base and not session.is_busy:
            to_plan = replace(session, base=base, planned=None, error=None)
        planned_session = await in_thread(events.plan, to_plan)
        # If another request has changed the event meanwhile, its change has to be planned
        if events.keep(planned_session, before=session) is planned_session:
            return planned_session


def go_to(session: EventSession, page: str = "") -> Response:
    """Go to a page of an event, such as "/plan"; without one to the page where it continues."""
    return responses.redirect(f"/event/{session.ticket}{page}")


# From a list to a plan


async def show_start(
    request: Request, problems: Sequence[Problem] = (), names: str = "", number: str = ""
) -> Response:
    """Show the form that uploads a list: for a new event, below it those that were printed; or for
    the event in the address. `names` and `number` are what was typed into it.
    """
    form = forms.Form(EventSettings, {"number_of_players": number}, problems)
    printed = await in_thread(state_of(request).events.list_printed)
    template = "event_other.html" if "ticket" in request.path_params else "event_new.html"
    return pages.render_page(request, template, form=form, names=names, printed=printed)


async def upload(request: Request) -> Response:
    """Start an event with what is uploaded, or say what is wrong with it and keep nothing."""
    events = state_of(request).events
    base = await state_of(request).books.read_editions()
    values = usual_choices.read_defaults(request, EventSettings)
    values |= usual_choices.choose_printer(request, EventSettings)
    values["edition"] = usual_choices.choose_edition(base, values.get("edition"))
    session = events.add(values, base)
    try:
        return await take_list(request, session)
    finally:
        if events.find(session.ticket) is session:  # no list has taken its place
            events.delete(session)


async def replace_list(request: Request) -> Response:
    """Take another list for the same event; who was on the old one keeps their sheets."""
    return await take_list(request, find_session(request))


async def take_list(request: Request, session: EventSession) -> Response:
    """Plan an event with the files, pasted names or number of players that a form sends, and go on
    with it; or show the form with its problems, and leave the event unchanged.
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
        # The problems are shown here, at the field that the list came from
        field = "roster" if sent.has_files else "names"
        problems = [
            replace(problem, field=field, fixes=()) for problem in forms.problems_of(changed.error)
        ]
        return await show_start(request, problems, sent.names, sent.number)
    events.keep(changed)
    return go_to(changed)


async def plan_lists(events: EventStore, session: EventSession) -> EventSession:
    """Return a copy of an event whose lists are new, with its plan.

    Answers of earlier lists are dropped if there is no plan with them: the name of a sheet in the
    earlier list, for example, may not be in this one.
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
    if fields.get("from") == "table":
        # The form of a table takes 24 players; of more it sends all names on to here
        rows = forms.read_rows([(name, str(value)) for name, value in fields.multi_items()])
        names_in_rows = [row["name"] for row in rows if "name" in row]
        names = "\n".join([*names_in_rows, names])
    lists: list[Path] = []
    for file in fields.getlist("roster"):
        # A browser sends a file without a name if nothing was chosen
        if isinstance(file, UploadFile) and file.filename:
            lists.append(uploaded_lists.save_list(await file.read(), file.filename, folder))
    await fields.close()
    has_files = bool(lists)
    if names.strip() and not has_files:
        lists.append(uploaded_lists.save_text(names, folder))
    return SentLists(
        lists=tuple(lists), names=names, number="" if lists else number, has_files=has_files
    )


def could_read_list(error: WordfleetError) -> bool:
    """Return whether an error came after a list was read: it has questions, or columns that can be
    corrected, or a field of the plan has to change. Then the event can go on.
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
        # Planning may bring questions about the list, which are asked on another page
        session = await find_planned(request)
    return go_to(session, f"/{session.page}")


async def delete_event(request: Request) -> Response:
    """Remove everything that was uploaded and planned; packs stay in `output/`."""
    session = find_session(request)
    await request_data.read_fields(request)
    await in_thread(state_of(request).events.delete, session)
    return responses.redirect("/event")


async def show_list(request: Request, problems: Sequence[Problem] = ()) -> Response:
    """Show what was read of a list: players, columns, questions, problems; with `?edit` the list
    itself, as a text.
    """
    session = await find_planned(request)
    error = session.error if isinstance(session.error, RosterError) else None
    if session.is_busy or not (session.lists or error):
        raise HTTPException(404)
    roster = session.planned.event.roster if session.planned else None
    questions = error.questions if error else ()
    faults = error.faults[: forms.MOST_PROBLEMS] if error else ()
    all_problems = [*problems, *faults]
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
    """Return whether the address asks for the list as a text to edit, and there is just one."""
    return "edit" in request.query_params and len(session.lists) == 1


async def make_text(request: Request, session: EventSession) -> str:
    """Return the list of an event as a text to edit: the one that was pasted, or the file that the
    address asks for. Returns "" if there is none, it is several tables, or too long for a form.
    """
    text = session.text
    if not text and asks_text(request, session):
        file = session.lists[0]
        text = await in_thread(uploaded_lists.list_to_text, file, session.answers)
    is_short = len(text.encode()) < state_of(request).settings.limits.form_bytes
    return text if is_short else ""


async def choose_columns(request: Request) -> Response:
    """Read the list again, with columns as they were chosen in the menus above them.

    The menu of column 2B, in field `use-2B`, sends what the column is: "club".
    """
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
        if value == STOP_ANSWER:
            return go_to(state_of(request).events.keep(session.forget_list()))
        if value in {choice.value for choice in question.choices}:
            answers |= question.answer(value)
    if answers != session.answers:
        changed = replace(session.reopen_plan(), answers=answers, version=session.version + 1)
        state_of(request).events.keep(changed)
    return go_to(session)


async def show_plan(request: Request, problems: Sequence[Problem] = ()) -> Response:
    """Show the form of an event as it was filled in, and what its plan comes to."""
    session = await find_planned(request)
    if session.is_busy or isinstance(session.error, RosterError):
        return go_to(session)
    planned_event = session.planned
    notes = planned_event.notes if planned_event else ()
    notes_on_lists = planned_event.reading if planned_event else ()
    homes = find_other_homes(notes)
    same = None
    if homes:
        first_home = next(iter(homes.values()))
        same = await in_thread(state_of(request).events.name_printed, first_home)
    defaults = usual_choices.describe_defaults(request, EventSettings)
    if session.stored_event:  # it keeps what it was printed with
        defaults = ""
    form = forms.Form(
        EventSettings,
        session.values,
        problems=[*problems, *session.problems],
        editions=list_editions(session.library),
    )
    return pages.render_page(
        request,
        "event_plan.html",
        session=session,
        deck_title=deck_of(planned_event.event).title if planned_event else "",
        form=form,
        summary=describe_plan(planned_event) if planned_event else None,
        notes=[*notes_on_lists, *(note for note in notes if note not in homes)],
        defaults=defaults,
        redeal=session.values.get("redeal", ()),
        preview=await make_preview(session),
        same=same,
        asks_round=asks_round(session),
    )


def find_other_homes(notes: Sequence[Note]) -> dict[Note, Path]:
    """Return the notes that say that this event may be meant to continue a printed one, each with
    the folder of that. The page has a link to it in place of the note, which names the folder.
    """
    homes = dict[Note, Path]()
    for note in notes:
        for fix in note.fixes:
            if fix.field == "output" and fix.value:
                homes[note] = Path(fix.value)
    return homes


def asks_round(session: EventSession) -> bool:
    """Return whether the page asks which round a list is of: it says who meets whom, and not in
    which round; or the answer is wrong.
    """
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
    """Return what a plan comes to, for its template: `figures`, players with `large` print, the
    pages of each kind of `files`, sheets of `paper`, rounds that were `printed` before.
    """
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
    """Return the pages of each kind of file, such as `tables`, and the sheets of paper for all.

    The files of single players are left out: their pages are in the others, too.
    """
    settings = planned_event.event.settings
    # Two pages are on a sheet of paper: both sides are printed, or halves are cut
    is_halved = settings.half_sheets or settings.with_rules
    counts = Counter[str]()
    paper = 0
    for file in list_pack_files(planned_event.event, planned_event.round):
        kind = file_kind(file.name)
        if kind == PLAYERS:
            continue
        counts[kind] += file.pages
        if is_halved and kind in ("sheets", "spares"):
            paper += ceil(file.pages / 2)
        else:
            paper += file.pages
    return counts, paper


async def submit_plan(request: Request) -> Response:
    """Do what a button below the plan says: `leave` the plan, update it, or `print` the event; or
    show what is wrong, and keep what was typed.
    """
    session = await find_planned(request)
    fields = await request_data.read_fields(request)
    events = state_of(request).events
    field_values = dict(fields)
    button = field_values.get("do")
    if button == "leave" and session.has_pack:
        session = events.keep(session.forget_list())
    if button == "leave" or session.is_busy:
        return go_to(session)
    if field_values.get("version") != str(session.version):
        return await show_plan(request, [OTHER_WINDOW])
    changed = read_plan(session, fields)
    if changed is not session:
        events.keep(changed)
        session = await find_planned(request)
    if session.planned is None:
        return await show_plan(request)
    if button != "print":
        return go_to(session, "/plan")
    changes = session.planned.changes
    # A box has to be ticked before sheets that were printed lose their value
    if changes and changes.voided and "void" not in field_values:
        return await show_plan(request, [VOID])
    events.queue_print(session)
    return go_to(session, "/printing")


def read_plan(session: EventSession, fields: forms.Fields) -> EventSession:
    """Return a copy of an event with the values of the form below its plan; the event itself if
    nothing has changed.
    """
    field_values = dict(fields)
    values = forms.read_values(EventSettings, fields)
    values = forms.clear_field(values, field_values.get("fix", ""))
    # What no form has stays
    hidden = [name for name in usual_choices.HIDDEN if name in session.values]
    values |= {name: session.values[name] for name in hidden}
    values["redeal"] = [value for name, value in fields if name == "redeal"]
    answers = dict(session.answers)
    if "listed" in field_values:  # the round that the list is of, if the page asks for it
        answers["round"] = field_values["listed"].strip()
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
