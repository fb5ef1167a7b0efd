"""Kits of a designer's own: lists, pictures, backs; whatever cannot be printed is refused with its
line or row.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED

import openpyxl
import pytest
from PIL import Image

from support.html import Page, text_of
from support.kits import ARMY, CHESS, CHROMIUM, PANGO, own_kit, print_html, read_sheets, settings
from support.publishing import make_kit, print_cards
from support.rosters import archive
from wordfleet_print.errors import BadInputError
from wordfleet_print.games import RulesSource, load_rules
from wordfleet_print.services.kits import list_options

pytestmark = pytest.mark.slow

CARDS = '  - cards: {from: FILE, title: "{{ name }}", count: count, text: "{{ text }}"'
ROWS = [("name", "count", "text"), ("Goblin", 3, "**Steals** a sock"), ("Yeti", 1, "Stands still")]
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
)


def write_rows(
    folder: Path, name: str, rows: list[tuple[Any, ...]] = ROWS, separator: str = ";"
) -> None:
    if name.endswith(".xlsx"):
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        book.save(folder / name)
    else:
        (folder / name).write_text(
            "\n".join(separator.join(map(str, row)) for row in rows), "utf-8"
        )


def refusals(make: Any) -> str:
    """All that an error says."""
    with pytest.raises(BadInputError) as refused:
        make()
    return str(refused.value)


def make(source: RulesSource) -> str:
    return make_kit(source, settings()).html


@pytest.mark.parametrize("name", ["rows.csv", "rows.xlsx"])
@pytest.mark.parametrize("renderer", [PANGO, pytest.param(CHROMIUM, marks=pytest.mark.matrix)])
def test_cards_come_from_csv_and_xlsx(name: str, renderer: str, tmp_path: Path) -> None:
    """Each row makes as many cards as its count says, with bold words, a picture and a back."""
    write_rows(tmp_path, name)
    (tmp_path / "sock.svg").write_text(DRAWING)
    kit = CARDS.replace("FILE", name) + ", picture: sock.svg, back: Reeds, back_picture: king}"
    made = make_kit(own_kit(tmp_path, kit), settings())
    face, back = read_sheets(made, print_html(made, renderer))
    assert (face.text.count("GOBLIN"), face.text.count("YETI"), back.text.count("REEDS")) == (
        3,
        1,
        4 + 1,
    )
    assert "<b>Steals</b> a sock" in made.html


def test_pieces_have_own_pictures(tmp_path: Path) -> None:
    """Pieces take PNG, JPEG and SVG pictures, one per row."""
    for name in ("a.png", "b.jpg"):
        Image.new("L", (40, 40), 60).save(tmp_path / name)
    (tmp_path / "c.svg").write_text(DRAWING)
    write_rows(
        tmp_path, "rows.csv", [("name", "picture"), ("A", "a.png"), ("B", "b.jpg"), ("C", "c.svg")]
    )
    kit = (
        '  - pieces: {from: rows.csv, size: 24, face: "{{ name }}", picture: "{{ picture }}", '
        "secret: true}"
    )
    made = make_kit(own_kit(tmp_path, kit), settings())
    assert [kind in made.html for kind in ("image/png", "image/jpeg", "image/svg+xml")] == [
        True
    ] * 3
    face, _ = read_sheets(made, print_html(made))
    assert (face.pixels(100) < 128).mean() > 0.003


def test_cards_are_pictures_with_a_bleed(tmp_path: Path) -> None:
    """Each card is one picture at 300 dpi with 3 mm of bleed, front and back; repeated titles get a
    number.
    """
    write_rows(tmp_path, "rows.csv", [*ROWS, ("Goblin", 1, "Another")])
    source = own_kit(tmp_path, CARDS.replace("FILE", "rows.csv") + ", back: Reeds}")
    pictures = print_cards(source, settings())
    stems = ("goblin", "yeti", "goblin-2")
    assert [*pictures] == [f"{stem}-{side}.png" for stem in stems for side in ("front", "back")]
    with Image.open(io.BytesIO(pictures["goblin-front.png"])) as image:
        assert [round(side / 300 * 25.4) for side in image.size] == [69, 94]
        corner = image.convert("L").crop((0, 0, 34, 34))
        assert corner.getextrema() == (255, 255)


@pytest.mark.parametrize("renderer", [PANGO, pytest.param(CHROMIUM, marks=pytest.mark.matrix)])
def test_a_text_too_long_for_its_card_is_refused_with_its_row(
    renderer: str, tmp_path: Path
) -> None:
    """Only the row with the text is named, whether it is on a face, title, back or piece."""
    long = "It holds a monster until you sing. " * 12
    write_rows(tmp_path, "rows.csv", [*ROWS, ("Kraken", 1, long), (long, 1, ""), ("Roc", 1, "")])
    cards = CARDS.replace("FILE", "rows.csv") + ', back: "{{ name }}"}'
    pieces = '  - pieces: {from: rows.csv, size: 20, face: "{{ name }}{{ text }}"}'
    made = make_kit(own_kit(tmp_path, f"{cards}\n{pieces}"), settings())
    said = refusals(lambda: print_html(made, renderer))
    assert [f"rows.csv:{row}: " in said for row in range(2, 7)] == [
        False,
        False,
        True,
        True,
        False,
    ]


def test_missing_letters_are_refused(tmp_path: Path) -> None:
    """Missing letters are refused with their code point; `--font` prints them."""
    write_rows(tmp_path, "rows.csv", [*ROWS, ("Dragon", 1, "龍")])
    assert "no available font has 龍 (U+9F8D)" in refusals(
        lambda: make(own_kit(tmp_path, CARDS.replace("FILE", "rows.csv") + "}"))
    )


@pytest.mark.parametrize(
    ("kit", "said"),
    [
        ("  - board:", "board is empty; it needs columns, rows and square"),
        ("  - page:", "page is empty; it needs the name of a page"),
        ("  - cards:", "cards is empty; it needs from and title"),
        ("  - pieces: {}", "kit[1].pieces.from is missing"),
        (
            "  - board: {columns: version, rows: 1, square: 9}",
            "names “version”, which is not a number",
        ),
        ("  - board: {columns: numbers.zero, rows: 1, square: 9}", "whole number from 1 to 500"),
        (
            "  - board: {columns: 1, rows: 1, square: numbers.zero}",
            "more than 0 and at most 2,000 mm",
        ),
        (
            "  - pieces: {from: players, size: numbers.zero, face: x}",
            "more than 0 and at most 2,000 mm",
        ),
        (
            "  - cards: {from: players, size: [numbers.zero, 9], title: x}",
            "more than 0 and at most 2,000 mm",
        ),
        ("  - tape: {marks: {numbers.big: far}}", "more than 0 and at most 78 in"),
        ("  - tape: {marks: {numbers.zero: far}}", "more than 0 and at most 78 in"),
        ("  - wedge: {radius: numbers.big, title: x}", "more than 0 and at most 78 in"),
        ("  - page: cards", "is “cards”; pages are check"),
        (
            "  - {page: check, wedge: {radius: 6, title: x}}",
            "should be one element, such as `- page: aids`",
        ),
        ("  - board: {columns: .inf, rows: 1, square: 9}", "names “inf”, which is not a number"),
        ("  - tape: {marks: {.inf: far}}", "names “.inf”, but there is no such fact"),
        ("  - pieces: {from: players, size: -.inf, face: x}", "which is not a number"),
        ("  - cards: {from: numbers.zero, title: x}", "names “numbers.zero”, which is not a list"),
        ("  - cards: {from: play.parts, title: x}", "names “play.parts”, which is empty"),
        (
            "  - cards: {from: players, title: x, picture: kign}",
            "cards.picture names no drawing and no file; did you mean king?",
        ),
        (
            "  - cards: {from: players, title: x, back_picture: zebra}",
            "back_picture names no drawing and no file; there are ark,",
        ),
        (
            "  - pieces: {from: players, size: 20, face: x, picture: riflemen}",
            "pieces.picture names no drawing and no file; did you mean rifleman?",
        ),
        (
            "  - cards: {from: nobody, title: x}",
            "no such fact; files of rows have names such as cards.csv",
        ),
        (
            "  - pieces: {from: players, size: 9, face: x, count: 501}",
            "count should be a number from 1 to 500",
        ),
    ],
)
def test_measures_and_empty_elements_are_refused_with_their_line(
    kit: str, said: str, tmp_path: Path
) -> None:
    """Zero, a version, a huge number and nothing are refused when the rules are read."""
    facts = (
        'version: "1.2.3"\nnumbers: {zero: 0, big: 999999999}\nplay: {minutes: [5, 9], age: 7}\n'
    )
    text = refusals(lambda: own_kit(tmp_path, kit, facts))
    assert said in text
    assert "reeds.md:" in text


@pytest.mark.parametrize(
    ("kit", "said"),
    [
        ("  - board: {columns: 500, rows: 500, square: 20}", "at most 40 can be printed"),
        ("  - board: {columns: 1, rows: 1, square: 191}", "do not fit on A4"),
        ("  - board: {columns: 2, rows: 2, square: 0.01}", "squares of 0.01 mm are too small"),
        ("  - pieces: {from: players, size: 1, face: x}", "pieces of 1 mm"),
        ("  - cards: {from: players, size: [400, 9], title: x}", "cards of 400 × 9 mm"),
        ("  - tape: {marks: {1: a, 1.2: b}}", "the marks at 1 and 1.2 inches overlap"),
        ("  - cards: {from: ../x.csv, title: x}", "there is no such file in the rules folder"),
        ('  - cards: {from: players, title: "{{ nobody }}"}', "the front matter has no “nobody”"),
        (
            "  - cards: {from: players, title: x, picture: ../../etc/passwd.png}",
            "there is no picture",
        ),
        (
            "  - cards: {from: players, title: x, count: nope}",
            "there is no column “nope” to count by",
        ),
    ],
)
def test_what_no_page_can_hold_is_refused(kit: str, said: str, tmp_path: Path) -> None:
    """The element is named before anything is drawn; what fits between margins of 10 mm is
    printed.
    """
    source = own_kit(tmp_path, kit)
    assert said in refusals(lambda: make(source))
    assert make(own_kit(tmp_path, "  - board: {columns: 1, rows: 1, square: 190}"))


@pytest.mark.parametrize("name", ["numbers", "players", "play", "play.minutes", "dice", "kit"])
def test_any_group_or_list_of_facts_can_have_cards(name: str, tmp_path: Path) -> None:
    """A group is one row, a list of numbers or of groups a row each; what it holds is printed."""
    facts = (
        "numbers: {price: 7}\nplay: {minutes: [5, 9], age: 7}\n"
        "dice: {sides: 4, smaller: [{sides: 2, reads: "
        "[{low: 1, high: 2, gives: 1}, {low: 3, high: 4, gives: 2}]}]}\n"
    )
    kit = f'  - cards: {{from: {name}, title: "{{{{ numbers.price }}}}"}}'
    cards = make(own_kit(tmp_path, kit, facts)).count('<div class="face own">')
    assert cards == (2 if name == "play.minutes" else 1)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            [("name", "name"), ("a", "b")],
            "rows.csv:1: has two columns that texts would call name: “name” and “name”",
        ),
        (
            [("Cost ($)", "Cost (€)"), ("a", "b")],
            "two columns that texts would call Cost____: “Cost ($)” and “Cost (€)”",
        ),
        (
            [("name", "x"), ("a", "b", "c")],
            "rows.csv:2: “c” is in a column without a heading",
        ),
        (
            [("name", "", "x"), ("a", "", "c"), ("a", "b", "c")],
            "rows.csv:3: “b” is in a column without a heading",
        ),
        (
            [tuple(f"c{n}" for n in range(41)), ("a",)],
            "rows.csv:1: has 41 columns; at most 40 can be read",
        ),
        ([], "rows.csv is empty"),
        ([("x" * 1_000_001,)], "rows.csv is larger than 1 MB"),
        ([("name",)], "rows.csv: has 0 rows below the headings"),
        ([("name",), *[("x",)] * 501], "rows.csv: has 501 rows below the headings"),
        ([("name",), ('"a',)], "rows.csv row 2: has a quotation mark that does not match"),
    ],
)
def test_lists_that_cannot_be_read_are_refused(
    rows: list[tuple[str, ...]], said: str, tmp_path: Path
) -> None:
    """The row is named."""
    write_rows(tmp_path, "rows.csv", rows)
    source = own_kit(tmp_path, '  - cards: {from: rows.csv, title: "x"}')
    assert said in refusals(lambda: make(source))


def test_files_that_cannot_be_read_are_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files without permission, in another encoding, of too much content or no workbook give a
    sentence each.
    """
    names = ("rows.csv", "b.xlsx", "c.csv", "d.xlsx")
    source = own_kit(
        tmp_path,
        "\n".join(f"  - cards: {{name: {name}, from: {name}, title: x}}" for name in names),
    )
    write_rows(tmp_path, "rows.csv")
    huge: dict[str, str | bytes] = {
        "xl/workbook.xml": "<x/>",
        "xl/worksheets/sheet1.xml": bytes(50_000_000),
    }
    (tmp_path / "d.xlsx").write_bytes(archive(huge, ZIP_DEFLATED))
    (tmp_path / "b.xlsx").write_bytes(b"PK\x03\x04 no workbook")
    (tmp_path / "c.csv").write_bytes(b"name\n\x81\x00")

    plain_open: Callable[..., IO[Any]] = Path.open

    def deny(path: Path, *arguments: Any, **options: Any) -> IO[Any]:
        if path.name == "rows.csv":
            raise PermissionError(13, "Permission denied")
        return plain_open(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", deny)
    said = refusals(lambda: make(source))
    assert "rows.csv cannot be read: Permission denied" in said
    assert "b.xlsx is damaged" in said
    assert "c.csv" in said
    assert "d.xlsx unpacks to" in said


@pytest.mark.parametrize(
    "drawing",
    [
        "<g>" * 200 + "</g>" * 200,
        '<g id="a"><use href="#a"/></g>',
        '<path d="' + "M0,0 1,1 " * 200_000 + '"/>',
        "<g>",
    ],
)
def test_drawings_that_take_minutes_are_refused(drawing: str, tmp_path: Path) -> None:
    """Nested, repeated, endless and invalid drawings are refused."""
    (tmp_path / "a.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg">{drawing}</svg>')
    said = refusals(
        lambda: make(own_kit(tmp_path, "  - cards: {from: players, title: x, picture: a.svg}"))
    )
    assert "a.svg” is too complex" in said or "a.svg” cannot be read" in said


def test_texts_are_text(tmp_path: Path) -> None:
    """HTML in names and cells is printed as it is typed."""
    write_rows(
        tmp_path,
        "rows.csv",
        [("name", "count", "text"), ("<script>a()</script>", 1, "{a} & <b>")],
    )
    html = make(own_kit(tmp_path, CARDS.replace("FILE", "rows.csv") + "}"))
    assert "<script>" not in html
    assert "{a} &amp; &lt;b&gt;" in html


# A heading of each kind, and what texts call it.
HEADINGS = {
    "Strength points": "Strength_points",
    "Cost ($)": "Cost____",
    "HP/MP": "HP_MP",
    "2nd": "2nd",
    "Título": "Título",
    "#": "_",
    "No. of: eggs": "No__of__eggs",
    "a.b": "a_b",
    "Where": "Where",
    "where": "where",
}


@pytest.mark.parametrize(("heading", "name"), HEADINGS.items())
def test_any_heading_can_be_named(heading: str, name: str, tmp_path: Path) -> None:
    """Each sign of a heading that is no letter or digit is one `_` of its name."""
    write_rows(tmp_path, "rows.csv", [("kind", heading), ("fox", "seven")])
    kit = f'  - cards: {{from: rows.csv, title: x, text: "{{{{ {name} }}}} eggs"}}'
    assert "seven eggs" in make(own_kit(tmp_path, kit))


@pytest.mark.parametrize("field", ["title", "corner", "text", "foot", "back"])
@pytest.mark.parametrize(
    ("typed", "advice"),
    [
        ("{{ Strength points }}", "write {{ Strength_points }}"),
        ("{{ Strength_point }}", "did you mean Strength_points?"),
        ("{{ Name|upper }}", "write {{ Name }}"),
        ("{{ Name }", "write {{ Name }}"),
        ("{{Name", "write {{ Name }}"),
        ("{{ Cost ($) }}", "write {{ Cost____ }}"),
        ("{{ Cost_($) }}", "write {{ Cost____ }}"),
        ("{{ Nmae | upper }}", "write {{ Name }}"),
        ("{{}}", "write the name of a fact or a column"),
        ("Name }}", "write the name of a fact or a column"),
        ("{% if Name %}", "a text can name facts and columns, and nothing else"),
    ],
)
def test_what_cannot_be_filled_in_is_refused(
    typed: str, advice: str, field: str, tmp_path: Path
) -> None:
    """What is left in braces is refused once, with file, row and the heading that was meant."""
    write_rows(
        tmp_path,
        "rows.csv",
        [("Name", "Strength points", "Cost ($)"), ("Fox", 2, 3), ("Hen", 4, 5)],
    )
    texts = {"title": "x", field: f"a {typed} z"}
    fields = ", ".join(f'{name}: "{text}"' for name, text in texts.items())
    source = own_kit(tmp_path, f"  - cards: {{from: rows.csv, {fields}}}")
    said = refusals(lambda: make(source))
    assert "rows.csv:2: " in said
    assert advice in said
    assert "rows.csv:3" not in said


def test_braces_in_a_cell_are_refused_with_its_row(tmp_path: Path) -> None:
    """A name in braces that was typed into a cell would be printed as it is: its row is named."""
    write_rows(tmp_path, "rows.csv", [("name", "text"), ("Fox", "red"), ("Hen", "{{ name }} !")])
    source = own_kit(tmp_path, '  - cards: {from: rows.csv, title: "{{ name }}: {{ text }}"}')
    said = refusals(lambda: make(source))
    assert "rows.csv:3: “{{ name }}” cannot be filled in" in said
    assert "rows.csv:2" not in said


@pytest.mark.parametrize(
    ("cell", "html"),
    [
        ("*red*", "<i>red</i>"),
        ("a **bold** and *soft* end", "a <b>bold</b> and <i>soft</i> end"),
        ("***both***", "<b><i>both</i></b>"),
        ("**a *b* c**", "<b>a <i>b</i> c</b>"),
        ("3*4*5 * 6", "3*4*5 * 6"),
        ("* one\n* two", "* one<br>* two"),
        ("first\nsecond", "first<br>second"),
    ],
)
@pytest.mark.parametrize("name", ["rows.csv", "rows.xlsx"])
def test_cells_have_bold_and_italic_words_and_lines(
    cell: str, html: str, name: str, tmp_path: Path
) -> None:
    """Stars at both sides of words make them italic or bold; a line break breaks the line."""
    quoted = f'"{cell}"' if name.endswith(".csv") else cell
    write_rows(tmp_path, name, [("name", "text"), ("Fox", quoted)])
    kit = f'  - cards: {{from: {name}, title: x, text: "{{{{ text }}}}"}}'
    assert html in make(own_kit(tmp_path, kit))


@pytest.mark.parametrize("name", ["rows.csv", "rows.xlsx"])
def test_titles_above_the_headings_are_left_out_with_a_note(name: str, tmp_path: Path) -> None:
    """Lines of one cell above the headings are no headings, and are named."""
    rows = [("My deck", ""), ("", ""), ("", "by Ann"), ("name", "text"), ("Fox", "red")]
    write_rows(tmp_path, name, rows)
    kit = f'  - cards: {{from: {name}, title: "{{{{ name }}}}"}}'
    made = make_kit(own_kit(tmp_path, kit), settings())
    assert "Fox" in made.html
    assert made.notes == (
        f"{name}:1: “My deck” is above the headings and left out",
        f"{name}:3: “by Ann” is above the headings and left out",
    )


def test_titles_of_cards_name_their_pictures(tmp_path: Path) -> None:
    """A title with marks and lines names its picture without them."""
    write_rows(tmp_path, "rows.csv", [("name",), ('"**Red**\n*Fox*"',)])
    source = own_kit(tmp_path, '  - cards: {from: rows.csv, title: "{{ name }}"}')
    assert [*print_cards(source, settings())] == ["red-fox-front.png"]


@pytest.mark.parametrize("view", ["0 0 1.2.3 4", "0 0 9", "0 0 0 9", "0 0 -4 9", "0 0 inf 9", "a"])
def test_view_boxes_that_are_no_size_are_refused(view: str, tmp_path: Path) -> None:
    """A drawing's view box is four numbers with a size, or the picture is refused by its name."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"/>'
    (tmp_path / "a.svg").write_text(svg)
    kit = "  - cards: {from: players, title: x, picture: a.svg}"
    assert f"“a.svg” has the view box “{view}”" in refusals(lambda: make(own_kit(tmp_path, kit)))


NUMBERS = [
    (0.25, "0%", "25%"),
    (2.5, '"$"#,##0.00', "$2.50"),
    (7, "000", "007"),
    (3, "General", "3"),
]


@pytest.mark.parametrize(("number", "number_format", "shown"), NUMBERS)
def test_numbers_are_printed_as_the_sheet_shows_them(
    number: float, number_format: str, shown: str, tmp_path: Path
) -> None:
    """Percent signs, currencies and leading zeros of a format are on the card."""
    book = openpyxl.Workbook()
    book.active.append(("name", "cost"))
    book.active.append(("Fox", number))
    book.active["B2"].number_format = number_format
    book.save(tmp_path / "rows.xlsx")
    kit = '  - cards: {from: rows.xlsx, title: x, text: "{{ cost }} coins"}'
    assert f">{shown} coins<" in make(own_kit(tmp_path, kit))


def test_cells_that_are_no_text_are_refused_where_they_are_used(tmp_path: Path) -> None:
    """What a spreadsheet made of a cell is refused with its row; a column nobody names is not."""
    rows = [("name", "cost"), ("Fox", date(2026, 2, 1)), ("Owl", "#N/A"), ("Yak", "=B9*2")]
    faults = [
        "rows.xlsx:2: holds a date in column “cost” (write it as text)",
        "rows.xlsx:3: holds the error #N/A in column “cost”",
        "rows.xlsx:4: holds a formula ",
    ]
    write_rows(tmp_path, "rows.xlsx", rows)
    kit = '  - cards: {from: rows.xlsx, title: "{{ name }}", text: "{{ cost }}"}'
    message = refusals(lambda: make(own_kit(tmp_path, kit)))
    assert [fault for fault in faults if fault not in message] == []
    unused = '  - cards: {from: rows.xlsx, title: "{{ name }}"}'
    assert "Fox" in make(own_kit(tmp_path, unused))
    counted = '  - cards: {from: rows.xlsx, title: "{{ name }}", count: cost}'
    message = refusals(lambda: make(own_kit(tmp_path, counted)))
    assert [fault for fault in faults if fault not in message] == []


def test_own_styles_are_read_last(tmp_path: Path) -> None:
    """`kit.css` next to the rules changes how a kit looks; one that could end its element is
    refused.
    """
    source = own_kit(tmp_path, "  - cards: {from: players, title: x}")
    (tmp_path / "kit.css").write_text(".face h2 { color: #123456 }")
    styles = Page(make(source)).find_all("style")
    assert text_of(styles[-1]).endswith(".face h2 { color: #123456 }")
    (tmp_path / "kit.css").write_text("</style><script>")
    assert "kit.css cannot be used" in refusals(lambda: make(source))


@pytest.mark.parametrize(
    ("kit", "options"),
    [
        ("  - board: {columns: 3, rows: 3, square: 30}", {"square"}),
        ("  - tape: {marks: {2: a step}, draft: true}", {"draft"}),
        ("  - page: check", set()),
    ],
)
def test_options_are_offered_for_what_a_kit_has(
    tmp_path: Path, kit: str, options: set[str]
) -> None:
    """A game of your own has the options of its boards and drafts, as ours have."""
    assert list_options(own_kit(tmp_path, kit).book) == options
    assert list_options(load_rules(ARMY).book) == {"squad", "draft"}
    assert list_options(load_rules(CHESS).book) == {"square"}


def test_pages_say_which_rules_they_are_for(tmp_path: Path) -> None:
    """A kit with a draft says on its pages if it is for the draft, in the words of the facts."""
    facts = "unfinished: Still wet\nfinished: Dry\n"
    kit = "  - tape: {marks: {2: a step}}\n  - tape: {name: more, marks: {3: a leap}, draft: true}"
    source = own_kit(tmp_path, kit, facts)
    assert "Tape: Dry<" in make_kit(source, settings()).html
    draft = make_kit(source, settings(draft=True)).html
    assert "Tape: Still wet<" in draft
    assert ": Dry<" not in draft
