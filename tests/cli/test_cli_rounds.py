"""One round at a time on the command line: files of its own, who leaves and comes back, what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from making.command import Run, done, json_of

NAMES = ["Ann", "Ben", "Cy", "Di", "Eve", "Flo"]
FOLDER = Path("output/club")


def _roster(*rows: str, name: str = "club.csv", heads: str = "name") -> str:
    Path(name).write_text("\n".join([heads, *rows]), encoding="utf-8")
    return name


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def _sheets(folder: Path) -> dict[str, tuple[str, str]]:
    """Table and opponent of each captain."""
    lines: list[dict[str, Any]] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return {line["captain"]: (line["table"], line["opponent"]) for line in lines if line["captain"]}


def test_a_round_has_a_folder_of_its_own(call: Run) -> None:
    """A round's files touch no others, and no others theirs; the spare sheets go with the first; the round comes again
    to the byte, and the whole event from its record.
    """
    roster = _roster(*NAMES)
    first = json_of(call("event", "print", roster, "--round", "1", "--theme", "animals", "--eco", "--json"))
    assert (first["round"], first["sheets"], first["spares"]) == (1, 6, 2)
    before = _files(FOLDER / "round-1")
    second = json_of(call("event", "print", roster, "--round", "2", "--json"))
    assert (second["sheets"], second["spares"], second["changes"]["rounds"]) == (6, 0, [2])
    assert _files(FOLDER / "round-1") == before
    assert before.keys() - _files(FOLDER / "round-2").keys() == {"spares.pdf"}
    assert [*_files(FOLDER)] == ["event.json"]
    whole = json_of(call("event", "print", FOLDER, "--json"))
    assert (whole["round"], whole["sheets"], whole["spares"]) == (None, 12, 2)
    stood = _files(FOLDER)
    assert {path.name for path in FOLDER.iterdir()} >= {"sheets.pdf", "round-1", "round-2"}
    (FOLDER / "round-1" / "key.pdf").unlink()
    assert "output/club/round-1/: 6 sheets" in done(call("event", "reprint", "--round", "1")).out
    assert (_files(FOLDER / "round-1"), _files(FOLDER)) == (before, stood)


def test_who_leaves_and_who_comes_back(call: Run) -> None:
    """`--withdraw` holds in every round from then on, though the roster still has the player; `--return` ends it."""
    roster = _roster(*NAMES)
    done(call("event", "print", roster, "--round", "1", "--quiet"))
    ran = done(call("event", "print", roster, "--round", "2", "--withdraw", "CY", "--withdraw", "Flo"))
    assert "“Cy” is withdrawn from round 2 on." in ran.err
    done(call("event", "print", roster, "--round", "3", "--return", "Flo", "--quiet"))
    played = [{*_sheets(FOLDER / f"round-{number}")} for number in (1, 2, 3)]
    assert played == [{*NAMES}, {*NAMES} - {"Cy", "Flo"}, {*NAMES} - {"Cy"}]
    ran = call("event", "reprint", "--captain", "Cy", "--round", "2")
    assert (ran.code, "“Cy” has no sheet in round 2." in ran.err) == (3, True)
    assert "Cy (table " in done(call("event", "reprint", "--captain", "Cy", "--round", "1")).out


def test_a_list_of_a_later_round_is_not_taken_for_the_first(call: Run) -> None:
    """A list without rounds is that of the round asked for; without one it is told of, nothing is changed, and no round
    is drawn beside it.
    """
    heads = "name,opponent"
    done(call("event", "print", _roster("Ann,Ben", "Ben,", "Cy,Di", "Di,", heads=heads), "--round", "1", "--quiet"))
    roster = _roster("Ann,Cy", "Cy,", "Ben,bye", heads=heads)
    ran = done(call("event", "print", roster))
    assert "Round 1: “Ann” was printed against “Ben” at table 1; the roster says against “Cy”." in ran.err
    assert "The roster may be that of a later round. Say which round with --round." in ran.err
    assert {*_sheets(FOLDER)} == {"Ann", "Ben", "Cy", "Di"}
    ran = call("event", "print", roster, "--rounds", "2")
    assert (ran.code, "Say which round with --round 2." in ran.err) == (3, True)
    done(call("event", "print", roster, "--round", "2", "--quiet"))
    assert _sheets(FOLDER / "round-2") == {"Ann": ("1", "Cy"), "Cy": ("1", "Ann")}
    assert {*_sheets(FOLDER / "round-1")} == {"Ann", "Ben", "Cy", "Di"}


def test_a_list_without_a_column_changes_nothing_of_it(call: Run) -> None:
    """Whoever asked for large print has it, and everybody stays who they are, under a new name too, where the list of
    a round names no clubs and no wishes; where it has those columns, they count.
    """
    heads = "name,club,large print"
    done(call("event", "print", _roster("Ann,City,x", "Ben,Rovers,", "Cy,,", "Di,City,x", heads=heads), "--round", "1"))
    pairs = _roster("2,Ann,Dia", "2,Cy,Ben", name="pairs.csv", heads="Round,White,Black")
    again = ("event", "print", pairs, "--round", "2", "--output", FOLDER, "--rename", "Di=Dia")
    ran = done(call(*again))
    assert "no column for clubs and large print: everybody’s stay as they were." in ran.err
    assert "nobody joined or left" in ran.err
    for out in (ran.out, done(call(*again)).out):
        assert "4 sheets for 4 players in round 2; 10 pages" in out
    entries = _roster("Ann,City,", "Ben,City,", "Cy,,", "Dia,City,x", heads=heads)
    ran = done(call("event", "print", entries, "--round", "3"))
    assert "1 joined (Ben (City)), 1 left (Ben (Rovers))" in ran.err
    assert "4 sheets for 4 players in round 3; 9 pages" in ran.out


def test_what_a_round_does_not_allow_is_refused(call: Run) -> None:
    """With what to do; the event stays as it is."""
    done(call("event", "print", _roster(*NAMES), "--round", "1", "--quiet"))
    (FOLDER / "round-9").touch()
    before = _files(FOLDER)
    for wish, told, code in (
        ("print club.csv --round 2 --spare 9", "Spare sheets go with round 1", 2),
        ("print club.csv --redeal 2", "Round 2 was not printed yet", 3),
        ("print club.csv --redeal 3-2", "first and last of several, such as 2-4", 2),
        ("print club.csv --round 2 --withdraw Bn", "is no player of this roster (did you mean “Ben”", 3),
        ("print club.csv --round 9", "round-9: it is not a folder.", 4),
        ("reprint --round 2", "There is no round 2; the event has round 1.", 3),
        ("reprint --round 1 --output x.pdf", "no --output with it", 2),
    ):
        ran = call("event", *wish.split())
        assert (ran.code, told in ran.err) == (code, True), ran.err
        assert _files(FOLDER) == before
