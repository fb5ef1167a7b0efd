"""Styles, scripts, fonts and the icon that pages load."""

from __future__ import annotations

from hashlib import sha256

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from wordfleet_print.files import data_folder
from wordfleet_print.rulebook.fonts import FOLDER as FONT_FOLDER
from wordfleet_print.rulebook.fonts import WEB_FONTS
from wordfleet_print.web.responses import send_forever

FONTS = [font for font in WEB_FONTS if font.style == "normal"]
STYLES = (
    "unseen.css",
    "base.css",
    "web/web.css",
    "web/nav.css",
    "web/event.css",
    "site/icon.svg",
)
SCRIPTS = ("web/web.js", "web/event.js", "web/kit.js", "web/live.js")
# Styles, scripts, fonts and the icon, by name.
ASSETS = {font.file: (FONT_FOLDER / font.file).read_bytes() for font in FONTS}
ASSETS |= {
    name.rpartition("/")[2]: (data_folder("templates") / name).read_bytes()
    for name in STYLES + SCRIPTS
}
FONT_RULE = (
    '@font-face{{font-family:"{font.family}";font-weight:{font.weight};font-display:block;'
    'src:url("{font.file}")format("woff2")}}\n'
)
ASSETS["fonts.css"] = "".join(FONT_RULE.format(font=font) for font in FONTS).encode()
# It changes with the contents, so browsers may keep each file forever.
DIGEST = sha256(b"".join(ASSETS.values())).hexdigest()
ASSET_FOLDER = f"/assets/{DIGEST[:12]}"


def make_address(name: str) -> str:
    """Return the address of a style, script, font or the icon."""
    return f"{ASSET_FOLDER}/{name}"


def send_asset(request: Request) -> Response:
    """Send a style, script, font or the icon. Raises `HTTPException` (404) for an unknown name."""
    name = request.path_params["name"]
    if name not in ASSETS:
        raise HTTPException(404)
    return send_forever(name, ASSETS[name])
