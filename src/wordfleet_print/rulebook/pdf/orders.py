"""The PDFs of a rulebook as orders: the book, its booklet, its quick reference."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.rulebook.html.text import Text
from wordfleet_print.rulebook.orders import Source
from wordfleet_print.rulebook.pdf.booklet import Flip, print_booklet
from wordfleet_print.rulebook.pdf.pdf import Printed, load_weasyprint, print_look, print_text
from wordfleet_print.rulebook.pdf.quick import print_quick_reference, quick_reference


@dataclass(frozen=True, slots=True)
class CheckPrinting:
    """Find out whether PDFs can be made on this machine."""

    size: int = 0

    def fulfil(self) -> None:
        """Raises `MissingDependencyError`."""
        load_weasyprint()


@dataclass(frozen=True, slots=True)
class PrintBook:
    """A rulebook to print on whole sheets."""

    text: Text
    paper: Paper
    templates: Path | None = None
    archive: bool = False

    @property
    def size(self) -> int:
        """How many elements it has: they take the time."""
        return self.text.chapters.count("<")

    def fulfil(self) -> Printed:
        """Print it. Raises as `print_text` does."""
        return print_text(self.text, print_look(self.paper, self.templates), archive=self.archive)


@dataclass(frozen=True, slots=True)
class PrintBooklet:
    """A rulebook to print as a folded booklet."""

    text: Text
    paper: Paper
    flip: Flip = Flip.SHORT
    templates: Path | None = None

    @property
    def size(self) -> int:
        """How many elements it has; it is imposed as well."""
        return self.text.chapters.count("<") * 11 // 10

    def fulfil(self) -> Printed:
        """Print it. Raises as `print_booklet` does."""
        return print_booklet(self.text, self.paper, self.flip, self.templates)


@dataclass(frozen=True, slots=True)
class PrintQuickReference:
    """A quick reference to render and print."""

    source: Source
    paper: Paper
    templates: Path | None = None
    size: int = 300

    def fulfil(self) -> Printed:
        """Print it. Raises as `quick_reference` and `print_quick_reference` do."""
        text = quick_reference(self.source, self.templates)
        return print_quick_reference(text, self.paper, self.templates)
