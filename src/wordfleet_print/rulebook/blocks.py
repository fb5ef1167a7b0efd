"""A rulebook's chapters as blocks, one after the other, and a block cut where a column ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from wordfleet_print.rulebook.breaks import NEVER
from wordfleet_print.rulebook.text.sections import kinds_of, mark

UNFINISHED = ("draft", "under-construction")
"""Classes of a chapter that its designer may still change."""
GOES_ON, CUT = "goes-on", "cut"
"""Classes of a piece that does not begin its block, and of one that does not end it."""
WHOLE = frozenset(["svg", "img", "figcaption", "th", "thead", "caption", "colgroup"])
"""What is never cut, nor has words that count."""
_SVG = "{http://www.w3.org/2000/svg}svg"
_CHAPTER, _SECTION, _HEADED, _USUAL, _BOXED, _NOTED = 7.5, 5.0, 1.3, 2.2, 3.2, 2.4
"""White above a chapter, a section, the first words of either, a paragraph, a box or figure, a ruling (mm)."""
_TABLE, _BOX, _RULING = 8.0, 6.0, 4.0
"""What it costs to part a table, an example or figure, a ruling from the words before it."""


@dataclass(eq=False, slots=True)
class TextBlock:
    """What stands in a text as one: its white above (mm), the price of beginning a column with it, whether it is as
    wide as the page, and whether its rules may change.
    """

    element: Element
    gap: float = _USUAL
    price: float = 0.0
    wide: bool = False
    unfinished: bool = False


def blocks_of(chapters: Iterable[Element]) -> Iterator[TextBlock]:
    """The blocks of chapters that `subdivide` has shaped, in order. Raises nothing."""
    for chapter in chapters:
        unfinished = any(kind in UNFINISHED for kind in kinds_of(chapter))
        for block in _of_chapter(chapter):
            block.unfinished = unfinished and "heading-h2" not in kinds_of(block.element)
            yield block


def _of_chapter(chapter: Element) -> Iterator[TextBlock]:
    headed, below = False, None
    for element in _opened(chapter):
        if "heading-h2" in kinds_of(element):
            yield TextBlock(element, _CHAPTER)
            headed, below = True, None
            continue
        block = _block(element, below)
        if headed:
            block.price, block.gap = NEVER, _USUAL if "side" in kinds_of(element) else _HEADED
        yield block
        headed = headed and block.wide
        below = element


def _opened(element: Element) -> Iterator[Element]:
    """What stands in an element, and in the sections, pairs and words that it holds, in place of them."""
    for child in element:
        kinds = {*kinds_of(child)}
        if kinds & {"lead", "rule", "words"} or ("pair" in kinds and "wide" not in kinds):
            yield from _opened(child)
        else:
            yield child


def _block(element: Element, below: Element | None) -> TextBlock:
    """A block, by what it is and what it stands below."""
    kinds = kinds_of(element)
    if "side" in kinds or "heading" in kinds:
        return TextBlock(element, _SECTION)
    wide = "wide" in kinds
    if below is None:
        return TextBlock(element, wide=wide)
    if "side" in kinds_of(below) or _is_heading(below):
        return TextBlock(element, _HEADED, NEVER, wide)
    if below.tag == "p" and "".join(below.itertext()).rstrip().endswith(":") and not wide:
        return TextBlock(element, price=NEVER)
    gap, price = _USUAL, 0.0
    if element.tag == "figure" or "admonition" in kinds:
        gap, price = _BOXED, 0.0 if "frame" in kinds else _BOX
    elif "table" in kinds:
        price = _TABLE
    elif "ruled" in kinds:
        gap, price = _NOTED, _RULING
    return TextBlock(element, gap, price, wide)


def _is_heading(element: Element) -> bool:
    return element.tag in {"h4", "h5", "h6"} or "heading" in kinds_of(element)


# Places in a block are counted: every element and every letter is one, in order; what is whole is one altogether.


def is_whole(element: Element) -> bool:
    """Whether an element is never cut. Raises nothing."""
    return not isinstance(element.tag, str) or element.tag == _SVG or element.tag in WHOLE


@dataclass(frozen=True, slots=True)
class CountedPlaces:
    """The places of a block: where each element begins and ends, itself too, and its letters, each with its place."""

    spans: dict[Element, tuple[int, int]]
    letters: list[tuple[str, int]]


def counted_places(block: Element) -> CountedPlaces:
    """The places of a block, from 0. Raises nothing."""
    found = CountedPlaces({}, [])

    def read(text: str | None, place: int) -> int:
        letters = "".join((text or "").split())
        found.letters.extend(zip(letters, range(place, place + len(letters)), strict=True))
        return place + len(letters)

    def walk(element: Element, place: int) -> int:
        end = place + 1
        if not is_whole(element):
            end = read(element.text, end)
            for child in element:
                end = read(child.tail, walk(child, end))
        found.spans[element] = place, end
        return end

    walk(block, 0)
    return found


def piece(element: Element, start: int, end: int | None) -> Element:
    """A block from one place up to another, or to its end. Raises nothing.

    A table says its head again and keeps its columns, a list goes on counting; anchors stand where the block begins.
    """
    places = counted_places(element).spans
    whole = places[element][1]
    if start <= 0 and (end is None or end >= whole):
        return element
    return _cut(element, start, whole if end is None else end, places)


def _cut(element: Element, start: int, end: int, places: dict[Element, tuple[int, int]]) -> Element:
    first, last = places[element]
    if is_whole(element) or (start <= first and end >= last):
        return element
    kept = copy(element)
    kept[:] = []
    kept.attrib = dict(element.attrib)
    if start > first:
        kept.attrib.pop("id", None)
        mark(kept, GOES_ON)
    if end < last:
        mark(kept, CUT)
    kept.text = _between(element.text, first + 1, start, end)
    for child in element:
        begins, ends = places[child]
        inside = begins < end and ends > start and not (child.tag == "br" and begins == start)
        tail = _between(child.tail, ends, start, end)
        if inside or (child.tag in {"colgroup", "thead"} and begins < start):
            kept.append(copy(_cut(child, start, end, places)))  # whoever changed its tail would change the block's
            kept[-1].tail = tail
        elif tail:
            kept.text = (kept.text or "") + tail
    if element.tag == "ol":
        gone = sum(1 for child in element if places[child][1] <= start)
        kept.set("start", str(int(element.get("start", "1")) + gone))
    return kept


def _between(text: str | None, first: int, start: int, end: int) -> str:
    """What of a text that begins at a place stands from one place up to another."""
    if not text:
        return ""
    if start <= first and end >= first + _letters(text):
        return text
    kept, place = "", first
    for letter in text:
        blank = letter.isspace()
        if start <= place < end or (blank and start < place < end):
            kept += letter
        place += not blank
    return kept


def _letters(text: str | None) -> int:
    return len("".join(text.split())) if text else 0
