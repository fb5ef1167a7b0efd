"""Imprinting: how each kind of slot is filled with what a sheet has there.

Whatever can be known beforehand is: the setting and place of a line, how words and launch codes are spread over their
cells, type that recurs. What is left costs a few lookups a sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Protocol

from wordfleet_print.press.ink.fonts import text_advance, usual_advance
from wordfleet_print.press.ink.geometry import MM
from wordfleet_print.press.ink.pen import set_in
from wordfleet_print.press.panels.line import CellRow
from wordfleet_print.press.panels.panel import AnySlot, LineSlot, RowSlot, Slot
from wordfleet_print.press.pdf.syntax import short_number
from wordfleet_print.press.text.glyphs import Encoder
from wordfleet_print.press.text.operators import Composer, TextOperators
from wordfleet_print.sheet.sheet import Sheet


class Imprint(Protocol):
    """Fills one slot of a page."""

    def put(self, sheet: Sheet, operators: list[str], setting: str) -> str:
        """Add what sets the sheet's type to the page's operators. `setting` is the one in force there; the one that is
        in force afterwards is given back.
        """


def imprint_for(slot: AnySlot, composer: Composer) -> Imprint:
    """What fills this slot."""
    if isinstance(slot, LineSlot):
        return _OnLine(slot, composer)
    if isinstance(slot, RowSlot):
        return _InCells(slot, composer)
    if slot.stamps:
        return _Spelt(slot, composer)
    return _Composed(slot, composer)


def _add(piece: TextOperators, operators: list[str], setting: str) -> str:
    opens, text, closes = piece
    if not text:
        return setting
    if opens != setting:
        operators.append(opens)
    operators.append(text)
    return closes


class _OnLine:
    """A line's text: at its full size by what is known beforehand, else like any type.

    All is asked for at the first text: a document has no encoder for a face in which no sheet has any.
    """

    def __init__(self, slot: LineSlot, composer: Composer) -> None:
        self._text_of = slot.value
        self._line = slot.line
        self._composer = composer

    @cached_property
    def _codes_of(self) -> Callable[[str], str | None]:
        return self._composer.encoder(self._line.face).codes_of

    @cached_property
    def _sure(self) -> int:
        """So many characters fit, however wide they are."""
        line = self._line
        return int(line.width * MM / (self._composer.encoder(line.face).widest * line.size / 1000))

    @cached_property
    def _setting(self) -> str:
        return self._composer.setting(self._line.face, self._line.size)

    @cached_property
    def _head(self) -> str:
        return f"{self._composer.start(self._line.x, self._line.baseline)}("

    def put(self, sheet: Sheet, operators: list[str], setting: str) -> str:
        """The text, if there is one."""
        text = self._text_of(sheet)
        if not text:
            return setting
        codes = self._codes_of(text)
        if codes is None or not (len(text) <= self._sure or self._line.fits(text)):
            return _add(self._composer.compose((self._line.set_text(text),)), operators, setting)
        if self._setting != setting:
            operators.append(self._setting)
        operators.append(f"{self._head}{codes})Tj")
        return self._setting


class _InCells:
    """Texts of one row of cells, all by one operator (ISO 32000-1, 9.4.3, TJ). Characters of usual width are spaced to
    fill a cell; each other one is moved by half its difference before it and after it.
    """

    def __init__(self, slot: RowSlot, composer: Composer) -> None:
        self._texts_of = slot.value
        self._row = slot.row
        self._composer = composer

    @cached_property
    def _setting(self) -> str:
        row = self._row
        room = row.places[0][0].w * MM - usual_advance(row.face) * row.size / 1000
        return self._composer.setting(row.face, row.size, room)

    @cached_property
    def _joints(self) -> Sequence[_Joint]:
        return [_Joint(self._composer, self._row, place) for place in range(len(self._row.places))]

    @cached_property
    def _spread(self) -> _Spread:
        return _Spread(self._composer.encoder(self._row.face))

    def put(self, sheet: Sheet, operators: list[str], setting: str) -> str:
        """The texts, if there are any."""
        texts = self._texts_of(sheet)
        if not texts:
            return setting
        if self._setting != setting:
            operators.append(self._setting)
        spread = self._spread
        parts = [joint[text[0]] + spread[text] for joint, text in zip(self._joints, texts, strict=True)]
        operators.append(f"{''.join(parts)}]TJ")
        return self._setting


class _Spread(dict[str, str]):
    """Texts as they are spread over cells: words and codes come again and again."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self._drawer = encoder

    def __missing__(self, text: str) -> str:
        spread = self[text] = self._drawer.spread(text)
        return spread


class _Joint(dict[str, str]):
    """What leads to one place of a row, by the character that its text begins with: to the first by its own place on
    the page, to another past what lies between it and the place before. Not by a number before the first string: some
    readers (pdfminer) would add the spacing once too often.
    """

    def __init__(self, composer: Composer, row: CellRow, place: int) -> None:
        super().__init__()
        self._composer = composer
        self._row = row
        self._place = place

    def __missing__(self, char: str) -> str:
        joint = self[char] = self._past_gap(char) if self._place else self._first(char)
        return joint

    def _first(self, char: str) -> str:
        run = set_in(self._row.places[0][0], char, self._row.face, self._row.size)
        return f"{self._composer.start(run.x, run.y)}["

    def _past_gap(self, char: str) -> str:
        before, after = self._row.places[self._place - 1 : self._place + 1]
        gap = (after[0].x - before[-1].right) * MM / self._row.size * 1000
        half = (text_advance(char, self._row.face) - usual_advance(self._row.face)) / 2
        return f" {short_number(half - gap, 2)}"


class _Composed:
    """What is composed for a sheet; what other sheets have too is kept."""

    def __init__(self, slot: Slot[Any], composer: Composer) -> None:
        self._value_of = slot.value
        self._compose: Callable[[Any], TextOperators] = lambda value: composer.compose(slot.set(value))
        if slot.recurs:
            self._compose = cache(self._compose)

    def put(self, sheet: Sheet, operators: list[str], setting: str) -> str:
        """The type, if there is any."""
        value = self._value_of(sheet)
        return setting if value is None else _add(self._compose(value), operators, setting)


class _Spelt:
    """Each letter and its count, composed once and kept."""

    def __init__(self, slot: Slot[Any], composer: Composer) -> None:
        self._slot = slot
        self._composer = composer
        self._kept: dict[tuple[str, int], TextOperators] = {}

    def put(self, sheet: Sheet, operators: list[str], setting: str) -> str:
        """All letters, if anything is counted."""
        counts: Mapping[str, int] | None = self._slot.value(sheet)
        if counts is None:
            return setting
        for letter in self._slot.stamps:
            key = letter, counts.get(letter, 0)
            if key not in self._kept:
                self._kept[key] = self._composer.compose(self._slot.set(dict([key])))
            setting = _add(self._kept[key], operators, setting)
        return setting
