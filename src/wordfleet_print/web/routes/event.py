"""The plan of an event: what was chosen, what it comes to, the button that prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.errors import Problem
from wordfleet_print.messages import how_many, some_of
from wordfleet_print.services.events import MOST_IN_TITLE, name_list
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.tracker.layout import choose_looks
from wordfleet_print.web import pages
from wordfleet_print.web.event_sessions import EventSession, find_same_event, free_folder, is_taken, read_printed
from wordfleet_print.web.forms import Form, apply_fix, read_values
from wordfleet_print.web.pack_printer import PrintJob
from wordfleet_print.web.plan_summary import Summary, plan_event
from wordfleet_print.web.routes.event_list import OTHER_WINDOW, find_session
from wordfleet_print.web.routes.table import list_choices
from wordfleet_print.web.state import AppState, in_thread, state_of

VOID = Problem("Some printed sheets become void. Tick that they may, or undo the change.", "plan")
NO_TITLE = Problem("Give the event a title.", "title")


async def show(request: Request) -> Response:
    """Show what the event comes to."""
    ticket, session = find_session(request)
    if session.is_busy or (session.reading and not session.reading.is_ready):
        return pages.redirect(f"/event/{ticket}")
    state = state_of(request)
    await prepare(state, session, pages.usual_paper(request))
    if session.summary is None and not (session.problems or session.questions):
        await plan(state, session)
    return await show_plan(request, session)


async def prepare(state: AppState, session: EventSession, paper: str) -> None:
    """Note the rules in use; fill in a form that nobody has seen yet, as the event was printed or as usual."""
    base = await state.books.editions()
    if session.base is not base:
        session.base, session.summary, session.problems = base, None, ()
    if session.values is not None:
        return
    source = session.record or (session.home if session.has_pack else None)
    if source:
        values, session.rules = await in_thread(read_printed, source)
        session.values, session.printed = values, dict(values)
        if session.record:
            home = state.events.usual_home(str(values["title"]))
            session.home = free_folder(home) if is_taken(home) else home
    else:
        titles = [name_list(file) for file in session.files]
        title = some_of(titles, MOST_IN_TITLE) if titles else how_many(session.number_of_players or 0, "player")
        session.values = {"title": title, "edition": pages.usual_edition(base), "paper": paper}
        session.printed, session.home = None, None


async def plan(state: AppState, session: EventSession) -> None:
    """Plan the event as its form asks for, and keep what it comes to, or what is wrong."""
    version, values = session.version, session.values
    if values is None:
        session.summary = None
        return
    settings, problems = EventSettings.examine(session.add_rules(values))
    if not settings.title:
        problems.append(NO_TITLE)
    if problems:
        session.summary, session.problems = None, tuple(problems)
        return
    await find_home(state, session, settings.title)
    answer = await in_thread(plan_event, session.arguments())
    if session.version == version and session.values in (values, session.printed):
        session.summary, session.problems, session.questions = None, (), ()
        if isinstance(answer, dict):
            session.summary = answer
        elif isinstance(answer, tuple):
            session.questions = answer
        else:
            session.problems = tuple(answer)


async def find_home(state: AppState, session: EventSession, title: str) -> None:
    """Choose the folder; an event of mostly the same players in the usual one is continued."""
    if session.record or (session.has_pack and not (session.resumes and session.is_new)):
        return
    home = state.events.usual_home(title)
    if is_taken(home):
        found = None
        if not session.is_new:
            found = await in_thread(find_same_event, home, session.files, session.answers)
        session.resumes = session.resumes or found is not None
        if found:
            session.values, session.printed, session.rules = {**found[0]}, found[0], found[1]
        else:
            home, session.printed = free_folder(home), None
    session.home = home


async def show_plan(request: Request, session: EventSession, problems: Sequence[Problem] = ()) -> Response:
    """Show the form as it was filled in, and what it comes to."""
    values = session.values or {}
    choices = list_choices(session.library)
    found = [*problems, *session.problems]
    settings, _ = EventSettings.examine(values)
    return pages.render_page(
        request,
        "event_plan.html",
        session=session,
        form=Form(EventSettings, values, found, choices["titles"]),
        plan=session.summary,
        redeal=values.get("redeal", ()),
        problems=found,
        preview=await pages.make_preview(session.library, settings.edition, choose_looks(settings)),
        choices=choices,
    )


async def send(request: Request) -> Response:
    """Update the plan, or print the event; or show what is wrong, and keep what was typed."""
    ticket, session = find_session(request)
    state, fields = state_of(request), await pages.read_fields(request)
    if session.is_busy:
        return pages.redirect(f"/event/{ticket}/printing")
    single = dict(fields)
    if single.get("do") == "leave" and session.has_pack:
        session.is_pending, session.values, session.summary, session.problems = False, None, None, ()
        return pages.redirect(f"/event/{ticket}")
    await prepare(state, session, pages.usual_paper(request))
    if session.values is None or single.get("version") != str(session.version):
        await plan(state, session)
        return await show_plan(request, session, [Problem(OTHER_WINDOW, "plan")])
    values = read_values(EventSettings, fields)
    if fix := single.get("fix"):
        values = apply_fix(values, fix)
    values["redeal"] = [value for name, value in fields if name == "redeal"]
    for question in session.questions:
        value = single.get(question.key, "")
        if value in {choice.value for choice in question.choices} - {"stop"}:
            session.answers |= question.answer(value)
    round_of_list = single.get("listed", "").strip()
    listed = int(round_of_list) if round_of_list.isascii() and round_of_list.isdigit() else None
    is_new = session.resumes and "is_new" in single
    if (values, is_new, listed) != (session.values, session.is_new, session.listed) or session.summary is None:
        if is_new and not session.is_new:  # a new event pairs nothing again
            session.printed, values["redeal"] = None, []
        session.values, session.is_new, session.listed = values, is_new, listed
        session.summary, session.problems = None, ()
        await plan(state, session)
    if session.problems or session.summary is None:
        return await show_plan(request, session)
    return await print_planned(request, ticket, session, single)


async def print_planned(request: Request, ticket: str, session: EventSession, fields: Mapping[str, str]) -> Response:
    """Print the plan if that was asked for; ask first if printed sheets become void."""
    if fields.get("do") != "print":
        return pages.redirect(f"/event/{ticket}/plan")
    change = session.summary and session.summary["change"]
    if change and change["voided"] and "void" not in fields:
        return await show_plan(request, session, [VOID])
    print_pack(state_of(request), session)
    return pages.redirect(f"/event/{ticket}/printing")


def print_pack(state: AppState, session: EventSession) -> None:
    """Print the event. Raises `BusyError` if too many wait."""

    def on_done(change: Summary | None) -> None:
        session.change = change
        session.pack, session.values, session.summary, session.is_pending = None, None, None, False
        session.resumes, session.is_new, session.listed = False, False, None
        if session.record:
            session.files = ()

    job = PrintJob(session.arguments(), session.summary["pages"] if session.summary else 0, on_done)
    state.events.printer.submit(job)
    session.job = job


routes = [Route("/event/{ticket}/plan", show), Route("/event/{ticket}/plan", send, methods=["POST"])]
