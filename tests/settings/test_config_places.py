"""Defaults: which files count, in which order, and what the output says of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from support.command import Run, check, json_of
from wordfleet_print.settings import config_places
from wordfleet_print.settings.config_file import read_defaults
from wordfleet_print.settings.table import TrackerSettings

NAME = config_places.NAME


@pytest.fixture
def user_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own file, which does not exist yet."""
    path = tmp_path / "user" / "wordfleet-print" / NAME
    path.parent.mkdir(parents=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "user"))
    return path


@pytest.fixture
def inner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: `home/games/tonight` in a home folder of its own."""
    folder = tmp_path / "home" / "games" / "tonight"
    folder.mkdir(parents=True)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.chdir(folder)
    return folder


def read() -> dict[str, object]:
    """Return the defaults of `tracker`."""
    return dict(read_defaults(TrackerSettings, "tracker").values)


@pytest.mark.parametrize("depth", range(3))
def test_the_nearest_file_counts(inner: Path, user_file: Path, depth: int) -> None:
    """Of the files in the current folder and its parents the nearest one counts, up to the home
    folder.
    """
    assert not user_file.exists()
    folders = [inner, *inner.parents[:2]]
    for number, folder in enumerate(folders[depth:], start=depth):
        (folder / NAME).write_text(f"count = {number + 1}\n", encoding="utf-8")
    (inner.parents[2] / NAME).write_text("count = 99\n", encoding="utf-8")
    assert read() == {"count": depth + 1}


def test_no_file_above_the_home_folder_counts(inner: Path, user_file: Path) -> None:
    """What is above the home folder belongs to others."""
    assert not user_file.exists()
    (inner.parents[2] / NAME).write_text("count = 99\n", encoding="utf-8")
    assert read() == {}


def test_the_search_ends_at_the_border_of_a_file_system() -> None:
    """A folder on a stick or a network has no default from the system around it."""
    start = Path("/proc/self")
    if not start.exists():
        pytest.skip("this system has no /proc")
    folders = [*config_places.list_searched_folders(start)]
    assert Path("/proc") in folders
    assert Path("/") not in folders


@pytest.mark.skipif(os.name == "nt", reason="Windows does not say whose a file is")
def test_a_file_of_another_account_counts_only_in_the_current_folder(
    call: Run, inner: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody may leave a file in a parent such as /tmp. It is not used, and a note says so."""
    uid = os.getuid()
    monkeypatch.chdir(inner)
    monkeypatch.setattr(os, "getuid", lambda: uid + 1)
    path = inner.parent / NAME
    path.write_text('paper = "letter"\n', encoding="utf-8")
    assert config_places.find_files()[0] == []
    assert f"{path} is not used: it belongs to another account." in call("tracker").err
    path.rename(inner / NAME)
    assert config_places.find_files()[0] == [Path(NAME)]


def test_the_users_file_fills_up_what_the_nearest_does_not_set(
    inner: Path, user_file: Path
) -> None:
    """Typed wins over the nearest file, that over the user's file; what conflicts is dropped."""
    user_file.write_text('paper = "letter"\n[tracker]\nlarge_print = true\neco = true\n')
    (inner.parent / NAME).write_text("eco = false\n[tracker]\nhalf-sheets = true\n")
    defaults = read_defaults(TrackerSettings, "tracker")
    assert defaults.values == {"paper": "letter", "eco": False, "half_sheets": True}
    assert {name: file.parent.name for name, file in defaults.files.items()} == {
        "paper": "wordfleet-print",
        "eco": "games",
        "half_sheets": "games",
    }


def test_a_path_in_a_file_begins_at_its_folder(inner: Path, user_file: Path) -> None:
    """A relative path means the same from every folder; `~` is the home folder, - stays stdout."""
    user_file.write_text('rules = "own"\n[tracker]\noutput = "-"\n')
    (inner.parent / NAME).write_text('[tracker]\nwords = "pets.txt"\nfont = "~/sans.ttf"\n')
    assert read() == {
        "rules": str(user_file.parent / "own"),
        "output": "-",
        "words": str(inner.parent / "pets.txt"),
        "font": str(Path("~/sans.ttf").expanduser()),
    }


def test_faults_of_both_files_are_shown_together(
    call: Run, inner: Path, user_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each fault has its file and its line."""
    monkeypatch.chdir(inner)
    user_file.write_text("# mine\npapper = 1\n")
    (inner / NAME).write_text('[tracker]\n\ntier = "hard"\n')
    error = call("tracker").err
    assert f"wordfleet.toml and {user_file} have 2 faults." in " ".join(error.split())
    assert "wordfleet.toml, line 3 [tracker] tier: " in error
    assert f"{user_file}, line 2 papper: " in error


def test_the_output_says_what_a_file_set(call: Run, tmp_path: Path) -> None:
    """One note for each file says what it sets and nobody typed: on stderr and in --json, not with
    --quiet.
    """
    (tmp_path / NAME).write_text(
        'json = false\npaper = "letter"\n[tracker]\neco = true\ntheme = ["animals", "space"]\n'
    )
    note = "wordfleet.toml sets: eco; theme animals, space."
    result = check(call("tracker", "--paper", "a4"))
    assert result.err.count("wordfleet.toml") == 1
    assert f"Note: {note}" in result.err
    assert json_of(call("tracker", "--paper", "a4", "--json"))["notes"][0] == note
    assert check(call("tracker", "--quiet")).err == ""
    assert f"{note.replace(': ', ': paper letter; ', 1)} For tracker." in check(call("doctor")).out


def test_a_printed_event_keeps_its_own_values(call: Run, tmp_path: Path) -> None:
    """No note claims that a file changed an event that was printed without it."""
    (tmp_path / "club.csv").write_text("name\nAnn\nBen\n")
    check(call("event", "print", "club.csv", "--paper", "a4"))
    (tmp_path / NAME).write_text('paper = "letter"\n')
    again = call("event", "print", "club.csv")
    assert "wordfleet.toml" not in check(again).err
    reprint = call("reprint", "output/club/", "--round", "1")
    assert "wordfleet.toml" not in check(reprint).err
    fresh = call("event", "print", "club.csv", "--output", "other/")
    assert "wordfleet.toml sets: paper letter." in check(fresh).err
