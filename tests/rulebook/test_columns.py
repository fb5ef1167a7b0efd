"""Columns of books: where they end, and what is in white space."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from support.books import find_short_columns, make_book, write_pictures
from support.matrix import mark_matrix
from support.publishing import print_book, print_bundled
from wordfleet_print.games import packaged
from wordfleet_print.paper import BOOK_PAPERS
from wordfleet_print.rulebook.column_breaks import Block, Sizes, UnplannableError, plan_columns
from wordfleet_print.rulebook.page import BookSettings

BOOKS = [
    (slug, paper, eco)
    for slug in packaged().slugs
    for paper in BOOK_PAPERS
    for eco in (False, True)
]
USUAL = {
    ("happy-flip-chess", "a4", False),
    ("happy-flip-chess", "a4", True),
    ("word-fleet", "a4", False),
    ("word-fleet-es", "a4", False),
}


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "paper", "eco"), mark_matrix(BOOKS, USUAL))
def test_columns_end_together(slug: str, paper: str, eco: bool) -> None:
    """No column of a book ends more than 35 mm short, unless a picture is there."""
    made = print_bundled(slug, paper, eco=eco)
    assert list(find_short_columns(made.content)) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", mark_matrix(range(6, 26), {7}))
def test_columns_of_designers_books_end_together(seed: int, tmp_path: Path) -> None:
    """Nor does one of a designer's own book, whose columns hold what they may."""
    write_pictures(tmp_path)
    made = print_book(make_book(seed, tmp_path), BookSettings(BOOK_PAPERS["a4"]))
    assert list(find_short_columns(made.content)) == []


@pytest.mark.slow
def test_white_space_has_pictures_of_the_game() -> None:
    """Pictures for white space are decoration: readers of the text do not meet them."""
    made = print_bundled("happy-flip-chess", "a4")
    with pymupdf.open("pdf", made.content) as document:
        assert "queen" in document[1].get_text()
        assert all("Queen" not in page.get_text() for page in document)


def block(height: float, penalty: float = 0.0, *, wide: bool = False) -> Block:
    """A block without space above it."""
    return Block(height, 0.0, penalty, wide=wide)


def ends_of(blocks: list[Block], height: float = 100.0) -> list[tuple[int, int, int]]:
    """Return page, first block and end of the planned columns that hold blocks."""
    plan = plan_columns(blocks, Sizes(height, height, 2, 0.0))
    return [(one.page, one.start, one.end) for one in plan.columns if one.start < one.end]


def test_columns_of_a_last_page_are_as_long_as_one_another() -> None:
    """Text that fills less than a page is parted in the middle."""
    assert ends_of([block(20) for _ in range(6)]) == [(0, 0, 3), (0, 3, 6)]


def test_columns_above_a_wide_block_leave_it_room() -> None:
    """Text above a block across the page is parted so that the block stays on its page."""
    blocks = [*(block(20) for _ in range(4)), block(60, wide=True)]
    assert ends_of(blocks) == [(0, 0, 2), (0, 2, 4)]
    assert plan_columns(blocks, Sizes(100, 100, 2, 0.0)).pages == 1


def test_what_belongs_together_is_not_parted() -> None:
    """A break that costs more than the white that it saves is not made."""
    heading = [block(30), block(30), block(10), block(25, 5000), block(30)]
    assert ends_of(heading)[1] == (0, 2, 5)


def test_a_page_turn_parts_less_than_a_column() -> None:
    """What may be parted between two columns of a page is not parted where one turns it."""
    blocks = [block(74), block(26), block(15, 12)]
    columns = plan_columns([*blocks, block(80)], Sizes(100, 100, 2, 0.0)).columns
    pages = plan_columns([*blocks, block(50)], Sizes(100, 100, 1, 0.0)).columns
    assert [one.start for one in columns] == [0, 2]
    assert [one.start for one in pages] == [0, 1]


def test_no_page_has_one_last_line() -> None:
    """A last page has more than a farewell, even if another one ends early."""
    pictures = [block(45, 60, wide=True) for _ in range(4)]
    plan = plan_columns([*pictures, block(15, 400, wide=True)], Sizes(100, 100, 2, 0.0))
    assert plan.wide[-2:] == [(2, 3), (2, 4)]


def test_a_block_higher_than_a_page_has_no_plan() -> None:
    """Where no way fits, there is no plan, and the book is laid out as it comes."""
    with pytest.raises(UnplannableError):
        plan_columns([block(20), block(120)], Sizes(100, 100, 2, 0.0))
