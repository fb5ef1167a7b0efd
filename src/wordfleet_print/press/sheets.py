"""Sheets on the press: which pages sheets make, and those pages' operators.

A layout's pages are compiled once into plates and slots; a sheet then only fills the slots (`text/slots.py`). The few
things that a manifest's boxes can hold are stamps, small forms that a page calls by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from string import ascii_lowercase
from typing import Any

from wordfleet_print.press.ink.geometry import MM
from wordfleet_print.press.layout.imposition import Imposition
from wordfleet_print.press.layout.page import PagePlan
from wordfleet_print.press.panels.panel import Slot
from wordfleet_print.press.pdf.static import Art
from wordfleet_print.press.pdf.syntax import short_number
from wordfleet_print.press.text.glyphs import Glyphs
from wordfleet_print.press.text.operators import UNSPACED, Composer
from wordfleet_print.press.text.slots import imprint_for
from wordfleet_print.sheet.sheet import Sheet

MOST_PAGES = 3
"""Pages a layout can have."""


class PagePress:
    """One page of a layout, made ready: its plate's name, and what fills its slots."""

    def __init__(self, plate: str, page: PagePlan, composer: Composer, *, stamped: bool) -> None:
        slots = [slot for panel in page.panels for slot in panel.slots()]
        counted = [slot for slot in slots if isinstance(slot, Slot) and slot.stamps and stamped]
        self.plate = plate
        self._composer = composer
        self._start = f"/{plate} Do BT"
        self._imprints = [imprint_for(slot, composer) for slot in slots if slot not in counted]
        self._stamped = [_Stamps(slot, plate) for slot in counted]

    def imprint(self, sheet: Sheet, stamps: set[str]) -> str:
        """The operators that imprint the sheet on its plate; the names of the stamps they call go to `stamps`."""
        operators = [self._start]
        setting = ""
        for imprint in self._imprints:
            setting = imprint.put(sheet, operators, setting)
        operators.append("ET" if setting.endswith(UNSPACED) else f"{UNSPACED.lstrip()} ET")
        for stamped in self._stamped:
            operators.append(stamped.calls(sheet, stamps))
        return " ".join(operators)

    def draw_stamp(self, name: str) -> bytes:
        """The operators of a stamp by its name."""
        key, count = name[len(self.plate)], int(name[len(self.plate) + 1 :])
        (slot,) = [stamped.slot for stamped in self._stamped if key in stamped.slot.stamps]
        piece = self._composer.compose(slot.set({key: count}))
        return f"BT {piece.opens} {piece.text} ET".encode("latin-1")


class _Stamps:
    """A slot whose type is put together of finished forms, one for each letter and count."""

    def __init__(self, slot: Slot[Any], plate: str) -> None:
        self.slot = slot
        self._plate = plate
        self._places = {letter: i for i, letter in enumerate(slot.stamps)}
        self._none = [f"{plate}{letter}0" for letter in slot.stamps]

    def calls(self, sheet: Sheet, used: set[str]) -> str:
        """The operators that call the forms, whose names go to `used`."""
        counts = self.slot.value(sheet)
        if counts is None:
            return ""
        names = self._none.copy()
        for letter, count in counts.items():
            names[self._places[letter]] = f"{self._plate}{letter}{count}"
        used.update(names)
        return f"/{' Do /'.join(names)} Do"


class SheetPress:
    """Composes the printed pages of sheets, whatever their layouts.

    `stamped` is for files of many pages: what stamps can hold costs some bytes once, instead of more on every page.
    """

    def __init__(self, glyphs: Glyphs, impositions: Sequence[Imposition], *, stamped: bool = False) -> None:
        height = impositions[0].layout.paper.height
        composer = Composer(glyphs, height)
        self._impositions = impositions
        self._presses = [
            [
                PagePress(plate_name(i, j), page, composer, stamped=stamped)
                for j, page in enumerate(imposition.layout.pages)
            ]
            for i, imposition in enumerate(impositions)
        ]
        self._by_plate = {press.plate: press for presses in self._presses for press in presses}

    def print(self, number: int, sheets: Sequence[Sheet], stamps: set[str]) -> Iterator[bytes]:
        """The operators of the pages that a group of sheets makes by the imposition of this number."""
        presses = self._presses[number]
        for impressions in self._impositions[number].pages:
            parts = [
                _moved(presses[page].imprint(sheets[sheet], stamps), up)
                for sheet, page, up in impressions
                if sheet < len(sheets)
            ]
            yield "\n".join(parts).encode("latin-1")

    def draw_stamp(self, name: str) -> bytes:
        """The operators of a stamp by its name: the plate's, a letter, a number."""
        return self._by_plate[name.rstrip("0123456789")[:-1]].draw_stamp(name)


def _moved(operators: str, up: float) -> str:
    return f"q 1 0 0 1 0 {short_number(up * MM)} cm {operators} Q" if up else operators


def plate_name(imposition: int, page: int) -> str:
    """The resource name of a plate."""
    return ascii_lowercase[MOST_PAGES * imposition + page]


def sheet_plates(impositions: Iterable[Imposition]) -> dict[str, Art]:
    """The plates of these impositions, by name."""
    return {
        plate_name(i, j): page.draw
        for i, imposition in enumerate(impositions)
        for j, page in enumerate(imposition.layout.pages)
    }
