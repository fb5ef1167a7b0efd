"""Pages made of templates, with the values that every page has."""

from __future__ import annotations

import segno
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from wordfleet_print import __version__
from wordfleet_print.messages import count_in_words, how_many, in_words, plural
from wordfleet_print.paper import PAPERS
from wordfleet_print.rulebook.line_ends import bind_ranges
from wordfleet_print.rulebook.templates import open_templates
from wordfleet_print.tracker.names import make_printable
from wordfleet_print.tracker.printing_steps import CHOOSABLE
from wordfleet_print.web.assets import make_address
from wordfleet_print.web.auth import Role, visitor_of
from wordfleet_print.web.state import state_of


def count_times(number: int) -> str:
    """Return how often something happened: “once”, “3 times”."""
    return "once" if number == 1 else how_many(number, "time")


TEMPLATES = open_templates("web")
TEMPLATES.filters |= {
    "in_words": in_words,
    "count_in_words": count_in_words,
    "how_many": how_many,
    "plural": plural,
}
TEMPLATES.filters["times"] = count_times
TEMPLATES.filters["printable"] = make_printable
TEMPLATES.globals |= {"version": __version__, "asset": make_address, "all_steps": CHOOSABLE}
TEMPLATES.globals["icon"] = vars(TEMPLATES.get_template("icon.html").module)["icon"]


def render_text(request: Request, name: str, /, **context: object) -> str:
    """Return a template's HTML, filled in with `context` and the values that every page has."""
    state = state_of(request)
    role = visitor_of(request).role
    section = request.scope["path"].lstrip("/").partition("/")[0]
    values = {
        "is_owner": role is Role.OWNER,
        "is_known": role is not Role.NOBODY,
        "is_shared": bool(state.settings.origin),
        "section": section,
        "ticket": request.path_params.get("ticket", ""),
        "papers": PAPERS.values(),
        "limits": state.settings.limits,
        "rules_faults": state.books.faults if role is Role.OWNER and section != "rules" else None,
        **context,
    }
    return bind_ranges(TEMPLATES.get_template(name).render(values))


def render_page(
    request: Request, name: str, status: int | None = None, /, **context: object
) -> HTMLResponse:
    """Return a page made of a template and its values, `context`.

    Without a `status` it is 422 if the context or its form has `problems`, else 200.
    """
    problems = context.get("problems") or getattr(context.get("form"), "problems", ())
    status = status or (422 if problems else 200)
    return HTMLResponse(render_text(request, name, **context), status)


def make_qr_code(address: str) -> Markup:
    """Return an address as a QR code, in SVG."""
    # Level M is readable with 15 % of it covered; few phones read micro QR codes
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(
        svgclass="qr", lineclass=None, omitsize=True, border=3, dark="#000", light="#fff"
    )
    return Markup(svg)  # noqa: S704 - segno's own drawing
