"""The PDFs of a rulebook as orders: the book, its booklet, its quick reference."""

from __future__ import annotations

from functools import partial

from wordfleet_print.game import RulesSource
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.rulebook.html.page import BookText
from wordfleet_print.rulebook.html.text import ALONE, Surroundings
from wordfleet_print.rulebook.orders import RenderOrder
from wordfleet_print.rulebook.pdf.book import print_book
from wordfleet_print.rulebook.pdf.booklet import Flip, print_booklet
from wordfleet_print.rulebook.pdf.pdf import Printed, load_weasyprint
from wordfleet_print.rulebook.pdf.quick import print_quick_reference
from wordfleet_print.rulebook.text.body import MAX_CHARACTERS

QUICK_SIZE = 300
"""What a quick reference is beside books, whose size is how many elements they have: those take the time."""


def check_order() -> RenderOrder[None]:
    """Find out whether PDFs can be made on this machine. What has to be loaded takes longer than any text."""
    return RenderOrder(partial(check_printing), MAX_CHARACTERS)


def check_printing() -> None:
    """Raises `MissingDependencyError` where PDFs cannot be made."""
    load_weasyprint()


def book_order(
    source: RulesSource, text: BookText, paper: Paper, around: Surroundings, *, archive: bool = False
) -> RenderOrder[Printed]:
    """A rulebook to print on whole sheets, as `print_book` does."""
    work = partial(print_book, source, text, paper, around, archive=archive)
    return RenderOrder(work, text.chapters.count("<"), source.name)


def booklet_order(
    source: RulesSource, text: BookText, paper: Paper, around: Surroundings, flip: Flip = Flip.SHORT
) -> RenderOrder[Printed]:
    """A rulebook to print as a folded booklet, as `print_booklet` does; imposing it is a tenth of the work."""
    work = partial(print_booklet, source, text, paper, flip, around)
    return RenderOrder(work, text.chapters.count("<") * 11 // 10, source.name)


def quick_order(source: RulesSource, paper: Paper, around: Surroundings = ALONE) -> RenderOrder[Printed]:
    """A quick reference to render and print, as `print_quick_reference` does."""
    return RenderOrder(partial(print_quick_reference, source, paper, around), QUICK_SIZE, source.name)
