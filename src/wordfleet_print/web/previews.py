"""Pictures of sheets without names and secrets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from wordfleet_print.errors import BadInputError
from wordfleet_print.games import Library
from wordfleet_print.paper import PAPERS
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.preview import Preview, preview_blank_sheet
from wordfleet_print.web.pages import render_page
from wordfleet_print.web.responses import send_forever
from wordfleet_print.web.state import in_thread, state_of
from wordfleet_print.web.usual_choices import choose_edition


@dataclass(frozen=True, slots=True)
class SheetPreview:
    """A picture of a sheet's public half, with the texts on its lines.

    The picture is one file for all; the page puts the names over it, so that no name is in an
    address.
    """

    large: bool
    """Whether it is a large-print sheet."""
    address: str = ""
    """Where the picture is loaded from."""
    picture: Preview | None = None
    """The picture without texts, and where its lines are; None if it cannot be drawn."""
    player: str = ""
    opponent: str = ""
    fleet: str = ""
    problem: str = ""
    """Why it cannot be drawn."""


# The bundled editions have about fifty looks, and a picture takes a tenth of a second.
MOST_LOOKS = 100
draw_look = lru_cache(maxsize=MOST_LOOKS)(preview_blank_sheet)
# Of a picture's digest in its address: browsers may keep it until the picture changes.
DIGEST_SIGNS = 12
# Title, mine and halves are not in the picture.
LOOK_FLAGS = ("eco", "color", "large_print", "left_handed")


async def make_preview(
    library: Library, edition: str, looks: SheetLooks, **texts: str
) -> SheetPreview:
    """Return the picture of an edition's sheet, of the usual edition if this one is unknown.

    `texts` are on the lines of the sheet: `player`, `opponent`, `fleet`.
    """
    if edition not in library.edition_slugs:
        edition = choose_edition(library)
    flags: dict[str, Any] = {flag: getattr(looks, flag) for flag in LOOK_FLAGS}
    name = "-".join([looks.paper.slug, *(flag for flag in LOOK_FLAGS if flags[flag])])
    plain_looks = SheetLooks(looks.paper, **flags)
    try:
        picture = await in_thread(draw_look, library.edition(edition), plain_looks)
    except BadInputError as error:
        return SheetPreview(
            looks.large_print, problem=f"{error.message} {error.summary.advice}".strip()
        )
    digest = sha256(picture.png).hexdigest()[:DIGEST_SIGNS]
    # `send_preview` reads edition and looks from the address: /preview/EDITION/a4-eco.png
    address = f"/preview/{edition}/{name}.png?v={digest}"
    return SheetPreview(looks.large_print, address, picture, **texts)


async def send_preview(request: Request) -> Response:
    """Send the picture of a sheet (`a4-eco.png`), or the HTML around it (`a4-eco.html`), which a
    script loads when somebody ticks another look. It has nobody's name and no secret.
    """
    library = await state_of(request).books.read_editions()
    edition = request.path_params["edition"]
    look, _, kind = request.path_params["look"].partition(".")
    paper, *flags = look.split("-")
    if edition not in library.edition_slugs or paper not in PAPERS:
        raise HTTPException(404)
    chosen: dict[str, Any] = {flag: flag in flags for flag in LOOK_FLAGS}
    preview = await make_preview(library, edition, SheetLooks(PAPERS[paper], **chosen))
    if preview.picture is None:
        raise HTTPException(404)
    if kind == "png":
        return send_forever("picture.png", preview.picture.png)
    return render_page(request, "preview.html", preview=preview)
