"""The plan of an event: what was chosen, what comes of it, the button that prints."""

from __future__ import annotations

from dataclasses import replace

import anyio
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.games import Library
from wordfleet_print.messages import how_many, some_of
from wordfleet_print.services.ask_event import MOST_IN_TITLE
from wordfleet_print.services.asking import title_of
from wordfleet_print.web.events.event_form import MORE, EventForm
from wordfleet_print.web.events.kept import KeptEvent, beside, is_taken
from wordfleet_print.web.events.list_page import event_of
from wordfleet_print.web.events.plan_told import SECONDS, ToldPlan, form_of_event, met_there, plan_event
from wordfleet_print.web.events.queue import Printing
from wordfleet_print.web.shop import Shop, fields_of, read_form, shop_of
from wordfleet_print.web.table_form import Fault, TableForm
from wordfleet_print.web.tonight import choices, looked_over
from wordfleet_print.web.views import Shown, order_of, page, see, usual_edition, usual_paper
from wordfleet_print.web.views import shown as pictured

OTHER_TAB = "The list was changed in another window meanwhile. This is what it comes to now."


async def shown(request: Request) -> Response:
    """What the event comes to, as it was asked for."""
    ticket, event = event_of(request)
    if event.busy or (event.read and not event.read.ready):
        return see(f"/event/{ticket}")
    shop = shop_of(request)
    await _look_up_rules(shop, event)
    await _prepare(shop, event, usual_paper(request))
    if event.planned is None and not event.faults:
        await _plan(shop, event)
    return await _page(request, ticket, event)


async def _look_up_rules(shop: Shop, event: KeptEvent) -> None:
    """Plan it anew where the shop's rules are others by now."""
    shelf = await shop.books.editions()
    if event.shelf is not shelf:
        event.shelf, event.planned, event.faults = shelf, None, ()


async def _prepare(shop: Shop, event: KeptEvent, paper: str) -> None:
    """Fill in a form nobody has seen yet: as the event was printed, or as usual."""
    if event.form is not None:
        return
    if event.record:
        printed = await shop.press.do(SECONDS, form_of_event, event.record)
        home = shop.events.usual_home(printed.title)
        event.home = beside(home) if is_taken(home) else home
        event.form = event.printed = printed
    elif event.has_pack and event.home:
        event.form = event.printed = await shop.press.do(SECONDS, form_of_event, event.home)
    else:
        titles = [title_of(file) for file in event.files]
        title = some_of(titles, MOST_IN_TITLE) if titles else how_many(event.players or 0, "player")
        table = TableForm(edition=usual_edition(event.shelf), paper=paper)
        event.form, event.printed, event.home = EventForm(title, table=table), None, None


async def _plan(shop: Shop, event: KeptEvent) -> None:
    """Plan it as its form asks for; what it comes to, or what is wrong, is kept."""
    version, limits = event.version, shop.settings.limits
    form = event.form
    if form is None:
        event.planned = None
        return
    if faults := await anyio.to_thread.run_sync(form.faults, limits.rounds, event.library):
        event.planned, event.faults = None, tuple(faults)
        return
    await _find_home(shop, event, form)
    answer = await shop.press.do(SECONDS, plan_event, event.request(), limits.players, limits.rounds)
    if event.version == version and event.form in (form, event.printed):
        event.planned, event.faults = (None, answer) if isinstance(answer, tuple) else (answer, ())


async def _find_home(shop: Shop, event: KeptEvent, form: EventForm) -> None:
    """Where it is printed; an event of mostly the same players that stands there is gone on with."""
    if event.record or (event.has_pack and not (event.met and event.anew)):
        return
    home = shop.events.usual_home(form.title)
    if is_taken(home):
        met: EventForm | None = None
        if not event.anew:
            met = await shop.press.do(SECONDS, met_there, home, event.files, event.answers)
        event.met = event.met or met is not None
        if met:
            event.form = event.printed = met
        else:
            home, event.printed = beside(home), None
    event.home = home


async def _page(request: Request, ticket: str, event: KeptEvent, faults: tuple[Fault, ...] = ()) -> Response:
    shop, form = shop_of(request), event.form
    if form is None:
        return see(f"/event/{ticket}")
    return page(
        request,
        "event_plan.html",
        event=event,
        form=form,
        listed=await looked_over(form.table, event.library),
        planned=event.planned,
        faults=(*faults, *event.faults),
        more=MORE,
        shown=await picture_of(
            shop, event.library, form.table.edition, form.table.paper, eco="eco" in form.table.kinds
        ),
        **choices(event.library),
    )


async def picture_of(shop: Shop, library: Library, edition: str, paper: str, *, eco: bool) -> Shown:
    """The paper that comes out, with nobody’s name."""
    return await pictured(shop, order_of(library, edition, paper, eco=eco, large=False, left=False))


async def sent(request: Request) -> Response:
    """Count again, or make the pack; or say what has to be mended, and keep what was typed."""
    ticket, event = event_of(request)
    shop = shop_of(request)
    fields = fields_of(await read_form(request))
    if event.busy:
        return see(f"/event/{ticket}/press")
    one = dict(fields)
    if one.get("do") == "leave" and event.has_pack:
        event.pending, event.form, event.planned, event.faults = False, None, None, ()
        return see(f"/event/{ticket}")
    await _look_up_rules(shop, event)
    await _prepare(shop, event, usual_paper(request))
    if event.form is None or one.get("version") != str(event.version):
        await _plan(shop, event)
        return await _page(request, ticket, event, (Fault("plan", OTHER_TAB),))
    change = event.planned and event.planned["change"]
    form = EventForm.read(fields, event.form, ((one, other) for one, other in change["alike"]) if change else ())
    anew = event.met and "anew" in one
    if form != event.form or anew != event.anew or event.planned is None:
        if anew and not event.anew:  # dealt anew, nothing is renamed, nothing paired again
            event.printed, form = None, replace(form, redeal=frozenset(), renames=())
        event.form, event.anew = form, anew
        event.planned = None
        await _plan(shop, event)
    shop.events.touch(event)
    if event.faults or event.planned is None:
        return await _page(request, ticket, event)
    if one.get("do") != "print":
        return see(f"/event/{ticket}/plan")
    print_pack(shop, event)
    return see(f"/event/{ticket}/press")


def print_pack(shop: Shop, event: KeptEvent) -> None:
    """Have the pack made. Raises `BusyError` where too many wait."""
    request = event.request()
    planned = event.planned

    def finish(change: ToldPlan | None) -> None:
        event.change = change if change and change["anything"] else None
        event.pack, event.form, event.planned, event.pending = None, None, None, False
        event.met = event.anew = False
        if event.record:
            event.source = None

    printing = Printing(request, planned["pages"] if planned else 0, finish)
    shop.events.queue.put(printing)
    event.printing = printing


routes = [
    Route("/event/{ticket}/plan", shown),
    Route("/event/{ticket}/plan", sent, methods=["POST"]),
]
