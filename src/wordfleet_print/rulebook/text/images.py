"""Images in a rulebook: small ones of a writer's own, put inside the page; nothing from elsewhere."""

from __future__ import annotations

import base64
import binascii
import io
import re
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

from wordfleet_print.files import is_file, is_inside
from wordfleet_print.wording import shorten

MOST_IMAGE_BYTES = 100_000
MAX_PIXELS = 4_000_000
KINDS = {"PNG": "image/png", "JPEG": "image/jpeg", "GIF": "image/gif", "WEBP": "image/webp"}

_IMAGE = re.compile(r"<p>\s*(<img [^>]*>)\s*</p>|(<img [^>]*>)")
_ATTRIBUTE = re.compile(r'([a-z]+)="([^"]*)"')
_DATA = re.compile(r"data:([a-z]+/[a-z.+-]+);base64,([A-Za-z0-9+/=\s]+)")


@dataclass
class Images:
    """Puts images inside cleaned `<img>` elements, and notes those it leaves out.

    `folder` is where a writer's own image files may lie; None where there are none.
    """

    name: str
    folder: Path | None = None
    notes: list[str] = field(default_factory=list)

    def place(self, html: str) -> str:
        """The HTML with its images inside; whatever may not stand there leaves its text behind.

        Raises nothing. Source: `![text](FILE "caption")`, a file beside the rules or a data: address.
        """
        return _IMAGE.sub(self._placed, html)

    def _placed(self, match: re.Match[str]) -> str:
        alone, inline = match[1], match[2]
        facts = dict(_ATTRIBUTE.findall(alone or inline))
        source, text = unescape(facts.get("src", "")), facts.get("alt", "")
        drawn = self._image(source, text) if source else ""
        if not alone or not drawn:
            return drawn or text
        caption = f"<figcaption>{facts['title']}</figcaption>" if facts.get("title") else ""
        return f'<figure class="figure">{drawn}{caption}</figure>'

    def _image(self, source: str, text: str) -> str:
        try:
            content = self._content(source)
            kind = _kind(content)
        except ValueError as reason:
            self.notes.append(f"{self.name}: the image “{shorten(source)}” is left out: {reason}")
            return ""
        if not text:
            self.notes.append(f"{self.name}: an image has no text for those who cannot see it: ![text](…)")
        return f'<img src="data:{kind};base64,{base64.b64encode(content).decode()}" alt="{text}">'

    def _content(self, source: str) -> bytes:
        """The bytes of an image. Raises `ValueError` saying why it may not stand here."""
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
            raise ValueError("no such file in the folder of the rules")
        with path.open("rb") as file:
            return file.read(MOST_IMAGE_BYTES + 1)


def _kind(content: bytes) -> str:
    """An image's media type. Raises `ValueError` for other files, and for what is too large."""
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
    except (UnidentifiedImageError, OSError, SyntaxError, KeyError, Image.DecompressionBombError):
        raise ValueError("it is no PNG, JPEG, GIF or WebP") from None
    return kind
