"""An `event.json` of a stranger: its digest fits whatever it holds, and it harms nobody's files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from support.command import Run, check, files_in
from support.events import describe_file, reseal_event
from wordfleet_print.event.folder import PACK_FILE, FileRow, is_changed
from wordfleet_print.files import has_inside, read_inside

CUP = Path("output/cup")


@pytest.fixture
def cup(call: Run) -> Path:
    """A printed event of four players, three rounds and a folder that nobody may touch."""
    check(call("event", "print", "--players", "4", "--title", "Cup", "--rounds", "2"))
    Path("home").mkdir()
    Path("home/thesis.txt").write_text("years of work", encoding="utf-8")
    return CUP


@pytest.mark.parametrize(
    "name",
    [
        "../../home/thesis.txt",
        "players/../../../home/thesis.txt",
        "/dev/zero",
        "thesis.docx",
        "event.json",
        ".wordfleet-lock",
        "sheets.pdf/../thesis.pdf",
        "round-2/../sheets.pdf",
        "..\\sheets.pdf",
        "C:sheets.pdf",
        "sheets.pdf:stream",
        "Sheets.pdf",
        "sheets.pdf\n",
        "sheets-é.pdf",
        "players/00001-ann.pdf/x",
        "players/١٢٣٤٥-ann.pdf",
        "round-0/sheets.pdf",
        "",
    ],
)
def test_only_names_of_a_pack_are_read(call: Run, cup: Path, name: str) -> None:
    """No other name is printed, read or deleted: one error, and every file stays."""
    row = describe_file(name, b"years of work")
    reseal_event(cup / "event.json", lambda printed: printed["files"].append(row))
    before = files_in(Path.cwd())
    for command in (("event", "print", str(cup), "--rounds", "3"), ("reprint", "cup", "--round=1")):
        result = call(*command)
        assert (result.code, "event.json" in result.err) == (3, True), result.err
    assert files_in(Path.cwd()) == before


def test_what_was_changed_is_not_deleted(call: Run, cup: Path) -> None:
    """A stale file goes only as it was printed; what somebody put in its place stays."""
    check(call("event", "print", str(cup), "--by-club"))
    row = describe_file("table-cards-07.pdf", b"ours")
    other = describe_file("table-cards-08.pdf", b"ours")
    reseal_event(cup / "event.json", lambda printed: printed["files"].extend([row, other]))
    (cup / "table-cards-07.pdf").write_bytes(b"ours")
    (cup / "table-cards-08.pdf").write_bytes(b"mine")
    check(call("event", "print", str(cup), "--eco"))
    assert not (cup / "table-cards-07.pdf").exists()
    assert (cup / "table-cards-08.pdf").read_bytes() == b"mine"


@pytest.mark.parametrize("kind", ["link", "pipe", "device", "folder"])
def test_only_regular_files_are_read(tmp_path: Path, kind: str) -> None:
    """A link, a pipe, a device or a folder is a changed file; nobody waits for it."""
    secret = tmp_path / "secret"
    secret.write_bytes(b"key")
    folder = tmp_path / "cup"
    folder.mkdir()
    path = folder / "sheets.pdf"
    if kind == "link":
        path.symlink_to(secret)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    assert is_changed(folder, FileRow.of("sheets.pdf", 1, b"key"))
    assert not has_inside(folder, "sheets.pdf")
    with pytest.raises(OSError, match=r"link|regular|directory"):
        read_inside(folder, "sheets.pdf", 100)


@pytest.mark.parametrize("name", ["event.json", "event.json.new", "players.csv"])
@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_the_events_own_files_are_regular(call: Run, cup: Path, name: str, kind: str) -> None:
    """A link or a pipe in their place is one error, or no part of the event."""
    content = (cup / "event.json").read_bytes()
    Path("home/event.json").write_bytes(content)
    (cup / name).unlink(missing_ok=True)
    if kind == "link":
        target = Path("home/thesis.txt" if name == "players.csv" else "home/event.json")
        (cup / name).symlink_to(target.absolute())
    else:
        os.mkfifo(cup / name)
    result = call("event", "print", str(cup), "--rounds", "3")
    assert result.code in (0, 3, 4), result.err
    assert Path("home/thesis.txt").read_text(encoding="utf-8") == "years of work"
    assert Path("home/event.json").read_bytes() == content
    if result.code == 0:
        assert not (cup / name).is_symlink()


@pytest.mark.parametrize("name", ["players", "round-3", "reprints"])
def test_nothing_is_written_through_a_link(call: Run, cup: Path, name: str) -> None:
    """A folder of a pack that is a link to another one is refused before any work."""
    (cup / name).symlink_to(Path("home").absolute())
    commands = {
        "players": ("event", "print", str(cup), "--per-player"),
        "round-3": ("event", "print", str(cup), "--round", "3"),
        "reprints": ("reprint", "cup", "--round", "1"),
    }
    result = call(*commands[name])
    assert (result.code, "link" in result.err) == (4, True), result.err
    assert [path.name for path in Path("home").iterdir()] == ["thesis.txt"]


def test_every_file_of_a_pack_has_a_name_of_a_pack(call: Run) -> None:
    """Whatever is chosen and however clubs and players are called, the pack can be read again."""
    Path("club.csv").write_text(
        "name,club\nAnn,5a\nBea,Ä/..\\Ö\nCarl,日本\n😀,😀\nMia,Ж\nZoë,../..\n", encoding="utf-8"
    )
    for more in ((), ("--by-club",), ("--per-player",), ("--round", "3"), ("--spare", "0")):
        check(call("event", "print", "club.csv", "--title", "Cup", *more))
        names = [path.relative_to(CUP).as_posix() for path in CUP.rglob("*") if path.is_file()]
        assert {name for name in names if not PACK_FILE.fullmatch(name)} == {"event.json"}
        check(call("event", "print", str(CUP)))
