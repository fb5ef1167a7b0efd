"""What differs from page to page, as text operators in a template's character codes (ISO 32000-1, 9.4)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from operator import attrgetter

from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker.fonts import text_advance, usual_advance
from wordfleet_print.tracker.geometry import MM
from wordfleet_print.tracker.layout import Page
from wordfleet_print.tracker.pen import CellText, Frame, Item, Run, SheetField, frame_operators, pieces
from wordfleet_print.tracker.template import Glyph, Template

VALUES_KEPT = 8192
"""Values of each field that are kept as placed and as rendered."""
PAGES_KEPT = 128


def render_items(items: Iterable[Item], template: Template, height: float) -> str:
    """Return operators that set items on a page `height` mm tall, inside a text object (BT … ET)."""
    parts: list[str] = []
    for item in items:
        if isinstance(item, Frame):
            parts.append(f"ET {frame_operators(item.rect, item.width, item.radius, height)} BT")
            continue
        if isinstance(item, CellText):
            shown = [_render_cells(item, template.glyphs[item.face], height)]
        else:
            shown = [_render_run(run, template.glyphs[run.face], height) for run in pieces(item)]
        if len(shown) > 1 or isinstance(item, CellText):  # readers get the whole text, whatever gaps are in it
            shown = [f"/Span<</ActualText<FEFF{item.text.encode('utf-16-be').hex()}>>>BDC", *shown, "EMC"]
        parts += shown
    return " ".join(parts)


def _render_run(run: Run, glyphs: Mapping[str, Glyph], height: float) -> str:
    parts = [f"1 0 0 1 {run.x * MM:.3f} {(height - run.y) * MM:.3f} Tm"]
    for name, found in groupby(map(glyphs.__getitem__, run.text), key=attrgetter("font")):
        parts.append(f"/{name} {run.size:g} Tf({''.join([glyph.code for glyph in found])})Tj")
    return " ".join(parts)


def _render_cells(item: CellText, glyphs: Mapping[str, Glyph], height: float) -> str:
    """A text by TJ: character spacing (Tc) fills a cell around a character of usual width, and others are moved by half
    their difference. Readers that look at gaps take “0 2 7” for three words if TJ makes them, but not if Tc does.
    """
    scale, usual, x, parts = item.size / 1000, usual_advance(item.face), item.x, []
    for name, run in groupby(item.text, key=lambda char: glyphs[char].font):
        text = list(run)
        left, shown = x * MM - text_advance(text[0], item.face) * scale / 2, glyphs[text[0]].code
        for before, char in pairwise(text):
            wider = (text_advance(before, item.face) + text_advance(char, item.face)) / 2 - usual
            shown += f"){wider:g}({glyphs[char].code}" if wider else glyphs[char].code
        parts.append(f"/{name} {item.size:g} Tf 1 0 0 1 {left:.3f} {(height - item.y) * MM:.3f} Tm[({shown})]TJ")
        x += len(text) * item.pitch
    return f"{item.pitch * MM - usual * scale:.5g} Tc {' '.join(parts)} 0 Tc"


@lru_cache(maxsize=PAGES_KEPT)
def cache_fields(page: Page, _fallback: str) -> tuple[SheetField, ...]:
    """Return the fields of a page, with whatever they place kept; the fallback font counts in widths."""
    fields = (field for panel in page.panels for field in panel.fields())
    return tuple(field._replace(place=lru_cache(maxsize=VALUES_KEPT)(field.place)) for field in fields)


class PageRenderer:
    """Renders a page for any sheet: its art, then its fields, each value looked up if it came before."""

    def __init__(self, form: str, fields: Sequence[SheetField], template: Template, height: float) -> None:
        def keep(place: Callable[[Hashable], Sequence[Item]]) -> Callable[[Hashable], str]:
            return lru_cache(maxsize=VALUES_KEPT)(lambda value: render_items(place(value), template, height))

        self._form, self._fields = form, [(field.values, keep(field.place)) for field in fields]

    def render(self, sheet: Sheet) -> str:
        """Return the operators of a sheet's page."""
        parts = [part for values, render in self._fields for part in map(render, values(sheet))]
        return f"/{self._form} Do BT {' '.join(parts)} ET"
