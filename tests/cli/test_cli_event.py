"""`wordfleet-print event` and `look-up` as an organizer uses them: from a spreadsheet to a stack of
paper, and after.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import stat
import sys
import unicodedata
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pymupdf
import pytest

from support.command import Run, check, files_in, json_of, page_count, read_manifest, roster, texts
from support.spawn import run_process
from wordfleet_print.cli import event as event_command
from wordfleet_print.errors import ExitCode
from wordfleet_print.event.folder import hold_folder, read_printed
from wordfleet_print.event.plan.changes import join_spans
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.messages import quote
from wordfleet_print.services.events import check_lists
from wordfleet_print.settings.event import EventCheckSettings

pytestmark = pytest.mark.slow
CUP = Path(__file__).parents[1] / "data" / "rosters" / "summer-cup.xlsx"
PLAYERS, ROUNDS = 200, 5
SEED = "cup seed"
KEYS = "answer-key-01.pdf", "answer-key-02.pdf"
"""Of 1,000 sheets, and of spare ones."""
PRIVATE = {"sheets.pdf", "spares.pdf", *KEYS, "manifest.csv", "players.csv", "event.json"}
END_HYPHEN = "\ufffe"
"""What pdfium makes of a hyphen at the end of a line."""
CROWD = ["Ann", "Ben", "Cy", "Di", "Eve", "Flo", "Gus", "Hal"]


def _codes(folder: Path) -> dict[tuple[str, str], str]:
    """Every dealt sheet's code by captain and round."""
    return {
        (line["player"], line["round"]): line["sheet_code"]
        for line in read_manifest(folder)
        if line["round"]
    }


def _texts(pdf: Path) -> list[str]:
    """The text of each page without its spaces: boxes hold one letter each."""
    return ["".join(text.replace(END_HYPHEN, "-").split()) for text in texts(pdf)]


def _contents(pdf: Path, *numbers: int) -> list[tuple[str, bytes]]:
    """What each page, or each with such a number from 0, says, and how it looks: files number
    letters differently.
    """
    with pymupdf.open(pdf) as document:
        pages = [document[number] for number in numbers or range(len(document))]
        return [(page.get_text(), page.get_pixmap(dpi=50).samples) for page in pages]


class Cup(NamedTuple):
    """The judged event, printed: its folder, its JSON and its manifest."""

    folder: Path
    document: dict[str, Any]
    lines: list[dict[str, Any]]


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Cup:
    """Two hundred players with every kind of name, five rounds of animals."""
    folder = tmp_path_factory.mktemp("cup")
    shutil.copy(CUP, folder)
    options = ["--rounds", "5", "--theme", "animals", "--seed", SEED, "--per-player", "--json"]
    options += ["--answer", "order=as-written"]
    document = json_of(run_process("event", "print", CUP.name, *options, folder=folder))
    return Cup(folder / document["folder"], document, read_manifest(folder / document["folder"]))


@pytest.fixture(scope="session")
def printed_club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small roster, and its event of animals in two rounds, printed."""
    folder = tmp_path_factory.mktemp("club")
    roster(CROWD, folder / "club.csv")
    options = ["--rounds", "2", "--theme", "animals", "--eco", "--quiet"]
    check(run_process("event", "print", "club.csv", *options, folder=folder))
    return folder


@pytest.fixture
def club(printed_club: Path, tmp_path: Path) -> Path:
    """A copy of the small event: its folder, with the roster in the current one."""
    shutil.copytree(printed_club, tmp_path, dirs_exist_ok=True)
    return tmp_path / "output" / "club"


# The judged event


def test_the_pack_is_complete(cup: Cup) -> None:
    """Every file of the pack is in output/ under the event's name, and is listed with its pages."""
    names = {path.name for path in cup.folder.iterdir()}
    papers = {
        "sheets.pdf",
        "spares.pdf",
        *KEYS,
        "table-cards.pdf",
        "name-index.pdf",
        "score-slips.pdf",
    }
    assert names == papers | {"manifest.csv", "players.csv", "event.json", "players"}
    assert cup.document["folder"] == "output/summer-cup"
    listed = {
        Path(file["path"]).name: file["pages"]
        for file in cup.document["files"]
        if "players/" not in file["path"]
    }
    for name in papers:
        with pikepdf.open(cup.folder / name) as document:
            assert listed[name] == len(document.pages) > 0
    assert {name for name, pages in listed.items() if pages is None} == {
        "manifest.csv",
        "players.csv",
        "event.json",
    }
    assert sum("players/" in file["path"] for file in cup.document["files"]) == PLAYERS


def test_json_counts_and_keeps_secrets(cup: Cup) -> None:
    """`--json` prints one document with counts, seed and warnings, and no word or launch code."""
    document = cup.document
    assert (document["players"], document["rounds"], document["sheets"], document["spares"]) == (
        200,
        5,
        1000,
        10,
    )
    assert (document["title"], document["seed"]) == ("Summer Cup", SEED)
    assert any("José" in note for note in document["notes"])
    assert document["reading"][0].startswith("200 players from column")
    assert not {"words", "launch_codes", "sheet_code"} & set(
        re.findall(r'"(\w+)":', json.dumps(document))
    )


def test_secrets_are_readable_by_their_owner_only(cup: Cup) -> None:
    """Files with sheets, words or codes have mode 0600 in folders of 0700; the other files can be
    read by all.
    """
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in cup.folder.rglob("*")}
    players = cup.folder / "players"
    secret = {cup.folder / name for name in PRIVATE} | {*players.iterdir()}
    assert {path for path, mode in modes.items() if mode == 0o600} == secret
    assert modes[players] == stat.S_IMODE(cup.folder.stat().st_mode) == 0o700
    assert {Path(file["path"]) for file in cup.document["files"] if file["private"]} == {
        path.relative_to(cup.folder.parents[1]) for path in secret
    }


def test_players_files_are_safe_and_hold_one_player_each(cup: Cup) -> None:
    """File names are plain, short and unique; each file holds only its player's sheets."""
    names = sorted(path.name for path in (cup.folder / "players").iterdir())
    assert len({name.casefold() for name in names}) == PLAYERS
    assert all(
        re.fullmatch(r"[0-9]{5}-[a-z0-9-]+\.pdf", name) and len(name) <= 100 for name in names
    )
    codes = {line["sheet_code"]: line["serial"].split(".")[0] for line in cup.lines}
    for name in [names[0], *names[60:66], names[-1]]:
        text = "".join(_texts(cup.folder / "players" / name))
        assert {codes[code] for code in codes if code in text} == {str(int(name[:5]))}
        assert sum(code in text for code in codes) == ROUNDS


# One sheet again, and what a sheet is


@pytest.mark.parametrize("index", [0, 999])
def test_a_reprint_is_the_identical_sheet(cup: Cup, call: Run, tmp_path: Path, index: int) -> None:
    """A reprint has the same text and looks as the page in the pack, whatever the case of the
    name.
    """
    line = cup.lines[index]
    wish = ["--number", line["serial"].split(".")[0], "--round", line["round"]]
    check(call("reprint", cup.folder, *wish, "--output", "one.pdf"))
    made = tmp_path / "one.pdf"
    pages = _contents(made)
    first = line["page"] - 1
    assert pages == _contents(cup.folder / "sheets.pdf", *range(first, first + len(pages)))


def test_namesakes_are_reprinted_by_number(cup: Cup, call: Run) -> None:
    """Case and the encoding of accents do not matter; two players of the same name are told apart
    by number.
    """
    both = call("reprint", cup.folder, "--player", "jose\u0301", "--round", "3")
    assert (both.code, "--number 61" in both.err, "--number 62" in both.err) == (
        ExitCode.BAD_INPUT,
        True,
        True,
    )
    check(
        call(
            "reprint", cup.folder, "--player", "ελενη παππα", "--round", "3", "--output", "one.pdf"
        )
    )


def test_the_event_to_reprint_must_be_clear(call: Run, tmp_path: Path, printed_club: Path) -> None:
    """If output/ holds no event, or several, the message says so."""
    assert "no event in output/" in call("reprint", "--spare", "1").err
    for name in ("one", "two"):
        shutil.copytree(printed_club / "output" / "club", tmp_path / "output" / name)
    several = call("reprint", "--spare", "1")
    assert (several.code, "output/one/, output/two/" in several.err) == (ExitCode.USAGE, True)


def test_look_up_of_an_event_knows_its_words_and_whose_sheet_it_is(call: Run) -> None:
    """With `--event`, a sheet of own words needs no list. Its player, club, round, table and
    opponent are shown.
    """
    Path("own.txt").write_text(
        "\n".join(chain(*load_tier("family").by_length.values())), encoding="utf-8"
    )
    roster(["Ann,City", "Ann,Rovers", "Ben,", "Cy,Fen"], heads="name,club")
    check(call("event", "print", "club.csv", "--words", "own.txt", "--quiet"))
    *lines, spare = read_manifest(folder := Path("output/club"))
    who = ("Ann (City)", "Ann (Rovers)", "Ben", "Cy (Fen)")
    for line in lines[:4]:
        (output,) = json_of(call("look-up", line["sheet_code"], "--event", folder, "--json"))[
            "sheets"
        ]
        assert list(output["words"].values()) == line["words"]
        assert output["squares"] is None
        assert output["place"] == {
            name: line[name] for name in ("serial", "player", "opponent", "round", "table")
        }
        shown = check(
            call("look-up", line["sheet_code"], "--event", folder / "event.json")
        ).out.splitlines()[-1]
        place = f"round 1, table {line['table']}, against {line['opponent']}."
        assert shown == f"Serial {line['serial']}, {who[int(line['serial'][0]) - 1]}: {place}"
    assert "Spare sheet S2." in check(call("look-up", spare["sheet_code"], "--event", folder)).out
    check(call("event", "print", "--players", "2", "--title", "Two", "--quiet"))
    code = read_manifest(Path("output/two"))[0]["sheet_code"]
    assert call("look-up", code, "--event", folder).code == ExitCode.BAD_INPUT
    assert call("look-up", code, "--event", folder, "--words", "own.txt").code == ExitCode.USAGE


# When something changes


@pytest.mark.usefixtures("club")
def test_a_rerun_tells_what_is_to_be_printed_again(call: Run) -> None:
    """A rerun names no sheet if nothing changed, all if they all look different, one player's if
    only theirs do.
    """
    assert (
        "already holds this event.\n  Nothing changed.\n"
        in check(call("event", "print", "club.csv")).err
    )
    Path("club.csv").write_text(
        "name,large print\n" + "".join(f"{name},{'x' * (name == 'Cy')}\n" for name in CROWD)
    )
    result = check(call("event", "print", "club.csv"))
    assert re.search(
        r"Print again, or correct by hand, since name or layout changed: round 1 table \d; round 2",
        result.err,
    )
    assert page_count(Path("output/club/reprints/changed-sheets.pdf")) == 4
    assert "Large print: " in result.out
    for change in (["club.csv", "--placed"], ["club.csv", "--no-eco"], ["output/club", "--eco"]):
        output = check(call("event", "print", *change)).err
        assert "All sheets look different now" in output, change


@pytest.mark.usefixtures("club")
def test_an_event_beside_with_the_same_players_is_told(call: Run) -> None:
    """A list saved under another name makes a new event, and a note names the one that may be
    meant.
    """
    shutil.copy("club.csv", "club (2).csv")
    output = check(call("event", "print", "club (2).csv")).err
    assert "output/club/ holds another event with mostly the same players" in output
    assert "--output output/club/" in output
    roster(["Quite", "Other", "People"], Path("others.csv"))
    assert "same players" not in check(call("event", "print", "others.csv")).err


def test_runs_of_numbers_are_told_in_short() -> None:
    """A run of numbers is shown as one item; items beyond the limit are counted."""
    assert join_spans([1, 2, 3, 7, 9, 10]) == "1–3, 7, 9–10"
    assert join_spans(range(1, 61, 2)) == f"{', '.join(map(str, range(1, 41, 2)))} and 10 more"


def test_what_is_left_out_stays_as_it_was(call: Run, club: Path) -> None:
    """An event keeps its words, looks and seed if the options are not repeated."""
    before, codes = files_in(club), _codes(club)
    document = json_of(call("event", "print", "club.csv", "--json"))
    changes = document["changes"]
    assert changes.pop("printed") == [1, 2]
    del changes["summary"]
    assert not any(changes.values())
    assert (document["seed"], document["rounds"]) == (
        read_printed(club / "event.json").event.seed,
        2,
    )
    assert files_in(club) == before
    check(call("event", "print", club, "--spare", "3", "--quiet"))
    assert _codes(club) == codes
    assert len([line for line in read_manifest(club) if not line["round"]]) == 3


@pytest.mark.parametrize(
    "other",
    [
        ["--seed", "another"],
        ["--theme", "space"],
        ["--edition", "word-fleet-strike"],
        ["--tier", "family"],
    ],
)
def test_another_event_is_not_printed_over_one(call: Run, club: Path, other: list[str]) -> None:
    """Another seed, theme, tier or edition is refused with what to do, and the event stays as it
    was.
    """
    before = files_in(club)
    result = call("event", "print", "club.csv", *other)
    assert result.code == ExitCode.BAD_INPUT
    assert re.search("folder|--output", result.err)
    assert files_in(club) == before


def test_an_older_state_does_not_replace_a_newer_one(call: Run, club: Path) -> None:
    """An event.json from before a latecomer is refused if the folder holds a newer one."""
    shutil.copy(club / "event.json", "old.json")
    roster([*CROWD, "Zoë"])
    check(call("event", "print", "club.csv", "--quiet"))
    before = files_in(club)
    result = call("event", "print", "old.json", "--output", club)
    assert (result.code, "--output" in result.err) == (ExitCode.BAD_INPUT, True)
    assert files_in(club) == before


# Stopping, and who does the work


@pytest.mark.parametrize(
    "command", [("event", "print", "--players", "4"), ("site", "--no-downloads")], ids="/".join
)
def test_a_second_run_is_refused(tmp_path: Path, command: Sequence[str]) -> None:
    """While one run holds the folder, another exits with 75 and changes nothing."""
    with hold_folder(tmp_path / "busy"):
        before = files_in(tmp_path)
        result = run_process(*command, "--output", "busy", folder=tmp_path)
        assert (result.code, "Another run" in result.err, result.out) == (ExitCode.BUSY, True, "")
        assert files_in(tmp_path) == before


def test_where_modes_do_nothing_nobody_is_told_that_they_do(
    call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """“Only you can read them” is shown only if it is true: not on Windows, nor on many USB
    sticks.
    """
    output, ask, opened = "only you can read them", ("event", "print", "--players", "2"), os.open
    assert output in check(call(*ask)).out
    monkeypatch.setattr(
        os,
        "open",
        lambda path, flags, mode=0o777, **where: opened(path, flags, mode | 0o666, **where),
    )
    assert output not in check(call(*ask)).out


# How it is printed


def test_files_of_players_say_what_words_are_from(call: Run) -> None:
    """A list named in any script prints a file for each player, even if no player's name needs that
    script.
    """
    for name in ("wörter", "Слова"):
        words = load_tier("family").by_length.values()
        Path(f"{name}.txt").write_text(
            "\n".join(word for some in words for word in some), encoding="utf-8"
        )
        check(
            call(
                "event",
                "print",
                "--players",
                "2",
                "--words",
                f"{name}.txt",
                "--per-player",
                "--output",
                name,
            )
        )
        texts = [text for path in Path(name, "players").iterdir() for text in _texts(path)]
        assert all(unicodedata.normalize("NFC", text).count(name) for text in texts)


def test_titles_and_folders_follow_the_roster(call: Run, tmp_path: Path) -> None:
    """The file's name becomes the title; the folder's name is safe for every title. Long names of
    several files make a title of the usual length.
    """
    Path("long").mkdir()
    long = [f"{'very-' * 8}long-class-{letter}.csv" for letter in "abc"]
    for number, name in enumerate(long):
        roster([f"Ann {number}", f"Ben {number}"], Path("long", name))
    document = json_of(call("event", "print", *(f"long/{name}" for name in long), "--json"))
    assert 50 < len(document["title"]) <= 100
    shutil.rmtree("output")
    shutil.rmtree("long")
    for name, title in (("spring_open-2026.csv", "Spring Open 2026"), ("class-5b.csv", "Class 5B")):
        roster(CROWD[:2], Path(name))
        assert json_of(call("event", "print", name, "--json"))["title"] == title
    for title, folder in (("../..", "event"), ("Été à Łódź", "ete-a-lodz")):
        document = json_of(call("event", "print", "--players", "2", "--title", title, "--json"))
        assert (document["title"], document["folder"]) == (title, f"output/{folder}")
    assert {path.name for path in tmp_path.iterdir()} == {
        "output",
        "spring_open-2026.csv",
        "class-5b.csv",
    }


def test_closing_lines_say_what_to_do_next(call: Run) -> None:
    """The output says what was written, how to print and fold it, what to keep secret, and the
    seed, but no secrets.
    """
    result = check(call("event", "print", "--players", "4", "--seed", "abc"))
    shown = (
        "Wrote 9 files to output/4-players/",
        "4 sheets for 4 players",
        "100%",
        "answer-key.pdf",
        "abc",
        "fold",
    )
    assert [words for words in shown if words not in result.out] == []
    words = {
        word
        for line in read_manifest(Path("output/4-players"))
        for word in (*line["words"], *line["launch_codes"])
    }
    assert [
        word
        for word in words
        if len(word) > 2 and re.search(rf"\b{word}\b", result.out + result.err)
    ] == []
    assert check(call("event", "print", "--players", "4", "--quiet")).out == ""


# Input that cannot be used


def test_check_tells_what_was_understood(call: Run, tmp_path: Path) -> None:
    """`event check` shows columns, players, tables, byes and warnings, and writes nothing."""
    Path("club.csv").write_text(
        "Spieler;Verein;Handy\nAnn;Red;1\nBen;Blue;2\nCy;Red;3\n", encoding="utf-8"
    )
    result = check(call("event", "check", "club.csv", "--rounds", "3"))
    table = [line.split() for line in result.out.splitlines() if "“Ann”" in line or "“Red”" in line]
    assert table == [
        ["A", "Spieler", "name", "“Ann”,", "“Ben”,", "“Cy”"],
        ["B", "Verein", "club", "“Red”,", "“Blue”"],
    ]
    assert "3, in 2 clubs" in result.out
    assert "3 players from column A “Spieler”." in result.out
    assert "Not read: “Handy”." in result.out
    document = json_of(call("event", "check", "club.csv", "--rounds", "3", "--json"))
    assert document["columns"][1] == {
        "letter": "B",
        "heading": "Verein",
        "use": "club",
        "samples": ["Red", "Blue"],
        "list_name": "",
    }
    assert [(one["name"], one["club"], one["large_print"]) for one in document["players"]][1:] == [
        ("Ben", "Blue", False),
        ("Cy", "Red", False),
    ]
    command = "wordfleet-print event print club.csv --rounds 3"
    assert (document["ok"], document["notes"], document["next"]) == (True, [], command)
    assert document["rounds"] == [{"round": number, "tables": 1, "byes": 1} for number in (1, 2, 3)]
    assert "event print club.csv --rounds 3\n" in result.out
    assert {path.name for path in tmp_path.iterdir()} == {"club.csv"}
    Path("pairs.csv").write_text("Name,Opponent\nAnn,Ben\nCy,Di\n", encoding="utf-8")
    document = json_of(call("event", "check", "pairs.csv", "--answer", "round=2", "--json"))
    assert [one["round"] for one in document["rounds"]] == [2]


def test_a_column_is_said_outright_on_the_command_line_and_in_defaults(call: Run) -> None:
    """`check` suggests the option for `print`, which takes it, as the defaults file does; an
    unknown use is refused.
    """
    Path("club.csv").write_text("Captain,Player\nAnn,Bo\nCy,Di\n", encoding="utf-8")
    assert (
        '--column name="Captain", --column name="Player"' in call("event", "check", "club.csv").err
    )
    result = check(call("event", "check", "club.csv", "--column", "name=Player"))
    assert "event print club.csv --column name=Player\n" in result.out
    assert call("event", "check", "club.csv", "--column", "nme=Player").code == ExitCode.USAGE
    Path("wordfleet.toml").write_text(
        '[event.check]\ncolumn = ["name=Captain"]\n', encoding="utf-8"
    )
    assert [
        one["name"] for one in json_of(call("event", "check", "club.csv", "--json"))["players"]
    ] == ["Ann", "Cy"]
    check(call("event", "print", "club.csv", "--column", "name=Captain", "--quiet"))
    assert "Ann" in Path("output/club/manifest.csv").read_text(encoding="utf-8")


def test_check_tells_names_that_are_cut_as_print_does(call: Run) -> None:
    """A name too long for its sheet, standard or large print, is reported by `check` in the words
    of `print`.
    """
    long = "Wanda " + "W" * 60
    large = "Maximiliana Konstantina Bartholomea von Hohenstein-Oldenburg"
    Path("club.csv").write_text(
        f"name,large print\n{long},\n{large},x\n{large}a,\nAnn,x\n", encoding="utf-8"
    )
    checked, printed = (check(call("event", command, "club.csv")) for command in ("check", "print"))
    note = (
        f"Note: {quote(long)}, {quote(large)} are too long for a sheet and cut with an ellipsis.\n"
    )
    assert (note in checked.err, note in printed.err) == (True, True)
    assert "too long" not in check(call("event", "check", roster(CROWD))).err
    alone = call("event", "print", roster([long], Path("one.csv")))
    assert (alone.code, "round 1: " in alone.err) == (3, True)


def test_every_fault_of_a_roster_is_told_at_once(call: Run, tmp_path: Path) -> None:
    """`check` and `print` refuse a bad list with every row; `--json` lists them; nothing is
    written.
    """
    Path("bad.csv").write_text("name,table\nAnn,1\nann@x.org,2\nBen,x\nC\ay,1\n", encoding="utf-8")
    output = [call("event", command, "bad.csv") for command in ("check", "print")]
    for result in output:
        assert result.code == ExitCode.BAD_INPUT
        assert [row for row in ("row 3", "row 4", "row 5") if row not in result.err] == []
    result = call("event", "check", "bad.csv", "--json")
    document = json.loads(result.out)
    assert (result.code, document["ok"], len(document["problems"])) == (
        ExitCode.BAD_INPUT,
        False,
        3,
    )
    assert [path.name for path in tmp_path.iterdir()] == ["bad.csv"]


# One round at a time

NAMES = CROWD[:6]
FOLDER = Path("output/club")


def _files(folder: Path) -> dict[str, bytes]:
    """The files of a folder, without those of its rounds."""
    return {name: content for name, content in files_in(folder).items() if "/" not in name}


def _read_seats(folder: Path) -> dict[str, tuple[str, str]]:
    """Table and opponent of each captain."""
    return {
        line["player"]: (line["table"], line["opponent"])
        for line in read_manifest(folder)
        if line["player"]
    }


def test_a_round_has_a_folder_of_its_own(call: Run) -> None:
    """Files of different rounds are kept apart; each round and the event can be printed again with
    the same bytes.
    """
    listed = roster(NAMES)
    first = json_of(
        call("event", "print", listed, "--round", "1", "--theme", "animals", "--eco", "--json")
    )
    assert (first["round"], first["sheets"], first["spares"]) == (1, 6, 2)
    before = _files(FOLDER / "round-1")
    second = json_of(call("event", "print", listed, "--round", "2", "--json"))
    assert (second["sheets"], second["spares"], second["changes"]["new_rounds"]) == (6, 0, [2])
    assert _files(FOLDER / "round-1") == before
    assert before.keys() - _files(FOLDER / "round-2").keys() == {"spares.pdf"}
    assert [*_files(FOLDER)] == ["event.json", "players.csv"]
    whole = json_of(call("event", "print", FOLDER, "--json"))
    assert (whole["round"], whole["sheets"], whole["spares"]) == (None, 12, 2)
    stood = _files(FOLDER)
    assert {path.name for path in FOLDER.iterdir()} >= {"sheets.pdf", "round-1", "round-2"}
    (FOLDER / "round-1" / "answer-key.pdf").unlink()
    assert (
        "Wrote output/club/reprints/round-1.pdf: round 1"
        in check(call("reprint", "--round", "1")).out
    )
    assert _files(FOLDER) == stood


def test_a_list_of_a_later_round_is_not_taken_for_the_first(call: Run) -> None:
    """A list without a round number is read as the round that was asked for, whether its rows are
    players or tables. Without `--round` it is asked about, and nothing changes.
    """
    heads = "name,opponent"
    check(
        call(
            "event",
            "print",
            roster(["Ann,Ben", "Ben,", "Cy,Di", "Di,"], heads=heads),
            "--round",
            "1",
            "--quiet",
        )
    )
    listed = roster(["Ann,Cy", "Cy,", "Ben,bye"], heads=heads)
    tables = roster(["1,Ann,Cy"], Path("tables.csv"), "Board,White,Black")
    for asking in ((listed,), (listed, "--rounds", "2"), (tables,), (tables, "--rounds", "2")):
        result = call("event", "print", *asking, "--output", FOLDER)
        assert (result.code, "Use --round 2." in result.err) == (3, True)
        assert {*_read_seats(FOLDER / "round-1")} == {"Ann", "Ben", "Cy", "Di"}
    for printed in (listed, tables):
        check(call("event", "print", printed, "--round", "2", "--output", FOLDER, "--quiet"))
        assert _read_seats(FOLDER / "round-2") == {"Ann": ("1", "Cy"), "Cy": ("1", "Ann")}
    check(call("event", "print", tables, "--round", "2", "--output", "fresh", "--quiet"))
    assert _read_seats(Path("fresh") / "round-2") == {"Ann": ("1", "Cy"), "Cy": ("1", "Ann")}
    assert {*_read_seats(FOLDER / "round-1")} == {"Ann", "Ben", "Cy", "Di"}


def test_what_a_list_leaves_open_is_asked_at_a_terminal(
    call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is shown as the option that would give it; without a terminal the list is refused
    with that option.
    """
    roster(["Ann,Fen", "Ben,Hill"], Path("club.csv"), "Wer kommt,Woher")
    result = call("event", "check", "club.csv")
    assert (result.code, '--column name="Wer kommt"' in result.err) == (3, True)
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(sys, "stdin", Terminal("no\n3\n"))
    settings = EventCheckSettings(lists=(Path("club.csv"),), answer=("status.maybe=out",))
    settings, checked = event_command.ask_until_read(settings, check_lists)
    assert settings.answer == ("status.maybe=out", "column.name=Wer kommt")
    assert [player.name for player in checked.roster.players] == ["Ann", "Ben"]
    assert "Which column holds the names?" in screen.getvalue()
    assert "A below “Wer kommt”: Ann, Ben" in screen.getvalue()


def test_answers_are_kept_for_the_next_list(call: Run) -> None:
    """event.json keeps the answers: the next round's list is read without asking, even if its
    columns differ.
    """
    listed = roster(
        ["Ann Lee,Bob May,yes", "Cy Young,Dov Adler,maybe"],
        Path("teams.csv"),
        "Captain,Player 2,Status",
    )
    options = ("--column", "name=Captain | Player 2", "--answer", "status.maybe=plays")
    check(call("event", "print", listed, *options, "--output", "cup", "--quiet"))
    kept = dict(read_printed(Path("cup/event.json")).event.roster.answers)
    assert kept == {"column.name": "Captain | Player 2", "status.maybe": "plays"}
    roster(
        ["Ann Lee,Bob May,yes", "Cy Young,Eve Quinn,maybe"],
        Path("teams.csv"),
        "Captain,Player 2,Status",
    )
    result = check(
        call("event", "print", listed, "--round", "2", "--output", "cup", "--answer", "gone=left")
    )
    assert "4 players from columns A “Captain” and B “Player 2”." in result.err
    names = roster(["Ann Lee", "Bob May", "Cy Young", "Eve Quinn"], Path("names.csv"))
    assert (
        "4 players from column A"
        in check(call("event", "print", names, "--round", "3", "--output", "cup")).err
    )


def test_what_was_read_and_who_has_the_bye_is_said(call: Run) -> None:
    """Before printing, the output shows the players, who was left out and why, and who has the
    bye.
    """
    listed = roster(["Ann,yes", "Ben,no", "Cy,yes", "Di,yes"], Path("club.csv"), "Name,Playing")
    result = check(call("event", "print", listed, "--seed", "a", "--output", "cup"))
    assert result.err.startswith(
        "3 players from column A “Name”.\n1 left out (“Playing”: “no”): row 3 “Ben”.\nAlso "
        "read: status from “Playing”."
    )
    plan = read_printed(Path("cup/event.json")).event
    (alone,) = [plan.players[index].name for index in plan.rounds[0].byes]
    assert f"Bye (no sheet): {alone} in round 1." in result.err
    assert alone not in {line["player"] for line in read_manifest(Path("cup"))}
    document = json.loads(call("event", "check", listed, "--json").out)
    assert document["reading"][1] == "1 left out (“Playing”: “no”): row 3 “Ben”."


class Terminal(io.StringIO):
    """What somebody types or reads at a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_redeal_names_every_void_sheet_where_nobody_is_asked(call: Run) -> None:
    """Without a terminal `--redeal` prints at once, and names every printed sheet that becomes
    void.
    """
    names = [f"Player {number}" for number in range(1, 21)]
    check(call("event", "print", roster(names), "--rounds", "2", "--quiet"))
    message = " ".join(
        check(
            call("event", "print", roster(names[8:]), "--redeal", "2", "--answer", "gone=left")
        ).err.split()
    )
    void = message.partition(" become void: ")[2].partition(" Collect or destroy")[0]
    assert [name for name in names[:8] if f"round 2 {name}" not in void] == []
    assert "more" not in void


def test_a_second_day_can_be_printed_by_itself(call: Run) -> None:
    """After rounds were added, the output names the command that prints one of them without the
    earlier ones.
    """
    check(call("event", "print", roster(NAMES), "--rounds", "1", "--quiet"))
    result = check(call("event", "print", roster(NAMES), "--rounds", "2"))
    assert (
        f"To print a new round by itself: wordfleet-print reprint {FOLDER} --round 2"
        in " ".join(result.out.split())
    )


def test_what_a_round_does_not_allow_is_refused(call: Run) -> None:
    """The message says what to do, and the event stays as it is."""
    check(call("event", "print", roster(NAMES), "--rounds", "2", "--quiet"))
    (FOLDER / "round-9").touch()
    roster(("Xu", "Yan"), Path("others.csv"))
    before = _files(FOLDER)
    for wish, output, code in (
        ("print club.csv --round 3 --spare 9", "Spare sheets go with round 1", 2),
        ("print club.csv --round 3 --rounds 2", "round 3 of 2 rounds", 2),
        ("print club.csv --rounds 1", ": 1 are too few rounds", 3),
        ("print club.csv --redeal 3", "Round 3 was not printed yet", 3),
        (
            "print club.csv --round 2 --redeal 1",
            "If round 2 is printed alone, round 1 cannot be paired again",
            2,
        ),
        ("print club.csv --redeal 3-2", "--redeal", 2),
        ("print club.csv --rename Ben=Bob", "“Bob”", 3),
        (
            "print others.csv --rename Xu=Xi --output new",
            "Only players of a printed event can be renamed",
            2,
        ),
        (f"print others.csv --output {FOLDER}", "with other players", 3),
        ("print club.csv --round 9", "round-9: ", 4),
    ):
        result = call("event", *wish.split())
        assert (result.code, output in result.err) == (code, True), result.err
        assert _files(FOLDER) == before


@pytest.mark.parametrize(
    ("rows", "rounds"),
    [
        (("Round,Table,Name,Opponent", "3,1,Ann,Ben", "3,2,Cy,Di"), [3]),
        (("Round 3", "Table,Name,Opponent", "1,Ann,Ben", "2,Cy,Di"), [3]),
        (("Round,Table,Name,Opponent", "2,1,Ann,Ben", "4,1,Ann,Cy"), [2, 4]),
        (("Round,Table,Name,Opponent", "1,1,Ann,Ben", "2,1,Ann,Cy"), [1, 2]),
    ],
)
def test_no_round_is_invented(call: Run, rows: tuple[str, ...], rounds: list[int]) -> None:
    """A list of later rounds prints these alone; `event check` shows the same rounds."""
    Path("cup.csv").write_text("\n".join(rows), encoding="utf-8")
    checked = json_of(call("event", "check", "cup.csv", "--json"))
    assert [one["round"] for one in checked["rounds"]] == rounds
    check(call("event", "print", "cup.csv", "--quiet"))
    listed = read_manifest(Path("output/cup"))
    assert sorted({int(row["round"]) for row in listed if row["round"]}) == rounds


def test_a_note_says_how_newcomers_get_sheets(call: Run) -> None:
    """Who joins after rounds were printed gets sheets for those still to be played by --redeal."""
    roster(["Ann", "Ben", "Cy", "Di"])
    check(call("event", "print", "club.csv", "--rounds", "2", "--quiet"))
    roster(["Ann", "Ben", "Cy", "Di", "Mia", "Zoe"])
    result = check(call("event", "print", "club.csv"))
    assert "Mia and Zoe have no sheet in rounds 1–2" in result.err
    assert "--redeal 1-2" in result.err
    check(call("event", "print", "club.csv", "--redeal", "2", "--quiet"))
    seated = [row["round"] for row in read_manifest(Path("output/club")) if row["player"] == "Mia"]
    assert seated == ["2"]
