"""Books of designers: starters, folders, pictures, styles and fonts of their own, and fifty that
nobody has seen.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pymupdf
import pytest
from PIL import Image

from support.books import (
    MM,
    find_faults,
    letters_of,
    make_book,
    words_of_page,
    words_of_pdf,
    write_pictures,
)
from support.command import Run
from support.games import HEAD, LEAST, REED, own_rules
from support.html import Page
from support.matrix import mark_matrix
from support.publishing import make_page, print_book
from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.games import load_rules, parse_rules, read_folder
from wordfleet_print.paper import A4
from wordfleet_print.rulebook.page import BookSettings
from wordfleet_print.rulebook.starter import STARTERS, make_starters


@pytest.mark.slow
def test_large_pictures_fit_lists_and_tables(tmp_path: Path) -> None:
    """A large picture is small in a table, and no wider than its column in a list."""
    Image.new("RGB", (2400, 1800), "#999").save(tmp_path / "board.png")
    text = "# Rules\n\n1. Put it down.\n   ![Board](board.png)\n2. Play.\n\n"
    text += "| Piece | Picture |\n|---|---|\n| Board | ![Board](board.png) |"
    rules = parse_rules(f"---\n{LEAST}---\n{text}\n", name=str(tmp_path / "mine.md"))
    made = print_book(rules, BookSettings(A4))
    with pymupdf.open("pdf", made.content) as document:
        widths = [one["bbox"][2] - one["bbox"][0] for one in document[0].get_image_info()]
    in_list, in_table = sorted(widths, reverse=True)
    assert in_list < 90 * MM
    assert in_table < 23 * MM


@pytest.mark.slow
@pytest.mark.parametrize("seed", mark_matrix(range(50), {1, 5, 7}))
def test_nothing_is_lost_in_unseen_books(tmp_path: Path, seed: int) -> None:
    """In odd books, long or tiny, every letter is in the PDF, nothing is covered, and nothing
    leaves the paper.
    """
    write_pictures(tmp_path)
    source = make_book(seed, tmp_path)
    made = print_book(source, BookSettings(A4))
    page = make_page(source, "pdf").html
    assert letters_of(words_of_page(page)) - letters_of(words_of_pdf(made.content)) == Counter()
    assert list(find_faults(made.content)) == []
    assert made.notes == ()


@pytest.mark.parametrize("game", STARTERS)
def test_starters_are_books(tmp_path: Path, game: str) -> None:
    """Each starter is published as it is, with its pictures and without a note on its text."""
    for name, content in make_starters([game]).items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    (source,) = read_folder(tmp_path)
    assert source.book.slug == STARTERS[game]
    page = make_page(source)
    assert page.notes == ()
    assert "{%" not in source.text
    if game != "rules-only":
        assert page.html.count("<figure") == make_page(load_rules(game)).html.count("<figure")


def test_unknown_starters_are_refused() -> None:
    """An unknown starter is refused with the nearest one."""
    with pytest.raises(UsageError, match="no starter") as error:
        make_starters(["army-man"])
    assert "army-men" in error.value.summary.advice


def test_own_styles_are_read_last(tmp_path: Path) -> None:
    """A `book.css` next to the rules is read after ours; one that could end the style element is
    refused.
    """
    (tmp_path / "book.css").write_text("h2 { color: teal }", encoding="utf-8")
    page = make_page(own_rules("\nPlay.", tmp_path)).html
    assert page.index("h2 { color: teal }") > page.index(".dagger")
    (tmp_path / "book.css").write_text("</style><script>alert(1)</script>", encoding="utf-8")
    with pytest.raises(BadInputError):
        make_page(own_rules("\nPlay.", tmp_path))


def test_pages_fetch_nothing(tmp_path: Path) -> None:
    """A page is one file whose policy allows only its own styles, and data for fonts and
    pictures.
    """
    (tmp_path / "reed.svg").write_text(REED, encoding="utf-8")
    text = "\n![A reed.](reed.svg)\nA reed.\n\n[A site](https://example.org)"
    page = Page(make_page(own_rules(text, tmp_path)).html)
    assert page.policy.startswith("default-src 'none'; style-src 'sha256-")
    outside = {one for one in page.addresses if not one.startswith(("data:", "#"))}
    assert outside == {"https://example.org"}
    assert page.find_all("script") == []


def test_pictures_of_designers_are_images(tmp_path: Path) -> None:
    """A designer's SVG is an image in which nothing runs, a PNG is data, and both have their
    text.
    """
    svg = REED.replace("<path", "<script>alert(1)</script><path")
    (tmp_path / "a.svg").write_text(svg, encoding="utf-8")
    Image.new("RGB", (9, 9)).save(tmp_path / "b.png")
    html = make_page(own_rules("\n![One.](a.svg)\nx\n\n![Two.](b.png)\ny", tmp_path)).html
    pictures = Page(html).find_all("img")
    assert [(one.attrib["src"].partition(",")[0], one.get("alt")) for one in pictures] == [
        ("data:image/svg+xml;base64", "One."),
        ("data:image/png;base64", "Two."),
    ]
    assert "alert(1)" not in html


MARKED = '<path marker-mid="url(#m)" d="' + "L9,9 " * 999 + '"/>'
REPEATED = "".join(f'<g id="{n}">' + f'<use href="#{n - 1}"/>' * 9 + "</g>" for n in range(9))
COSTLY = {
    "entities.svg": '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>',
    "repeats.svg": f"<svg>{REPEATED}</svg>",
    "markers.svg": '<svg><g id="m">' + "<path/>" * 99 + f"</g>{MARKED}</svg>",
}


@pytest.mark.parametrize(
    "name",
    ["../secret.png", "/etc/passwd.png", "link.png", "large.png", "wide.png", "text.png", *COSTLY],
)
def test_pictures_are_bounded(tmp_path: Path, name: str) -> None:
    """Pictures outside the folder, linked, too large, of another kind, or slow to draw are refused
    with a line.
    """
    folder = tmp_path / "rules"
    folder.mkdir()
    Image.new("RGB", (9, 9)).save(tmp_path / "secret.png")
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    (folder / "large.png").write_bytes(bytes(5_000_001))
    (folder / "text.png").write_text("no picture", encoding="utf-8")
    Image.new("1", (41_000, 1_000)).save(folder / "wide.png")
    for costly, text in COSTLY.items():
        (folder / costly).write_text(text, encoding="utf-8")
    with pytest.raises(BadInputError) as error:
        make_page(own_rules(f"\n![What]({name})\n", folder))
    assert error.value.problems[0].where.endswith("mine.md:10")


def test_copied_pictures_need_their_facts() -> None:
    """A copied edition with another grid leaves out the stored pictures, with one note."""
    source = load_rules("word-fleet")
    text = source.text.replace("rows: 10", "rows: 9", 1)
    page = make_page(parse_rules(text, name=source.name))
    assert [note for note in page.notes if "left out" in note] == list(page.notes)
    assert len(page.notes) == 1
    assert page.html.count('class="turn') < make_page(source).html.count('class="turn')


SYMBOLS = "♠ ♥ ♦ ♣ ⚀ ⚁ ⚂ ⚃ ⚄ ⚅ ☐ ☑ ★ → ①"


def test_symbols_of_games_print() -> None:
    """Suits, dice, boxes, stars, arrows and numbers in circles are printed by a bundled font."""
    with pymupdf.open(
        "pdf", print_book(own_rules(f"\nPlay {SYMBOLS} now."), BookSettings(A4)).content
    ) as document:
        text = document[0].get_text()
    assert [one for one in SYMBOLS.split() if one not in text] == []


@pytest.mark.parametrize("part", ["# Rules", "# Rules {: .draft }", "# Quick reference"])
def test_a_short_book_begins_below_its_cover(part: str) -> None:
    """A few sentences print on one page, right below the title, whatever part they are."""
    text = own_rules("\n").text.replace("# Rules", part)
    source = parse_rules(f"{text}\nCut a reed.\n", name="mine.md")
    with pymupdf.open("pdf", print_book(source, BookSettings(A4)).content) as document:
        pages = [page.get_text() for page in document]
    assert len(pages) == 1
    assert "Cut a reed." in pages[0]
    assert "1 / 1" not in pages[0]


def test_books_print_on_a5(call: Run, tmp_path: Path) -> None:
    """`--paper a5` is for books, in one column; what is folded has a paper of two such pages."""
    (tmp_path / "mine.md").write_text(f"{HEAD}\n## Reeds\n\n{'Cut a reed. ' * 90}\n")
    typed = ("rules", "--rules", tmp_path, "--paper", "a5", "--format", "pdf", "--output", tmp_path)
    assert call(*typed).code == 0
    with pymupdf.open(tmp_path / "reeds-a5.pdf") as document:
        assert [round(side) for side in document[0].rect.br] == [420, 595]
        blocks = [block for block in document[0].get_text("blocks") if "Cut a reed." in block[4]]
    assert len(blocks) == 1
    assert blocks[0][2] - blocks[0][0] > 300
    refused = call(*typed, "--booklet")
    assert refused.code == 3
    assert call("tracker", "--paper", "a5").code != 0


def test_letters_without_a_font_are_told(tmp_path: Path) -> None:
    """Letters without a font are refused on paper with their line, noted on the page, and printed
    with `--font`.
    """
    source = own_rules("\nPlay.\n\nThe ᚠ rune.", tmp_path)
    assert "ᚠ (U+16A0)" in make_page(source).notes[0]
    with pytest.raises(BadInputError) as error:
        print_book(source, BookSettings(A4))
    assert error.value.problems[0].where.endswith(":12")
    (tmp_path / "mine.md").write_text("no font", encoding="utf-8")
    with pytest.raises(BadInputError, match="not a usable font"):
        print_book(source, BookSettings(A4, font=tmp_path / "mine.md"))


def test_other_languages_are_theirs() -> None:
    """Any `language` sets the page's language and hyphenation, and one note says what stays
    English.
    """
    page = make_page(own_rules("\nSpiel.", facts="language: de-AT\n"))
    assert '<html lang="de-AT">' in page.html
    assert [note for note in page.notes if "English" in note] == list(page.notes)


def test_the_slug_of_a_bundled_game_is_noted(call: Run, tmp_path: Path) -> None:
    """A copied edition that kept its slug is published, with a note that names the line."""
    front = load_rules("happy-flip-chess").text.split("\n---\n", 1)[0]
    (tmp_path / "chess.md").write_text(f"{front}\n---\n# Rules\n\nFlip.\n", encoding="utf-8")
    result = call("rules", "--rules", tmp_path, "--format", "html", "--output", tmp_path / "out")
    assert result.code == 0
    line = 1 + front.split("\n").index("slug: happy-flip-chess")
    assert f"chess.md:{line}: happy-flip-chess is the slug of a bundled game" in result.err


@pytest.mark.slow
@pytest.mark.parametrize(("count", "across"), [(2, 2), (3, 3), (4, 2), (6, 3)])
def test_pictures_of_one_line_stand_side_by_side(tmp_path: Path, count: int, across: int) -> None:
    """Pictures that a designer writes on one line are next to one another, as on GitHub; words
    after them are below.
    """
    for number in range(count):
        Image.new("RGB", (400, 300), "#999").save(tmp_path / f"{number}.png")
    line = " ".join(f"![Card {number}]({number}.png)" for number in range(count))
    text = f"---\n{LEAST}---\n# Rules\n\nPlay.\n\n{line}\nBelow all of them.\n"
    rules = parse_rules(text, name=str(tmp_path / "mine.md"))
    made = print_book(rules, BookSettings(A4))
    with pymupdf.open("pdf", made.content) as document:
        boxes = [pymupdf.Rect(one["bbox"]) for one in document[0].get_image_info()]
        words = document[0].search_for("Below all of them")[0]
    assert len({round(box.x0) for box in boxes}) == across
    assert len({round(box.y0) for box in boxes}) == count // across
    assert words.y0 > max(box.y1 for box in boxes)
