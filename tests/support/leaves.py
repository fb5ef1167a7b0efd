"""Every value of a rulebook’s front matter, each changed alone, and all that is made of it: a test
asks whether each value changes something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from itertools import islice
from typing import Any

import yaml

from support.publishing import make_kit, make_page
from wordfleet_print.errors import WordfleetError
from wordfleet_print.event.plan.dealing import Dealer
from wordfleet_print.fleet.deck import tier_deck
from wordfleet_print.fleet.word_lists import load_words
from wordfleet_print.games import Edition, RulesSource, load_rules, parse_rules
from wordfleet_print.games.word_fleet.comparison import describe_edition
from wordfleet_print.paper import A4, LETTER
from wordfleet_print.rulebook.example_pictures import draw_example
from wordfleet_print.rulebook.page import BookSettings
from wordfleet_print.rulebook.short_wordings import find_unconfirmed
from wordfleet_print.settings.games import KitSettings
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.site.downloads import print_pack
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.print_trackers import SheetToPrint, print_trackers

TIER = "standard"
# Other values of a leaf that are tried.
MOST_OTHERS = 4
# Tables of an event that are dealt.
TABLES = 20
Place = tuple[str | int, ...]


@cache
def read_front(slug: str) -> Any:
    """Return the front matter of a bundled rulebook as it is written."""
    return yaml.safe_load(load_rules(slug).text.split("---\n")[1])


def list_leaves(value: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the place of every value that is no list and no mapping: ("grid", "columns") or
    ("pieces", 2, "name").
    """
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for name, item in items:
            yield from list_leaves(item, (*place, name))
    else:
        yield place


def change_leaf(slug: str, place: Place) -> Iterator[RulesSource]:
    """Yield the rulebook with other values at a place, as far as its schema takes them."""
    front = read_front(slug)
    body = load_rules(slug).body
    value = find_leaf(front, place)
    others = [other for other in list_others(value) if other != value]
    for other in others:
        changed = deepcopy(front)
        find_leaf(changed, place[:-1])[place[-1]] = other
        dumped = yaml.safe_dump(changed, sort_keys=False, allow_unicode=True, width=1000)
        try:
            yield parse_rules(f"---\n{dumped}---\n{body}", name=load_rules(slug).name)
        except WordfleetError:
            continue


def find_leaf(front: Any, place: Place) -> Any:
    """Return the value at a place."""
    for step in place:
        front = front[step]
    return front


def list_others(value: Any) -> list[Any]:
    """Return other values for one of front matter, first those that its schema may well accept."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [value + 1, value - 1, value + 50, value - 50, value + 5, value * 2, value + 0.5]
    words = str(value)
    likely = {
        "half": "double",
        "double": "half",
        "codes": "codes",
        "1D6": "2D6",
        "1D3": "1D6",
        "2D6": "1D6",
        "1D2": "1D3",
        "rifleman": "smg",
        "all": "claim",
    }
    last = words[-1:]
    next_letter = chr(ord(last) + 1) if last.isalnum() and last not in "9zZ" else f"{last}x"
    return [
        *([likely[words]] if words in likely else []),
        f"{words}x",
        words[:-1] + next_letter,
        f"{words} more",
        words.swapcase(),
        words[::-1],
        *("dot", "ring", "cross", "border", "slash", "sub", "ark", "sergeant", "smg", "1/3", "2D6"),
    ]


def make_everything(source: RulesSource) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what is made of a rulebook: a name, and a function that makes it; cheapest first."""
    book = source.book
    yield "book", lambda: make_page(source).html
    yield "names", lambda: (book.slug, book.play and book.play.summary)
    yield "checks", lambda: [str(problem) for problem in find_unconfirmed(source)]
    yield "example", lambda: draw_example(source)
    yield "kit", lambda: make_kit(source, KitSettings()).html
    if isinstance(book, Edition):
        yield "site", lambda: describe_edition(book)
        yield "pack", lambda: print_pack(source, A4)[0].content
        yield "deals", lambda: deal_many(book)
        yield "event", lambda: deal_event(book)
        yield "looks", lambda: print_looks(book)
    else:
        yield "draft", lambda: make_kit(source, KitSettings(draft=True)).html
    yield "Letter", lambda: make_page(source, "pdf", BookSettings(LETTER)).html


def deal_many(edition: Edition) -> list[object]:
    """Return the fleets and launch codes of many tables, with how hard each fleet is."""
    deck = tier_deck(edition, load_words(edition.language, TIER))
    return [
        (sheet.words, sheet.launch_codes, sheet.difficulty, sheet.difficulty_word)
        for number in range(20)
        for sheet in deal(deck, ("", ""), f"table {number}")
    ]


def deal_event(edition: Edition) -> list[object]:
    """Return the sheets of an event's tables, which lie in the band."""
    deck = tier_deck(edition, load_words(edition.language, TIER))
    dealer = Dealer(deck, "event", 2 * TABLES)
    tables = range(TABLES)
    return [dealer.deal_table((f"{table} port", f"{table} starboard"), 1) for table in tables]


def print_looks(edition: Edition) -> list[bytes]:
    """Return sheets in looks with less room, and with their ships in place."""
    deck = tier_deck(edition, load_words(edition.language, TIER))
    looks = (
        SheetLooks(LETTER),
        SheetLooks(A4, large_print=True),
        SheetLooks(LETTER, half_sheets=True),
    )
    return [
        print_trackers(edition, [SheetToPrint(sheet, look) for sheet in sheets])
        for look in looks
        for sheets in (deal(deck, ("", ""), "looks"), deal(deck, ("", ""), "looks", placed=True))
    ]


def make_one(make: Callable[[], object]) -> object:
    """Return what a function makes, or the message of its error."""
    try:
        return make()
    except WordfleetError as error:
        return str(error)


@cache
def make_unchanged(slug: str) -> dict[str, object]:
    """Return everything that is made of a bundled rulebook."""
    return {name: make_one(make) for name, make in make_everything(load_rules(slug))}


def find_effect(slug: str, place: Place) -> str:
    """Return the name of something that changes when the value at a place does: “kit”, “book”.
    “schema” if it refuses every other value; "" if nothing changes.
    """
    unchanged = make_unchanged(slug)
    sources = [*islice(change_leaf(slug, place), MOST_OTHERS)]
    if not sources:
        return "schema"
    for source in sources:
        for name, make in make_everything(source):
            if make_one(make) != unchanged[name]:
                return name
    return ""
