"""Places of what is drawn, in text that has still to be cleaned."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from wordfleet_print.rulebook.blocks import classes_of
from wordfleet_print.rulebook.private_signs import SLOT, mark_slot

_ALONE = re.compile(f"<p>\\s*({SLOT.pattern})\\s*</p>")
WIDE_CLASSES = frozenset(["wide", "lead"])


class Slots:
    """Drawn tables, figures and pictures, kept until the writer's HTML has been cleaned."""

    def __init__(self) -> None:
        self._drawn: list[str] = []
        self._wide: set[int] = set()

    def keep(self, html: str, *, wide: bool = False) -> str:
        """Keep something drawn, and return a placeholder for it."""
        number = len(self._drawn)
        self._drawn.append(html)
        if wide:
            self._wide.add(number)
        return mark_slot(number)

    def fill(self, html: str) -> str:
        """Put in what was drawn."""
        return SLOT.sub(lambda match: self._drawn[int(match[1])], _ALONE.sub(r"\1", html))

    def is_wide(self, element: Element) -> bool:
        """Return whether a block goes across the page."""
        slot = SLOT.fullmatch((element.text or "").strip())
        if slot and int(slot[1]) in self._wide:
            return True
        return not WIDE_CLASSES.isdisjoint(classes_of(element))
