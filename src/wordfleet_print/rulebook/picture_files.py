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
# Elements that an SVG draws, repeated ones each time (20 letters of a path count as one).
MOST_SHAPES = 50_000
# How deep they may be nested.
MOST_DEPTH = 100
_DATA = re.compile(r"data:image/(svg\+xml|png|jpe?g)(?:;charset=[\w-]+)?;base64,", re.IGNORECASE)
KINDS = {".svg": "svg+xml", ".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg"}


class PictureError(Exception):
    """A picture that cannot be used."""


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


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that a page can hold: one of `svg` (for the page itself) and `data` is empty."""

    svg: str
    data: str
    """A `data:` address."""
    shape: float
    """Width to height."""
    lost_text: str = ""
    """What kind of text a PDF would lose, in words."""


def name_picture(address: str) -> str:
    """Return the name of a picture as its writer knows it; never the bytes of a `data:` address."""
    return "picture in the text" if address.startswith("data:") else unquote(address)


def read_picture_file(address: str, folder: Path) -> tuple[bytes, str]:
    """Return the bytes of a picture and its kind. Raises `PictureError`."""
    name = name_picture(address)
    path = find_asset(name, folder)
    kind = KINDS.get(Path(name).suffix.lower())
    if not kind:
        raise PictureError(f"“{name}” is not a picture: use SVG, PNG or JPEG")
    if not is_file(path) or not (is_inside(path, folder) or is_inside(path, data_folder("rules"))):
        raise PictureError(f"there is no picture “{name}” in the rules folder")
    content = path.read_bytes() if path.stat().st_size <= MOST_PICTURE_BYTES else b""
    return content, kind


def read_picture_data(address: str) -> tuple[bytes, str]:
    """Return the bytes of a `data:` address and its kind. Raises `PictureError`."""
    match = _DATA.match(address)
    if not match or len(address) > 2 * MOST_PICTURE_BYTES:
        raise PictureError("a picture in the text cannot be read: use SVG, PNG or JPEG")
    try:
        content = base64.b64decode(unquote(address[match.end() :]), validate=True)
    except ValueError as error:
        raise PictureError("a picture in the text is cut off; insert it again") from error
    return content, match[1].lower().replace("jpg", "jpeg")


def load_picture(address: str, folder: Path) -> Picture:
    """Return a picture next to the rules, or of a `data:` address in the text.

    SVGs that ship with the package are in the page itself, with its fonts; a designer's are
    images of their own, which no browser lets run or fetch anything. Raises `PictureError`.
    """
    name = name_picture(address)
    is_data = address.startswith("data:")
    content, kind = read_picture_data(address) if is_data else read_picture_file(address, folder)
    if not content or len(content) > MOST_PICTURE_BYTES:
        raise PictureError(f"“{name}” is empty or larger than {MOST_PICTURE_BYTES // 1_000_000} MB")
    data = make_data_address(content, kind)
    if kind != "svg+xml":
        return Picture("", data, measure_pixels(content, name))
    text = content.decode("utf-8", "replace")
    root = parse_svg(text, name)
    lost = find_lost_text(root)
    shape = measure_view(root, name)
    stored = data_folder("rules") / "pictures" / Path(name).name
    if not is_data and stored.is_file() and stored.read_bytes() == content:
        svg = re.sub(r"<\?xml.*?\?>|<!--.*?-->", "", text, flags=re.DOTALL).strip()
        return Picture(svg, "", shape, lost)
    return Picture("", data, shape, lost)


def find_lost_text(root: ET.Element) -> str:
    """Return the text of an SVG that WeasyPrint does not draw: HTML inside it, or along a path."""
    kinds = {"foreignObject": "HTML text", "textPath": "text along a path"}
    texts = (
        words
        for tag, words in kinds.items()
        for element in root.iter()
        if str(element.tag).rpartition("}")[2] == tag and "".join(element.itertext()).strip()
    )
    return messages.join_words(list(dict.fromkeys(texts)))


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
    """Return the width to height of an SVG's view box, 1 where it has none.

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
    """Raise `PictureError` for an SVG that would take a renderer minutes."""
    elements = {element.get("id"): element for element in root.iter()}
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
                if repeated in elements:
                    draw(elements[repeated], depth + 1)

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
