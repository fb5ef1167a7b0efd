"""A page's figures read as the XML that they are: a reader of HTML takes as long for them as for all the words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element, ParseError, fromstring

_DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_PLACE = "data-drawing"
"""Attribute of an empty `svg` where a drawing was taken out: its number."""


def taken_out(page: str) -> tuple[str, list[Element]]:
    """The page with empty places for its drawings, and these; what is no XML stays in the page. Raises nothing."""
    drawings: list[Element] = []

    def read(found: re.Match[str]) -> str:
        try:
            # It begins with `<svg`: no DTD stands before it, so that no entities are declared that could grow
            # (XML 1.0, 2.8).
            drawings.append(fromstring(found[0]))  # noqa: S314 - no entities
        except ParseError:
            return found[0]
        return f'<svg {_PLACE}="{len(drawings) - 1}"></svg>'

    return _DRAWING.sub(read, page), drawings


def put_back(places: Iterable[Element], drawings: list[Element]) -> None:
    """Fill the empty places, which may be among other elements, with the drawings. Raises nothing."""
    for place in list(places):
        number = place.get(_PLACE, "")
        if number.isdecimal() and int(number) < len(drawings):
            drawing = drawings[int(number)]
            place.attrib.clear()
            place.attrib.update(drawing.attrib)
            place.text = drawing.text
            place[:] = list(drawing)
