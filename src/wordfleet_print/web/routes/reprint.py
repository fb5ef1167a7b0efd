"""A sheet by its sheet code: printed again, or looked up by the umpire."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.errors import WordfleetError
from wordfleet_print.games import Library
from wordfleet_print.services.asking import paper_of
from wordfleet_print.services.choose_words import WordsRequest
from wordfleet_print.services.print_trackers import TrackerRequest
from wordfleet_print.sheet.captains import name_faults
from wordfleet_print.web.keys import visitor_of
from wordfleet_print.web.orders import SECONDS, deal_codes, look_up
from wordfleet_print.web.shop import Lookup, Table, fields_of, read_form, shop_of
from wordfleet_print.web.table_form import Fault, SeatFields, faults_by, faults_of, sentence, sheets_for
from wordfleet_print.web.views import behind, empty_form, keeps_apart, page, see, table_address, usual_paper

KINDS = {"eco": "less ink", "placed": "fleet placed", "mine": "with a mine", "rules": "rules on the back"}
"""How all sheets may look this time."""
MOST_ROWS = 99
"""Rows that are read and shown again, whatever is pasted."""
_ROW = re.compile(r"(code|captain)-([1-9][0-9]?)")
_BETWEEN = re.compile(r"[,;\n]+")


@dataclass(frozen=True, slots=True)
class AgainRow(SeatFields):
    """Whose sheet it is and how their own is to look, beside the code as it was typed."""

    code: str = ""


@dataclass(frozen=True, slots=True)
class AgainForm:
    """What was typed, row by row; paper and kinds; a list of one's own that the sheets were dealt from."""

    rows: tuple[AgainRow, ...] = (AgainRow(),)
    paper: str = "a4"
    kinds: frozenset[str] = frozenset()
    own: str = ""

    @classmethod
    def read(cls, fields: Iterable[tuple[str, str]], paper: str) -> AgainForm:
        """The form of these fields; several codes in one field become rows of their own, rows without any go, and so
        do those beyond `MOST_ROWS`.
        """
        told = list(fields)
        one = dict(told)
        numbers = [int(found[2]) for name in one if (found := _ROW.fullmatch(name))]
        rows: list[AgainRow] = []
        for number in range(1, max([1, *numbers]) + 1):
            first, *others = (code.strip() for code in _BETWEEN.split(one.get(f"code-{number}", "").strip()))
            name = one.get(f"captain-{number}", "").strip()
            rows.append(AgainRow(name, f"left-{number}" in one, f"large-{number}" in one, code=first))
            rows += [AgainRow(code=code) for code in others]
        filled = tuple(row for row in rows if row.code or row.name)[:MOST_ROWS]
        kinds = frozenset(value for name, value in told if name == "kind" and value in KINDS)
        return cls(filled or (AgainRow(),), one.get("paper", paper), kinds, one.get("own", "").strip("\r\n"))

    def faults(self, most: int) -> list[Fault]:
        """What can be told of single fields before any code is looked up."""
        faults = faults_by("paper", lambda: paper_of(self.paper))
        if len(self.rows) > most:
            many = f"These are more than the {most} sheets of one call. Print them in parts."
            faults.append(Fault("code-1", many))
        for number, row in enumerate(self.rows, start=1):
            if not row.code:
                faults.append(Fault(f"code-{number}", "Type the sheet code from the foot of the sheet."))
            told = name_faults(row.name) if row.name else ()
            faults += [Fault(f"captain-{number}", sentence(what)) for what in told]
        return faults

    def request(self, library: Library) -> TrackerRequest:
        """The sheets of the codes, by these rules."""
        asked = sheets_for(self.rows, WordsRequest(own=self.own or None, library=library), self.kinds, self.paper)
        return replace(asked, codes=tuple(row.code for row in self.rows))


async def form(request: Request) -> Response:
    """An empty row for a code."""
    return empty_form(_page(request, AgainForm(paper=usual_paper(request))))


async def again_sent(request: Request) -> Response:
    """Find the sheets and go to their ticket; or say at which code something is wrong."""
    shop = shop_of(request)
    fields = await read_form(request)
    asked = AgainForm.read(fields_of(fields), usual_paper(request))
    most = shop.settings.limits.sheets
    if fields.get("do") == "more":
        return _page(request, replace(asked, rows=(*asked.rows, AgainRow())[:most]))
    if faults := asked.faults(most):
        return _page(request, asked, tuple(faults))
    wanted = asked.request(await shop.books.editions())
    dealt = await shop.press.do(SECONDS, deal_codes, wanted)
    if isinstance(dealt, tuple):
        return _page(request, asked, dealt)
    ticket = shop.keep(Table(wanted, dealt, whose=visitor_of(request).name))
    return see(table_address(ticket, fields.get("do")))


def _page(request: Request, asked: AgainForm, faults: tuple[Fault, ...] = ()) -> Response:
    most = shop_of(request).settings.limits.sheets
    told = {"kinds": KINDS, "most": most, "apart": keeps_apart(request)}
    return page(request, "again.html", form=asked, faults=faults, **told)


again_routes = [Route("/again", form), Route("/again", again_sent, methods=["POST"])]


async def desk(request: Request) -> Response:
    """An empty field for a code."""
    return empty_form(page(request, "umpire.html", code="", faults=(), lookup=None))


async def umpire_sent(request: Request) -> Response:
    """Look a code up and go to its ticket; or say what is wrong with it."""
    shop = shop_of(request)
    fields = await read_form(request)
    code = str(fields.get("code", "")).strip()
    faults: tuple[Fault, ...]
    if not code:
        faults = (Fault("code", "Type the sheet code from the foot of the sheet."),)
    else:
        try:
            found = await shop.press.do(SECONDS, look_up, code, await shop.books.editions())
            return see(f"/umpire/{shop.lookups.issue(Lookup(found))}")
        except WordfleetError as error:
            faults = tuple(faults_of(error, "code"))
    return page(request, "umpire.html", code=code, faults=faults, lookup=None)


async def looked_up(request: Request) -> Response:
    """What everyone may know of the sheet; and, while it is open, what only the umpire may."""
    _, lookup = behind(request, shop_of(request).lookups.find)
    left = ceil(lookup.open_until - shop_of(request).clock())
    answer = page(request, "umpire.html", code="", faults=(), lookup=lookup.found, left=max(0, left))
    if left > 0:
        answer.headers["Refresh"] = f"{left}"
    return answer


async def uncovered(request: Request) -> Response:
    """Open the sheet for a minute, or cover it again."""
    ticket, lookup = behind(request, shop_of(request).lookups.find)
    fields = await read_form(request)
    shop = shop_of(request)
    opens = fields.get("do") != "cover"
    lookup.open_until = shop.clock() + shop.settings.limits.umpire_seconds if opens else 0
    return see(f"/umpire/{ticket}")


umpire_routes = [
    Route("/umpire", desk),
    Route("/umpire", umpire_sent, methods=["POST"]),
    Route("/umpire/{ticket}", looked_up),
    Route("/umpire/{ticket}", uncovered, methods=["POST"]),
]
