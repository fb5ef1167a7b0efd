"""Documentation is tested: every command in README and docs runs as written."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from support import shelf
from support.command import Run, all_commands, done, read_manifest
from support.nursery import called
from support.rosters import xlsx_of
from wordfleet_print.errors import ExitCode
from wordfleet_print.fleet.deck import theme_deck
from wordfleet_print.fleet.word_lists import load_theme, load_tier
from wordfleet_print.games import load_edition
from wordfleet_print.sheet.sheet import deal

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
_EVENTS = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")
EVENING = re.search(r"^## Round by round\n(.*?)^## ", _EVENTS, re.DOTALL | re.MULTILINE)
_RULEBOOKS = (ROOT / "docs" / "rulebooks.md").read_text(encoding="utf-8")
FIRST = re.search(r"^## Your first own rulebook\n(.*?)^## ", _RULEBOOKS, re.DOTALL | re.MULTILINE)
"""What is to be done step by step, not command by command."""
_SAID = [
    (page.name, line)
    for page in PAGES
    for block in re.findall(r"```sh\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    if not (EVENING and FIRST and block in EVENING[1] + FIRST[1])
    for line in block.splitlines()
    if line.startswith("wordfleet-print ")
]
_ONCE = {line: (page, line) for page, line in reversed(_SAID)}
"""Every documented command once, with the first page that says it."""
_ELSEWHERE = re.compile(r" (--output|-o) \S+/")
COMMANDS = [said for line, said in _ONCE.items() if _ELSEWHERE.sub("", line) not in shelf.DOCUMENTED]
"""Those that the shelf has not printed already, be it into another folder."""


def _own_words() -> str:
    words = load_tier("standard").by_length
    return "\n".join(word for length in (2, 3, 4, 5) for word in words[length][::7])


def _designers_game(folder: Path) -> None:
    """A folder with one game in it, of another name."""
    folder.mkdir()
    rules = (ROOT / "rules" / "word-fleet.md").read_text(encoding="utf-8")
    (folder / "my-fleet.md").write_text(rules.replace("slug: word-fleet", "slug: my-fleet"), encoding="utf-8")


@pytest.fixture(scope="session")
def organisers_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an organiser has after a first run: a roster, the event printed from it, and how it stood yesterday."""
    folder = tmp_path_factory.mktemp("organiser")
    names = ["Zoé Lefèvre", "Jürgen Groß", "Łukasz Żółć", "Niamh Ó Súilleabháin", "Ann", "Ben", "Cy", "Di"]
    (folder / "summer-cup.xlsx").write_bytes(xlsx_of([["Name"], *([name] for name in names)]))
    done(called("event", "print", "summer-cup.xlsx", "--rounds", "5", "--quiet", folder=folder))
    shutil.copytree(folder / "output" / "summer-cup", folder / "yesterday")
    return folder


def _event_in(folder: Path, kept: Path, line: str) -> None:
    """What an event's command finds: the roster, and the printed event where the command speaks of one."""
    shutil.copy(kept / "summer-cup.xlsx", folder)
    for name in ("output", "yesterday") if "output/summer-cup" in line or "--redeal" in line else ():
        shutil.copytree(kept / name, folder / name)


@pytest.mark.parametrize("line", shelf.DOCUMENTED)
def test_documented_rulebooks_are_printed(line: str) -> None:
    """The commands that many tests read the files of are documented, and succeed for whoever copies them."""
    assert line in _ONCE
    done = shelf.printed_by(line)
    assert (done.code, "Traceback" in done.err) == (ExitCode.DONE, False), done.err


README = [line for page, line in COMMANDS if page == "README.md"]


def _arguments(page: str, line: str, folder: Path, organisers_folder: Path) -> list[str]:
    """What a command's process is given, once its folder holds what it speaks of."""
    edition = load_edition("word-fleet")
    deck = theme_deck(edition, load_tier("standard"), [load_theme("space")])
    sheet = deal(deck, ("",), page)[0]
    (folder / "my-words.txt").write_text(_own_words(), encoding="utf-8")
    _designers_game(folder / "my-games")
    for name in re.findall(r"\b[56][AB]\.csv", line):
        (folder / name).write_text(f"name\n{name[:2]} Ann\n{name[:2]} Ben\n", encoding="utf-8")
    if "summer-cup" in line:
        _event_in(folder, organisers_folder, line)
    command = line.split(" > ", maxsplit=1)[0].replace("SHEET_CODE", sheet.code).replace(" --open", "")
    return shlex.split(command)[1:]


@pytest.mark.parametrize("line", README)
def test_readmes_command_runs(line: str, tmp_path: Path, organisers_folder: Path) -> None:
    """A command in README succeeds for whoever copies it, in a process of its own."""
    ran = called(*_arguments("README.md", line, tmp_path, organisers_folder), folder=tmp_path)
    assert (ran.code, "Traceback" in ran.err) == (ExitCode.DONE, False), ran.err


@pytest.mark.parametrize(("page", "line"), [said for said in COMMANDS if said[1] not in README])
def test_documented_command_runs(page: str, line: str, call: Run, tmp_path: Path, organisers_folder: Path) -> None:
    """So does one in another page."""
    ran = call(*_arguments(page, line, tmp_path, organisers_folder))
    assert (ran.code, "Traceback" in ran.err) == (ExitCode.DONE, False), ran.err


def test_the_swiss_evening_is_played_as_it_is_written(call: Run, tmp_path: Path) -> None:
    """Each list is written and each command run where the page has it. Every round holds whoever was in it, with table
    and opponent as its list says, and is the same after the evening.
    """
    assert EVENING
    for kind, name, text in re.findall(r"```(csv|sh) ?(\S*)\n(.*?)```", EVENING[1], re.DOTALL):
        if kind == "csv":
            (tmp_path / name).write_text(text, encoding="utf-8")
        for line in text.splitlines() if kind == "sh" else ():
            done(call(*shlex.split(line)[1:]))
    whole = read_manifest(tmp_path / "evening")
    for number in ("1", "2", "3"):
        rows = [line.split(",") for line in (tmp_path / f"round-{number}.csv").read_text("utf-8").splitlines()[1:]]
        printed = read_manifest(tmp_path / f"output/friday-swiss/round-{number}")
        sheets = {(line["captain"], line["opponent"], line["table"]) for line in printed if line["captain"]}
        assert sheets == {(name, opponent, table) for name, opponent, table in rows if table}
        codes = {line["sheet_code"] for line in printed if line["captain"]}
        assert codes == {line["sheet_code"] for line in whole if line["round"] == number}


def test_the_first_own_rulebook_is_made_as_it_is_written(call: Run, tmp_path: Path) -> None:
    """From an empty folder to a rulebook, its quick reference and a site, by the page alone."""
    assert FIRST
    for text in re.findall(r"```sh\n(.*?)```", FIRST[1], re.DOTALL):
        for line in text.splitlines():
            ran = done(call(*shlex.split(line)[1:]))
            assert "Note" not in ran.err
            assert not re.search("left out|no booklet|no quick", ran.err)
    names = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert {"output/my-game.html", "output/my-game-quick-reference-a4.pdf", "public/my-game.html"} <= names


def test_the_two_commands_stand_on_readmes_first_screen() -> None:
    """A newcomer sees `make demo` and `make test` without scrolling."""
    first = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:40]
    assert {"make demo", "make test"} <= {line.split("#")[0].strip() for line in first}


def test_every_command_is_documented() -> None:
    """Each command of the programme stands in README or docs."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [words for words in all_commands() if " ".join(["wordfleet-print", *words]) not in text] == []


def test_every_exit_code_is_documented() -> None:
    """docs/exit-codes.md lists exactly the codes the programme uses."""
    rows = re.findall(r"^\| ([\d, ]+) \|", (ROOT / "docs/exit-codes.md").read_text(encoding="utf-8"), re.MULTILINE)
    told = {int(code) for row in rows for code in row.split(",")}
    assert told == {int(code) for code in ExitCode}


def test_links_between_pages_lead_somewhere() -> None:
    """A link from README or docs to a file of the project finds it."""
    broken = [
        f"{page.name}: {target}"
        for page in PAGES
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []


def test_changelog_opens_with_what_is_unreleased_or_released() -> None:
    """The changelog's first heading is this version."""
    from wordfleet_print import __version__

    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0].startswith(f"[{__version__}]")
