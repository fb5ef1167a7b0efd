"""The little PDF syntax that the streaming press writes itself: streams, object streams, texts, numbers.

Source: ISO 32000-1, 7.3 (objects), 7.5.7 (object streams), 7.5.8 (cross-reference streams), 7.9.2.2 (text strings).
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE
from collections.abc import Mapping, Sequence
from struct import Struct
from typing import NamedTuple

import deflate

LEVEL = 6
"""The level of packing: higher ones cost more time than they save bytes."""
QUICK = 1
"""The level for what every page has: a kilobyte shrinks hardly less by it, in two thirds of the time."""

_ROW = Struct(">BBIH")
_is_western = re.compile("[ -~¡-¬®-ÿ]*").fullmatch
"""Characters that have the same codes in PDFDocEncoding as in Unicode."""


def text_string(text: str) -> str:
    """A text as a literal string: in PDFDocEncoding where Western letters are enough (ISO 32000-1, Annex D), else in
    UTF-16 with a byte order mark.
    """
    if _is_western(text):
        return f"({escape(text)})"
    return f"({escape((BOM_UTF16_BE + text.encode('utf-16-be')).decode('latin-1'))})"


def escape(text: str) -> str:
    """Characters as they stand in a literal string."""
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)").replace("\r", r"\r")


def short_number(value: float, places: int = 3) -> str:
    """A number without needless digits: 12.5, not 12.500."""
    return f"{round(value, places):.{places}f}".rstrip("0").rstrip(".")


def pack(content: bytes | bytearray, level: int = LEVEL) -> bytes:
    """The bytes packed as zlib does it (RFC 1950), but by libdeflate.

    Python's own zlib is another library on other machines, with other bytes; this one is the same everywhere.
    """
    return bytes(deflate.zlib_compress(content, level))


class Packed(NamedTuple):
    """A stream, packed where that saves bytes, before it has a number: its dictionary's entries, and its bytes."""

    keys: str
    content: bytes

    def numbered(self, number: int) -> bytes:
        """The object of this number."""
        head = f"{number} 0 obj\n<<{self.keys}/Length {len(self.content)}>>stream\n"
        return b"".join([head.encode("latin-1"), self.content, b"\nendstream\nendobj\n"])


def packed(keys: str, content: bytes, level: int = LEVEL) -> Packed:
    """A stream; `keys` are more of its dictionary's entries."""
    smaller, packing = pack(content, level), "/Filter/FlateDecode"
    if len(smaller) + len(packing) >= len(content):
        return Packed(keys, content)
    return Packed(f"{keys}{packing}", smaller)


def stream(number: int, keys: str, content: bytes, level: int = LEVEL) -> bytes:
    """An object that holds a stream, packed where that saves bytes; `keys` are more of its dictionary's entries."""
    return packed(keys, content, level).numbered(number)


def object_stream(number: int, bodies: Mapping[int, str], level: int = LEVEL) -> bytes:
    """An object stream of the objects of these numbers."""
    pairs = []
    offset = 0
    for each, body in bodies.items():
        pairs.append(f"{each} {offset}")
        offset += len(body) + 1
    head = " ".join(pairs) + "\n"
    keys = f"/Type/ObjStm/N {len(bodies)}/First {len(head)}"
    return stream(number, keys, (head + "\n".join(bodies.values())).encode("latin-1"), level)


def row(kind: int, place: int, index: int = 0) -> bytes:
    """A row of a cross-reference stream, W[1 5 2]: a free object (0), one that begins there (1), one in a stream."""
    return _ROW.pack(kind, place >> 32, place & 0xFFFFFFFF, index)


def references(numbers: Sequence[int]) -> str:
    """An array of indirect references."""
    return "[" + " ".join(f"{number} 0 R" for number in numbers) + "]"
