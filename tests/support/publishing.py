"""Books, kits and sites of rules files, with their facts, as `services` makes them."""

from __future__ import annotations

from functools import cache
from typing import Any

from support.store import STORE
from wordfleet_print.games import RulesSource, load_rules, read_folder
from wordfleet_print.kit import document, printing
from wordfleet_print.kit.document import KitDocument
from wordfleet_print.paper import BOOK_PAPERS
from wordfleet_print.rulebook import page
from wordfleet_print.rulebook import print_book as books
from wordfleet_print.rulebook.page import BookPage, BookSettings
from wordfleet_print.rulebook.pdf import Printed
from wordfleet_print.services.books import collect_facts
from wordfleet_print.settings.games import SiteSettings
from wordfleet_print.site import build
from wordfleet_print.site.build import BuiltSite


def make_page(rules: RulesSource, *given: Any) -> BookPage:
    return page.make_page(collect_facts(rules), *given)


def print_book(rules: RulesSource, *given: Any) -> Printed:
    return books.print_book(collect_facts(rules), *given)


def print_booklet(rules: RulesSource, *given: Any) -> Printed:
    return books.print_booklet(collect_facts(rules), *given)


@cache
def print_bundled(slug: str, paper: str, *, eco: bool = False) -> Printed:
    """Return a bundled book, printed once in a run of the tests."""
    settings = BookSettings(BOOK_PAPERS[paper], eco=eco)
    return STORE.print_once(
        ("book", slug, paper, eco), lambda: print_book(load_rules(slug), settings)
    )


@cache
def print_bundled_booklet(slug: str, paper: str) -> Printed:
    """Return the booklet of a bundled book, printed once in a run of the tests."""
    settings = BookSettings(BOOK_PAPERS[paper])
    return STORE.print_once(
        ("booklet", slug, paper), lambda: print_booklet(load_rules(slug), settings)
    )


def print_quick_reference(rules: RulesSource, *given: Any, large: bool = False) -> Printed:
    return books.print_quick_reference(collect_facts(rules), *given, large=large)


def print_files(rules: RulesSource, *given: Any) -> tuple[Printed, ...]:
    return books.print_files(collect_facts(rules), *given)


def make_kit(rules: RulesSource, *given: Any) -> KitDocument:
    return document.make_kit(collect_facts(rules), *given)


def print_cards(rules: RulesSource, *given: Any) -> dict[str, bytes]:
    return printing.print_cards(collect_facts(rules), *given)


def build_site(site: SiteSettings, **given: Any) -> BuiltSite:
    sources = [collect_facts(rules) for rules in read_folder(site.rules)]
    return build.build_site(site, sources, **given)
