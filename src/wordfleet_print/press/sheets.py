"""Sheets on the press: which pages sheets make, and those pages' operators.

A layout's pages are compiled once into plates and slots, for all documents; a sheet then only fills the slots
(`text/imprints.py`). The few things that a manifest's boxes can hold are stamps, small forms that a page calls by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from string import ascii_lowercase

from wordfleet_print.press.ink.fonts import fallback_digest
from wordfleet_print.press.ink.geometry import MM
from wordfleet_print.press.layout.imposition import Imposition
from wordfleet_print.press.layout.page import PagePlan
from wordfleet_print.press.panels.slots import LetterCounts
from wordfleet_print.press.pdf.static import Art
from wordfleet_print.press.pdf.syntax import short_number
from wordfleet_print.press.text.imprints import imprint_for
from wordfleet_print.press.text.operators import UNSPACED, Composer
from wordfleet_print.sheet.sheet import Sheet

MOST_PAGES = 3
"""Pages a layout can have."""


KEPT = 128
"""Pages that are kept ready."""


class PagePress:
    """One page of a layout, made ready: its plate's name, and what fills its slots; `height` is the paper's (mm)."""

    def __init__(self, plate: str, page: PagePlan, height: float, *, stamped: bool) -> None:
        slots = [slot for panel in page.panels for slot in panel.slots()]
        self._composer = composer = Composer(height)
        self._start = f"/{plate} Do BT"
        composed = [slot for slot in slots if not stamped or not isinstance(slot.place, LetterCounts)]
        self._imprints = [imprint_for(slot, composer) for slot in composed]
        self._stamped = [
            _Stamps(s.value, s.place, plate) for s in slots if stamped and isinstance(s.place, LetterCounts)
        ]

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

    def draw_stamp(self, letter: str, count: int) -> bytes:
        """The operators of the stamp of a letter and its count."""
        (place,) = [stamped.place for stamped in self._stamped if letter in stamped.place.letters]
        piece = self._composer.compose(place.set_count(letter, count))
        return f"BT {piece.opens} {piece.text} ET".encode("latin-1")


class _Stamps:
    """A slot whose type is put together of finished forms, one for each letter and count."""

    def __init__(self, counts_of: Callable[[Sheet], Mapping[str, int] | None], place: LetterCounts, plate: str) -> None:
        self.place = place
        self._counts_of = counts_of
        self._plate = plate
        self._places = {letter: i for i, letter in enumerate(place.letters)}
        self._none = [f"{plate}{letter}0" for letter in place.letters]

    def calls(self, sheet: Sheet, used: set[str]) -> str:
        """The operators that call the forms, whose names go to `used`."""
        counts = self._counts_of(sheet)
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

    def __init__(self, impositions: Sequence[Imposition], *, stamped: bool = False) -> None:
        height = impositions[0].layout.paper.height
        self._impositions = impositions
        self._presses = {
            (i, j): _page_press(plate_name(i, j), page, height, stamped, fallback_digest())
            for i, imposition in enumerate(impositions)
            for j, page in enumerate(imposition.layout.pages)
        }

    def print(self, number: int, sheets: Sequence[Sheet], stamps: set[str]) -> Iterator[bytes]:
        """The operators of the pages that a group of sheets makes by the imposition of this number."""
        for impressions in self._impositions[number].pages:
            parts = [
                _moved(self._presses[number, page].imprint(sheets[sheet], stamps), up)
                for sheet, page, up in impressions
                if sheet < len(sheets)
            ]
            yield "\n".join(parts).encode("latin-1")

    def draw_stamp(self, name: str) -> bytes:
        """The operators of a stamp by its name: the plate's, a letter, a number."""
        plate, letter, count = name[0], name[1], int(name[2:])
        return self._presses[divmod(ascii_lowercase.index(plate), MOST_PAGES)].draw_stamp(letter, count)


@lru_cache(maxsize=KEPT)
def _page_press(plate: str, page: PagePlan, height: float, stamped: bool, _fallback: str) -> PagePress:
    return PagePress(plate, page, height, stamped=stamped)


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
