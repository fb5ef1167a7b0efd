"""The pages of a sheet: one to fold, two of large print, or the two sides of a half sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from wordfleet_print.errors import BadInputError, Fix, Problem
from wordfleet_print.games import Edition
from wordfleet_print.paper import Paper
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker import phrases
from wordfleet_print.tracker.fonts import ELLIPSIS
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.halves import choose_cell, lay_out_public, lay_out_secret
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.panels import head, secret
from wordfleet_print.tracker.panels.panel import Panel, SheetDesign
from wordfleet_print.tracker.pen import Art, Pen, Run
from wordfleet_print.tracker.style import HALF, LARGE, SECRET_INK, STANDARD, TABLE_INK, Style

# From the paper's edge to panels (mm): with half a frame's line, ink keeps 10 mm off.
MARGIN_MM = 10.3
# From the fold to the panels (mm): the sheet is folded there by hand, not by a machine.
ABOVE_FOLD_MM = 1.7
BELOW_FOLD_MM = 1.4
# From a cut to the panels (mm).
CUT_GAP_MM = 4.0
# The strip of the words about the fold or the cut, from the paper's edge (mm): ink keeps 8 mm off
# it. The number of the grid's last row has two digits and is near the strip: words begin this much
# over its middle.
LINE_WORDS_LEFT_MM = 7.75
LINE_WORDS_MM = 3.2
OVER_LAST_NUMBER_MM = 2.8
# The step of START that folds the sheet.
FOLD_STEP = 1
# The height of the line to fold or to cut along (mm).
LINE_MM = 2
CACHED_LAYOUTS = 64


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """A page of a sheet. It equals only itself."""

    width: float
    """Its width (mm)."""
    height: float
    """Its height (mm)."""
    panels: tuple[Panel, ...]
    cut: Art | None = None
    """Where two sheets share it, the line to cut along."""

    def draw(self, pen: Pen) -> None:
        """Draw what is the same on every sheet."""
        for panel in self.panels:
            with pen.use_ink(panel.design.ink):
                panel.draw(pen)

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height (mm)."""
        return self.width, self.height

    @property
    def art(self) -> Art:
        """What is the same on every sheet."""
        return Art(self.width, self.height, self.draw)


class _Rooms(NamedTuple):
    """The size of a page, and the room of each half of a sheet inside its margins (mm): below each
    other on one page, or on two pages of this size.
    """

    width: float
    height: float
    public: Rect
    secret: Rect

    @property
    def middle_line(self) -> Rect:
        """The line across the middle of the page."""
        top = self.height / 2 - LINE_MM / 2
        return Rect(MARGIN_MM, top, self.width - 2 * MARGIN_MM, LINE_MM)


@lru_cache(maxsize=CACHED_LAYOUTS)
def lay_out_sheet(
    edition: Edition, looks: SheetLooks, *, blank: bool = False, placed: bool = False
) -> tuple[Page, ...]:
    """Return the pages of one sheet: one to fold, two of large print, or the two sides of a half
    sheet.

    Raises `BadInputError` with the measure where something does not fit.
    """
    if looks.mine and not edition.mines:
        what = f"The {edition.edition} edition of {edition.title} has no variation with mines."
        raise BadInputError(Problem(what, "mine", (Fix.leave_out("mine"),)))
    form = choose_form(looks)
    style = choose_style(edition, looks)
    design = SheetDesign(
        edition,
        style,
        form,
        is_blank=blank,
        is_placed=placed,
        has_mine=looks.mine,
        title=looks.title,
        for_event=looks.event,
    )
    rooms = _find_rooms(form, looks.paper)
    cell = choose_cell(design, rooms.public)
    public, hidden = _lay_out_panels(design, rooms, looks, cell)
    if form == "folded":
        fold = _make_line(hidden[0].design, rooms, looks, cell, "line.fold", FOLD_STEP)
        return (Page(rooms.width, rooms.height, (*public, fold, *hidden)),)
    pages = [Page(rooms.width, rooms.height, tuple(panels)) for panels in (public, hidden)]
    if form == "halves":
        cuts = _list_cuts(hidden[0].design, rooms, looks, cell)
        pages = [replace(page, cut=cut) for page, cut in zip(pages, cuts, strict=True)]
    return tuple(pages)


def choose_form(looks: SheetLooks) -> phrases.Form:
    """Return where the two halves of a sheet are."""
    if looks.large_print:
        return "pages"
    return "halves" if looks.half_sheets else "folded"


def choose_style(edition: Edition, looks: SheetLooks) -> Style:
    """Return the sizes of a sheet's text and parts."""
    styles = {"folded": STANDARD, "halves": HALF, "pages": LARGE}
    style = replace(styles[choose_form(looks)], language=edition.language)
    return style.save_ink() if looks.eco else style


def _find_rooms(form: phrases.Form, paper: Paper) -> _Rooms:
    """Return where the two halves are on a paper: one below the other on a folded page; each on its
    own landscape page; or each in the upper half of a page, the secret half on the back.
    """
    if form == "pages":
        # Large print: both halves become pages of their own, landscape, because the grid is wider
        # than it is high.
        room = Rect(0, 0, paper.height, paper.width).inset(MARGIN_MM)
        return _Rooms(paper.height, paper.width, room, room)
    width = paper.width - 2 * MARGIN_MM
    half = paper.height / 2
    if form == "halves":
        room = Rect(MARGIN_MM, MARGIN_MM, width, half - CUT_GAP_MM - MARGIN_MM)
        return _Rooms(paper.width, paper.height, room, room)
    upper = Rect(MARGIN_MM, MARGIN_MM, width, half - ABOVE_FOLD_MM - MARGIN_MM)
    lower = Rect(MARGIN_MM, half + BELOW_FOLD_MM, width, half - BELOW_FOLD_MM - MARGIN_MM)
    return _Rooms(paper.width, paper.height, upper, lower)


def _lay_out_panels(
    design: SheetDesign, rooms: _Rooms, looks: SheetLooks, cell: float
) -> tuple[list[Panel], list[Panel]]:
    """Return the panels of the public half and those of the secret half, in their colors, and
    mirrored for the left hand. `cell` is the side of a square (mm).
    """
    mirror_width = rooms.width if looks.left_handed else 0
    public = lay_out_public(design, rooms.public, cell, mirror_width)
    if looks.color:
        table_ink = TABLE_INK.save_ink() if looks.eco else TABLE_INK
        secret_ink = SECRET_INK.save_ink() if looks.eco else SECRET_INK
        public = [replace(panel, design=replace(design, ink=table_ink)) for panel in public]
        design = replace(design, ink=secret_ink)
    hidden = lay_out_secret(design, rooms.secret, cell)
    if mirror_width:
        public = [_mirror(panel, mirror_width) for panel in public]
        hidden = [_mirror(panel, mirror_width) for panel in hidden]
    return public, hidden


def _mirror(panel: Panel, width: float) -> Panel:
    """Return a panel on the other side of a page.

    Only the places are mirrored, never what is in them: left-handed players read from left to right
    as well.
    """
    return replace(panel, rect=panel.rect.mirror(width)) if panel.mirrors else panel


def _list_cuts(design: SheetDesign, rooms: _Rooms, looks: SheetLooks, cell: float) -> Iterator[Art]:
    """Yield the lines to cut along, of the front and of the back."""
    for key in ("line.cut_front", "line.cut"):
        line = _make_line(design, rooms, looks, cell, key)
        yield Art(rooms.width, rooms.height, line.draw)


def _make_line(
    design: SheetDesign, rooms: _Rooms, looks: SheetLooks, cell: float, key: str, step: int = 0
) -> secret.PageLine:
    """Return the line across the middle of the page to fold or to cut along. Its words, the label
    `key`, are above it in the margin next to the grid, with the number of the START `step` that it
    is for.
    """
    room = rooms.public
    strip = Rect(LINE_WORDS_LEFT_MM, room.y, LINE_WORDS_MM, room.h)
    if looks.left_handed:
        strip = strip.mirror(rooms.width)
    words_up = cell / 2 + OVER_LAST_NUMBER_MM
    return secret.PageLine(
        rooms.middle_line, design, key=key, strip=strip, words_up=words_up, step=step
    )


def find_cut_names(sheet: Sheet, pages: Sequence[Page]) -> list[str]:
    """Return the names of a sheet, and the organizer's line, that do not fit these pages and end
    with an ellipsis there, each once.
    """
    cut_names = []
    for panel in chain.from_iterable(page.panels for page in pages):
        name, printed_texts = _read_name(sheet, panel)
        # An ellipsis that somebody typed is no sign of a cut
        if ELLIPSIS in name:
            continue
        if name and any(ELLIPSIS in text for text in printed_texts):
            cut_names.append(name)
    return list(dict.fromkeys(cut_names))


def add_cut_names(cut_names: dict[str, bool], sheet: Sheet, pages: Sequence[Page]) -> None:
    """Add the names that do not fit these pages, each with whether only pages in large print cut
    it.
    """
    is_large = pages[0].panels[0].style.is_large
    for name in find_cut_names(sheet, pages):
        cut_names[name] = cut_names.get(name, True) and is_large


def _read_name(sheet: Sheet, panel: Panel) -> tuple[str, list[str]]:
    """Return the name or line that a panel shows of a sheet, and the texts that are printed for it;
    "" and nothing for a panel without a name.
    """
    if isinstance(panel, head.Logo):
        return panel.design.title, panel.captions
    if isinstance(panel, head.NameLine):
        name = str(getattr(sheet, panel.shows))
    elif isinstance(panel, secret.SecretBand):
        name = sheet.player
    else:
        return "", []
    return name, [item.text for item in panel.place_text(sheet) if isinstance(item, Run)]
