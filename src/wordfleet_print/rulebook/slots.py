"""Placeholders in a text for HTML that is finished already: figures, pictures and code.

`clean_html` would take this HTML apart, and markdown would read it as words. So it is kept here, a
private character with its number is in the text, and `fill` puts it back at the end.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from wordfleet_print.rulebook.blocks import classes_of
from wordfleet_print.rulebook.private_signs import SLOT, mark_slot

_ALONE = re.compile(f"<p>\\s*({SLOT.pattern})\\s*</p>")
# Classes of blocks that go across all columns of a page.
WIDE_CLASSES = frozenset(["wide", "lead"])


class Slots:
    """Keeps the finished HTML of one text."""

    def __init__(self) -> None:
        self._htmls: list[str] = []
        """By the number in their placeholder."""
        self._wide_numbers: set[int] = set()
        """The numbers of those that go across the page."""

    def keep(self, html: str, *, wide: bool = False) -> str:
        """Keep finished HTML, and return its placeholder; `wide` goes across the page."""
        number = len(self._htmls)
        self._htmls.append(html)
        if wide:
            self._wide_numbers.add(number)
        return mark_slot(number)

    def fill(self, html: str) -> str:
        """Return a page with the finished HTML in place of its placeholders.

        A paragraph around nothing but a placeholder goes, too: figures are blocks themselves.
        """
        without_paragraphs = _ALONE.sub(r"\1", html)
        return SLOT.sub(lambda match: self._htmls[int(match[1])], without_paragraphs)

    def is_wide(self, element: Element) -> bool:
        """Whether a block has a class for wide ones, or is the placeholder of a wide figure."""
        slot = SLOT.fullmatch((element.text or "").strip())
        if slot and int(slot[1]) in self._wide_numbers:
            return True
        return not WIDE_CLASSES.isdisjoint(classes_of(element))
