"""Files of pictures next to the rules: read, bounded and measured, as images that run nothing."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from io import BytesIO
from math import isfinite, nan
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree as ET

from wordfleet_print import messages
from wordfleet_print.files import data_folder, is_file, is_inside

# Bytes of a picture, and pixels that it unpacks to.
MOST_PICTURE_BYTES = 5_000_000
MOST_PIXELS = 40_000_000
# Elements that an SVG draws, repeated ones each time.
MOST_SHAPES = 50_000
# Letters of a path's data (`d`) that count as one more element, and that have one point.
PATH_LETTERS_PER_SHAPE = 20
PATH_LETTERS_PER_POINT = 8
# How deep they may be nested.
MOST_DEPTH = 100
_DATA = re.compile(r"data:image/(svg\+xml|png|jpe?g)(?:;charset=[\w-]+)?;base64,", re.IGNORECASE)
# `href="#a"` or `fill="url(#a)"`: the id of another element
_OTHER_ELEMENT = re.compile(r"(?:^|url\([\"']?)#([^\"')]+)")
# The subtype of the media type (image/png) of each file type.
KINDS = {".svg": "svg+xml", ".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg"}


class PictureError(Exception):
    """A picture that cannot be used."""


def find_asset(address: str, folder: Path) -> Path:
    """Return the path of a file next to the rules in `folder`, or of the bundled picture instead.

    A copy of a bundled text finds its pictures, such as `pictures/reeds-1.svg`, without copies of
    them. Only of pictures: a text must not show other files of the package.
    """
    own = folder / address
    bundled = data_folder("rules") / address
    is_picture = bundled.parent.name == "pictures"
    return bundled if is_picture and not is_file(own) else own


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that a page can hold: one of `svg` (for the page itself) and `data` is empty."""

    svg: str
    data: str
    """A `data:` address."""
    ratio: float
    """Of its width to its height."""
    lost_text: str = ""
    """What kind of text a PDF would lose, in words."""


def name_picture(address: str) -> str:
    """Return the name of a picture as its writer knows it; never the bytes of a `data:` address."""
    return "picture in the text" if address.startswith("data:") else unquote(address)


def read_picture_file(address: str, folder: Path) -> tuple[bytes, str]:
    """Return the bytes of a picture and its kind, such as "png"; no bytes if it is too large.

    Raises `PictureError`.
    """
    name = name_picture(address)
    path = find_asset(name, folder)
    kind = KINDS.get(Path(name).suffix.lower())
    if not kind:
        raise PictureError(f"“{name}” is not a picture: use SVG, PNG or JPEG")
    is_allowed = is_inside(path, folder) or is_inside(path, data_folder("rules"))
    if not is_file(path) or not is_allowed:
        raise PictureError(f"there is no picture “{name}” in the rules folder")
    content = path.read_bytes() if path.stat().st_size <= MOST_PICTURE_BYTES else b""
    return content, kind


def read_picture_data(address: str) -> tuple[bytes, str]:
    """Return the bytes of a `data:` address and their kind, such as "png". Raises
    `PictureError`.
    """
    match = _DATA.match(address)
    if not match or len(address) > 2 * MOST_PICTURE_BYTES:
        raise PictureError("a picture in the text cannot be read: use SVG, PNG or JPEG")
    try:
        content = base64.b64decode(unquote(address[match.end() :]), validate=True)
    except ValueError as error:
        raise PictureError("a picture in the text is cut off; insert it again") from error
    return content, match[1].lower().replace("jpg", "jpeg")


def load_picture(address: str, folder: Path) -> Picture:
    """Return a picture next to the rules in `folder`, or of a `data:` address in the text.

    A bundled SVG becomes a part of the page, so that it has the page's fonts. A designer's becomes
    an image of its own, in which no browser runs or fetches anything. Raises `PictureError`.
    """
    name = name_picture(address)
    is_data = address.startswith("data:")
    content, kind = read_picture_data(address) if is_data else read_picture_file(address, folder)
    if not content or len(content) > MOST_PICTURE_BYTES:
        raise PictureError(f"“{name}” is empty or larger than {MOST_PICTURE_BYTES // 1_000_000} MB")
    data_address = make_data_address(content, kind)
    if kind != "svg+xml":
        return Picture("", data_address, measure_pixels(content, name))
    text = content.decode("utf-8", "replace")
    root = parse_svg(text, name)
    lost_text = find_lost_text(root)
    ratio = measure_view(root, name)
    bundled = data_folder("rules") / "pictures" / Path(name).name
    is_bundled = not is_data and bundled.is_file() and bundled.read_bytes() == content
    if not is_bundled:
        return Picture("", data_address, ratio, lost_text)
    svg = re.sub(r"<\?xml.*?\?>|<!--.*?-->", "", text, flags=re.DOTALL).strip()
    return Picture(svg, "", ratio, lost_text)


def find_lost_text(root: ET.Element) -> str:
    """Return which kinds of text in an SVG WeasyPrint does not draw: “HTML text” or “text along a
    path”, or both; "" for none.
    """
    names = {"foreignObject": "HTML text", "textPath": "text along a path"}
    tags: set[str] = set()
    for element in root.iter():
        tag = str(element.tag).rpartition("}")[2]
        if tag in names and "".join(element.itertext()).strip():
            tags.add(tag)
    return messages.join_words(name for tag, name in names.items() if tag in tags)


def parse_svg(text: str, address: str) -> ET.Element:
    """Return an SVG as elements. Raises `PictureError` for what is not SVG, and for one that would
    take a renderer minutes.
    """
    if "<!ENTITY" in text:  # entities of entities could fill the memory
        raise PictureError(f"“{address}” declares entities; save it as plain SVG")
    try:
        root = ET.fromstring(text)  # noqa: S314 - without entities, which are all that is unsafe
    except ET.ParseError as error:
        raise PictureError(f"“{address}” cannot be read as a picture") from error
    refuse_costly(root, address)
    return root


def measure_view(svg: ET.Element, address: str) -> float:
    """Return the ratio of width to height of an SVG's view box, 1 where it has none.

    Raises `PictureError` for a view box that is not four numbers with a size.
    """
    view = svg.get("viewBox")
    if view is None:
        return 1.0
    try:
        _, _, width, height = (float(number) for number in re.split(r"[\s,]+", view.strip()))
    except ValueError:
        width = height = nan
    if not (isfinite(width) and isfinite(height) and width > 0 and height > 0):
        quoted = messages.quote(view)
        raise PictureError(f"“{address}” has the view box {quoted}; write four numbers, 0 0 100 50")
    return width / height


def refuse_costly(root: ET.Element, address: str) -> None:
    """Raise `PictureError` for an SVG that would take a renderer minutes.

    A small file can draw without end: `<use href="#a">` draws the element `a` once more, which may
    have such elements itself. So all that is drawn is followed and counted.
    """
    elements_by_id = {element.get("id"): element for element in root.iter()}
    shapes_left = MOST_SHAPES

    def count(element: ET.Element, depth: int) -> None:
        nonlocal shapes_left
        path_letters = len(element.get("d", ""))
        shapes_left -= 1 + path_letters // PATH_LETTERS_PER_SHAPE
        if shapes_left < 0 or depth > MOST_DEPTH:
            raise PictureError(f"“{address}” is too complex to print; simplify it")
        for child in element:
            count(child, depth + 1)
        for name, value in element.attrib.items():
            # A marker, such as an arrow's head, is drawn at each point of a path.
            is_marker = "marker" in name + value
            times = 1 + path_letters // PATH_LETTERS_PER_POINT if is_marker else 1
            for name_of_other in _OTHER_ELEMENT.findall(value) * times:
                if name_of_other in elements_by_id:
                    count(elements_by_id[name_of_other], depth + 1)

    count(root, depth=0)


def measure_pixels(content: bytes, address: str) -> float:
    """Return the ratio of width to height of a PNG or JPEG. Raises `PictureError` for one that is
    broken or has too many pixels.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(content), formats=["PNG", "JPEG"]) as image:
            width, height = image.size
            if width * height > MOST_PIXELS:
                raise PictureError(
                    f"“{address}” has {width} × {height} pixels; at most {MOST_PIXELS:,} in all"
                )
            image.load()  # a file can be cut off after its size
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
