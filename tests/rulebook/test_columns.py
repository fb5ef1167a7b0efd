"""Columns of books: where they end, and what is in white space."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest

from support.books import MM, find_short_columns, make_book, write_pictures
from support.games import LEAST
from support.matrix import mark_matrix
from support.publishing import make_page, print_book, print_bundled, print_quick_reference
from wordfleet_print.games import load_rules, packaged, parse_rules
from wordfleet_print.paper import BOOK_PAPERS, HALF_LETTER
from wordfleet_print.rulebook.arrange import (
    Miss,
    correct_part,
    lay_out_draft,
    measure_draft,
    plan_part,
)
from wordfleet_print.rulebook.block_measures import (
    NEVER,
    PICTURES,
    WHOLE_PICTURES,
    Part,
    Piece,
    charge_whole,
)
from wordfleet_print.rulebook.column_breaks import Block, Sizes, UnplannableError, plan_columns
from wordfleet_print.rulebook.page import BookPage, BookSettings
from wordfleet_print.rulebook.pdf import FIGURE_BELOW, parse_page
from wordfleet_print.rulebook.print_book import list_settings

BOOKS = [
    (slug, paper, eco)
    for slug in packaged().slugs
    for paper in BOOK_PAPERS
    for eco in (False, True)
]
# Generated books of designers: with tables higher than a page, and strips of pictures. In 20, a
# column ends 37 mm short; the others of 6 to 25 are not measured yet.
SEEDS = (6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 22)
# Running heads end here, and the first line of a page begins above this.
HEADS_MM = 12.0
HIGHEST_MM = 24.0
# Ovals of pictures for white space are this wide; other round things are less wide than the second.
OVAL_MM = 41
LEAST_OVAL_MM = 24.0
USUAL = {
    ("happy-flip-chess", "a4", False),
    ("happy-flip-chess", "a4", True),
    ("word-fleet", "a4", False),
    ("word-fleet-es", "a4", False),
}


def test_short_columns_are_found() -> None:
    """A column that ends early is found on a page with a white ground and a line in its margin."""
    with pymupdf.open() as document:
        for _ in range(2):
            page = document.new_page(width=210 * MM, height=297 * MM)
            ground = pymupdf.Rect(30, 30, 180 * MM, 282 * MM)
            page.draw_rect(ground, color=None, fill=(1, 1, 1))
            page.draw_line((20, 50), (20, 282 * MM), color=(0.7, 0.7, 0.7))
            for left, foot in ((60, 281), (320, 221)):
                page.insert_text((left, 100), "Top")
                page.insert_text((left, foot * MM), "Foot")
        content = document.tobytes()
    ((page_number, column, white), *_) = find_short_columns(content)
    assert (page_number, column) == (1, 1)
    assert 57 < white < 62


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "paper", "eco"), mark_matrix(BOOKS, USUAL))
def test_columns_end_together(slug: str, paper: str, eco: bool) -> None:
    """No column of a book ends more than 35 mm short, unless a picture is there."""
    made = print_bundled(slug, paper, eco=eco)
    assert list(find_short_columns(made.content)) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", mark_matrix(SEEDS, {6}))
def test_columns_of_designers_books_end_together(seed: int, tmp_path: Path) -> None:
    """Nor does one of a designer's own book, with long tables and strips of any pictures."""
    write_pictures(tmp_path)
    made = print_book(make_book(seed, tmp_path), BookSettings(BOOK_PAPERS["a4"]))
    assert list(find_short_columns(made.content)) == []


def test_a_book_has_settings_that_may_break_better() -> None:
    """A book may be in letters that are a little smaller or larger, but never below 9.5 pt; on half
    of a sheet its first figure may be below its first chapter.
    """
    page = BookPage("--letters:10pt;--quick-letters:10pt", 10.0, 10.0, has_quick=False, notes=())
    sizes = [one.letters for one in list_settings(page)]
    assert sizes == [10.0, 9.7, 10.3, 9.5]
    assert [one.letters for one in list_settings(page.resize(9.6, 9.6))] == [9.6, 9.5, 9.9]
    half = replace(page, html='<body class="a">', is_half=True)
    assert [FIGURE_BELOW in one.html for one in list_settings(half)] == [False, True]


@pytest.mark.slow
def test_a_first_figure_can_be_below_the_first_chapter() -> None:
    """There a first page is not half empty: the figure goes above the second chapter."""
    text = "".join(f"<h2>{name}</h2><p>{name}</p>" for name in ("One", "Two"))
    section = f'<div class="spread"><figure>F</figure></div><div class="columns">{text}</div>'
    for name, order in (("", "FOneTwo"), (FIGURE_BELOW, "OneFTwo")):
        html = f'<body class="{name}"><section>{section}</section></body>'
        found = "".join(parse_page(html).etree_element.itertext()).split()
        assert "".join(found).replace("OneOne", "One").replace("TwoTwo", "Two") == order


@pytest.mark.slow
def test_white_space_has_pictures_of_the_game() -> None:
    """Pictures for white space are decoration: readers of the text do not meet them."""
    made = print_bundled("happy-flip-chess", "a4")
    with pymupdf.open("pdf", made.content) as document:
        assert "queen" in document[1].get_text()
        assert all("Queen" not in page.get_text() for page in document)


@pytest.mark.slow
def test_pictures_for_white_space_have_one_size() -> None:
    """So have their strokes: white that is higher holds no larger picture."""
    with pymupdf.open("pdf", print_bundled("happy-flip-chess", "a4").content) as document:
        paths = [path for page in document for path in page.get_drawings()]
    curved = [path["rect"] for path in paths if {item[0] for item in path["items"]} == {"c"}]
    ovals = [rect for rect in curved if rect.width > LEAST_OVAL_MM * MM]
    assert {round(oval.width / MM) for oval in ovals} == {OVAL_MM}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "paper"),
    mark_matrix(
        [(slug, paper) for slug in packaged().slugs for paper in BOOK_PAPERS],
        {("word-fleet-admirals", "a4"), ("happy-flip-chess", "a4")},
    ),
)
def test_pages_begin_at_one_height(slug: str, paper: str) -> None:
    """A chapter that begins a page is as high as another, in columns or across the page; a table at
    the head of a column is as high as a chapter beside it.
    """
    heads: set[int] = set()
    with pymupdf.open("pdf", print_bundled(slug, paper).content) as document:
        for page in document:
            bands = [
                path["rect"]
                for path in page.get_drawings()
                if path.get("fill") and HEADS_MM * MM < path["rect"].y0 < HIGHEST_MM * MM
            ]
            chapters = [band for band in bands if 7.5 < band.height / MM < 8.5]
            heads.update(round(band.y0 / MM) for band in chapters if band.width > 40 * MM)
    assert len(heads) == 1


@pytest.mark.slow
@pytest.mark.parametrize("paper", mark_matrix(BOOK_PAPERS, {"letter"}))
def test_columns_of_all_pages_are_as_wide(paper: str) -> None:
    """A quick reference begins and ends where the pages before it do."""
    edges: set[tuple[int, int]] = set()
    with pymupdf.open("pdf", print_bundled("happy-flip-chess", paper).content) as document:
        for page in document:
            filled = [path["rect"] for path in page.get_drawings() if path.get("fill")]
            bands = [rect for rect in filled if rect.height > 5 * MM and rect.width > 40 * MM]
            left = min(band.x0 for band in bands)
            right = max(band.x1 for band in bands)
            edges.add((round(left / MM), round(right / MM)))
    assert len(edges) == 1


@pytest.mark.slow
def test_words_below_a_table_stay_with_it_in_a_quick_reference() -> None:
    """A quick reference is in the largest letters that part no chapter."""
    made = print_quick_reference(load_rules("word-fleet-de"), BookSettings(BOOK_PAPERS["a5"]))
    with pymupdf.open("pdf", made.content) as document:
        (words,) = document[0].search_for("Aufklärung: Kreise")
        assert words.x1 < document[0].rect.width / 2


@pytest.mark.slow
def test_columns_come_out_as_planned() -> None:
    """Blocks are as high as they were measured, also below a cover, where a margin is kept."""
    settings = BookSettings(HALF_LETTER, folded=True)
    page = make_page(load_rules("word-fleet"), "pdf", settings).add_class("cover no-quick")
    draft = measure_draft(page.resize(11, 11).html, has_pictures=True)
    document, misses = lay_out_draft(draft, page.spots)
    assert not misses
    assert len(document.pages) == draft.planned_pages


def test_a_block_that_did_not_fit_counts_as_higher() -> None:
    """What came on the next page, though planned on this one, is planned there the next time; a
    column that ends early for another reason ends elsewhere.
    """
    pieces = tuple(Piece(order, block(24)) for order in range(8))
    part = Part(0, pieces, Sizes(99, 99, 2, 0.0), 180, 86, 2)
    for room, corrected in ((3.0, (28.0, 0.0)), (40.0, (24.0, NEVER))):
        changed = correct_part(part, Miss(3, 4, room))
        assert (changed.pieces[3].block.height, changed.pieces[4].block.penalty) == corrected
        plan = plan_part(changed)
        assert plan is not None
        assert plan.columns[0].end != 4


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


def test_a_turned_leaf_parts_less_than_facing_pages() -> None:
    """In a booklet, what two facing pages hold begins on a left one: a right page may end early for
    it, a left one does not.
    """
    blocks = [block(60), block(30), block(30, 12)._replace(leaf=60.0), block(35)]
    sizes = Sizes(100, 100, 1, 0.0, has_leaves=True)
    facing = plan_columns(blocks, sizes).columns
    turned = plan_columns(blocks, sizes._replace(begins_right=True)).columns
    assert [one.start for one in facing] == [0, 2]
    assert [one.start for one in turned] == [0, 1]


def test_no_page_has_one_last_line() -> None:
    """A last page has more than a farewell, even if another one ends early."""
    pictures = [block(45, 60, wide=True) for _ in range(4)]
    plan = plan_columns([*pictures, block(15, 400, wide=True)], Sizes(100, 100, 2, 0.0))
    assert [(one.page, one.block) for one in plan.wide[-2:]] == [(2, 3), (2, 4)]


def test_a_block_higher_than_a_page_has_no_plan() -> None:
    """Where no way fits, there is no plan, and the book is laid out as it comes."""
    with pytest.raises(UnplannableError):
        plan_columns([block(20), block(120)], Sizes(100, 100, 2, 0.0))


def test_a_table_higher_than_a_page_repeats_its_head() -> None:
    """Its rows go on where a column is full; what is repeated above them takes room there."""
    row = block(20)._replace(flows=True, repeated=10)
    assert ends_of([block(30), *[row] * 7])[:2] == [(0, 0, 4), (0, 4, 8)]
    assert ends_of([block(30), *[row] * 8])[1:] == [(0, 4, 8), (1, 8, 9)]
    wide = [block(30, wide=True), *[row._replace(wide=True)] * 8]
    plan = plan_columns(wide, Sizes(100, 100, 2, 0.0))
    assert [one.page for one in plan.wide] == [0, 0, 0, 0, 1, 1, 1, 1, 2]


def test_a_picture_costs_less_than_white() -> None:
    """Where white space gets pictures, a chapter begins a page rather than be parted: but no page
    is half empty for it.
    """
    chapters = [block(55), block(50), block(40, 30), block(20)]

    def starts(height: float, *, has_pictures: bool) -> list[int]:
        sizes = Sizes(height, height, 1, 0.0, has_pictures)
        return [one.start for one in plan_columns(chapters, sizes).columns]

    assert starts(110, has_pictures=False) == [0, 2]
    assert starts(110, has_pictures=True) == [0, 1]


def test_stretched_spaces_cost_less_than_white() -> None:
    """A chapter is not parted so that columns end together: the spaces above headings grow."""
    for stretch, end in ((0.0, 3), (35.0, 2)):
        heading = block(30)._replace(stretch=stretch)
        blocks = [block(30), heading, block(20), block(80, 20)]
        columns = plan_columns(blocks, Sizes(100, 100, 2, 0.0)).columns
        assert (columns[0].end, columns[0].stretch) == (end, stretch)


@pytest.mark.slow
@pytest.mark.parametrize("mark", ["", "{: .wide }"])
def test_rows_of_a_long_table_come_out_as_planned(mark: str, tmp_path: Path) -> None:
    """A table that is higher than a page goes on over columns, or over pages where it is across; so
    that what is above and below it is planned as elsewhere.
    """
    rows = "".join(f"| Row {number} | Play |\n" for number in range(99))
    text = f"## One {mark}\n\nPlay.\n\n| Row | Do |\n|---|---|\n{rows}\n## Two\n\nPlay.\n"
    source = parse_rules(f"---\n{LEAST}---\n# Rules\n\n{text}", name=str(tmp_path / "mine.md"))
    page = make_page(source, "pdf", BookSettings(BOOK_PAPERS["a4"]))
    draft = measure_draft(page.html, has_pictures=True)
    assert draft.plans[0] is not None
    document, misses = lay_out_draft(draft, page.spots)
    assert not misses
    assert len(document.pages) == draft.planned_pages == (2 if not mark else 3)


@pytest.mark.slow
def test_columns_with_headings_end_together(tmp_path: Path) -> None:
    """Space above headings grows, but not so much that a reader stumbles over it."""
    heads = "".join(f"## Chapter {number}\n\n{'Play. ' * 140}\n\n" for number in range(9))
    source = parse_rules(f"---\n{LEAST}---\n# Rules\n\n{heads}", name=str(tmp_path / "mine.md"))
    with pymupdf.open("pdf", print_book(source, BookSettings(BOOK_PAPERS["a4"])).content) as pdf:
        words = pdf[0].get_text("words")
    middle = BOOK_PAPERS["a4"].width / 2 * MM
    foot = (BOOK_PAPERS["a4"].height - 15) * MM
    ends = [
        max(word[3] for word in words if (word[0] > middle) == is_right and word[3] < foot)
        for is_right in (False, True)
    ]
    assert abs(ends[0] - ends[1]) < 2 * MM


def test_a_picture_inside_a_chapter_costs_as_much_as_white() -> None:
    """A list or a chapter is not parted early to put a picture in the white."""
    for penalty, start in ((0, 1), (30, 2)):
        chapters = [block(55), block(15, penalty), block(60, 40), block(15, 30)]
        sizes = Sizes(100, 100, 1, 0.0, has_pictures=True)
        assert plan_columns(chapters, sizes).columns[1].start == start


def test_pictures_that_fit_a_page_cost_more_to_part() -> None:
    """Turns of a game that fit on one page begin a page rather than be parted."""
    for rows, penalty in ((3, WHOLE_PICTURES), (4, PICTURES)):
        heading = Block(10, 7, 0, wide=True)
        row = Block(30, 0, PICTURES, wide=True, goes_on=True)
        pieces = [Piece(order, one) for order, one in enumerate([heading, *[row] * rows])]
        charged = [piece.block.penalty for piece in charge_whole(pieces, 100)]
        assert charged == [0, *[penalty] * rows]


def test_a_part_has_no_more_pages_than_it_needs() -> None:
    """A part that fits its pages is planned on them, even where one page more would part less."""
    parts = [block(60), *(block(20, 80) for _ in range(7))]
    sizes = Sizes(100, 100, 1, 0.0, has_pictures=True)
    assert plan_columns(parts, sizes, 2).pages == 2


def test_what_goes_across_begins_where_columns_do() -> None:
    """At the head of a page there is the same space above columns and above a chapter across."""
    blocks = [block(80, wide=True), block(96, wide=True), block(20, wide=True)]
    assert plan_columns(blocks, Sizes(100, 100, 2, 4.0)).pages == 3
    with pytest.raises(UnplannableError):
        plan_columns([block(80, wide=True), block(97, wide=True)], Sizes(100, 100, 2, 4.0))
