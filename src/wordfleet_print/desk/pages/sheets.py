"""What was dealt: the table behind its ticket, its PDFs, one captain at a time, and each captain's own page."""

from __future__ import annotations

from dataclasses import replace

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.desk.doors import read_form
from wordfleet_print.desk.keys import visitor_of
from wordfleet_print.desk.orders import DealtSheet, DrawPicture, PrintSheets
from wordfleet_print.desk.pages.captains import deal, form_page
from wordfleet_print.desk.pictures import Shown, shown, svg_of
from wordfleet_print.desk.shop import OwnSheet, Shop, Table, shop_of
from wordfleet_print.desk.views import TICKET_GONE, behind, page, pdf, qr_code, see


def _table(request: Request) -> tuple[str, Table]:
    """A ticket and its table. Raises `HTTPException` (404) where it is gone, or was dealt for somebody else."""
    ticket, table = behind(request, shop_of(request).tables)
    if not visitor_of(request).sees(table.whose):
        raise HTTPException(404, TICKET_GONE)
    return ticket, table


def _place(request: Request, table: Table) -> int:
    """The number of the sheet that is asked for. Raises `HTTPException` (404) where there is none such."""
    number: int = request.path_params["number"]
    if not 1 <= number <= len(table.dealt.sheets):
        raise HTTPException(404)
    return number


async def dealt(request: Request) -> Response:
    """Who has which fleet, and all there is to do with it."""
    ticket, table = _table(request)
    return page(
        request,
        "dealt.html",
        here="table",
        ticket=ticket,
        table=table,
        shown=await _picture(shop_of(request), table, table.dealt.sheets[0]),
    )


async def _picture(shop: Shop, table: Table, sheet: DealtSheet) -> Shown:
    edition, paper, library = table.dealt.edition, table.dealt.paper, table.request.words.library
    order = DrawPicture(edition, paper, table.request.eco, sheet.large, sheet.left, library)
    return await shown(shop, order, sheet.captain, sheet.opponent, sheet.fleet_name)


async def codes(request: Request) -> Response:
    """The sheet codes, for whoever looks alone."""
    ticket, table = _table(request)
    return page(request, "codes.html", here="table", ticket=ticket, table=table)


async def all_sheets(request: Request) -> Response:
    """All sheets in one PDF, to print or to save."""
    _, table = _table(request)
    content = await _printed(request, table)
    return pdf(content, table.dealt.name, save=request.scope["path"].endswith("/save"))


async def one_sheet(request: Request) -> Response:
    """One sheet of the table."""
    _, table = _table(request)
    number = _place(request, table)
    return pdf(await _printed(request, table, number), table.dealt.sheets[number - 1].file_name, save=False)


async def _printed(request: Request, table: Table, *numbers: int) -> bytes:
    shop = shop_of(request)
    codes = tuple(sheet.code for sheet in table.dealt.sheets)
    content: bytes = await shop.press.do(PrintSheets(table.request, numbers, codes))
    return content


async def turns(request: Request) -> Response:
    """One captain at a time: this one's sheet alone, here or on their own phone."""
    shop, (ticket, table) = shop_of(request), _table(request)
    number = _place(request, table)
    sheet, own = table.dealt.sheets[number - 1], table.own[number - 1]
    held = shop.sheets.find(own)
    following = table.dealt.sheets[number] if number < len(table.dealt.sheets) else None
    return page(
        request,
        "turns.html",
        here="table",
        ticket=ticket,
        table=table,
        number=number,
        sheet=sheet,
        own=own,
        following=following,
        fetched=held.fetched if held else 0,
        qr=qr_code(f"{shop.settings.origin}/mine/{own}") if shop.settings.origin else "",
        shown=await _picture(shop, table, sheet),
    )


async def another(request: Request) -> Response:
    """The same table dealt anew."""
    _, table = _table(request)
    await read_form(request)
    if table.form is None:
        raise HTTPException(404)
    answer = await deal(request, table.form)
    if not isinstance(answer, str):
        return await form_page(request, table.form, answer.faults)
    return see(f"/sheets/{answer}#print")


async def change(request: Request) -> Response:
    """The form again as it was filled in."""
    _, table = _table(request)
    if table.form is None:
        raise HTTPException(404)
    return await form_page(request, table.form)


def _own(request: Request) -> tuple[str, OwnSheet]:
    return behind(request, shop_of(request).sheets)


async def mine(request: Request) -> Response:
    """A captain's own page: this sheet, and nobody else's."""
    ticket, own = _own(request)
    picture = replace(await _picture(shop_of(request), own.table, own.sheet), address=f"/mine/{ticket}/paper.svg")
    return page(request, "mine.html", here="table", ticket=ticket, own=own, sheet=own.sheet, shown=picture)


async def my_paper(request: Request) -> Response:
    """The drawing on that page: whoever has this link alone loads nothing else of the shop's."""
    _, own = _own(request)
    return svg_of(request, (await _picture(shop_of(request), own.table, own.sheet)).picture)


async def my_sheet(request: Request) -> Response:
    """The captain's own sheet, to print or to save; it is counted, so that nobody looks at it unseen."""
    _, own = _own(request)
    content = await _printed(request, own.table, own.number)
    if request.method == "GET":
        own.fetched += 1
    return pdf(content, own.sheet.file_name, save=request.scope["path"].endswith("/save"))


sheets_routes = [
    Route("/sheets/{ticket}", dealt),
    Route("/sheets/{ticket}/codes", codes),
    Route("/sheets/{ticket}/sheets.pdf", all_sheets),
    Route("/sheets/{ticket}/save", all_sheets),
    Route("/sheets/{ticket}/{number:int}.pdf", one_sheet),
    Route("/sheets/{ticket}/turns/{number:int}", turns),
    Route("/sheets/{ticket}/another", another, methods=["POST"]),
    Route("/sheets/{ticket}/change", change),
    Route("/mine/{ticket}", mine),
    Route("/mine/{ticket}/paper.svg", my_paper),
    Route("/mine/{ticket}/sheet.pdf", my_sheet),
    Route("/mine/{ticket}/save", my_sheet),
]
