"""A designer's own edition from its folder to trackers, codes and events: by the command line, as a
designer would.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from support.command import Run, files_in, json_of, read_manifest, texts
from support.sheets import SMALL, write_edition
from wordfleet_print.games import load_rules
from wordfleet_print.paper import A4
from wordfleet_print.services.editions import read_library
from wordfleet_print.site.downloads import print_pack

CODES = ("Ann", "Ben", "--seed", "own", "--json", "--paper", "a4")


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A designer's folder next to where the commands are called: one edition, and nothing else."""
    return write_edition(tmp_path / "rules", SMALL)


def _refuse(call: Run, *arguments: str | Path) -> str:
    result = call(*arguments)
    assert result.code in (2, 3)
    assert not result.out
    return result.err


def test_a_note_says_what_stays_english(call: Run, rules: Path) -> None:
    """Labels that no file has in the edition's language are English, and a note says so."""
    (file,) = rules.glob("*.md")
    file.write_text(file.read_text("utf-8").replace("language: en", "language: cy", 1), "utf-8")
    assert "are in English" in call("tracker", "--blank", "--rules", "rules").out
    (rules / "labels").mkdir()
    (rules / "labels" / "cy.toml").write_text('[turn]\nsheet_code = "Dewis:"', "utf-8")
    assert "labels/cy.toml" in call("tracker", "--blank", "--rules", "rules").out


@pytest.mark.usefixtures("rules")
def test_own_editions_print_trackers_and_their_codes_reprint(call: Run, tmp_path: Path) -> None:
    """`--rules` prints the only edition of a folder. A code reprints the same sheet with the same
    rules, also named in `wordfleet.toml`; without them or with others it is refused.
    """
    first = json_of(call("tracker", "--rules", "rules", *CODES))
    assert first["edition"] == "small-sea"
    sheet = first["sheets"][0]
    code = sheet["code"]
    for unknown in (_refuse(call, "reprint", code), _refuse(call, "look-up", code)):
        assert (
            f"{code} belongs to an edition that is not available here.\nUse --rules rules/."
            in unknown
        )
    (tmp_path / "wordfleet.toml").write_text('rules = "rules"\n')
    assert call("reprint", code).code == 0
    (found,) = json_of(call("look-up", code, "--json"))["sheets"]
    assert (found["edition"], list(map(len, found["words"].values()))) == (
        "small-sea",
        [5, 5, 4, 3, 3, 2],
    )
    bundled = json_of(call("tracker", "--rules", write_edition(tmp_path / "same", {}), *CODES))[
        "sheets"
    ][0]["code"]
    assert "is a sheet of a bundled edition, not of rules." in _refuse(call, "look-up", bundled)
    other = write_edition(
        tmp_path / "other", {**SMALL, "columns: 10\n  rows: 10": "columns: 9\n  rows: 8"}
    )
    assert f"belongs to no edition in {other}" in _refuse(call, "look-up", code, "--rules", other)


def test_an_edition_in_sight_is_told(call: Run, rules: Path, tmp_path: Path) -> None:
    """An unknown edition in `rules/` or a nearby folder is reported with the option that adds
    it.
    """
    for command in ("tracker", "words"):
        message = _refuse(call, command, "--edition", "small-sea")
        assert (
            "“small-sea” is not a bundled edition, but one in rules/.\n    Use --rules rules/.\n"
            in message
        )
    rules.rename(tmp_path / "my-games")
    assert "but one in my-games/." in _refuse(call, "tracker", "-e", "sea")
    assert "There is no edition “see” in my-games." in _refuse(
        call, "tracker", "--rules", "my-games", "-e", "see"
    )
    write_edition(tmp_path / "my-games", {**SMALL, "slug: word-fleet": "slug: two-seas"})
    which = call("tracker", "--rules", "my-games")
    assert which.code == 2
    assert "Which edition? my-games has small-sea and two-seas.\nUse --edition." in which.err
    (tmp_path / "army").mkdir()
    (tmp_path / "army" / "army.md").write_text(load_rules("army-men").text, encoding="utf-8")
    assert "There is no edition of Word Fleet in army." in _refuse(
        call, "tracker", "--rules", "army"
    )


def test_an_event_keeps_its_edition_whole(call: Run, rules: Path, tmp_path: Path) -> None:
    """An event printed by a user's own rules is printed, reprinted, extended and looked up without
    their folder, with the same bytes. Other rules of the edition are refused; changes to its book
    alone are not.
    """
    new = ("event", "print", "--players", "6", "--seed", "own", "--paper", "a4", "--quiet")
    assert call(*new, "--rules", "rules", "--output", "cup").code == 0
    record = json.loads((tmp_path / "cup/event.json").read_text(encoding="utf-8"))
    assert record["printed"]["event"]["rules"] == (rules / "small-sea.md").read_text(
        encoding="utf-8"
    )
    code = read_manifest(tmp_path / "cup")[0]["sheet_code"]
    other = write_edition(
        tmp_path / "other", {**SMALL, "columns: 10\n  rows: 10": "columns: 9\n  rows: 8"}
    )
    rules.rename(tmp_path / "gone")
    assert call("event", "print", "cup", "--output", "again", "--quiet").code == 0
    assert files_in(tmp_path / "cup") == files_in(tmp_path / "again")
    assert call("reprint", "cup", "--table", "1").code == 0
    assert call("reprint", "cup", "--table", "1", "--eco").code == 0
    assert (
        json_of(call("look-up", code, "--event", "cup", "--json"))["sheets"][0]["edition"]
        == "small-sea"
    )
    message = _refuse(call, "event", "print", "cup", "--rounds", "2", "--rules", other)
    assert "was printed with other rules of small-sea than those in" in message
    assert (
        "own words and rules" in call("look-up", code, "--event", "cup", "--rules", str(other)).err
    )
    edited = write_edition(
        tmp_path / "edited", {**SMALL, "tagline: Loose words": "tagline: Wet words"}
    )
    assert call("event", "print", "cup", "--rounds", "2", "--rules", edited, "--quiet").code == 0
    again = json.loads((tmp_path / "cup/event.json").read_text(encoding="utf-8"))
    assert len(again["printed"]["event"]["rounds"]) == 2


def test_an_event_keeps_its_labels(call: Run, rules: Path, tmp_path: Path) -> None:
    """An event whose labels are in a file next to the rules prints the same without that file."""
    (rules / "labels").mkdir()
    (rules / "labels" / "en.toml").write_text('[slip]\nwon = "TRIUMPH"', "utf-8")
    new = ("event", "print", "--players", "4", "--seed", "own", "--paper", "a4", "--quiet")
    assert call(*new, "--rules", "rules", "--output", "cup").code == 0
    rules.rename(tmp_path / "gone")
    assert call("event", "print", "cup", "--output", "again", "--quiet").code == 0
    assert files_in(tmp_path / "cup") == files_in(tmp_path / "again")
    slips = next((tmp_path / "again").rglob("*slip*.pdf"))
    assert "TRIUMPH" in texts(slips)[0]


def test_what_does_not_fit_is_told_with_the_rulebook(call: Run, tmp_path: Path) -> None:
    """A rulebook is published even if its trackers cannot be printed; a note says so, and `tracker`
    refuses them.
    """
    wide = write_edition(
        tmp_path / "wide", {**SMALL, "columns: 10\n  rows: 10": "columns: 12\n  rows: 12"}
    )
    result = call("rules", "--rules", wide, "--format", "html", "--paper", "a4")
    assert (result.code, (tmp_path / "output/small-sea.html").exists()) == (0, True), result.err
    why = dict(
        re.findall(
            r"no tracker can be printed( in large print)? on A4: (.* mm)",
            result.err,
        )
    )
    assert list(why) == ["", " in large print"]
    assert why[""] in _refuse(call, "tracker", "--rules", wide, "--paper", "a4")
    assert [path.name for path in (tmp_path / "output").glob("[!.]*")] == ["small-sea.html"]
    long = write_edition(
        tmp_path / "long", {**SMALL, "letters: 5, example: STORM": "letters: 6, example: HARBOR"}
    )
    message = _refuse(call, "tracker", "--rules", long)
    assert "“Standard words” has no" in message
    assert "Use a list with words of 6 letters" in message
    pack = print_pack(read_library(long).rules("small-sea"), A4)[0]
    assert pack.pages == 2  # blank ones
    assert "no sheets with words: “Standard words” " in pack.notes[0]
    (tmp_path / "long.txt").write_text("harbor\nanchor\nrudder\nlagoon\n", encoding="utf-8")
    assert call("words", "check", "long.txt", "--rules", long).code == 0
    assert call("tracker", "--words", "long.txt", "--rules", long).code == 0
