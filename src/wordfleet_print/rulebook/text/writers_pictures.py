"""A writer's own drawings and images, rebuilt from what may stand in them.

A drawing draws. What could run, fetch, move or name anything outside it is left out with a note, and its text is set in
the rulebook's own letters, so that it looks alike everywhere.
"""

from __future__ import annotations

import base64
import binascii
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape, unescape
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from wordfleet_print.files import is_file, is_inside, is_missing
from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.ink.svg_pen import FAMILIES, attributes, number
from wordfleet_print.wording import shorten

MOST_DRAWING_BYTES, MAX_ELEMENTS, MAX_DEPTH = 200_000, 4_000, 30
MOST_NAMES = 500
FARTHEST = 1e6
"""Where a drawing may reach: beyond it, numbers are slips, or none."""
WIDEST, HIGHEST = 480.0, 400.0
"""How large a drawing is set at most (CSS pixels)."""

SHAPES = frozenset(("circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect", "use"))
LETTERS = frozenset(("text", "tspan"))
HELPERS = frozenset(
    ("clipPath", "defs", "linearGradient", "marker", "mask", "pattern", "radialGradient", "stop", "symbol")
)
SILENT = frozenset(("desc", "metadata", "style", "title"))
"""Elements that draw nothing themselves: they are read, or of no use here."""
GEOMETRY = frozenset(
    (
        *("cx", "cy", "d", "dx", "dy", "fx", "fy", "height", "offset", "points", "r", "rotate", "rx", "ry", "width"),
        *("x1", "x2", "y", "y1", "y2", "transform", "viewBox", "preserveAspectRatio", "pathLength", "textLength"),
        *("clipPathUnits", "gradientTransform", "gradientUnits", "lengthAdjust", "markerHeight", "markerUnits"),
        *("markerWidth", "maskContentUnits", "maskUnits", "orient", "patternContentUnits", "patternTransform"),
        *("patternUnits", "x", "refX", "refY", "spreadMethod"),
    )
)
LOOKS = frozenset(
    (
        *("clip-path", "clip-rule", "color", "display", "dominant-baseline", "fill", "fill-opacity", "fill-rule"),
        *("font-size", "font-style", "font-weight", "letter-spacing", "marker-end", "marker-mid", "marker-start"),
        *("mask", "opacity", "paint-order", "stop-color", "stop-opacity", "stroke", "stroke-dasharray"),
        *("stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity"),
        *("stroke-width", "text-anchor", "vector-effect", "visibility"),
    )
)
"""What a style sheet, a `style` attribute or an attribute of its own may say."""

_SVG = "{http://www.w3.org/2000/svg}"
_HREF = ("href", "{http://www.w3.org/1999/xlink}href")
_NAME = re.compile(r"[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)*")
_VALUE = re.compile(r"[\w\s.,;#%()+-]*")
_WITHIN = re.compile(r"url\(\s*[\"']?#([^\"')\s]+)[\"']?\s*\)")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SELECTOR = re.compile(r"[.#]?[A-Za-z_][\w-]*")
_LENGTH = re.compile(r"([0-9]*\.?[0-9]+)(px|mm|cm|in|pt)?")
_PIXELS = {"px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72}


@dataclass
class Drawings:
    """The drawings of a folder beside the rules, or of none; `notes` say what was left out of those that were used."""

    folder: Path | None = None
    notes: list[str] = field(default_factory=list)

    def names(self) -> list[str]:
        """What can be placed: the names of the folder's SVG files, without their ending; of very many, the first."""
        if not self.folder:
            return []
        found = (path.relative_to(self.folder) for path in islice(self.folder.rglob("*.svg"), MOST_NAMES))
        return sorted(name for path in found if self._file(name := path.with_suffix("").as_posix()))

    def draw(self, name: str, told: str) -> str | None:
        """The drawing of that name as clean SVG, None where there is no such file.

        `told` says what it shows, for those who cannot see it; where it is empty, the file's own <title> does. Raises
        `ValueError` saying why it cannot be used. Source: SVG 1.1, narrowed to what draws.
        """
        path = self._file(name)
        if not path:
            if self.folder and _NAME.fullmatch(name) and not is_missing(self.folder / f"{name}.svg"):
                raise ValueError("it leads out of the folder of rules, or is no file that can be read")
            return None
        drawing = _Drawing(f"figure-{name.replace('/', '-')}", _read(path))
        svg = drawing.clean(told)
        self.notes += (f"{path.name}: left out {what}, which a drawing cannot hold" for what in drawing.left_out)
        return svg

    def _file(self, name: str) -> Path | None:
        """The file, if it lies inside the folder, wherever links lead."""
        if not self.folder or not _NAME.fullmatch(name):
            return None
        path = self.folder / f"{name}.svg"
        return path if is_inside(path, self.folder) and is_file(path) else None


def _read(path: Path) -> Element:
    """The file's tree. Raises `ValueError` for what is too large or no SVG, and for what could grow as it is read."""
    with path.open("rb") as file:
        raw = file.read(MOST_DRAWING_BYTES + 1)
    if len(raw) > MOST_DRAWING_BYTES:
        raise ValueError(f"it is larger than {MOST_DRAWING_BYTES:,} bytes")
    try:
        text = raw.decode("utf-8-sig")
        if "<!ENTITY" in text:
            raise ValueError("it declares entities; save it as plain SVG")
        # Dangerous in XML are entities, refused above; the size is bounded, and the child's limits end the rest.
        root = ElementTree.fromstring(text)  # noqa: S314 - small, without entities, read by a child with limits
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8") from None
    except ElementTree.ParseError as error:
        raise ValueError(f"it is no SVG: {error}") from None
    if root.tag != f"{_SVG}svg":
        raise ValueError(f"it is no SVG: it starts with <{root.tag.rpartition('}')[2]}>")
    # How many elements there are to draw, those that are used again with each use
    sizes: dict[str, int] = {}
    for named in (one for one in root.iter() if one.get("id")):
        sizes.setdefault(f"#{named.get('id')}", sum(1 for _ in named.iter()))
    used = (sizes.get(use.get(name, ""), 0) for use in root.iter(f"{_SVG}use") for name in _HREF)
    if (sum(1 for _ in root.iter()) + sum(used)) > MAX_ELEMENTS:
        raise ValueError(f"it has more than {MAX_ELEMENTS:,} elements; simplify it")
    return root


class _Drawing:
    """One file, being rebuilt."""

    def __init__(self, name: str, root: Element) -> None:
        self.left_out: dict[str, None] = {}
        self._name, self._root = name, root
        self._rules: dict[str, dict[str, str]] = {}
        using = (one for one in root.iter() if next(one.iter(f"{_SVG}use"), None) is not None)
        self._using = frozenset(one.get("id", "") for one in using)
        for styles in root.iter(f"{_SVG}style"):
            self._read_styles(styles.text or "")

    def clean(self, told: str) -> str:
        """The drawing, titled. Raises `ValueError` for one without a size, without words, or without an end."""
        box, wide, high = _size(self._root)
        own = {tag: " ".join((self._root.findtext(f"{_SVG}{tag}") or "").split()) for tag in ("title", "desc")}
        if not (told or own["title"]):
            way = "write [[figure: name | caption | what it shows]], or a <title> in the file"
            raise ValueError(f"it has no text for those who cannot see it; {way}")
        words = {"title": told or own["title"], "desc": "" if told else own["desc"]}
        told_by = [f"{self._name}-{tag}" for tag in words if words[tag]]
        start = {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "drawing",
            "viewBox": box,
            "width": number(wide),
            "height": number(high),
            "role": "img",
            "aria-labelledby": " ".join(told_by),
            "color": "#000",
            "font-family": FAMILIES[Face.MEDIUM][0],
        } | self._looks(self._root)
        titles = [f'<{tag} id="{self._name}-{tag}">{escape(text)}</{tag}>' for tag, text in words.items() if text]
        return "\n".join([f"<svg{attributes(start)}>", *titles, *self._children(self._root, 1), "</svg>"])

    def _children(self, parent: Element, depth: int) -> Iterator[str]:
        if depth > MAX_DEPTH:
            raise ValueError(f"it is nested more than {MAX_DEPTH} elements deep")
        for child in parent:
            tag = child.tag.removeprefix(_SVG) if isinstance(child.tag, str) else ""
            if tag in SHAPES | LETTERS | HELPERS:
                yield self._element(tag, child, depth)
            elif tag and not tag.startswith("{") and tag not in SILENT:
                self.left_out[f"<{tag}>"] = None
            if parent.tag.removeprefix(_SVG) in LETTERS:
                yield escape(child.tail or "")

    def _element(self, tag: str, element: Element, depth: int) -> str:
        text = escape(element.text or "") if tag in LETTERS else ""
        inside = text + "".join(self._children(element, depth + 1))
        facts = self._facts(element) | self._looks(element)
        if tag == "use" and "href" not in facts:
            return ""
        if name := element.get("id"):
            facts["id"] = self._own(name)
        return f"<{tag}{attributes(facts)}>{inside}</{tag}>"

    def _facts(self, element: Element) -> dict[str, str]:
        """Where an element stands and what it refers to."""
        facts = {}
        for name, value in element.items():
            if name in _HREF:
                if value.startswith("#") and value[1:] not in self._using:  # what uses others could grow without end
                    facts["href"] = f"#{self._own(value[1:])}"
                else:
                    self.left_out[f'href="{value[:40]}"'] = None
            elif name in GEOMETRY and self._may_stand(name, value):
                facts[name] = value
            elif name.startswith("on"):
                self.left_out[f"{name}="] = None
        return facts

    def _looks(self, element: Element) -> dict[str, str]:
        """How an element looks: what its attributes say, then style sheets, then its own `style`."""
        looks = {name: value for name, value in element.attrib.items() if name in LOOKS}
        tag = str(element.tag).removeprefix(_SVG)
        for selector in (tag, *(f".{kind}" for kind in element.get("class", "").split()), f"#{element.get('id')}"):
            looks |= self._rules.get(selector, {})
        looks |= dict(_declarations(element.get("style", "")))
        return {name: self._tied(value) for name, value in looks.items() if self._may_stand(name, value)}

    def _read_styles(self, text: str) -> None:
        for selectors, inside in _RULE.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)):
            for selector in map(str.strip, selectors.split(",")):
                if _SELECTOR.fullmatch(selector):
                    self._rules.setdefault(selector, {}).update(_declarations(inside))
                else:
                    self.left_out[f"styles of “{selector[:40]}”"] = None

    def _may_stand(self, name: str, value: str) -> bool:
        rest = _WITHIN.sub("", value)
        if not _VALUE.fullmatch(rest) or "url" in rest.lower():
            self.left_out[f'{name}="{value[:40]}"'] = None
            return False
        return True

    def _tied(self, value: str) -> str:
        return _WITHIN.sub(lambda found: f"url(#{self._own(found[1])})", value)

    def _own(self, name: str) -> str:
        """An id that no other drawing of the page has."""
        return f"{self._name}-{re.sub(r'[^A-Za-z0-9_-]', '-', name)}-drawn"


def _declarations(text: str) -> Iterator[tuple[str, str]]:
    """What a style says that may be said."""
    for declaration in text.split(";"):
        name, _, value = declaration.partition(":")
        if name.strip() in LOOKS and value.strip():
            yield name.strip(), value.strip().removesuffix("!important").rstrip()


def _size(root: Element) -> tuple[str, float, float]:
    """The view box, and how wide and high the drawing is set (CSS pixels). Raises `ValueError` where it has no size."""
    given = [_LENGTH.fullmatch(root.get(name, "").strip()) for name in ("width", "height")]
    wide, high = (float(found[1]) * _PIXELS[found[2] or "px"] if found else 0.0 for found in given)
    try:
        box = [float(part) for part in re.split(r"[\s,]+", root.get("viewBox", "").strip())]
    except ValueError:
        box = [0.0, 0.0, *(float(found[1]) if found else 0.0 for found in given)]
    if len(box) != 4 or not (max(map(abs, box)) < FARTHEST and min(box[2:]) > 1 / FARTHEST and wide < FARTHEST):
        raise ValueError("it does not say how large it is; give its <svg> a viewBox")
    wide, high = (wide, wide * box[3] / box[2]) if wide else (WIDEST, WIDEST * box[3] / box[2])
    smaller = min(1.0, WIDEST / wide, HIGHEST / high)
    return " ".join(map(number, box)), wide * smaller, high * smaller


MOST_IMAGE_BYTES, MAX_PIXELS = 20_000_000, 60_000_000
"""Of a picture as a writer has it."""
LIGHT, FULL_PAGE = 150_000, 360_000
"""Bytes of a picture as a page has it: a larger one is made smaller. The second is a cover's."""
EDGES = (1600, 1200, 900, 700, 500, 350)
"""How wide or high it may then be (pixels): the first that is light enough."""
QUALITY = 82
"""Of a JPEG, as Pillow counts."""
KINDS = {"PNG": "image/png", "JPEG": "image/jpeg", "GIF": "image/gif", "WEBP": "image/webp"}

_IMAGE = re.compile(r"<p>\s*(<img [^>]*>)\s*</p>|(<img [^>]*>)")
_ATTRIBUTE = re.compile(r'([a-z]+)="([^"]*)"')
_DATA = re.compile(r"data:([a-z]+/[a-z.+-]+);base64,([A-Za-z0-9+/=\s]+)")


@dataclass
class Images:
    """Puts images inside cleaned `<img>` elements, and notes those it leaves out.

    `folder` is where a writer's own image files may lie; None where there are none. `where` tells file and line of what
    starts so.
    """

    name: str
    folder: Path | None = None
    where: Callable[[str], str] = str
    notes: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def cover(self, source: str | None, text: str) -> str:
        """A picture of the cover as an element, or nothing; what is no such file is `missing`. Raises nothing."""
        return self._image(source, text, FULL_PAGE) if source else ""

    def place(self, html: str) -> str:
        """The HTML with its images inside; whatever may not stand there leaves its text behind, a drawing in a
        paragraph of its own the marker of a figure.

        Raises nothing. Source: `![text](FILE "caption")`, a file beside the rules or a data: address.
        """
        return _IMAGE.sub(self._placed, html)

    def _placed(self, match: re.Match[str]) -> str:
        alone, inline = match[1], match[2]
        facts = dict(_ATTRIBUTE.findall(alone or inline))
        source, text = unescape(facts.get("src", "")), facts.get("alt", "")
        if alone and source.lower().endswith(".svg") and ":" not in source:
            return f"<p>[[figure: {source[:-4]} | {facts.get('title', '')} | {text}]]</p>"
        drawn = self._image(source, text) if source else ""
        if not alone or not drawn:
            return drawn or text
        caption = f"<figcaption>{facts['title']}</figcaption>" if facts.get("title") else ""
        return f'<figure class="figure">{drawn}{caption}</figure>'

    def _image(self, source: str, text: str, most: int = LIGHT) -> str:
        try:
            content, kind = _light(self._content(source), most)
        except FileNotFoundError:
            self.missing.append(source)
            return ""
        except ValueError as reason:
            self.notes.append(f"{self.where(source)}: the image “{shorten(source)}” is left out: {reason}")
            return ""
        if not text:
            self.notes.append(f"{self.where(source)}: an image has no text for those who cannot see it: ![text](…)")
        return f'<img src="data:{kind};base64,{base64.b64encode(content).decode()}" alt="{text}">'

    def _content(self, source: str) -> bytes:
        """The bytes of an image. Raises `ValueError` saying why it may not stand here, `FileNotFoundError` for a file
        that is not there.
        """
        if data := _DATA.fullmatch(source):
            try:
                return base64.b64decode(data[2])
            except binascii.Error:
                raise ValueError("its data is damaged") from None
        if re.match(r"[a-z][a-z0-9+.-]*:|//", source, re.IGNORECASE):
            raise ValueError("a rulebook fetches nothing; put the image in a file beside the rules")
        if self.folder is None:
            raise ValueError("there is no folder of images here")
        path = self.folder / source
        if not is_inside(path, self.folder) or not is_file(path):
            raise FileNotFoundError(source)
        with path.open("rb") as file:
            return file.read(MOST_IMAGE_BYTES + 1)


def _light(content: bytes, most: int) -> tuple[bytes, str]:
    """An image as a page has it, and its media type. Raises `ValueError` for other files, and for what is too large."""
    from PIL import Image, UnidentifiedImageError

    if len(content) > MOST_IMAGE_BYTES:
        raise ValueError(f"it is larger than {MOST_IMAGE_BYTES:,} bytes")
    try:
        with Image.open(io.BytesIO(content), formats=list(KINDS)) as image:
            width, height = image.size
            kind = KINDS[image.format or ""]
            if width * height > MAX_PIXELS:
                raise ValueError(f"its {width} × {height} pixels are more than {MAX_PIXELS:,}")
            image.verify()
        return (content, kind) if len(content) <= most else _smaller(content, most)
    except (UnidentifiedImageError, OSError, SyntaxError, KeyError, Image.DecompressionBombError):
        raise ValueError("it is no PNG, JPEG, GIF or WebP") from None


def _smaller(content: bytes, most: int) -> tuple[bytes, str]:
    """An image of so many bytes at most: as JPEG or, where one can see through it, as PNG."""
    from PIL import Image, ImageOps

    written = io.BytesIO()
    for edge in EDGES:
        with Image.open(io.BytesIO(content), formats=list(KINDS)) as image:
            image.draft("RGB", (edge, edge))
            picture = ImageOps.exif_transpose(image)
            clear = picture.has_transparency_data
            picture = picture.convert("RGBA" if clear else "RGB")
        picture.thumbnail((edge, edge))
        written = io.BytesIO()
        if clear:
            picture.quantize(256).save(written, "PNG", optimize=True)
        else:
            picture.save(written, "JPEG", quality=QUALITY, optimize=True)
        if written.tell() <= most:
            break
    return written.getvalue(), KINDS["PNG" if clear else "JPEG"]
