"""What every route uses: files that pages load, templates, forms that are sent, and pictures of
sheets.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from html import unescape
from io import BytesIO
from typing import Any, ParamSpec, TypeVar
from urllib.parse import parse_qsl, urlencode
from zipfile import ZipFile, ZipInfo

import anyio
import segno
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from wordfleet_print import __version__
from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.fleet import word_lists
from wordfleet_print.games import Library
from wordfleet_print.limits import DEFAULT_EDITION
from wordfleet_print.messages import counted, how_many, in_words, plural
from wordfleet_print.rulebook.drawings import open_templates
from wordfleet_print.rulebook.page import FOLDER, WEB_FONTS
from wordfleet_print.tracker import geometry, trackers
from wordfleet_print.tracker.layout import SheetLooks
from wordfleet_print.tracker.names import make_printable
from wordfleet_print.web.auth import Role, visitor_of
from wordfleet_print.web.render_queue import LeftError
from wordfleet_print.web.state import in_thread, state_of

# The detail of a 404 for something that was here.
TICKET_GONE = "gone"
FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")
# Lists that are uploaded together.
MOST_FILES = 20
MOST_FIELDS = 500
FOREVER = "public, max-age=31536000, immutable"
KINDS = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
}
KINDS |= {"pdf": "application/pdf", "zip": "application/zip"}
POLICY_TAG = re.compile(rb'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
P = ParamSpec("P")
T = TypeVar("T")


FONTS = [font for font in WEB_FONTS if font.style == "normal"]
STYLES = ("base.css", "web/web.css", "web/nav.css", "web/event.css", "site/icon.svg")
SCRIPTS = ("web/web.js", "web/event.js", "web/kit.js", "web/live.js")
# Styles, scripts, fonts and the icon, by name.
ASSETS = {font.file: (FOLDER / font.file).read_bytes() for font in FONTS}
ASSETS |= {
    name.rpartition("/")[2]: (data_folder("templates") / name).read_bytes()
    for name in STYLES + SCRIPTS
}
ASSETS["fonts.css"] = "".join(
    f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};font-display:block;'
    f'src:url("{font.file}")format("woff2")}}\n'
    for font in FONTS
).encode()
# It changes with the contents, so browsers may keep each file forever.
ASSET_FOLDER = f"/assets/{sha256(b''.join(ASSETS.values())).hexdigest()[:12]}"


def address_of(name: str) -> str:
    """Return the address of a style, script, font or the icon."""
    return f"{ASSET_FOLDER}/{name}"


def send_forever(name: str, content: bytes) -> Response:
    """Return a file that browsers may keep forever."""
    return Response(
        content, media_type=KINDS[name.rpartition(".")[2]], headers={"Cache-Control": FOREVER}
    )


def send_asset(request: Request) -> Response:
    """Send a style, script, font or the icon. Raises `HTTPException` (404) for an unknown name."""
    name = request.path_params["name"]
    if name not in ASSETS:
        raise HTTPException(404)
    return send_forever(name, ASSETS[name])


TEMPLATES = open_templates("web")
TEMPLATES.filters |= {
    "in_words": in_words,
    "counted": counted,
    "how_many": how_many,
    "plural": plural,
}
TEMPLATES.filters["printable"] = make_printable
TEMPLATES.globals |= {"version": __version__, "asset": address_of}
TEMPLATES.globals["icon"] = vars(TEMPLATES.get_template("icon.html").module)["icon"]


def render_text(request: Request, name: str, /, **context: object) -> str:
    """Return a template with the values that every page has."""
    state, role = state_of(request), visitor_of(request).role
    section = request.scope["path"].lstrip("/").partition("/")[0]
    values = {
        "is_owner": role is Role.OWNER,
        "is_known": role is not Role.NOBODY,
        "is_shared": bool(state.settings.origin),
        "section": section,
        "ticket": request.path_params.get("ticket", ""),
        "papers": geometry.PAPERS.values(),
        "limits": state.settings.limits,
        "rules_faults": state.books.faults if role is Role.OWNER and section != "rules" else None,
        **context,
    }
    return TEMPLATES.get_template(name).render(values)


def render_page(
    request: Request, name: str, status: int | None = None, /, **context: object
) -> HTMLResponse:
    """Return a page; its status is 422 if there are `problems` in its context or with its form,
    else 200.
    """
    problems = context.get("problems") or getattr(context.get("form"), "problems", ())
    status = status or (422 if problems else 200)
    return HTMLResponse(render_text(request, name, **context), status)


def allow_back(response: Response) -> Response:
    """Let a browser show an empty form again when somebody goes back to it, with what they
    typed.
    """
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def redirect(address: str) -> Response:
    """After a form: go there, so that a reload sends nothing twice (RFC 9110, 15.4.4)."""
    return RedirectResponse(address, 303)


def find_kept(request: Request, kind: type[T]) -> T:
    """Return the value of the address's ticket. Raises `HTTPException` (404) if it is gone or
    another visitor's.
    """
    found, visitor = (
        state_of(request).tickets.find(request.path_params["ticket"], kind),
        visitor_of(request),
    )
    if found is None or (visitor != found[1] and visitor.role is not Role.OWNER):
        raise HTTPException(404, TICKET_GONE)
    return found[0]


async def wait_until_left(request: Request) -> None:
    """Return when the visitor has closed the connection. The form has been read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


@asynccontextmanager
async def wait_for_turn(request: Request) -> AsyncIterator[None]:
    """Have the visitor's turn at the render worker for the length of a block.

    Raises `BusyError`, or `HTTPException` (408) if the visitor has left meanwhile.
    """
    try:
        async with state_of(request).queue.turn(
            visitor_of(request), partial(wait_until_left, request)
        ):
            yield
    except LeftError as error:
        raise HTTPException(408) from error


async def render(request: Request, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what a function returns in the render worker, when it is the visitor's turn.

    Raises as `RenderWorker.run`, and `BusyError` if too many wait.
    """
    async with wait_for_turn(request):
        return await state_of(request).worker.run(work, *args, **kwargs)


async def read_form(request: Request, *, with_files: bool = False) -> FormData:
    """Return a form's fields, and its files if it may have some. Raises `HTTPException` for
    anything else.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in FORM_TYPES[: 1 + with_files]:
        raise HTTPException(415)
    limits = state_of(request).settings.limits
    files, most = MOST_FILES * with_files, limits.form_bytes
    # Refused before a byte of the body is read; browsers always say how long a form is
    if "transfer-encoding" in request.headers or "content-length" not in request.headers:
        raise HTTPException(411)
    if int(request.headers["content-length"]) > most + limits.list_bytes * with_files:
        raise HTTPException(413)
    try:
        with anyio.fail_after(limits.body_seconds):
            form = await request.form(max_files=files, max_fields=MOST_FIELDS, max_part_size=most)
    except (TimeoutError, ClientDisconnect) as error:
        raise HTTPException(408) from error
    # No browser sends NUL; a name with one would reach file systems and PDFs
    if any("\0" in value for _, value in form.multi_items() if isinstance(value, str)):
        raise HTTPException(400)
    return form


async def read_fields(request: Request) -> list[tuple[str, str]]:
    """Return the text fields of a form. Raises as `read_form`."""
    return [
        (name, value)
        for name, value in (await read_form(request)).multi_items()
        if isinstance(value, str)
    ]


# The cookie with the usual choices. Cookies are shared by all ports, so it is still there at the
# next start.
USUAL_COOKIE = "wordfleet-usual"


def choose_usual(fields: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the fields of the table's form that a browser keeps: paper, ink, tier, themes; no name
    and no word.
    """
    known = {
        "paper": geometry.PAPERS,
        "tier": word_lists.TIERS,
        "theme": word_lists.theme_slugs(),
        "eco": ("on",),
    }
    return [(name, value) for name, value in fields if value in known.get(name, ())]


def usual_fields(request: Request) -> list[tuple[str, str]]:
    """Return what this browser keeps."""
    return choose_usual(parse_qsl(request.cookies.get(USUAL_COOKIE, "")))


def keep_usual(response: Response, fields: Iterable[tuple[str, str]]) -> None:
    """Let the browser keep those fields of a form."""
    usual, year = urlencode(choose_usual(fields)), 365 * 24 * 3600
    response.set_cookie(USUAL_COOKIE, usual, max_age=year, httponly=True, samesite="lax")


def usual_paper(request: Request) -> str:
    """Return the paper of this browser's last table, or of the reader's country (RFC 9110,
    12.5.4).
    """
    kept = dict(usual_fields(request)).get("paper")
    country = re.match(
        r"\s*([a-zA-Z]{2,3})[-_]([a-zA-Z]{2})\b", request.headers.get("accept-language", "")
    )
    return (
        kept
        or geometry.guess_paper({"LANG": f"{country[1]}_{country[2]}" if country else "C"}).slug
    )


def usual_edition(library: Library) -> str:
    """Return the edition of these rules that is meant if none is named."""
    return DEFAULT_EDITION if DEFAULT_EDITION in library.edition_slugs else library.edition_slugs[0]


def prints_one_by_one(request: Request) -> bool:
    """Return whether printing one player at a time is offered first.

    On a phone, or from another machine than the server's, other players can see what the print
    window shows.
    """
    # A browser on the server's own machine has the print window to itself
    is_here = request.client is not None and request.url.hostname in (
        request.client.host,
        "localhost",
    )
    return not is_here or "Mobi" in request.headers.get("user-agent", "")


def send_file(content: bytes, name: str, *, is_download: bool) -> Response:
    """Return a PDF or a ZIP to show or to save."""
    headers = {
        "Content-Disposition": f'{"attachment" if is_download else "inline"}; filename="{name}"'
    }
    return Response(content, media_type=KINDS[name.rpartition(".")[2]], headers=headers)


def send_zip(content: bytes, stem: str) -> Response:
    """Return a PDF in a ZIP: some browsers open a PDF as soon as it is saved, and folders show its
    first page.
    """
    archive = BytesIO()
    with ZipFile(archive, "w") as opened:
        opened.writestr(ZipInfo(f"{stem}.pdf"), content)
    return send_file(archive.getvalue(), f"{stem}.zip", is_download=True)


def make_qr_code(address: str) -> Markup:
    """Return an address as a QR code, in SVG."""
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(
        svgclass="qr", lineclass=None, omitsize=True, border=3, dark="#000", light="#fff"
    )
    return Markup(svg)  # noqa: S704 - segno's own drawing


def read_policy(page: bytes) -> str:
    """Return the content security policy inside a page of the site."""
    found = POLICY_TAG.search(page)
    return unescape(found[1].decode()) if found else "default-src 'none'"


@dataclass(frozen=True, slots=True)
class SheetPreview:
    """A picture of a sheet's public half, with the texts on its lines; `problem` says why it cannot
    be drawn.

    The picture is one file for all; the page puts the names over it, so that no name is in an
    address.
    """

    large: bool
    address: str = ""
    picture: trackers.Preview | None = None
    captain: str = ""
    opponent: str = ""
    fleet: str = ""
    problem: str = ""


# The bundled editions have about fifty looks.
draw_look = lru_cache(maxsize=100)(trackers.preview_blank_sheet)
# Title, mine and halves are not in the picture.
LOOK_FLAGS = ("eco", "large_print", "left_handed")


async def make_preview(
    library: Library, edition: str, looks: SheetLooks, **texts: str
) -> SheetPreview:
    """Return the picture of an edition, the usual one if it is unknown, with these texts on its
    lines.
    """
    edition = edition if edition in library.edition_slugs else usual_edition(library)
    flags: dict[str, Any] = {flag: getattr(looks, flag) for flag in LOOK_FLAGS}
    name = "-".join([looks.paper.slug, *(flag for flag in LOOK_FLAGS if flags[flag])])
    try:
        picture = await in_thread(
            draw_look, library.edition(edition), SheetLooks(looks.paper, **flags)
        )
    except BadInputError as error:
        return SheetPreview(looks.large_print, problem=f"{error.message} {error.tip}".strip())
    address = f"/preview/{edition}/{name}.png?v={sha256(picture.png).hexdigest()[:12]}"
    return SheetPreview(looks.large_print, address, picture, **texts)


async def send_preview(request: Request) -> Response:
    """Send the picture of a look, or the HTML that the script puts in place of another: nobody's
    name, no secret.
    """
    library, edition = await state_of(request).books.editions(), request.path_params["edition"]
    look, _, kind = request.path_params["look"].partition(".")
    paper, *flags = look.split("-")
    if edition not in library.edition_slugs or paper not in geometry.PAPERS:
        raise HTTPException(404)
    chosen: dict[str, Any] = {flag: flag in flags for flag in LOOK_FLAGS}
    preview = await make_preview(library, edition, SheetLooks(geometry.PAPERS[paper], **chosen))
    if preview.picture is None:
        raise HTTPException(404)
    if kind == "png":
        return send_forever("picture.png", preview.picture.png)
    return render_page(request, "preview.html", preview=preview)
