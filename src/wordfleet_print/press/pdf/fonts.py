"""Embedded fonts: what a document takes of a drawer of a type case, as objects of its file.

The same characters of the same drawer are cut and packed once, for all documents that hold them.

Source: ISO 32000-1, 9.6.3 (TrueType fonts), 9.8 (font descriptors), 9.10.3 (ToUnicode).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from wordfleet_print.press.ink.cases import Drawer
from wordfleet_print.press.ink.reportlab_inside import character_advance, metrics_of, program_of
from wordfleet_print.press.pdf.syntax import Packed, packed, short_number

CUTS_KEPT = 256
"""Fonts that are kept, of some kilobytes each."""
MOST_LINES = 100
"""Runs in one part of a map from codes (Adobe Technical Note 5411)."""

_MAP_BEGINS = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Meanings def
/CMapType 2 def
1 begincodespacerange
<00> <FF>
endcodespacerange"""
_MAP_ENDS = """endcmap
CMapName currentdict /CMap defineresource pop
end
end"""


class Embedded(NamedTuple):
    """A font's entries, its descriptor's, its program and its map of codes, which wait for each other's numbers."""

    font: str
    descriptor: str
    program: Packed
    unicode: Packed


@lru_cache(maxsize=CUTS_KEPT)
def embed(drawer: Drawer) -> Embedded:
    """The font as it is embedded."""
    font, characters, meanings = drawer
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
        _to_unicode(meanings),
    )


def _tag(drawer: Drawer) -> str:
    """Six letters that tell a part of a font from others (ISO 32000-1, 9.6.4)."""
    digest = sha256(repr(drawer.characters).encode()).digest()
    return "".join(chr(ord("A") + byte % 26) for byte in digest[:6])


@lru_cache(maxsize=CUTS_KEPT)
def _to_unicode(meanings: Sequence[tuple[int, str]]) -> Packed:
    """The map from codes to characters, by which readers search and copy: runs of both."""
    points = [(at, code, ord(char)) for at, (code, char) in enumerate(meanings)]
    lines = []
    for _, run in groupby(points, key=lambda one: (one[1] - one[0], one[2] - one[0], one[2] >> 8)):
        (_, first, point), *others = run
        last = first + len(others)
        lines.append(f"<{first:02X}> <{last:02X}> <{chr(point).encode('utf-16-be').hex().upper()}>")
    parts = [lines[start : start + MOST_LINES] for start in range(0, len(lines), MOST_LINES)]
    told = [line for part in parts for line in (f"{len(part)} beginbfrange", *part, "endbfrange")]
    return packed("", "\n".join([_MAP_BEGINS, *told, _MAP_ENDS]).encode("ascii"))
