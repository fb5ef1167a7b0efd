"""What differs from page to page, as text operators in a template's character codes (ISO 32000-1, 9.4)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import groupby, pairwise

from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker.fonts import Face, text_advance
from wordfleet_print.tracker.geometry import MM
from wordfleet_print.tracker.layout import Page
from wordfleet_print.tracker.pen import Frame, Item, Run, frame_operators, pieces
from wordfleet_print.tracker.template import Template

# Values of each field that are kept rendered.
CACHED_VALUES = 8192


def render_items(items: Iterable[Item], template: Template, height: float) -> str:
    """Return operators that set items on a page `height` mm tall, inside a text object (BT … ET)."""
    parts: list[str] = []
    last: Run | None = None
    for item in items:
        if isinstance(item, Run):
            fonts, runs = template.glyphs[item.face].fonts, pieces(item)
            # PDFium ends the line between two fonts on a page that is almost empty, unless a span holds the text.
            whole = len(runs) == 1 and len({*map(fonts.__getitem__, item.text)}) == 1
            operators = []
            for run in runs:
                operators.append(_render_run(run, last, template, height, whole=whole))
                last = run
            parts += operators if whole else [_begin_span(item.text), *operators, "EMC"]
            continue
        last = None
        if isinstance(item, Frame):
            # A path cannot be drawn inside a text object (ISO 32000-1, figure 9).
            parts.append(f"ET {frame_operators(item, height)} BT")
        else:
            before, x, after = _render_cells(item.text, item.face, item.size, item.pitch, template)
            parts.append(f"{before} 1 0 0 1 {item.x * MM - x:.3f} {(height - item.y) * MM:.3f} Tm{after}")
    return " ".join(parts)


def _begin_span(text: str) -> str:
    """Return the start of a span that gives readers the whole text of what is set in parts (ISO 32000-1, 14.9.4)."""
    plain = text.isascii() and text.isalnum()
    string = f"({text})" if plain else f"<FEFF{text.encode('utf-16-be').hex()}>"
    return f"/Span<</ActualText{string}>>BDC"


def _render_run(run: Run, last: Run | None, template: Template, height: float, *, whole: bool) -> str:
    x, y, text, face, size = run
    fonts, codes = template.glyphs[face]
    if last:  # a relative move is shorter than a place, and most operators are moves
        start = f"{(x - last.x) * MM:.3f} {(last.y - y) * MM:.3f} Td"
    else:
        start = f"1 0 0 1 {x * MM:.3f} {(height - y) * MM:.3f} Tm"
    if whole:
        return f"{start}/{fonts[text[0]]} {size:g} Tf({text.translate(codes)})Tj"
    parts = [(font, "".join(part)) for font, part in groupby(text, key=fonts.__getitem__)]
    return start + "".join([f"/{font} {size:g} Tf({part.translate(codes)})Tj" for font, part in parts])


@lru_cache(maxsize=CACHED_VALUES)
def _render_cells(text: str, face: Face, size: float, pitch: float, template: Template) -> tuple[str, float, str]:
    """Return the operators before and after a text's place in cells, and how far left it begins (pt).

    It is one TJ: character spacing (Tc) fills a cell around a character of usual width, and others are moved by half
    their difference. Readers that look at gaps take “0 2 7” for three words if TJ makes them, but not if Tc does.
    """
    (fonts, codes), usual = template.glyphs[face], text_advance("N", face)
    widths, font, shown = [text_advance(char, face) for char in text], fonts[text[0]], codes[ord(text[0])]
    # Cells of 20 pt and an N of 9 pt at this size: Tc adds 11 pt after each character. An I of 4 pt needs 2.5 pt more
    # on both sides; TJ moves by thousandths of the size, and the half of each neighbor's difference adds up.
    start = f"{_begin_span(text)}/{font} {size:g} Tf {pitch * MM - usual * size / 1000:.5g} Tc"
    for char, (before, width) in zip(text[1:], pairwise(widths), strict=True):
        wider = (before + width) / 2 - usual
        if fonts[char] != font:
            font = fonts[char]
            shown += f")]TJ/{font} {size:g} Tf[{wider:g}({codes[ord(char)]}"
        else:
            shown += f"){wider:g}({codes[ord(char)]}" if wider else codes[ord(char)]
    return start, widths[0] * size / 2000, f"[({shown})]TJ 0 Tc EMC"


class PageRenderer:
    """Renders a page for any sheet: its art, then its fields, each value looked up if it came before."""

    def __init__(self, page: Page, template: Template) -> None:
        def keep(place: Callable[[Hashable], Sequence[Item]]) -> Callable[[Hashable], str]:
            return lru_cache(maxsize=CACHED_VALUES)(lambda value: render_items(place(value), template, page.height))

        fields = (field for panel in page.panels for field in panel.fields())
        self._form, self._fields = template.forms[page.art], [(field.values, keep(field.place)) for field in fields]

    def render(self, sheet: Sheet) -> str:
        """Return the operators of a sheet's page."""
        parts = [part for values, render in self._fields for part in map(render, values(sheet))]
        return f"/{self._form} Do BT {' '.join(parts)} ET"
