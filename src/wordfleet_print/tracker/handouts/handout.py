"""`Handout`: a kind of paper around an event's sheets, and the PDF of such papers.

What is the same on all pages is drawn once. A page of 1,000 players' answer keys then costs a few
milliseconds; drawn whole, it would cost forty.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from wordfleet_print.games import Edition
from wordfleet_print.games.fits import choose_wording
from wordfleet_print.paper import Paper
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.layout import MARGIN_MM
from wordfleet_print.tracker.operators import paint_form, write_text
from wordfleet_print.tracker.ornaments import draw_cut_line
from wordfleet_print.tracker.pdf_file import Bookmark, PdfFile
from wordfleet_print.tracker.pen import Art, Item, Pen, Run
from wordfleet_print.tracker.render_items import render_items
from wordfleet_print.tracker.set_names import is_cut
from wordfleet_print.tracker.style import STANDARD, Style
from wordfleet_print.tracker.template import collect_characters, make_template

# Dashes at both ends of a line to cut along, at least together.
LEAST_DASHES_MM = 30.0


ItemT = TypeVar("ItemT")
PlaceT = TypeVar("PlaceT")


@dataclass(frozen=True)
class Handout(ABC, Generic[ItemT, PlaceT]):
    """A kind of paper for many items, such as names or tables, with several items on a page: it
    draws what is the same on every page, and places the items of one page.

    `ItemT` is what is known of an item; `PlaceT` is where it goes, a rectangle or several.
    """

    label: ClassVar[str]
    """The label of the name of such a file."""

    edition: Edition
    paper: Paper
    title: str
    """The event's title."""
    eco: bool = False
    """Whether ink is saved."""

    @property
    @abstractmethod
    def places(self) -> Sequence[PlaceT]:
        """Return where the items of a page go, one place for each that has room."""

    @property
    def per_page(self) -> int:
        """The most items of one page."""
        return len(self.places)

    @cached_property
    def style(self) -> Style:
        """Sizes of type, and lines."""
        return self.plain_style.save_ink() if self.eco else self.plain_style

    @cached_property
    def plain_style(self) -> Style:
        """The style with usual ink, for lines to cut along."""
        return replace(STANDARD, language=self.edition.language)

    @property
    def page(self) -> Rect:
        """The whole page: the paper upright, which some kinds turn."""
        return Rect.of(self.paper)

    @cached_property
    def room(self) -> Rect:
        """The page inside its margins."""
        return self.page.inset(MARGIN_MM)

    @abstractmethod
    def draw(self, pen: Pen) -> None:
        """Draw what is the same on all pages."""

    @abstractmethod
    def place(self, items: Sequence[ItemT], page: int) -> Iterable[Item]:
        """Place at most `per_page` items on the page of this number, from 1."""

    def set_event(self) -> list[Run]:
        """Set the event's title, where these papers have it."""
        return []

    @abstractmethod
    def set_names(self, item: ItemT, place: PlaceT) -> Iterable[SetName]:
        """Set the names of an item in its place."""

    def find_cut(self, items: Iterable[ItemT]) -> Iterator[str]:
        """Yield the names, and the title, that these papers cut with an ellipsis."""
        if is_cut(self.title, self.set_event()):
            yield self.title
        place = self.places[0]
        for item in items:
            for text, runs in self.set_names(item, place):
                if is_cut(text, runs):
                    yield text

    def say(self, label: str, **facts: object) -> str:
        """Return a label in the edition's language."""
        return self.edition.say(label, **facts)

    def fit_label(self, pen: Pen, key: str, room: float, *, required: bool = True) -> str:
        """Return the text to print for the label `key`: its fullest wording that takes no more than
        `room` mm in small capitals. If none fits, raise `BadInputError`, or return "" for a label
        that is not `required`.
        """
        wordings = self.edition.list_wordings(key)
        measure = self.style.measure_label
        return pen.check_fit(choose_wording(key, wordings, room, measure, required=required))

    def draw_cut(self, pen: Pen, place: Rect) -> None:
        """Draw a line to cut along."""
        text = self.fit_label(pen, "paper.cut", place.w - LEAST_DASHES_MM)
        draw_cut_line(pen, place, text, self.plain_style)


AnyHandout: TypeAlias = Handout[Any, Any]


class SetName(NamedTuple):
    """A name that is set on a paper."""

    text: str
    """The whole name."""
    runs: list[Run]
    """Its lines, which may be cut with an ellipsis."""


class Part(NamedTuple, Generic[ItemT, PlaceT]):
    """Items of a file that belong together; they begin on a new page."""

    heading: str
    """Of their bookmark; "" for none."""
    handout: Handout[ItemT, PlaceT]
    items: Sequence[ItemT]


class _Page(NamedTuple):
    """A page to add to a file."""

    handout: AnyHandout
    items: list[Item]
    bookmarks: list[Bookmark]


def print_handout(name: str, parts: Iterable[Part[Any, Any]]) -> bytes:
    """Return a PDF of these parts, whose title is that of the event and `name`.

    Pages are numbered from 1. What is the same on pages of equal handouts is drawn once, and kept
    for other files.
    """
    pages = _lay_out_pages(parts)
    arts = {page.handout: _make_art(page.handout) for page in pages}
    characters = collect_characters(item for page in pages for item in page.items)
    template = make_template([*arts.values()], characters)
    file = PdfFile(template)
    for number, page in enumerate(pages, start=1):
        form = paint_form(template.forms[arts[page.handout]])
        text = write_text(render_items(page.items, template, page.handout.page.h))
        file.add_page(f"{form} {text}", str(number), page.bookmarks)
    first = pages[0].handout
    return file.save(f"{first.title} – {name}", first.edition, first.paper.title)


def _make_art(handout: AnyHandout) -> Art:
    """Return what is the same on all pages of a handout."""
    return Art(handout.page.w, handout.page.h, handout.draw)


def _lay_out_pages(parts: Iterable[Part[Any, Any]]) -> list[_Page]:
    """Return the pages of all parts: each with as many items as it can hold, and the first one of a
    part with its bookmark.
    """
    pages: list[_Page] = []
    for heading, handout, items in parts:
        for start in range(0, len(items), handout.per_page):
            items_of_page = items[start : start + handout.per_page]
            page_number = len(pages) + 1
            placed_items = [*handout.place(items_of_page, page_number)]
            is_first_page = start == 0
            bookmarks = [Bookmark(heading)] if is_first_page and heading else []
            pages.append(_Page(handout, placed_items, bookmarks))
    return pages
