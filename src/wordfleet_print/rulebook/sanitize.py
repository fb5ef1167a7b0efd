"""What a writer's HTML and pictures may hold: text by nh3's allow-list, pictures as images that run
nothing.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from io import BytesIO
from math import isfinite, nan
from pathlib import Path
from xml.etree import ElementTree as ET

from wordfleet_print import messages
from wordfleet_print.files import data_folder, is_file, is_inside

_TAGS = (
    "a abbr b blockquote br caption cite code dd del div dl dt em figcaption figure h1 h2 h3 "
    "h4 h5 h6 hr i img ins kbd "
    "li mark ol p pre q s section small span strong sub sup table tbody td tfoot th thead tr u "
    "ul var"
)
# Elements that a page may hold.
TAGS = frozenset(_TAGS.split())
# Those that only markdown makes: inside them, typed as HTML, markdown would be printed as it is.
BLOCKS = frozenset(
    ["blockquote", "div", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "p", "section"]
)
ATTRIBUTES = {
    "*": {"id", "class", "lang"},
    "a": {"href", "title"},
    "abbr": {"title"},
    "ol": {"start"},
    "td": {"colspan", "rowspan", "align"},
    "th": {"colspan", "rowspan", "align", "scope"},
}
# Columns or rows that a cell may cover.
MOST_COLUMNS = 30
# Addresses that a link may have.
LINK = re.compile(r"https?://\S+|mailto:\S+|#\S+|[a-z0-9][a-z0-9-]*\.html(?:#\S+)?", re.IGNORECASE)
_TAG = re.compile(r"<\s*/?\s*([a-zA-Z][\w:-]*)((?:\"[^\"]*\"|'[^']*'|[^'\">])*)>?")
ADDRESS = re.compile(r"<(?:https?://|mailto:|[^<>\s@]+@)[^<>\s]+>")
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=")

# Bytes of a picture, and pixels that it unpacks to.
MOST_BYTES = 5_000_000
MOST_PIXELS = 40_000_000
# Elements that an SVG draws, repeated ones each time (20 letters of a path count as one), and their
# nesting.
MOST_SHAPES, MOST_DEPTH = 50_000, 100
KINDS = {".svg": "svg+xml", ".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg"}


class PictureError(Exception):
    """A picture that cannot be used."""


def clean_html(html: str) -> str:
    """Return the HTML without anything that could run, fetch or leave its place."""
    import nh3

    def keep(_tag: str, name: str, value: str) -> str | None:
        if name == "href":
            return value if LINK.fullmatch(value) else None
        if name in ("colspan", "rowspan"):
            return (
                value
                if value.isascii() and value.isdecimal() and 0 < int(value[:9]) <= MOST_COLUMNS
                else None
            )
        return value

    return nh3.clean(
        html, tags=set(TAGS), attributes=ATTRIBUTES, attribute_filter=keep, link_rel=None
    )


def find_refused(line: str) -> Iterator[str]:
    """Yield what a line's HTML holds that the allow-list does not, in words."""
    for tag, attributes in _TAG.findall(ADDRESS.sub("", line)):
        allowed = ATTRIBUTES["*"] | ATTRIBUTES.get(tag.lower(), set())
        if tag.lower() not in TAGS or tag.lower() in BLOCKS:
            yield f"<{tag}> is not allowed in rules"
        else:
            refused = [
                name for name in _ATTRIBUTE.findall(attributes) if name.lower() not in allowed
            ]
            yield from (f"<{tag}> cannot have {name}=" for name in refused)


def find_asset(address: str, folder: Path) -> Path:
    """Return a file next to the rules, or the bundled one of that name: a copied text finds its
    pictures.
    """
    # Only pictures: a text must not show other files of the package.
    bundled = data_folder("rules") / address
    return (
        bundled
        if not is_file(folder / address) and bundled.parent.name == "pictures"
        else folder / address
    )


def load_picture(address: str, folder: Path) -> tuple[str, str, float]:
    """Return a picture next to the rules as (inline SVG, `data:` address, width to height); one of
    the two is empty.

    SVGs that ship with the package stand in the page itself, with its fonts; a designer's are
    images of their own, which no browser lets run or fetch anything. Raises `PictureError`.
    """
    path, kind = find_asset(address, folder), KINDS.get(Path(address).suffix.lower())
    if not kind:
        raise PictureError(f"“{address}” is not a picture: use SVG, PNG or JPEG")
    if not is_file(path) or not (is_inside(path, folder) or is_inside(path, data_folder("rules"))):
        raise PictureError(f"there is no picture “{address}” in the rules folder")
    content = path.read_bytes() if path.stat().st_size <= MOST_BYTES else b""
    if not content:
        raise PictureError(f"“{address}” is empty or larger than {MOST_BYTES // 1_000_000} MB")
    if kind != "svg+xml":
        return "", make_data_address(content, kind), measure_pixels(content, address)
    text = content.decode("utf-8", "replace")
    if "<!ENTITY" in text:  # entities of entities could fill the memory
        raise PictureError(f"“{address}” declares entities; save it as plain SVG")
    shape = measure_view(parse_svg(text, address), address)
    stored = data_folder("rules") / "pictures" / path.name
    if stored.is_file() and stored.read_bytes() == content:
        return re.sub(r"<\?xml.*?\?>|<!--.*?-->", "", text, flags=re.DOTALL).strip(), "", shape
    return "", make_data_address(content, kind), shape


def parse_svg(text: str, address: str) -> ET.Element:
    """Return an SVG as elements. Raises `PictureError` for what is none, and for one that would
    take a renderer minutes.
    """
    try:
        root = ET.fromstring(text)  # noqa: S314 - entities are refused before
    except ET.ParseError as error:
        raise PictureError(f"“{address}” cannot be read as a picture") from error
    refuse_costly(root, address)
    return root


def measure_view(svg: ET.Element, address: str) -> float:
    """Return the width to height of an SVG's view box, 1 where it has none.

    Raises `PictureError` for a view box that is not four numbers with a size.
    """
    view = svg.get("viewBox")
    if view is None:
        return 1.0
    try:
        _, _, width, height = (float(one) for one in re.split(r"[\s,]+", view.strip()))
    except ValueError:
        width = height = nan
    if not (isfinite(width) and isfinite(height) and width > 0 and height > 0):
        shown = messages.quote(view)
        raise PictureError(f"“{address}” has the view box {shown}; write four numbers, 0 0 100 50")
    return width / height


def refuse_costly(root: ET.Element, address: str) -> None:
    """Raise `PictureError` for an SVG that would take a renderer minutes."""
    named = {element.get("id"): element for element in root.iter()}
    left = MOST_SHAPES

    def draw(element: ET.Element, depth: int) -> None:
        nonlocal left
        left -= 1 + len(element.get("d", "")) // 20
        if left < 0 or depth > MOST_DEPTH:
            raise PictureError(f"“{address}” is too complex to print; simplify it")
        for child in element:
            draw(child, depth + 1)
        for name, value in element.attrib.items():
            # a marker is drawn at each point of a path
            times = 1 + len(element.get("d", "")) // 8 if "marker" in name + value else 1
            for repeated in re.findall(r"(?:^|url\([\"']?)#([^\"')]+)", value) * times:
                if repeated in named:
                    draw(named[repeated], depth + 1)

    draw(root, 0)


def measure_pixels(content: bytes, address: str) -> float:
    """Return the width to height of a PNG or JPEG. Raises `PictureError` for one that cannot be
    unpacked.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(content), formats=["PNG", "JPEG"]) as image:
            width, height = image.size
            if width * height > MOST_PIXELS:
                raise PictureError(
                    f"“{address}” has {width} × {height} pixels; at most {MOST_PIXELS:,} in all"
                )
            image.load()  # a file can end amid its picture
    except (
        UnidentifiedImageError,
        OSError,
        SyntaxError,
        ValueError,
        Image.DecompressionBombError,
    ) as error:
        raise PictureError(f"“{address}” cannot be read as a picture") from error
    return width / height


def make_data_address(content: bytes, kind: str) -> str:
    """Return the `data:` address of a picture."""
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"
