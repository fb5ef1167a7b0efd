"""Kits of one's own: the starter prints at once, and whatever is wrong is told, all of it, with what to do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from making.command import Run, done
from making.kits import told_by
from making.pages import read_pages
from wordfleet_print.errors import BadInputError, ExitCode
from wordfleet_print.games import parse_rules
from wordfleet_print.jobs.own_rules import library_of
from wordfleet_print.jobs.print_kits import KitRequest, print_game
from wordfleet_print.press.ink.paper import A4
from wordfleet_print.press.kit.written import KitLook
from wordfleet_print.rulebook.starter import make_starters

Folder = Callable[..., Path]
GHOSTS = "name,count,scare,text\nDraught,3,1,Slips **under** doors.\nPortrait,1,3,Turns to face you.\n"
SMALL_CARDS = {"count: count, corner": "size: [40, 45], count: count, corner"}
FRONT = """---
game: rules-only
title: Attic Ghosts
slug: attic-ghosts
version: "0.3"
tagline: Boo
players: {count: 2}
numbers: {lamp: 3, throw: 7, stairs: 2}
dice: {sides: 6, smaller: [{sides: 3, reads: [{low: 1, high: 2, gives: 1}, {low: 3, high: 4, gives: 2},
  {low: 5, high: 6, gives: 3}]}]}
kit:
  - board: {columns: 6, rows: 4, square: 36 mm, checkered: true}
  - pieces: {from: ghosts.csv, size: 22 mm, face: "{{ name }}", corner: "{{ scare }}", count: count}
  - cards: {from: ghosts.csv, title: "{{ name }}", count: count, corner: "{{ scare }} pt",
      stats: {Scare: "{{ scare }}", Stairs: "{{ numbers.stairs }}D6"}, text: "{{ text }}", foot: "{{ slug }}"}
  - tape: {marks: {numbers.lamp: lamp shines, numbers.throw: thrown, 5: a shout}}
  - wedge: {radius: numbers.lamp, title: Lamp, text: "ghosts within {{ numbers.lamp }} inches are seen"}
  - dice:
  - page: check
---
# Attic Ghosts

## A chapter

Text.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A folder with the game, some of its text replaced, and its list of ghosts."""

    def made(replaced: dict[str, str] | None = None, ghosts: str | bytes = GHOSTS) -> Path:
        text = FRONT
        for old, new in (replaced or {}).items():
            assert old in text
            text = text.replace(old, new)
        (tmp_path / "attic.md").write_text(text, encoding="utf-8")
        (tmp_path / "ghosts.csv").write_bytes(ghosts if isinstance(ghosts, bytes) else ghosts.encode())
        return tmp_path

    return made


def _told(folder: Path, slug: str = "attic-ghosts") -> list[str]:
    with pytest.raises(BadInputError) as refused:
        print_game(KitRequest(slug, KitLook(A4), library_of(folder)))
    return [str(complaint).replace(f"{folder}/", "") for complaint in refused.value.told]


def test_a_game_of_ones_own_has_all_elements(folder: Folder) -> None:
    """Board, pieces, cards, tape, wedge and dice from facts and a list; each says what the facts say."""
    made = print_game(KitRequest("attic-ghosts", KitLook(A4), library_of(folder())))
    assert [leaf.name for leaf in made.leaves] == [
        *("board", "pieces", "cards", "tape", "wedge", "dice", "check", "check"),
    ]
    assert told_by(made, "pieces").count("DRAUGHT") == 3
    cards = told_by(made, "cards")
    assert cards.count("DRAUGHT") == 3
    assert "2D6" in cards
    assert "attic-ghosts" in cards
    assert "Slips under doors." in cards.replace("\n", " ")
    assert all(told in told_by(made, "tape") for told in ("lamp shines", "a shout"))
    assert "within 3 inches" in told_by(made, "wedge").replace("\n", " ")
    arcs = [ink for page in read_pages(made.content) for ink in page.inks if ink.kind == "curve" and ink.w > 70]
    assert {round(arc.w, 1) for arc in arcs} == {76.2}


def test_a_list_may_be_as_spreadsheets_save_it(folder: Folder) -> None:
    """With commas, semicolons or tabs, with the mark of UTF-8 or not: the kit is the same."""
    lists = (GHOSTS.replace(",", ";"), GHOSTS.replace(",", "\t"), f"\ufeff{GHOSTS}".replace("\n", "\r\n"))
    made = {print_game(KitRequest("attic-ghosts", KitLook(A4), library_of(folder({}, one)))).content for one in lists}
    assert made == {print_game(KitRequest("attic-ghosts", KitLook(A4), library_of(folder()))).content}


def test_the_starter_prints_at_once(call: Run) -> None:
    """`rules --new` writes a kit that can be printed, and the files that it needs."""
    done(call("rules", "--new", "mine", "rules-only"))
    printed = call("kit", "--rules", "mine", "--output", "out", "--json")
    told = json.loads(done(printed).out)["files"][0]
    assert [page["name"] for page in told["pages"]] == ["beach", "pebbles", "dares"]
    assert {"pebbles.csv", "dares.csv", "my-game.md"} < make_starters(["rules-only"]).keys()


@pytest.mark.parametrize(
    ("replaced", "ghosts", "told"),
    [
        ({"columns: 6": "columns: attic.cols"}, GHOSTS, "names “attic.cols”, and there is no such fact"),
        ({"numbers.lamp, title": "numbers.lmap, title"}, GHOSTS, "no such fact; did you mean lamp?"),
        ({"from: ghosts.csv, size": "from: ghosts.xlsx, size"}, GHOSTS, "files of rows are CSV"),
        ({"- dice:": "- dices:"}, GHOSTS, "there is no “dices”; there are board, pieces, cards"),
        ({"checkered: true": "chequered: true"}, GHOSTS, "did you mean checkered?"),
        ({"page: check": "page: squads"}, GHOSTS, "is “squads”; pages are check"),
        ({"radius: numbers.lamp": "radius: title"}, GHOSTS, "names “title”, which is no number"),
        ({"radius: numbers.lamp": "radius: 9 miles"}, GHOSTS, "a length such as 33 mm"),
        ({"square: 36 mm": "square: 60 mm"}, GHOSTS, "squares of 39 mm fit, or tiled: true"),
        ({"radius: numbers.lamp": "radius: 12"}, GHOSTS, "a radius of 12 in does not fit A4"),
        ({"size: 22 mm": "size: 9 mm"}, GHOSTS, "pieces of 9 mm cannot be printed"),
        ({"{{ text }}": "{{ txet }}"}, GHOSTS, "cards, ghosts.csv:2: txet is not a variable here"),
        ({"{{ text }}": "{{ 2 ** 999 }}"}, GHOSTS, "too large"),
        ({"count: count}": "count: text}"}, GHOSTS, "which is no number"),
        ({'corner: "{{ scare }}"': 'picture: "{{ name }}"'}, GHOSTS, "There is no picture “Draught”"),
        ({"from: ghosts.csv, size": "from: ../ghosts.csv, size"}, GHOSTS, "is no file beside the rules"),
        ({"from: ghosts.csv, size": "from: bats.csv, size"}, GHOSTS, "is no file beside the rules"),
        ({}, "name,count,scare,text\nDraught,3\n", "has more or fewer cells than the first row"),
        ({}, "name,count,scare,text\n", "has no rows"),
        ({}, b"name,count,scare,text\nGei\xdf,1,1,x\n", "is not text in UTF-8 (save it again as"),
        ({}, GHOSTS.replace("name", "Name"), "name is not a variable here (did you mean Name?)"),
        ({}, 'name,count,scare,text\n"A,1,1,x\n', "ghosts.csv:2: cannot be read"),
        ({}, "name,count,scare,text\n" + "A,1,1,x\n" * 501, "has 501 rows; at most 500"),
        ({}, "name,count,scare,text\n" + "A,1,1,x\n" * 1_000_000, "is larger than 1,000,000 bytes"),
        (
            {"count: count, corner": "size: [40, 45], count: count, corner"},
            GHOSTS.replace("Turns", "very " * 70),
            "mm too long for",
        ),
        ({}, GHOSTS.replace("Portrait", "Grandmother’s portrait in oils and gold by candlelight"), "too long"),
        ({}, GHOSTS.replace("Portrait", "肖像"), "no font at hand has"),
        ({"count: count}": "count: 251}"}, GHOSTS, "pieces: asks for more than 500 of them"),
        ({"numbers.throw: thrown": "3.1 in: thrown"}, GHOSTS, "the marks at 3 and 3.1 in stand on each other"),
        ({"numbers.throw: thrown": "0.3 in: very near"}, GHOSTS, "“very near” is too long for its place at 0.3 in"),
        ({"title: Lamp": "title: A lamp of some length"}, GHOSTS, "is too long for 3 in"),
        ({"are seen": "are seen" + " at once" * 20}, GHOSTS, "its text is too long for 3 in"),
    ],
)
def test_what_is_wrong_is_told(replaced: dict[str, str], ghosts: str | bytes, told: str, folder: Folder) -> None:
    """Fields, facts, sizes, texts and files: what is wrong, where, and what would do."""
    assert any(told in one for one in _told(folder(replaced, ghosts)))


def test_all_that_is_wrong_is_told_at_once(folder: Folder, call: Run) -> None:
    """Exit code 3, each element's fault with its name and row; nothing is written, what stood there stays."""
    place = folder({"{{ text }}": "{{ txet }}", "size: 22 mm": "size: 9 mm", "square: 36 mm": "square: 90 mm"})
    (place / "out").mkdir()
    (place / "out" / "attic-ghosts-kit-a4.pdf").write_text("yesterday's")
    refused = call("kit", "--rules", str(place), "--output", str(place / "out"), "--paper", "a4")
    assert (refused.code, refused.err.count("txet")) == (ExitCode.BAD_INPUT, 2)
    assert all(told in refused.err for told in ("pieces of 9 mm", "squares of 90 mm"))
    assert (place / "out" / "attic-ghosts-kit-a4.pdf").read_text() == "yesterday's"


def test_one_page_is_printed_whatever_is_wrong_with_others(folder: Folder) -> None:
    """Only what is asked for is filled in."""
    request = KitRequest("attic-ghosts", KitLook(A4), library_of(folder({"{{ text }}": "{{ txet }}"})), ("board",))
    assert [leaf.name for leaf in print_game(request).leaves] == ["board"]


def test_a_text_that_never_ends_meets_its_limit(folder: Folder) -> None:
    """A designer's texts are filled in by a child with limits."""
    loop = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}x"
    told = _told(folder({"ghosts within {{ numbers.lamp }} inches are seen": loop}))
    assert any("longer than the limit" in one or "too large" in one or "Range too big" in one for one in told)


def test_a_formula_is_printed_as_it_is_written(folder: Folder) -> None:
    """A cell is a text, whatever a spreadsheet would make of it."""
    made = print_game(
        KitRequest("attic-ghosts", KitLook(A4), library_of(folder({}, GHOSTS.replace("Portrait", "=1+1"))))
    )
    assert "=1+1" in told_by(made, "cards")


def test_front_matter_goes_through_json() -> None:
    """What was read once and written out by a programme is read again."""
    book = parse_rules(FRONT, name="attic.md").book
    assert type(book).model_validate_json(book.model_dump_json()) == book
