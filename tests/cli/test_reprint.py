"""`reprint` for a printed event: by player, number, table, round, spare number; what the last list
changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from support.command import Run, check, json_of, roster, texts

NAMES = ["Ann", "Ben", "Cy", "Dee", "Eva", "Ivy Stones"]
FOLDER = Path("output/club")


@pytest.fixture
def event(call: Run) -> Path:
    """An event of three rounds."""
    check(call("event", "print", roster(NAMES), "--rounds", "3", "--quiet"))
    return FOLDER


@pytest.mark.usefixtures("event")
@pytest.mark.parametrize(
    ("wish", "file", "pages"),
    [
        (["--player", "Ann", "--round", "2"], "00001-ann-round-2.pdf", 1),
        (
            ["--player", "Stones, Ivy", "--player", "cy", "--round", "1"],
            "00006-ivy-stones-00003-cy-round-1.pdf",
            2,
        ),
        (["--number", "4", "--round", "3"], "00004-dee-round-3.pdf", 1),
        (["--table", "2", "--round", "1"], "table-2-round-1.pdf", 2),
        (["club", "--round", "3"], "round-3.pdf", 6),
        (["--spare", "1"], "spare-1.pdf", 1),
        (["--player", "Ann", "--round", "1", "--large-print"], "00001-ann-round-1.pdf", 2),
    ],
)
def test_sheets_of_an_event_are_printed_again(
    call: Run, wish: Sequence[str], file: str, pages: int
) -> None:
    """One PDF is written to reprints/ of the event, however a name is typed; looks may be
    changed.
    """
    result = check(call("reprint", *wish))
    path = FOLDER / "reprints" / file
    assert f"Wrote {path}: " in result.out
    assert len(texts(path)) == pages


@pytest.mark.usefixtures("event")
@pytest.mark.parametrize(
    ("wish", "message"),
    [
        (
            [],
            "Which sheets? Type the codes at the foot of the sheets, or choose from an event. "
            "A round alone prints all its sheets. Use --player NAME, --number N, --table",
        ),
        (["--player", "Ann"], "The event has 3 rounds. Use --round N."),
        (
            ["--player", "Bn", "--round", "1"],
            "--player 1: “Bn” is not in the event. Did you mean “Ben”?",
        ),
        (["--table", "9", "--round", "1"], "There is no table 9 in round 1; its tables are"),
        (["--round", "7"], "There is no round 7; the event has rounds 1–3."),
        (["--spare", "9"], "There is no spare sheet 9; there are 2."),
        (
            ["--spare", "1", "--round", "2"],
            "--spare with --round: A spare sheet belongs to no player.",
        ),
        (
            ["--number", "4", "--round", "1", "-o", "x.txt"],
            "Sheets of an event are printed again as PDF. Text sheets of the players who need them",
        ),
        (["--changed"], "The last list changed no sheet of a printed round."),
        (
            ["--changed", "--eco"],
            "Changed sheets are printed as the event looks. Leave out --eco.",
        ),
    ],
)
def test_what_is_not_clear_is_asked(call: Run, wish: Sequence[str], message: str) -> None:
    """An unknown or missing choice says what is wrong and what to type; nothing is written."""
    result = call("reprint", *wish)
    assert result.code in (2, 3)
    assert message in " ".join(result.err.split())
    assert not (FOLDER / "reprints").exists()


@pytest.mark.usefixtures("event")
def test_all_changed_sheets_are_one_command(call: Run) -> None:
    """After rounds were paired again, `--changed` prints every sheet that changed."""
    check(
        call(
            "event",
            "print",
            roster([*NAMES[:2], *NAMES[3:], "Zoe"]),
            "--redeal",
            "2-3",
            "--answer",
            "gone=left",
            "-q",
        )
    )
    check(call("reprint", "--changed", "--output", "changed.pdf"))
    assert len(texts(Path("changed.pdf"))) >= 2


def test_a_code_says_what_it_keeps_and_what_is_chosen_again(call: Run) -> None:
    """Words, codes and letters are the same; paper, looks and names are not in the code, and the
    command says so.
    """
    printed = json_of(call("tracker", "Ann", "Ben", "--eco", "--paper", "letter", "--json"))
    (file,) = printed["files"]
    code = printed["sheets"][0]["code"]
    result = check(call("reprint", code, "--paper", "a4", "--output", "again.pdf"))
    told = " ".join(result.out.split())
    assert "the same words, codes and letters as before" in told
    assert "Paper, looks and names are as you chose them now." in told
    before, again = texts(Path(file))[0], texts(Path("again.pdf"))[0]
    assert [name in before for name in ("Ann", "Ben")] == [True, True]
    assert [name in again for name in ("Ann", "Ben")] == [False, False]
