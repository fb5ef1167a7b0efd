"""From a list to a plan: upload a list, answer questions about it, choose what is printed, print."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.errors import BadInputError, Note, Problem, WordfleetError
from wordfleet_print.event.plan.matching import keep_answers
from wordfleet_print.event.roster.questions import RosterError
from wordfleet_print.messages import listed
from wordfleet_print.services import events as event_service
from wordfleet_print.services.events import PlannedEvent
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.tracker.layout import choose_looks
from wordfleet_print.web import event_lists, forms, pages
from wordfleet_print.web.event_sessions import EventSession, EventSessions
from wordfleet_print.web.routes.table import list_choices
from wordfleet_print.web.state import in_thread, state_of

OTHER_WINDOW = Problem("The list was changed in another window. This is how it is now.", "plan")
NO_LIST = Problem("Choose a list, type names, or give a number of players.", "roster")
SAME_NAME = Problem("Two lists have the same name. Rename one, for example 5A and 5B.", "roster")
VOID = Problem("Some printed sheets become void. Tick that they may, or undo the change.", "plan")
# Columns that are shown; of more, only those that something is read from.
MOST_COLUMNS = 60
PLAYER_NAME = re.compile(r"players-[1-9][0-9]?-name")


async def new(request: Request, problems: Sequence[Problem] = (), names: str = "", number: str = "") -> Response:
    """Show where a list is uploaded, and the printed events."""
    form = forms.Form(EventSettings, {"number_of_players": number}, problems)
    printed = await in_thread(state_of(request).events.list_printed)
    return pages.render_page(request, "event_new.html", form=form, problems=problems, names=names, printed=printed)


async def upload(request: Request) -> Response:
    """Read what was uploaded and go to its ticket, or say what is wrong with it."""
    state, base = state_of(request), await state_of(request).books.editions()
    ticket, session = state.events.add({"edition": pages.usual_edition(base), "paper": pages.usual_paper(request)})
    session.base = base
    try:
        problems, names, number = await take_list(request, ticket, session)
    except BaseException:
        state.events.delete(ticket)
        raise
    if problems:
        state.events.delete(ticket)
        return await new(request, problems, names, number)
    return pages.redirect(f"/event/{ticket}")


async def replace_list(request: Request) -> Response:
    """Take another list for the same event; everybody's sheets stay."""
    ticket, session = find_session(request)
    problems, names, _ = await take_list(request, ticket, session)
    if problems:
        form = forms.Form(EventSettings, {}, problems)
        return pages.render_page(request, "event_other.html", form=form, names=names, problems=problems)
    return pages.redirect(f"/event/{ticket}")


async def take_list(request: Request, ticket: str, session: EventSession) -> tuple[list[Problem], str, str]:
    """Read a form's files, pasted names or number of players, and plan the event with them.

    Return what is wrong if none of it is a list, with the names and the number as they were typed. The event changes
    only if nothing is wrong.
    """
    fields = await pages.read_form(request, with_files=True)
    names, number = str(fields.get("names", "")), str(fields.get("number_of_players", "")).strip()
    if fields.get("from") == "table":  # more names than the table's form takes
        typed = [str(value) for name, value in fields.multi_items() if PLAYER_NAME.fullmatch(name) and value]
        names = "\n".join([*typed, names])
    draft, folder = copy(session), session.folder / f"list-{session.version + 1}"
    try:
        files = [file for file in fields.getlist("roster") if isinstance(file, UploadFile) and file.filename]
        lists = [event_lists.save_list(await one.read(), one.filename or "", folder) for one in files]
    finally:
        await fields.close()
    if len({*lists}) < len(lists):
        return [SAME_NAME], names, number
    if not lists and not names.strip():
        settings, problems = EventSettings.examine({"number_of_players": number})
        if problems or not number:
            return problems or [NO_LIST], names, number
        draft.number_of_players = settings.number_of_players
    else:
        lists = lists or [event_lists.save_text(names, folder)]
        draft.number_of_players = None
    draft.text = "" if files else names
    draft.change_plan(lists=tuple(lists), answers=keep_answers(session.answers), version=session.version + 1)
    events = state_of(request).events
    await in_thread(events.plan, draft)
    if draft.answers and draft.error and not isinstance(draft.error, RosterError):
        draft.change_plan(answers={})  # what held for another list, such as a sheet's name, may not for this one
        await in_thread(events.plan, draft)
    if draft.error and not is_list(draft.error):
        field = "roster" if files else "names"
        found = forms.problems_of(draft.error)
        return [Problem(one.message, field, where=one.where, advice=one.advice) for one in found], names, number
    events.replace(ticket, draft)
    return [], names, number


def is_list(error: WordfleetError) -> bool:
    """Return whether a list could be read, though it has questions or faults, or a field of the plan has to change."""
    if isinstance(error, RosterError):
        return bool(error.questions or error.columns)
    on_page = {name for name, one in EventSettings.fields().items() if one.option.on_web}
    return any(one.field in on_page - {"output"} for one in error.problems)


def find_session(request: Request) -> tuple[str, EventSession]:
    """Return the ticket in the address and its event. Raises `HTTPException` (404) if it is gone."""
    ticket = request.path_params["ticket"]
    session = state_of(request).events.find(ticket)
    if session is None or not (session.lists or session.number_of_players or session.has_pack):
        raise HTTPException(404, pages.TICKET_GONE)
    return ticket, session


async def find_planned(request: Request) -> tuple[str, EventSession]:
    """Return the same, planned by the rules in use."""
    ticket, session = find_session(request)
    base = await state_of(request).books.editions()
    if session.base is not base and not session.is_busy:
        session.base, session.planned, session.error = base, None, None
    await in_thread(state_of(request).events.plan, session)
    return ticket, session


async def resume(request: Request) -> Response:
    """Go to the page where the event continues: what was read, the plan, printing, or the pack."""
    ticket, session = find_session(request)
    if session.page in ("list", "plan"):
        await find_planned(request)  # the list may have questions
    return pages.redirect(f"/event/{ticket}/{session.page}")


async def delete(request: Request) -> Response:
    """Remove everything that was uploaded and planned; packs stay in `output/`."""
    ticket, _ = find_session(request)
    await pages.read_fields(request)
    await in_thread(state_of(request).events.delete, ticket)
    return pages.redirect("/event")


async def show_list(request: Request, problems: Sequence[Problem] = ()) -> Response:
    """Show what was read: players, columns, questions, problems; with `?edit` the list as a text."""
    _, session = await find_planned(request)
    if not session.lists or session.is_busy:
        raise HTTPException(404)
    error = session.error if isinstance(session.error, RosterError) else None
    roster, text = session.planned.plan.roster if session.planned else None, session.text
    if "edit" in request.query_params and len(session.lists) == 1 and not text:
        text = await in_thread(event_lists.list_to_text, session.lists[0], session.answers)
    found = [*problems]
    if error and error.faults:  # its questions are asked, not shown as problems
        found += forms.problems_of(BadInputError(error.message, *error.faults))
    columns = roster.columns if roster else error.columns if error else ()
    name = session.lists[0].name  # is above, so notes need not repeat it
    notes = [note.removeprefix(f"{name}: ").replace(f"{name} ", "") for note in (roster.warnings if roster else ())]
    return pages.render_page(
        request,
        "event_list.html",
        session=session,
        list_name=listed([file.name for file in session.lists]),
        roster=roster,
        columns=[one for one in columns if one.use or len(columns) <= MOST_COLUMNS],
        questions=error.questions if error else (),
        notes=[forms.as_sentence(note) for note in notes],
        text=text if len(text.encode()) < state_of(request).settings.limits.form_bytes else "",
        form=forms.Form(EventSettings, {}, [replace(one, field="list") for one in found]),
        problems=found,
    )


async def answer(request: Request) -> Response:
    """Read the list again, by the answers that were chosen; the answer “stop” leaves the event as it was."""
    ticket, session = find_session(request)
    fields = dict(await pages.read_fields(request))
    if session.is_busy:
        return pages.redirect(f"/event/{ticket}")
    if fields.get("version") != str(session.version) or not isinstance(session.error, RosterError):
        return await show_list(request, [OTHER_WINDOW])
    answers = dict(session.answers)
    for question in session.error.questions:
        value = fields.get(question.key, "")
        if value == "stop":
            session.forget_list()
        elif value in {choice.value for choice in question.choices}:
            answers |= question.answer(value)
    if answers != session.answers:
        session.change_plan(answers=answers, version=session.version + 1)
    return pages.redirect(f"/event/{ticket}")


async def show_plan(request: Request, problems: Sequence[Problem] = ()) -> Response:
    """Show the form as it was filled in, and what the event comes to."""
    ticket, session = await find_planned(request)
    if session.is_busy or isinstance(session.error, RosterError):
        return pages.redirect(f"/event/{ticket}")
    choices, found = list_choices(session.library), [*problems, *session.problems]
    return pages.render_page(
        request,
        "event_plan.html",
        session=session,
        form=forms.Form(EventSettings, session.values, found, choices["titles"]),
        summary=describe_plan(session.planned) if session.planned else None,
        redeal=session.values.get("redeal", ()),
        problems=found,
        choices=choices,
        preview=await make_preview(session),
        same=await in_thread(find_same_event, state_of(request).events, session),
        asks_round=lacks_round(session),
    )


async def make_preview(session: EventSession) -> pages.SheetPreview:
    """Return a picture of the sheets, without names."""
    settings, _ = EventSettings.examine(session.values)
    return await pages.make_preview(session.library, settings.edition, choose_looks(settings))


def find_same_event(events: EventSessions, session: EventSession) -> tuple[str, str] | None:
    """Return ticket and title of a printed event that a new one may be meant to continue."""
    homes = [home for note in (session.planned.notes if session.planned else ()) for home in list_homes(note)]
    return events.open_printed(homes[0]) if homes else None


def list_homes(note: str) -> list[Path]:
    """Return the folders of other events that a note names: the page links to them, and shows no path."""
    fixes = note.fixes if isinstance(note, Note) else ()
    return [Path(fix.value) for fix in fixes if fix.field == "output" and fix.value]


def lacks_round(session: EventSession) -> bool:
    """Return whether a list pairs its players without naming a round, so that the page asks for it."""
    roster = session.planned.plan.roster if session.planned and session.lists else None
    pairs = roster and not roster.by_round and any(len(one.players) > 1 for one in roster.fixtures)
    return bool(pairs) or "round" in {*session.answers, *(one.field for one in session.problems)}


def describe_plan(planned: PlannedEvent) -> dict[str, Any]:
    """Return what a plan comes to: counts, files with their pages, sheets of paper, notes."""
    pack, plan = planned.pack, planned.plan
    kinds: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for file in pack.files:
        if file.pages and (kind := event_service.file_kind(file.name)) != "players":  # in the other files, too
            is_halved = pack.settings.is_duplex and kind in ("sheets", "spares")
            kinds[kind][0] += file.pages
            kinds[kind][1] += -(-file.pages // 2) if is_halved else file.pages
    pages_, paper = (sum(counts) for counts in zip(*kinds.values(), strict=True))
    return {
        "figures": {
            "Players": len(plan.roster.players),
            "Rounds": len(plan.rounds),
            "Tables per round": max(one.tables for one in plan.rounds),
            "Byes": sum(len(one.byes) for one in plan.rounds),
            "Sheets": plan.sheets,
            "Pages": pages_,
        },
        "large": sum(pack.settings.looks.large_print or player.large_print for player in plan.roster.players),
        "files": [(kind, kinds[kind][0]) for kind in event_service.KINDS if kind in kinds],
        "paper": paper,
        "notes": [*planned.reading, *(one for one in planned.notes if not list_homes(one))],
        "printed": [one for one in plan.numbers if planned.changes and one not in planned.changes.new_rounds],
    }


async def send(request: Request) -> Response:
    """Update the plan, or print the event; or show what is wrong, and keep what was typed."""
    ticket, session = await find_planned(request)
    fields = await pages.read_fields(request)
    single = dict(fields)
    if session.is_busy:
        return pages.redirect(f"/event/{ticket}")
    if single.get("do") == "leave" and session.has_pack:
        session.forget_list()
        return pages.redirect(f"/event/{ticket}")
    if single.get("version") != str(session.version):
        return await show_plan(request, [OTHER_WINDOW])
    values = forms.read_values(EventSettings, fields)
    if fix := single.get("fix"):
        values = forms.apply_fix(values, fix)
    values["redeal"] = [value for name, value in fields if name == "redeal"]
    answers = {**session.answers, "round": single["listed"].strip()} if "listed" in single else session.answers
    if (values, answers) != (session.values, session.answers):
        session.change_plan(values=values, answers=answers)
        await find_planned(request)
    if session.planned is None:
        return await show_plan(request)
    if single.get("do") == "print":
        if session.planned.changes and session.planned.changes.voided and "void" not in single:
            return await show_plan(request, [VOID])
        state_of(request).events.print(session)
    return pages.redirect(f"/event/{ticket}/{'printing' if single.get('do') == 'print' else 'plan'}")


routes = [
    Route("/event", new),
    Route("/event", upload, methods=["POST"]),
    Route("/event/{ticket}", resume),
    Route("/event/{ticket}/roster", replace_list, methods=["POST"]),
    Route("/event/{ticket}/delete", delete, methods=["POST"]),
    Route("/event/{ticket}/list", show_list),
    Route("/event/{ticket}/list", answer, methods=["POST"]),
    Route("/event/{ticket}/plan", show_plan),
    Route("/event/{ticket}/plan", send, methods=["POST"]),
]
