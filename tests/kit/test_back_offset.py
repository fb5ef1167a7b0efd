"""Backs meet their fronts: the check page measures a printer's offset, which moves every back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest

from support.command import Run, check
from support.kits import MM
from support.web import GOOD_LIST, LOCAL_SETTINGS, EventClient, client_of, open_state
from wordfleet_print.settings.config_file import Defaults
from wordfleet_print.settings.core import Settings
from wordfleet_print.settings.event import EventSettings

pytestmark = pytest.mark.slow
RIGHT, DOWN = 1.5, -0.75
OFFSET = f"--back-offset={RIGHT},{DOWN}"
NEAR = 0.02
"""How far a position may be off (mm)."""


def read_letters(path: Path) -> list[list[tuple[float, float]]]:
    """Return where each letter of each page is (mm), in the order in which they are printed."""
    pages = []
    with pymupdf.open(path) as document:
        for page in document:
            blocks = page.get_text("rawdict")["blocks"]
            lines = [line for block in blocks for line in block.get("lines", ())]
            spans = [span for line in lines for span in line["spans"]]
            origins = [char["origin"] for span in spans for char in span["chars"]]
            pages.append([(x / MM, y / MM) for x, y in origins])
    return pages


def print_both(call: Run, folder: Path, *arguments: str, file: str) -> tuple[Path, Path]:
    """Print without an offset, and with it; return both files."""
    for name, more in (("usual", []), ("moved", [OFFSET])):
        (folder / name).mkdir()
        check(call(*arguments, *more, "--output", str(folder / name / file), "--quiet"))
    return folder / "usual", folder / "moved"


def find_moves(usual: Path, moved: Path) -> list[tuple[float, float]]:
    """Return how far all letters of each page moved (mm)."""
    moves = []
    for before, after in zip(read_letters(usual), read_letters(moved), strict=True):
        assert len(before) == len(after) > 0
        right = {round(b[0] - a[0], 2) for a, b in zip(before, after, strict=True)}
        down = {round(b[1] - a[1], 2) for a, b in zip(before, after, strict=True)}
        moves.append((max(right, key=abs), max(down, key=abs)))
        assert max(right) - min(right) <= NEAR
        assert max(down) - min(down) <= NEAR
    return moves


def is_moved(move: tuple[float, float]) -> bool:
    """Return whether a page moved by the offset; anything but that and no move at all is wrong."""
    if move == pytest.approx((0, 0), abs=NEAR):
        return False
    assert move == pytest.approx((RIGHT, DOWN), abs=NEAR)
    return True


def test_backs_of_kits_move(call: Run, tmp_path: Path) -> None:
    """Backs of cards and of the screen move, faces do not."""
    pages = ("--page", "turns", "--page", "screen")
    usual, moved = print_both(call, tmp_path, "kit", "word-fleet", *pages, file="")
    (path,) = usual.glob("*.pdf")
    moves = find_moves(path, moved / path.name)
    assert [is_moved(move) for move in moves] == [False, True] * 2


def find_first_moves(usual: Path, moved: Path) -> list[tuple[float, float]]:
    """Return how far the first letter of each page moved (mm)."""
    first = [page[0] for page in read_letters(usual)]
    then = [page[0] for page in read_letters(moved)]
    return [(b[0] - a[0], b[1] - a[1]) for a, b in zip(first, then, strict=True)]


def test_the_check_page_measures_what_is_left(call: Run, tmp_path: Path) -> None:
    """An offset that somebody types moves both of its backs: crosses are then in the middle."""
    pages = ("--page", "check")
    usual, moved = print_both(call, tmp_path, "kit", "word-fleet", *pages, file="")
    (path,) = usual.glob("*.pdf")
    moves = find_first_moves(path, moved / path.name)
    assert [is_moved(move) for move in moves] == [False, True, False, True]


@pytest.mark.parametrize(("table", "sides"), [("kit", {1}), ("tracker", {3})])
def test_each_check_page_follows_its_own_setting(
    table: str, sides: set[int], call: Run, tmp_path: Path
) -> None:
    """The landscape back moves as [kit] says, the upright one as [tracker]; each says by which
    offset it was printed.
    """
    command = ("kit", "word-fleet", "--page", "check", "--quiet", "--output")
    check(call(*command, "usual"))
    (tmp_path / "wordfleet.toml").write_text(f"[{table}]\nback_offset = [{RIGHT}, {DOWN}]\n")
    check(call(*command, "moved"))
    (usual,) = (tmp_path / "usual").glob("*.pdf")
    moved = tmp_path / "moved" / usual.name
    moves = find_first_moves(usual, moved)
    assert {side for side, move in enumerate(moves) if is_moved(move)} == sides
    with pymupdf.open(moved) as document:
        texts = [" ".join(page.get_text().split()) for page in document]
    assert {side for side, text in enumerate(texts) if "Add them to 1.5 and -0.75" in text} == sides


@pytest.mark.parametrize("looks", ["--half-sheets", "--with-rules"])
def test_backs_of_sheets_move(looks: str, call: Run, tmp_path: Path) -> None:
    """The second side of half sheets moves, and the rules on the back of sheets."""
    arguments = ("tracker", "Ann", "Ben", "--seed", "x", looks)
    usual, moved = print_both(call, tmp_path, *arguments, file="sheets.pdf")
    moves = find_moves(usual / "sheets.pdf", moved / "sheets.pdf")
    assert [is_moved(move) for move in moves] == [False, True] * (len(moves) // 2)


def test_backs_of_packs_move(call: Run, tmp_path: Path) -> None:
    """An event's half sheets move, and its papers do not; the offset is kept with the event."""
    roster = tmp_path / "players.csv"
    roster.write_text("Name\nAnn\nBen\nCy\nDee\n")
    arguments = ("event", "print", str(roster), "--seed", "x", "--half-sheets", "--rounds", "1")
    usual, moved = print_both(call, tmp_path, *arguments, file="")
    for path in sorted(usual.glob("*.pdf")):
        moves = [is_moved(move) for move in find_moves(path, moved / path.name)]
        is_of_sheets = path.name in ("sheets.pdf", "spares.pdf")
        assert any(moves) == is_of_sheets, path.name
        assert moves == [is_of_sheets and side % 2 == 1 for side in range(len(moves))], path.name


def test_the_check_page_says_what_to_enter(call: Run, tmp_path: Path) -> None:
    """Its back has the offset that it was printed with, and the name of the field and the file."""
    call("kit", "word-fleet", "--page", "check", OFFSET, "--output", str(tmp_path), "--quiet")
    (path,) = tmp_path.glob("*.pdf")
    with pymupdf.open(path) as document:
        lying, upright = (" ".join(document[page].get_text().split()) for page in (1, 3))
    for text in (lying, upright):
        assert "Add them to 1.5 and -0.75, which this page was printed with." in text
    form, file = "Type the two sums into the form of the web page", "wordfleet.toml, under [kit]"
    assert lying.index(form) < lying.index(file)
    assert "wordfleet.toml, under [tracker] and [event.print]: back_offset =" in upright


def test_the_offset_is_read_from_the_file(call: Run, tmp_path: Path) -> None:
    """`back_offset = [x, y]` in wordfleet.toml is a default, and `doctor` shows it."""
    (tmp_path / "wordfleet.toml").write_text("back_offset = [1.5, -0.75]\n")
    call("kit", "word-fleet", "--page", "check", "--output", "out", "--quiet")
    (path,) = (tmp_path / "out").glob("*.pdf")
    with pymupdf.open(path) as document:
        assert "to 1.5 and -0.75, which" in " ".join(document[1].get_text().split())
    assert "kit 1.5 mm right, -0.75 mm down; tracker 1.5 mm right" in call("doctor").out


def test_backs_of_packs_of_the_page_move(call: Run, tmp_path: Path) -> None:
    """The web page's form of an event begins with the offset of wordfleet.toml: backs of half
    sheets move by it, and no other paper does.
    """
    values = {"back_offset": [RIGHT, DOWN]}
    files = dict.fromkeys(values, tmp_path / "wordfleet.toml")
    known: dict[type[Settings], Defaults] = {EventSettings: Defaults(EventSettings, values, files)}
    state, _ = open_state(replace(LOCAL_SETTINGS, output=tmp_path / "output", defaults=known))
    with client_of(state) as client:
        cup = EventClient(client, state)
        cup.upload(GOOD_LIST)
        cup.print(title="Cup", rounds="1", half_sheets="on", paper="a4")
        moved = cup.event.home
        seed = cup.event.seed
    assert moved
    name, content = GOOD_LIST
    (tmp_path / name).write_bytes(content)
    asked = ("--title", "Cup", "--rounds", "1", "--half-sheets", "--paper", "a4", "--seed", seed)
    usual = tmp_path / "usual"
    check(call("event", "print", name, *asked, "--output", str(usual), "--quiet"))
    for path in sorted(usual.glob("*.pdf")):
        moves = [is_moved(move) for move in find_moves(path, moved / path.name)]
        is_of_sheets = path.name in ("sheets.pdf", "spares.pdf")
        assert moves == [is_of_sheets and side % 2 == 1 for side in range(len(moves))], path.name
