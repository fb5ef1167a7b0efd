"""Rosters: whatever a spreadsheet writes is read rightly, or refused with every complaint, each with row and column."""

from __future__ import annotations

import codecs
import re
import tracemalloc
import unicodedata
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from making.rosters import (
    FILES,
    FOLDER,
    archive,
    names_of,
    ods_of,
    read_as,
    summer_cup,
    told_of,
    xlsx,
    xlsx_of,
    xlsx_rows,
)
from wordfleet_print.cli.console import noted
from wordfleet_print.errors import BadInputError
from wordfleet_print.event.roster import listing, workbooks
from wordfleet_print.event.roster import read_roster as build
from wordfleet_print.event.roster.columns import known_headings
from wordfleet_print.event.roster.listing import MOST_TOLD
from wordfleet_print.event.roster.read_roster import RosterRead, read_roster
from wordfleet_print.event.roster.roster import Fixture, Player, Roster, numbered_roster
from wordfleet_print.sheet.captains import name_faults, parse_name

DOCS = Path(__file__).parents[2] / "docs" / "rosters.md"
NAMED = 10_000
BYTES_A_NAME = 240
"""Of a name of some twenty letters, with all that the roster knows of the player."""
NFD_JOSE = unicodedata.normalize("NFD", "José")
Read = Callable[..., Roster]
Refused = Callable[..., str]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Read a roster of this text or these bytes, in a file called `name`."""
    return partial(read_as, tmp_path)


@pytest.fixture
def refused(read: Read) -> Refused:
    """Read what must be refused: returns everything said, which must be fit for a terminal."""

    def of(content: str | bytes, *parts: str, name: str = "roster.csv", **how: Any) -> str:
        with pytest.raises(BadInputError) as caught:
            read(content, name, **how)
        told = told_of(caught.value)
        assert told.replace("\n", "").isprintable()
        for part in parts:
            assert part in told
        return told

    return of


def _pairs(roster: Roster) -> list[tuple[int, int | None, list[str]]]:
    return [(f.round, f.table, [roster.players[index].name for index in f.players]) for f in roster.fixtures]


# Players


def test_numbered_players_are_told_by_their_numbers() -> None:
    """Players without names are dealt by their numbers, from 1; a roster knows whether its players are such."""
    roster = numbered_roster(100_000)
    assert [player.key for player in roster.players[9:11]] == ["#10", "#11"]
    assert (len(roster.players), roster.players[-1]) == (100_000, Player("", 100_000))
    assert roster.is_numbered
    assert not Roster(roster.players[1:]).is_numbered
    assert not Roster((Player("", 1, left_handed=True),)).is_numbered


@pytest.mark.slow
def test_a_roster_with_names_is_small(read: Read) -> None:
    """A roster that was read takes a few hundred bytes a name, 22 MB for 100,000, and little more while it is read."""
    rows = "\n".join(["name", *(f"Zoë Castellanos {number}" for number in range(NAMED))])
    read(rows)  # whatever is loaded and kept once, is by now
    tracemalloc.start()
    roster = read(rows)
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < BYTES_A_NAME * NAMED
    assert peak < 5 * BYTES_A_NAME * NAMED
    assert roster.players[NAMED - 1] == Player(f"Zoë Castellanos {NAMED - 1}", NAMED)


def test_keys_tell_all_players_apart() -> None:
    """A player's key hangs on name, club and twin alone, and no two run together."""
    players = [
        Player("Ann", 1, "Lee"),
        Player("Ann Lee", 2),
        Player("Ann", 3, "Lee", twin=1),
        Player("#5", 4),
        Player("", 5),
    ]
    assert len({player.key for player in players}) == len(players)
    assert Player("Ann", 7, large_print=True).key == Player("Ann", 1).key


# Files as spreadsheets write them


def test_the_files_are_as_made() -> None:
    """The roster files beside the tests are what `making.rosters` writes."""
    kept = {path.name: path.read_bytes() for path in FOLDER.iterdir() if path.name not in {".gitattributes", "old.xls"}}
    assert kept == FILES


GOOD = ["Zoé Lefèvre", "Łukasz Żółć", "Niamh Ó Súilleabháin", "Jürgen Groß"]


@pytest.mark.parametrize("name", ["good.xlsx", "good.ods"])
def test_spreadsheets_are_read(name: str) -> None:
    """A workbook's names, clubs, tables and seats come out as they stand in it; 1.0 is table 1."""
    roster = read_roster(FOLDER / name)
    assert names_of(roster) == GOOD
    assert [player.number for player in roster.players] == [1, 2, 3, 4]
    assert [player.club for player in roster.players] == ["Café", "Śląsk", "Café", ""]
    assert _pairs(roster) == [(1, 1, GOOD[1:3]), (1, 2, [GOOD[3], GOOD[0]])]
    assert roster.warnings == ()


@pytest.mark.parametrize(
    ("name", "names", "clubs", "warned"),
    [
        ("good.csv", ["Zoé Lefèvre", "O'Neill, Pat"], ["Café", ""], ["“O'Neill, Pat” has a comma"]),
        ("good-windows-1252.csv", ["Zoé Lefèvre", "Benoît Garçon"], ["Café", "Étoile"], ["cp1252", "--encoding"]),
        ("good-utf-16.txt", ["Jürgen Groß"], ["Bärenklub"], []),
        ("good-sep-line.csv", ["Ann"], ["Rovers, the"], []),
        ("no-headings.txt", ["Ann Lee", "Ben Ó Sé"], ["", ""], ["no heading", "“Ann Lee”, was taken for a player"]),
        ("old.xls", ["Jürgen Groß", "Łukasz Żółć"], ["TSV Köln", "Śląsk"], []),
    ],
)
def test_what_programmes_write(name: str, names: list[str], clubs: list[str], warned: list[str]) -> None:
    """Marks, encodings, delimiters, an old format, a bare list: read rightly; what was guessed is said, no more."""
    roster = read_roster(FOLDER / name)
    assert (names_of(roster), [player.club for player in roster.players]) == (names, clubs)
    assert len(roster.warnings) == bool(warned)
    assert all(part in noted(roster.warnings[0]) for part in warned)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "cp1250"]
)
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_encodings_and_delimiters(read: Read, encoding: str, delimiter: str, newline: str) -> None:
    """Any delimiter and line end, in every encoding that a mark or the bytes tell: the same players."""
    people = ["Jiří Dvořák", "Šárka Čermáková"] if encoding == "cp1250" else ["François Garçon", "Zoë Ibáñez"]
    text = newline.join(delimiter.join(row) for row in (["jméno", "klub"], [people[0], "Žižkov"], [people[1], ""]))
    if encoding == "cp1252":
        text = text.replace("jméno", "prénom").replace("Žižkov", "Béziers")
    roster = read(text.encode(encoding))
    assert names_of(roster) == people
    unmarked = encoding in {"utf-16-le", "utf-16-be", "cp1252", "cp1250"}
    assert len(roster.warnings) == unmarked


def test_a_mark_wins_in_both_byte_orders(read: Read) -> None:
    """Big-endian UTF-16 with its mark is read as that."""
    assert names_of(read(codecs.BOM_UTF16_BE + "name\nZoë\n".encode("utf-16-be"))) == ["Zoë"]


def test_the_encoding_can_be_told(read: Read, refused: Refused) -> None:
    """`encoding` decides, without a warning; one that is none, or that does not fit the file, is refused."""
    raw = "name\nИван\n".encode("koi8-r")
    roster = read(raw, encoding="KOI8-R")
    assert (names_of(roster), roster.warnings) == (["Иван"], ())
    assert names_of(read("\ufeffname\nZoë", encoding="UTF8")) == ["Zoë"]
    assert names_of(read("\ufeffname\nZoë".encode("utf-16-le"), encoding="utf-16-le")) == ["Zoë"]
    refused(raw, "roster.csv line 2", "not text in utf-8", "--encoding", encoding="utf-8")
    for wrong in ("utf-9", "hex", "rot13", "idna", "unicode_escape", "undefined", "a\0b", "", "x" * 500):
        if wrong:
            refused(raw, "no text encoding", encoding=wrong)


def test_bytes_that_are_no_text(refused: Refused) -> None:
    """Bytes in no encoding that spreadsheets write, or broken ones behind a mark, are refused with a way out."""
    refused(b"name\nAnn\n", "not text in utf-16", encoding="utf-16")
    refused(codecs.BOM_UTF16_LE + "name\nAnn".encode("utf-16-le") + b"\0", "not text in utf-16")
    refused(bytes(range(128, 256)) * 40, "--encoding")


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("unclosed-quote.csv", ["unclosed-quote.csv line 3", "never closed"]),
        ("text-after-quote.csv", ["text-after-quote.csv line 2", "after a closing quotation mark"]),
        ("duplicate-heading.csv", ["row 1", "“table” stands over 2 columns"]),
        ("two-names.csv", ["row 1", "“captain” and “player” could both be the name"]),
        ("no-name-column.csv", ["row 1", "“nmae”, “club”", "did you mean “name”?"]),
        ("unquoted-comma.csv", ["row 2", "2 cells", "quotation marks"]),
        ("headings-only.csv", ["no players"]),
        ("blank.csv", ["is empty"]),
        ("empty.csv", ["is empty"]),
        ("duplicate-player.csv", ["rows 2 and 4, column “name”", "“Ann” of “Rovers”", "add a club or an initial"]),
        ("odd-table.csv", ["rows 2, 3 and 4, column “table”", "has 3 players (", "row 5", "only one player, “Di”"]),
        ("paired-twice.csv", ["row 3, column “opponent”", "“Ben” is paired twice in round 1", "meets “Ann”"]),
        ("document.xlsx", ["document.xlsx holds a Word document", "Copy the list"]),
        ("cut-short.xlsx", ["damaged", "save it again"]),
        ("far-cell.xlsx", ["there are no players in it"]),
        ("locked.xlsx", ["locked with a password"]),
        ("locked.ods", ["locked with a password"]),
    ],
)
def test_files_that_are_refused(name: str, parts: list[str]) -> None:
    """Each file beside the tests is refused for the fault that it is named after, which is told with its place."""
    with pytest.raises(BadInputError) as caught:
        read_roster(FOLDER / name)
    told = told_of(caught.value)
    assert name in told
    for part in parts:
        assert part in told


def test_every_complaint_is_told_at_once() -> None:
    """A file with many faults gets them all in one go, each with row and column."""
    with pytest.raises(BadInputError) as caught:
        read_roster(FOLDER / "many-faults.csv", RosterRead(strict=True))
    wheres = [complaint.where.removeprefix("many-faults.csv ") for complaint in caught.value.complaints]
    assert wheres[:7] == [
        "row 2, column “large print”",
        "row 3, column “name”",
        "row 4, column “name”",
        "row 4, column “table”",
        "row 5, column “name”",
        "row 6, column “name”",
        "row 6, column “table”",
    ]


def test_only_so_many_complaints_are_told(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand faults are fifty complaints and a number; of many more the file is read no further."""
    told = refused("name,table\n" + "".join(f"Ann {n},x\n" for n in range(1000)), "… and 950 more")
    assert told.count("no whole number") == MOST_TOLD
    monkeypatch.setattr(listing, "MOST_COUNTED", 100)
    for head, line in (("name,club", "Ann,Rooks\n"), ("name,table", "Ann,x\n"), ("name,opponent", "Ann,Ben\n")):
        told = refused(f"{head}\n{line * 500}", "the rest is not read")
        assert 101 <= int(re.findall(r"… and (\d+) more", told)[0]) <= 103


def test_what_is_no_file(tmp_path: Path) -> None:
    """A folder, a missing file, a name that no system takes, an ending we do not read: one clear message each."""
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "roster.numbers").write_text("name\nAnn")
    (tmp_path / "roster.csv").write_bytes(b"%PDF-1.7")
    for name, part in {
        "folder.csv": "is not a file",
        "none.csv": "cannot be read",
        "a\0b.csv": "cannot be read",
        "roster.numbers": "“.numbers”; a roster is a CSV",
        "roster.csv": "holds a PDF",
    }.items():
        with pytest.raises(BadInputError, match=part):
            read_roster(tmp_path / name)


# Large files


def test_a_long_file_is_not_held(read: Read, refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are read one by one: the first player too many ends it, with the row, before the rest is looked at."""
    monkeypatch.setattr(build, "MOST_PLAYERS", 1000)
    raw = b"name\n" + b"".join(b"Player %d\n" % n for n in range(300_000))
    refused(raw[: raw.index(b"Player 1050\n")], "row 1002", "one player more than 1,000")
    tracemalloc.start()
    refused(raw, "row 1002", "one player more than 1,000")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < len(raw) / 2
    assert len(read(raw[: raw.index(b"Player 1000\n")]).players) == 1000


def test_rows_and_lines_have_an_end(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty rows without end, and a line without end, are refused with their place."""
    monkeypatch.setattr("wordfleet_print.event.roster.table_files.MOST_ROWS", 100)
    refused("name\n" + "\n" * 200, "row 101")
    refused("name\n" + "x" * 1_100_000, "line 2", "longer than 1,000,000")
    refused("name\n" + "x" * 120_000, "row 2", "120,000 characters long")


def test_what_a_workbook_unpacks_to_is_asked_first(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small workbook that would unpack to more than any roster is not unpacked."""
    monkeypatch.setattr(workbooks, "MOST_UNPACKED", 10_000_000)
    bomb = archive({"xl/workbook.xml": "<x/>", "xl/worksheets/sheet1.xml": bytes(20_000_000)}, ZIP_DEFLATED)
    assert len(bomb) < 50_000
    refused(bomb, "unpacks to 20,000,004 bytes", name="roster.xlsx")


def test_a_library_that_gives_up_takes_nobody_with_it(refused: Refused) -> None:
    """Cells so far apart that no memory holds the sheet end the child that reads it, not the programme."""
    rows = '<row r="1"><c r="A1"><v>1</v></c></row><row r="999999"><c r="IV999999"><v>1</v></c></row>'
    refused(xlsx(("Players", xlsx_rows(rows))), "more memory or time", "far below or beside", name="roster.xlsx")


# Spreadsheets' own ways


def test_sheets_are_chosen(read: Read) -> None:
    """The first visible sheet that holds anything is read; other filled ones are named, empty and hidden ones not."""

    def sheet(text: str) -> str:
        rows = f'<row r="2"><c r="B2" t="str"><v>name</v></c></row><row r="3"><c r="B3" t="str"><v>{text}</v></c></row>'
        return xlsx_rows(rows)

    made = xlsx(
        ("Old", sheet("Hid")), ("Blank", xlsx_rows("")), ("Now", sheet("Ann")), ("Notes", sheet("No")), hidden=["Old"]
    )
    roster = read(made, "roster.xlsx")
    assert names_of(roster) == ["Ann"]
    assert [noted(warning).split(": ")[1] for warning in roster.warnings] == [
        "“Now” was read, “Notes” left alone. --sheet reads another."
    ]


def test_cells_that_are_no_text(refused: Refused, read: Read) -> None:
    """Whole numbers are themselves, however stored; a date, a fraction or a formula without a result is told."""
    table = [["name", "table", "large print"], [42, 3.0, True], ["Ann", 3, False], ["Ben", 2.5, ""], ["", 4, ""]]
    empty = (
        "row 5, column “name”: is empty (write the player’s name, or clear the row; a formula without a stored result"
    )
    refused(xlsx_of(table), "row 4, column “table”: “2.5”", empty, name="roster.xlsx")
    roster = read(xlsx_of(table[:3]), "roster.xlsx")
    assert _pairs(roster) == [(1, 3, ["42", "Ann"])]
    assert [player.large_print for player in roster.players] == [True, False]
    with ZipFile(BytesIO(ods_of([["name", "table"], ["Dee", 42.0]]))) as made:
        files = {name: made.read(name) for name in made.namelist()}
    number, day = (
        b'office:value-type="float" office:value="42.0"',
        b'office:value-type="date" office:date-value="2024-05-05"',
    )
    assert number in files["content.xml"]
    files["content.xml"] = files["content.xml"].replace(number, day)
    refused(archive(files), "row 2, column “table”: holds a date (write a plain number", name="roster.ods")


def test_the_summer_cup() -> None:
    """The judges' cup: two hundred players, each kept as written in NFC; formulas are only text; twins told apart."""
    roster = read_roster(FOLDER / "summer-cup.xlsx")
    written = [str(row[0]) for row in summer_cup()[1:]]
    assert names_of(roster) == [unicodedata.normalize("NFC", name) for name in written]
    assert len(roster.players) == len({player.key for player in roster.players}) == 200
    assert NFD_JOSE in written
    assert [(p.twin, p.club) for p in roster.players if p.name == "José"] == [
        (0, "Harbour Juniors"),
        (1, "Harbour Juniors"),
    ]
    assert '=HYPERLINK("https://example.org/","Free tea")' in names_of(roster)
    assert {"CON", "aux", ".."} <= {*names_of(roster)}
    assert sum(len(name) == 60 for name in names_of(roster)) == 2
    assert sum(player.large_print for player in roster.players) == 8
    assert sum(player.left_handed for player in roster.players) == 22
    assert [warning.partition(": ")[0].rpartition("rows ")[2] for warning in roster.warnings[1:]] == [
        "67 and 77",
        "62 and 63",
        "70 and 71",
        "70 and 72",
    ]
    assert "no letters" in roster.warnings[1]
    assert "“Phone”" in roster.warnings[0]


# Columns


@pytest.mark.parametrize(
    ("headings", "name"),
    [
        (["Name"], "1"),
        ([" CAPTAIN’S   name "], "1"),
        (["Joueur"], "1"),
        (["Kapitän"], "1"),
        (["ΌΝΟΜΑ"], "1"),
        (["Имя"], "1"),
        (["First name", "Last name"], "1 2"),
        (["Surname", "Given name"], "2 1"),
        (["Nom", "Prénom"], "2 1"),
        (["Name", "Vorname", "Verein"], "2 1"),
        (["Full name", "First name", "Last name"], "1"),
        (["Player", "First name"], "1"),
        (["Vorname"], "1"),
        (["No.", "E-mail", "Player"], "3"),
    ],
    ids=" ".join,
)
def test_names_are_found_by_their_usual_headings(read: Read, headings: list[str], name: str) -> None:
    """The column of names is found in many spellings; a first and a last name are put together."""
    values = [str(place) for place in range(1, len(headings) + 1)]
    assert names_of(read(f"{';'.join(headings)}\n{';'.join(values)}\n")) == [name]


def test_the_other_columns_in_other_languages(read: Read) -> None:
    """Club, table, seat, round, opponent, large print and left-handed are known in more languages than one."""
    roster = read(
        "Spieler;Schule;Tisch;Sitz;Runde;Gegner;Großdruck;Linkshänder\nAnn;A;4;B;2;Ben;ja;nein\nBen;;4;A;2;Ann;;X\n"
    )
    assert roster.players == (Player("Ann", 1, "A", large_print=True), Player("Ben", 2, left_handed=True))
    assert (roster.fixtures, roster.rounds) == ((Fixture(2, 4, (1, 0)),), 2)
    roster = read("joueuse\téquipe\tadversaire\tgros caractères\nAnn\tA\tBen\toui\nBen\t\t\tnon\n")
    assert roster.players == (Player("Ann", 1, "A", large_print=True), Player("Ben", 2))
    assert _pairs(roster) == [(1, None, ["Ann", "Ben"])]


def test_titles_may_stand_above(read: Read, refused: Refused) -> None:
    """Headings are found below a title, which is told; a single word further down is a player, whatever it means."""
    roster = read("Summer Cup;;\n;;\nname;club;\nAnn;Rovers;\n")
    assert (names_of(roster), len(roster.warnings)) == (["Ann"], 1)
    assert "row 1 stands above" in roster.warnings[0]
    assert names_of(read("Ann\nCaptain\nBen\n")) == ["Ann", "Captain", "Ben"]
    refused("club\nRovers\n", "no column of names")


def test_columns_that_are_not_read_are_told(read: Read) -> None:
    """A column that nothing is read from is named once, with what it was perhaps meant to be."""
    warnings = read("name,tabel,phone\nAnn,1,555\n").warnings
    assert warnings == ("roster.csv: nothing was read from columns “tabel” (did you mean “table”?), “phone”.",)


# Names


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("A\0n", "character 2, U+0000, is a control character"),
        ("A\x1bn", "U+001B"),
        ("Ann\u202eneB", "character 4, U+202E"),
        ("An\u200bn", "U+200B"),
        ('"An\nn"', "U+000A"),
        ("王小明", "王 (U+738B"),
        ("Ann 😀", "U+1F600 GRINNING FACE"),
        ("अन", "U+0905"),
        ("שרה", "right to left"),
        ("\u0303q", "a combining mark"),
        ("x" * 201, "201 characters long"),
    ],
    ids=ascii,
)
@pytest.mark.parametrize("column", ["name", "club"])
def test_what_cannot_be_printed_is_refused(refused: Refused, name: str, part: str, column: str) -> None:
    """Where it is asked for, each character that cannot be seen, set or found in a font is told with row and column, in
    names and clubs; what is no text, or endless, always is.
    """
    row = name if column == "name" else f"Cy,{name}"
    for strict in {True, not (any(name_faults(name)) or len(name) > 200)}:
        refused(f"name,club\nAnn,\n{row}\n", f"roster.csv row 3, column “{column}”", part, strict=strict)


@pytest.mark.parametrize("name", ["王小明", "محمد", "Zoë 😀", "अनु", "Ẹ̀dá", "Xu\ue000"])
def test_whatever_is_a_name_is_read(read: Read, name: str) -> None:
    """No name is refused for its letters; what cannot be seen is left out of it."""
    roster = read(f"name,club\n{name},{name}\nAn\u200bn\ufe0f,\n")
    assert names_of(roster) == [name, "Ann"]
    assert roster.players[0].club == name
    assert not roster.warnings


def test_a_surname_of_its_own_files_the_player(read: Read) -> None:
    """Of two columns of names each player is filed surname first; of one column as is."""
    roster = read("last name,first name\nRossi,Finn\nŁuk,\n")
    assert [(player.name, player.filed) for player in roster.players] == [("Finn Rossi", "Rossi, Finn"), ("Łuk", "")]
    assert read("name\nFinn Rossi\n").players[0].filed == ""


def test_half_characters_are_refused(refused: Refused) -> None:
    """A lone surrogate, which some encodings let through, never becomes a name."""
    refused(b"name\nA+2AA-n\n", "roster.csv row 2, column “name”", "U+D800", encoding="utf-7")


@pytest.mark.parametrize("name", ["..", "AUX", "=1+1", "@x", "'", "<b>", "007", "x" * 200, "Ιάσων", "nan"])
def test_odd_names_are_names(read: Read, name: str) -> None:
    """What upsets file systems, spreadsheets or markup is still somebody's name."""
    assert names_of(read(f"name\n{name}\n")) == [name]


def test_alike_players_are_told(read: Read) -> None:
    """The same name in another club, or written in another way, is another player, with a warning; twins count."""
    roster = read(f"name,club\nJosé,A\n{NFD_JOSE},A\nJosé,B\nJOSE,A\nAnn  Lee,\nann lee,\nBo,A\nBö,C\n")
    assert [player.twin for player in roster.players] == [0, 1, 0, 0, 0, 0, 0, 0]
    assert names_of(roster)[:2] == ["José", "José"]
    assert [warning.split(": ")[0].removeprefix("roster.csv rows ") for warning in roster.warnings] == [
        "2 and 3",
        "2 and 4",
        "2 and 5",
        "6 and 7",
        "8 and 9",
    ]
    said = ["look the same", "have the same name", "nearly the same", "nearly the same", "nearly the same"]
    assert [part in warning for part, warning in zip(said, roster.warnings, strict=True)] == [True] * 5
    many = read("name,club\n" + "".join(f"Ann,{club}\n" for club in range(30))).warnings
    assert (len(many), many[-1]) == (21, "… and 9 more of the kind.")


def test_names_without_a_letter_are_told(read: Read) -> None:
    """Numbers and signs are names, with one warning for all of them; a single letter of any script is enough."""
    assert read("name\nR2-D2\n李 1\n".replace("李", "Я")).warnings == ()
    (one,) = read("name\nAnn\n3.5\n").warnings
    assert one.startswith("roster.csv row 3: “3.5” has no letter in it. It is printed as written")
    (many,) = read("name\n" + "".join(f"{number}\n" for number in range(100, 120))).warnings
    assert many.startswith("roster.csv rows 2, 3, 4, 5, 6 and 15 more: “100”, ")
    assert "“104” and 15 more have no letters in them." in many


def test_empty_rows_among_filled_ones_are_told(read: Read) -> None:
    """One note for all of them; none for those at the end. In a workbook it may be a formula without a result."""
    assert read("name,club\nAnn,\nBen,\n,\n\n").warnings == ()
    assert read("name,club\n,\nAnn,\n\n").warnings == ("roster.csv: row 2 is empty and left out.",)
    (told,) = read("name\nAnn\n\n \nBen\n\nCy\n\n").warnings
    assert told == "roster.csv: rows 3, 4 and 6 are empty and left out."
    (told,) = read(xlsx_of([["name"], [""], ["Ann"]]), "roster.xlsx").warnings
    assert told.startswith("roster.xlsx: row 2 is empty and left out. A formula without")


def test_duplicates_are_refused(refused: Refused, read: Read) -> None:
    """The same name and club twice is a mistake; a club or an initial tells two people apart; so does a round."""
    refused("name\nAnn\n Ann \n", "rows 2 and 3, column “name”", "“Ann” is listed twice")
    refused("name,club\n Ann   Lee ,A\nBen,A\nAnn\u00a0Lee,A\n", "rows 2 and 4", "“Ann Lee” of “A” is listed twice")
    assert len(read("name,round\nAnn  Lee,1\nAnn Lee,2\n").players) == 1
    assert names_of(read("name,club\nAnn,A\nAnn,B\n")) == ["Ann", "Ann"]
    assert len(read("name,round\nAnn,1\nAnn,2\n").players) == 1
    refused("name,round\nAnn,1\nBen,1\nAnn,2\nAnn,1\n", "rows 2 and 5", "twice in round 1")


# Numbers and marks


@pytest.mark.parametrize(
    "text",
    [
        *(str(10**9), "9" * 5000, "nan", "inf", "1_000", "１０", "٣", "0", "-1", "+5", "1e3", "0x10", "1.5", "1 000"),
        *("two", "²", "1.0", "100001"),
    ],
    ids=lambda text: ascii(text)[:12],
)
def test_numbers_are_plain_digits_within_bounds(refused: Refused, text: str) -> None:
    """A table or round that is no whole number in ASCII digits within its bounds is refused, and briefly."""
    assert len(refused(f"name,table\nAnn,{text}\n", "row 2, column “table”", "from 1 to 100,000")) < 300
    refused(f"name,round\nAnn,{text}\n", "row 2, column “round”", "from 1 to 1,000")


def test_rows_that_contradict_each_other_about_a_wish_are_asked_about(refused: Refused) -> None:
    """Yes in one row of a player and no in another is neither."""
    refused("name,round,left\nAnn,1,yes\nAnn,2,no\n", "rows 2 and 3, column “left”", "yes in one row and no in another")


# Fixtures


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("name,table\nAnn,2\nBen,1\nCy,2\nDi,1", [(1, 1, ["Ben", "Di"]), (1, 2, ["Ann", "Cy"])]),
        ("name,table,seat\nAnn,2,2\nBen,2,1\nCy,,", [(1, 2, ["Ben", "Ann"])]),
        ("name,opponent\nAnn,Ben\nBen,Ann\nCy,\nDi,Cy", [(1, None, ["Ann", "Ben"]), (1, None, ["Cy", "Di"])]),
        (
            "name,opponent,table\nAnn,Ben,7\nBen,,\nCy,bye,\nDi,–,",
            [(1, 7, "Ann Ben"), (1, None, "Cy"), (1, None, "Di")],
        ),
        ("name,club,opponent\nAnn,A,Ann (B)\nAnn,B,", [(1, None, ["Ann", "Ann"])]),
        (f"name,opponent\nJosé,{NFD_JOSE}\n{NFD_JOSE},", [(1, None, ["José", "José"])]),
        ("name,round,table\nAnn,1,1\nBen,1,1\nAnn,2,3\nBen,2,3", [(1, 1, "Ann Ben"), (2, 3, "Ann Ben")]),
        ("name,opponent\nBye,\nAnn,Bye", [(1, None, ["Bye", "Ann"])]),
    ],
    ids=lambda value: ascii(value)[:30] if isinstance(value, str) else None,
)
def test_fixtures(read: Read, text: str, pairs: list[tuple[int, int | None, list[str] | str]]) -> None:
    """Opponents, tables and seats become fixtures, in table order; one side's word is enough; a bye stands alone."""
    expected = [(number, table, names.split() if isinstance(names, str) else names) for number, table, names in pairs]
    assert _pairs(read(text)) == expected


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("name,opponent\nAnn,Bem\nBen,", ["row 2, column “opponent”: “Bem” is no player", "did you mean “Ben”?"]),
        ("name,opponent\nAnn,ann", ["“Ann” cannot meet themselves"]),
        ("name,opponent\nAnn,Ann", ["“Ann” cannot meet themselves"]),
        ("name,club,opponent\nAnn,A,\nAnn,B,\nBen,,Ann", ["row 4, column “opponent”", "any of 2", "(Rovers)"]),
        ("name,opponent\nAnn,Ben\nBen,\nCy,Ben", ["row 4, column “opponent”", "“Ben” is paired twice", "meets “Ann”"]),
        ("name,opponent\nAnn,Ben\nBen,bye", ["row 3", "“Ben” is paired twice in round 1", "meets “Ann”"]),
        ("name,opponent\nAnn,bye\nBen,Ann", ["row 3", "“Ann” is paired twice in round 1", "has a bye"]),
        ("name,opponent,table\nAnn,Ben,1\nBen,Ann,2", ["rows 2 and 3, column “table”", "at table 2 and at table 1"]),
        ("name,opponent,table\nAnn,Ben,1\nBen,,\nCy,,1", ["rows 2 and 4, column “table”", "table 1 has 3 players"]),
        ("name,opponent,table\nAnn,Cy,1\nBen,,1\nCy,,", ["table 1 has 3 players (“Ann”", "a table seats two"]),
        ("name,opponent,table\nAnn,bye,1\nBen,,", ["row 2, column “table”", "has a bye"]),
        ("name,opponent,table\nAnn,withdrawn,1\nBen,,", ["row 2, column “table”", "is withdrawn"]),
        ("name,table,seat\nAnn,1,1\nBen,1,1", ["rows 2 and 3, column “seat”", "the same seat"]),
        ("name,table,seat\nAnn,1,1\nBen,1,12x", ["row 3, column “seat”", "no seat"]),
        ("name,table,seat\nAnn,,1", ["row 2, column “seat”", "without a table"]),
        (
            "name,round,table\nAnn,1,1\nBen,2,1",
            ["row 2", "table 1 has only one player, “Ann”, in round 1", "in round 2"],
        ),
        ("name,round\nAnn,1\nBen,", ["row 3, column “round”", "is empty"]),
    ],
    ids=lambda value: ascii(value)[:40] if isinstance(value, str) else None,
)
def test_contradictions_are_refused(refused: Refused, text: str, parts: list[str]) -> None:
    """A pairing that cannot be, or can be meant in two ways, is told with its rows and what to do."""
    refused(text, *parts)


@pytest.mark.parametrize(
    "word", ["withdrawn", "Dropped out", "zurückgezogen", "abandonné", "Retirada", "ritirato", "utgått"]
)
def test_who_is_withdrawn_is_said_where_the_opponent_would_stand(read: Read, word: str) -> None:
    """From the row's round on; a player of that name is meant first, and a table with it is a contradiction."""
    roster = read(f"name,round,opponent\nAnn,2,{word}\nBen,2,bye\n")
    assert roster.fixtures == (Fixture(2, None, (0,), withdrawn=True), Fixture(2, None, (1,)))
    assert not any(one.withdrawn for one in read(f"name,opponent\nAnn,{word}\n{word},Ann\n").fixtures)


def test_rounds_without_somebody_are_told(read: Read) -> None:
    """Rounds that leave players out are kept, to be told of where they are paired. An empty column is round 1."""
    roster = read("name,round\nAnn,1\nBen,1\nAnn,3\n")
    assert roster.rounds == 3
    assert (roster.by_round, roster.unnamed, roster.warnings) == (True, ((2, (0, 1)), (3, (1,))), ())
    assert read("name,round\nAnn,\nBen,\n").rounds == 1
    assert read("name,round,opponent\nAnn,1,Ben\nBen,2,Ann\nCy,2,bye\n").unnamed == ((1, (2,)),)


def test_the_documentation_s_examples_are_rosters(read: Read) -> None:
    """Every roster shown in docs/rosters.md is read without a word; the first headings it lists are known."""
    text = DOCS.read_text(encoding="utf-8")
    rosters = [read(block) for block in re.findall(r"```csv\n(.*?)```", text, re.DOTALL)]
    assert [len(roster.players) for roster in rosters] == [3, 6, 3, 2]
    assert [len(roster.fixtures) for roster in rosters] == [0, 3, 2, 2]
    assert [roster.warnings for roster in rosters] == [()] * 4
    told = re.findall(r"^\| ([^|]+) \| ([^|]+) \|", text, re.MULTILINE)[2:]
    words = [word.strip() for row in told for cell in row for word in cell.split(",")]
    assert len(words) > 40
    assert [word for word in words if not known_headings([word])] == []


# Whatever comes


def _check(content: bytes, name: str, encoding: str | None = None) -> None:
    """A roster that keeps every promise, or a refusal that can be shown: nothing else."""
    with TemporaryDirectory() as folder:
        try:
            roster = read_as(Path(folder), content, name, encoding=encoding)
        except BadInputError as error:
            refusal: BadInputError | None = error
        else:
            refusal = None
    if refusal:
        assert f"{refusal}{refusal.tip}".replace("\n", "").isprintable()
        assert len(refusal.complaints) <= MOST_TOLD + 1
    else:
        _check_players(roster)
        _check_fixtures(roster)


def _check_players(roster: Roster) -> None:
    assert roster.players
    assert [player.number for player in roster.players] == [*range(1, len(roster.players) + 1)]
    assert len({player.key for player in roster.players}) == len(roster.players)
    for player in roster.players:
        for name in filter(None, (player.name, player.club, player.filed)):
            assert parse_name(name) == name
            assert not any(name_faults(name))
    assert all(warning.isprintable() for warning in roster.warnings)


def _check_fixtures(roster: Roster) -> None:
    seated = [(fixture.round, player) for fixture in roster.fixtures for player in fixture.players]
    assert len(seated) == len({*seated})
    tables = [(fixture.round, fixture.table) for fixture in roster.fixtures if fixture.table]
    assert len(tables) == len({*tables})
    for fixture in roster.fixtures:
        assert 1 <= fixture.round <= roster.rounds
        assert len(fixture.players) in {1, 2}
        assert all(0 <= player < len(roster.players) for player in fixture.players)


HEADINGS = ["name", "first name", "nom", "club", "table", "seat", "round", "opponent", "large print", "left", "x", ""]
CELLS = ["", "Ann", "Ben", "José", NFD_JOSE, "Ann (A)", "A", "1", "2", "3", "yes", "no", "bye", "王", "\0", "1_0", '"']


@st.composite
def _tables(draw: st.DrawFn) -> str:
    """Tables that mean something, nearly: known headings, few names and small numbers, and now and then anything."""
    headings = draw(st.lists(st.sampled_from(HEADINGS), min_size=1, max_size=6, unique=True))
    cell = st.one_of(st.sampled_from(CELLS[:13]), st.sampled_from(CELLS), st.text(max_size=3))
    rows = draw(st.lists(st.lists(cell, min_size=len(headings), max_size=len(headings)), max_size=8))
    delimiter = draw(st.sampled_from(",;\t|"))
    return "\n".join(delimiter.join(row) for row in [headings, *rows])


PLENTY = settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow])


@PLENTY
@given(_tables())
@example("name,table\nAnn,1\nBen,1")
def test_any_table_is_read_or_refused(text: str) -> None:
    """A table of nearly sensible cells gives a roster that keeps its promises, or complaints; nothing else."""
    _check(text.encode("utf-8", "surrogatepass"), "roster.csv")


@PLENTY
@given(st.binary(max_size=200) | st.text(max_size=100).map(lambda text: text.encode("utf-16", "surrogatepass")))
@example(b"sep=")
@example(b"\xff\xfe\0")
@example(b"\xef\xbb\xbf")
@example(b'"')
@example(b"name\r\rAnn")
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    """Any bytes under a text file's name give a roster of printable, unique players, or a refusal."""
    _check(content, "roster.csv")


@settings(max_examples=60)
@given(st.text(max_size=20), st.sampled_from(["utf-7", "utf-16", "utf-32", "shift_jis", "hz", "cp437", "iso2022_jp"]))
def test_any_encoding_is_read_or_refused(text: str, encoding: str) -> None:
    """Bytes read in an encoding that they were not written in give a roster or a refusal as well."""
    _check(f"name\n{text}".encode("utf-8", "surrogatepass"), "roster.csv", encoding)
    _check(b"name\n" + text.encode("utf-16", "surrogatepass"), "roster.csv", encoding)


@settings(max_examples=12)
@given(st.sampled_from(["good.xlsx", "good.ods"]), st.integers(0, 2700), st.binary(min_size=1, max_size=20))
def test_a_mutated_workbook_is_read_or_refused(name: str, place: int, noise: bytes) -> None:
    """A workbook with some bytes overwritten is read or refused; the library's own failures stay in its process."""
    made = bytearray(FILES[name])
    made[place : place + len(noise)] = noise
    _check(bytes(made), name)
