"""Print a book, with the measures of its printed sheet where it shows one in small."""

from __future__ import annotations

from wordfleet_print.games import RulesSource
from wordfleet_print.rulebook import print_book
from wordfleet_print.rulebook.fill_facts import BookSource
from wordfleet_print.rulebook.page import BookSettings
from wordfleet_print.rulebook.pdf import Printed

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


def print_pdf(rules: RulesSource, settings: BookSettings, kind: str) -> Printed:
    """Return a book as a PDF of this kind, such as `print_book.BOOKLET`.

    Raises as `print_book.print_book`, and `NoQuickReferenceError`.
    """
    return _PRINTERS[kind](collect_facts(rules), settings)
