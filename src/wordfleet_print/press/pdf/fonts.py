"""Embedded fonts: what a document takes of a drawer of a type case, as objects of its file.

The same characters of the same drawer are cut and packed once, for all documents that hold them.

Source: ISO 32000-1, 9.6.3 (TrueType fonts), 9.8 (font descriptors), 9.10.3 (ToUnicode).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from wordfleet_print.press.ink.cases import Drawer
from wordfleet_print.press.ink.reportlab_inside import character_advance, metrics_of, program_of
from wordfleet_print.press.pdf.syntax import Packed, packed, short_number

KEPT = 256
"""Fonts that are kept, of some kilobytes each."""
MOST_LINES = 100
"""Characters in one part of a map from codes (Adobe Technical Note 5411)."""

_MAP_BEGINS = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName {name} def
/CMapType 2 def
1 begincodespacerange
<00> <FF>
endcodespacerange"""
_MAP_ENDS = """endcmap
CMapName currentdict /CMap defineresource pop
end
end"""


class Embedded(NamedTuple):
    """A font's entries, its descriptor's, its program and its map of codes; each waits for the numbers of others."""

    font: str
    descriptor: str
    program: Packed
    unicode: Packed


@lru_cache(maxsize=KEPT)
def embed(drawer: Drawer) -> Embedded:
    """The font as it is embedded."""
    font, characters = drawer
    metrics, codes = metrics_of(font), [code for code, _ in characters]
    name = f"/{_tag(drawer)}+{metrics.name}"
    held = dict(characters)
    first, last = (codes[0], codes[-1]) if codes else (0, 0)
    widths = [f"{character_advance(font, held[code]):g}" if code in held else "0" for code in range(first, last + 1)]
    program = program_of(font, held)
    entries = {
        "Type": "/FontDescriptor",
        "FontName": name,
        "Flags": str(metrics.flags),
        "FontBBox": f"[{' '.join(map(short_number, metrics.box))}]",
        "ItalicAngle": short_number(metrics.slant),
        "Ascent": short_number(metrics.ascent),
        "Descent": short_number(metrics.descent),
        "CapHeight": short_number(metrics.capitals),
        "StemV": short_number(metrics.stems),
    }
    return Embedded(
        f"/Type/Font/Subtype/TrueType/BaseFont{name}/FirstChar {first}/LastChar {last}/Widths[{' '.join(widths)}]",
        "".join(f"/{key} {value}" for key, value in entries.items()),
        packed(f"/Length1 {len(program)}", program),
        packed("", _to_unicode(name, characters)),
    )


def _tag(drawer: Drawer) -> str:
    """Six letters that tell a part of a font from others (ISO 32000-1, 9.6.4)."""
    digest = sha256(repr(drawer.characters).encode()).digest()
    return "".join(chr(ord("A") + byte % 26) for byte in digest[:6])


def _to_unicode(name: str, characters: Sequence[tuple[int, str]]) -> bytes:
    """The map from codes to characters, by which readers search and copy."""
    lines = [f"<{code:02X}> <{char.encode('utf-16-be').hex().upper()}>" for code, char in characters]
    parts = [lines[start : start + MOST_LINES] for start in range(0, len(lines), MOST_LINES)]
    told = [line for part in parts for line in (f"{len(part)} beginbfchar", *part, "endbfchar")]
    return "\n".join([_MAP_BEGINS.format(name=name), *told, _MAP_ENDS]).encode("ascii")
