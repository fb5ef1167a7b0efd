"""Type as page operators, and each slot filled with what a sheet has there.

Every run stands where reportlab would put it, to the same thousandth of a point: the first of a piece by its place on
the page, each after it by its distance from the one before, which is shorter.

Whatever can be known beforehand is: the setting and place of a line, how words and launch codes are spread over their
cells, type that recurs. What is left costs a few lookups a sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from wordfleet_print.press.ink.fonts import Face, text_advance, usual_advance
from wordfleet_print.press.ink.ink import FIRST_MARK, Frame, Pen, Type, pieces, set_in
from wordfleet_print.press.ink.paper import MM
from wordfleet_print.press.ink.reportlab_inside import operators_of
from wordfleet_print.press.panels.panel import CellRow, Filled, LetterCounts, OwnPlace, Slot, TextLine
from wordfleet_print.press.pdf.glyphs import END, encoder, spoken
from wordfleet_print.press.pdf.pages import short_number
from wordfleet_print.sheet.sheet import Sheet

UNSPACED = " 0 Tc"
"""How the settings of ordinary type end: it must be the last of a page's, or forms drawn later would be spaced too."""


class TextOperators(NamedTuple):
    """What stands inside a text object (BT … ET): the font they begin with and end with, and the rest."""

    opens: str
    text: str
    closes: str


class Composer:
    """Composes type for pages so many mm high."""

    def __init__(self, page_height: float) -> None:
        self._height = page_height

    def compose(self, items: Iterable[Type]) -> TextOperators:
        """The type as one piece."""
        opens = setting = place = ""
        text: list[str] = []
        before: tuple[float, float] | None = None
        height = self._height
        for item in items:
            if isinstance(item, Frame):
                text.append(f"ET {_drawn(item, height)} BT")
                before = None
                continue
            own = encoder(item.face)
            placed = (item,) if item.text.isascii() else pieces(item)
            alone = len(placed) == 1
            if not alone:
                text.append(spoken(item.text))
            for x, y, written, _, size in placed:
                at, down = x * MM, (height - y) * MM
                place = f"{_across(before[0], at)} {_down(before[1], down)} Td" if before else _start(at, down)
                before = at, down
                for font, shown in own.encode(written) if alone else own.parts(written):
                    wanted = setting_in(font, size)
                    if wanted != setting:
                        if opens:
                            text.append(wanted)
                        opens, setting = opens or wanted, wanted
                    text.append(f"{place}{shown}")
                    place = ""
            if not alone:
                text.append(END)
        return TextOperators(opens, " ".join(text), setting)

    def setting(self, face: Face, size: float, spacing: float = 0) -> str:
        """The setting of type of the face's first font; size and spacing in pt."""
        return setting_in(encoder(face).font, size, spacing)

    def start(self, x: float, y: float) -> str:
        """To a place on the page (mm from the top left)."""
        return _start(x * MM, (self._height - y) * MM)


@lru_cache(maxsize=4096)
def _drawn(frame: Frame, page_height: float) -> str:
    """A frame's operators, as reportlab draws it: slowly, but frames stand in the same places page after page."""
    return " ".join(operators_of(lambda canvas: Pen(canvas, page_height).frame(frame.rect, frame.width, frame.radius)))


@lru_cache(maxsize=4096)
def _start(x: float, y: float) -> str:
    """To a place on the page (pt); most pieces begin where those of other sheets begin."""
    return f"1 0 0 1 {x:.3f} {y:.3f} Tm"


@lru_cache(maxsize=256)
def setting_in(font: str, size: float, spacing: float = 0) -> str:
    """Font, size and character spacing (pt), which stays set until another is (ISO 32000-1, 9.3.2)."""
    return f"{font} {size:g} Tf {short_number(spacing, 5)} Tc"


@lru_cache(maxsize=4096)
def _across(before: float, x: float) -> str:
    """From one place to another (pt), both rounded as they are when they are written out."""
    return f"{round(x, 3) - round(before, 3):.3f}"


@lru_cache(maxsize=4096)
def _down(before: float, y: float) -> str:
    """The same down the page, where runs often stand on one line."""
    return _across(before, y) if y != before else "0"


T_contra = TypeVar("T_contra", contravariant=True)
T = TypeVar("T")

KEPT = 256
"""Values whose type is kept because they recur."""


class SlotFill(Protocol[T_contra]):
    """Fills one slot of a page with what a sheet has there; or a line with the text that stands on it."""

    def put(self, sheet: T_contra, operators: list[str], setting: str) -> str:
        """Add what sets the sheet's type to the page's operators. `setting` is the one in force there; the one that is
        in force afterwards is given back.
        """


def imprint_for(slot: Slot, composer: Composer) -> SlotFill[Sheet]:
    """What fills this slot."""
    match slot.place:
        case TextLine() as line:
            return _OnLine(slot.value, line, composer)
        case CellRow() as row:
            return _InCells(slot.value, row, composer)
        case LetterCounts() as counts:
            return _Counted(slot.value, counts, composer)
        case OwnPlace() as own:
            return _Composed(slot.value, own, composer)


def line_imprint(line: TextLine, composer: Composer) -> SlotFill[Filled]:
    """What puts the text of a filled line (`Filled`) in its place."""
    return _OnLine(itemgetter(1), line, composer)


def add_piece(piece: TextOperators, operators: list[str], setting: str) -> str:
    """Add a piece to a page's operators, where `setting` is in force; the one in force afterwards is given back."""
    opens, text, closes = piece
    if not text:
        return setting
    if opens and opens != setting:
        operators.append(opens)
    operators.append(text)
    return closes or setting


class _OnLine(Generic[T]):
    """A line's text: at its full size by what is known beforehand, shrunk like any type."""

    def __init__(self, text_of: Callable[[T], str], line: TextLine, composer: Composer) -> None:
        self._text_of = text_of
        self._line = line
        self._composer = composer
        own = encoder(line.face)
        self._codes_of = own.codes_of
        self._encode = own.encode
        self._setting = composer.setting(line.face, line.size)
        self._start = composer.start(line.x, line.baseline)
        self._head = f"{self._start}("
        self._sure = int(line.width * MM / (own.widest * line.size / 1000))
        """So many characters fit, however wide."""

    def put(self, sheet: T, operators: list[str], setting: str) -> str:
        text = self._text_of(sheet)
        if not text:
            return setting
        if not (len(text) <= self._sure or self._line.fits(text)):
            return add_piece(self._composer.compose(self._line.set_type(text)), operators, setting)
        codes = self._codes_of(text)
        if codes is None:
            return self._put_parts(text, operators, setting)
        own = self._setting
        if own != setting:
            operators.append(own)
        operators.append(f"{self._head}{codes})Tj")
        return own

    def _put_parts(self, text: str, operators: list[str], setting: str) -> str:
        """The text where parts of it are of other fonts: each after the one before, but for combining marks."""
        if max(text) >= FIRST_MARK:
            return add_piece(self._composer.compose(self._line.set_type(text)), operators, setting)
        start = self._start
        for font, shown in self._encode(text):
            own = setting_in(font, self._line.size)
            if own != setting:
                operators.append(own)
                setting = own
            operators.append(f"{start}{shown}")
            start = ""
        return setting


class _InCells:
    """Texts of one row of cells, all by one operator (ISO 32000-1, 9.4.3, TJ). Characters of usual width are spaced to
    fill a cell; each other one is moved by half its difference before it and after it.
    """

    def __init__(self, texts_of: Callable[[Sheet], Sequence[str]], row: CellRow, composer: Composer) -> None:
        self._texts_of = texts_of
        self._row = row
        self._composer = composer
        self._places = range(len(row.places))
        self._joint = cache(self._make_joint)
        room = row.places[0][0].w * MM - usual_advance(row.face) * row.size / 1000
        self._setting = composer.setting(row.face, row.size, room)
        self._spread = encoder(row.face).spread

    def _make_joint(self, place: int, char: str) -> str:
        """What leads to a place for a text that begins with this character: to the first by its own place on the page,
        to another past what lies between it and the place before. Not by a number before the first string: some readers
        (pdfminer) would add the spacing once too often.
        """
        row = self._row
        if not place:
            run = set_in(row.places[0][0], char, row.face, row.size)
            return f"{self._composer.start(run.x, run.y)}["
        before, after = row.places[place - 1 : place + 1]
        gap = (after[0].x - before[-1].right) * MM / row.size * 1000
        half = (text_advance(char, row.face) - usual_advance(row.face)) / 2
        return f" {short_number(half - gap, 2)}"

    def put(self, sheet: Sheet, operators: list[str], setting: str) -> str:
        texts = self._texts_of(sheet)
        if not texts:
            return setting
        own, spread, joint = self._setting, self._spread, self._joint
        if own != setting:
            operators.append(own)
        parts = [joint(place, text[0]) + spread(text) for place, text in zip(self._places, texts, strict=True)]
        operators.append(f"{''.join(parts)}]TJ")
        return own


class _Composed:
    """What is composed for a sheet; what other sheets have too is kept."""

    def __init__(self, value_of: Callable[[Sheet], Any], place: OwnPlace, composer: Composer) -> None:
        def compose(value: object) -> TextOperators:
            return composer.compose(place.set_type(value))

        self._value_of = value_of
        self._compose = lru_cache(maxsize=KEPT)(compose) if place.recurs else compose

    def put(self, sheet: Sheet, operators: list[str], setting: str) -> str:
        value = self._value_of(sheet)
        return add_piece(self._compose(value), operators, setting) if value else setting


class _Counted:
    """Each letter and its count, composed once and kept."""

    def __init__(
        self, counts_of: Callable[[Sheet], Mapping[str, int]], place: LetterCounts, composer: Composer
    ) -> None:
        self._counts_of = counts_of
        self._letters = place.letters
        self._compose = cache(lambda letter, count: composer.compose(place.set_count(letter, count)))

    def put(self, sheet: Sheet, operators: list[str], setting: str) -> str:
        counts = self._counts_of(sheet)
        for letter in self._letters if counts else "":
            setting = add_piece(self._compose(letter, counts.get(letter, 0)), operators, setting)
        return setting
