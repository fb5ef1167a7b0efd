"""Print a book, or its quick reference for the backs of sheets.

A book that shows a sheet in small gets the measures of that sheet here.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from wordfleet_print.errors import Problem
from wordfleet_print.games import RulesSource
from wordfleet_print.paper import Paper
from wordfleet_print.rulebook import page, print_book
from wordfleet_print.rulebook.fill_facts import BookSource
from wordfleet_print.rulebook.page import BookSettings
from wordfleet_print.rulebook.pdf import Printed

# What prints each kind of book.
_PRINTERS = {
    print_book.BOOK: print_book.print_book,
    print_book.BOOKLET: print_book.print_booklet,
    print_book.QUICK: print_book.print_quick_reference,
}


def collect_facts(rules: RulesSource) -> BookSource:
    """Return a rules file with every fact that its text, tables and figures can name."""
    # Sheets need reportlab, which the web page does not load before it prints
    from wordfleet_print.tracker.sheet_measures import measure_sheet

    return BookSource.from_rules(rules, measure_sheet(rules.book))


def find_text_faults(rules: RulesSource, knows_facts: bool) -> tuple[Problem, ...]:
    """Return what is wrong with the text of a rules file. Without `knows_facts`, because its front
    matter has faults, leave out what the text says of the facts.
    """
    return page.find_text_faults(collect_facts(rules), knows_facts=knows_facts)


def print_pdf(rules: RulesSource, settings: BookSettings, kind: str) -> Printed:
    """Return a book as a PDF of this kind, such as `print_book.BOOKLET`.

    Raises as `print_book.print_book`, and `NoQuickReferenceError`.
    """
    return _PRINTERS[kind](collect_facts(rules), settings)


def print_rules_backs(
    rules: RulesSource, paper: Paper, sizes: Collection[bool], *, eco: bool = False
) -> dict[bool, bytes]:
    """Return PDFs of the quick reference for the backs of sheets, by whether they are in large
    print: {False: the usual one, True: the large one}, of those that `sizes` has.
    """
    return {large: _print_back(rules, paper, large, eco) for large in sorted(sizes)}


@lru_cache(maxsize=8)  # a page prints sheet after sheet, and setting the rules takes a second
def _print_back(rules: RulesSource, paper: Paper, large: bool, eco: bool) -> bytes:
    """Return the PDF of the quick reference for backs of sheets."""
    settings = BookSettings(paper, eco)
    return print_book.print_quick_reference(collect_facts(rules), settings, large=large).content
