"""The documentation is tested: every command in README and docs runs as written, section by
section.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from support.command import Run, all_commands, check
from support.html import Page
from support.rosters import xlsx_of
from wordfleet_print import __version__
from wordfleet_print.errors import ExitCode
from wordfleet_print.fleet.deck import theme_deck
from wordfleet_print.fleet.word_lists import load_theme, load_tier
from wordfleet_print.games import load_edition, load_rules, packaged
from wordfleet_print.messages import slug
from wordfleet_print.rulebook.rulings import list_rulings, write_page
from wordfleet_print.sheet.dealing import deal

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
NAMES = [
    "Zoé Lefèvre",
    "Jürgen Groß",
    "Łukasz Żółć",
    "Niamh Ó Súilleabháin",
    "Ann Lee",
    "Ben Okri",
    "Cy Young",
    "Di",
]
MOST_WORDS = 13_500
BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
CHANGING = re.compile(
    r"WF(-[0-9A-Z]{5}){3}|[0-9A-Z]{4}-[0-9A-Z]{4}|The \w+ \w+|\b(easy|medium|hard)\b|─+"
)
"""What differs between two runs without a seed, and rules whose length depends on it."""


FOR_EVERY_GAME = ("wordfleet-print rules", "wordfleet-print kit")


def read_sections() -> dict[str, str]:
    """Return the sections that have commands, by page and heading."""
    found = {}
    for page in PAGES:
        for section in re.split(r"^(?=## )", page.read_text(encoding="utf-8"), flags=re.MULTILINE):
            if any(
                kind == "sh" and "wordfleet-print " in text
                for kind, _, text in BLOCK.findall(section)
            ):
                found[f"{page.name}: {section.splitlines()[0].strip('# ')}"] = section
    return found


SECTIONS = read_sections()


def prepare(folder: Path, section: str, call: Run) -> None:
    """Write what a reader of the section has: player lists, a word list, a game, and events that
    are printed.
    """
    words = load_tier("standard").by_length
    own = "\n".join(word for length in (2, 3, 4, 5) for word in words[length][::7])
    (folder / "my-words.txt").write_text(own, encoding="utf-8")
    if "rules new my-games" not in section:
        (folder / "my-games").mkdir()
        rules = (ROOT / "rules" / "word-fleet.md").read_text(encoding="utf-8")
        changed = rules.replace("slug: word-fleet", "slug: my-fleet")
        (folder / "my-games" / "my-fleet.md").write_text(changed, encoding="utf-8")
    commands = "\n".join(text for kind, _, text in BLOCK.findall(section) if kind == "sh")
    rows = [["Name"], *([name] for name in NAMES)]
    lists = set(re.findall(r"[\w-]+\.(?:csv|xlsx)", commands))
    events = set(re.findall(r" output/([\w-]+)/", commands))
    titled = {slug(title) for title in re.findall(r'--title "?([^"\n]+)', commands)}
    again = set(re.findall(r"event print ([\w-]+)\.xlsx [^\n]*--(?:redeal|rename)", commands))
    for name in {*lists, *(f"{name}.xlsx" for name in events)}:
        # Classes such as 5A and 5B have different pupils.
        text = "\n".join(
            row[0] + (f" {name[:2]}" if name[0].isdigit() and row != rows[0] else "")
            for row in rows
        )
        (folder / name).write_bytes(xlsx_of(rows) if name.endswith("xlsx") else text.encode())
    for name in (events | again) - titled:
        if name in again or f"print {name}." not in commands:
            check(call("event", "print", f"{name}.xlsx", "--rounds", "5", "--quiet"))


@pytest.mark.slow
@pytest.mark.parametrize("heading", SECTIONS)
def test_the_commands_of_a_section_run_in_order(heading: str, call: Run, tmp_path: Path) -> None:
    """The commands of a section, copied in order with its lists, end without an error; those for
    every game are run for one.
    """
    section = SECTIONS[heading]
    prepare(tmp_path, section, call)
    deck = theme_deck(load_edition("word-fleet"), load_tier("standard"), [load_theme("space")])
    code = deal(deck, ("",), "docs")[0].code
    for kind, name, text in BLOCK.findall(section):
        if kind == "csv" and name:
            (tmp_path / name).write_text(text, encoding="utf-8")
        for line in text.splitlines() if kind == "sh" else ():
            if not line.startswith("wordfleet-print "):
                continue
            command = (
                line.split(" > ", maxsplit=1)[0].replace("SHEET_CODE", code).replace(" --open", "")
            )
            if command in FOR_EVERY_GAME:
                command += " happy-flip-chess"
            result = call(*shlex.split(command)[1:])
            assert (result.code, "Traceback" in result.err) == (ExitCode.DONE, False), (
                f"{line}\n{result.err}"
            )


@pytest.mark.matrix
@pytest.mark.parametrize("command", FOR_EVERY_GAME)
def test_commands_for_every_game_end_well(command: str, call: Run) -> None:
    """Without a name, books and kits of all games are printed."""
    check(call(*command.split()[1:], "--quiet"))


def read_lines(text: str) -> list[str]:
    """Return the lines of an output without what changes from run to run."""
    return [line for one in text.splitlines() if (line := " ".join(CHANGING.sub("", one).split()))]


def test_readme_shows_what_its_commands_print(call: Run, tmp_path: Path) -> None:
    """Each command prints the lines that are shown under it, but for names and codes that are
    drawn.
    """
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    prepare(tmp_path, text, call)
    shown = re.findall(
        r"```sh\n(wordfleet-print [^\n]*)\n```\n\n```text\n(.*?)```", text, re.DOTALL
    )
    assert len(shown) == 3
    for line, output in shown:
        result = check(call(*shlex.split(line)[1:]))
        printed = read_lines(result.err + result.out)
        assert [shown for shown in read_lines(output) if shown not in ("…", *printed)] == [], line


def test_the_demos_list_is_read_without_a_question(call: Run) -> None:
    """`make demo` answers what its list of players leaves open."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    ((path, answers),) = re.findall(r"event print (\S+) ((?:--answer \S+ )*)", makefile)
    check(call("event", "check", str(ROOT / path), *answers.split()))


def test_readmes_first_screen_says_how_to_start() -> None:
    """What it is, how to install it, and the two commands of a fresh checkout are in the first 45
    lines of 90.
    """
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 90
    assert {"make demo", "make test"} <= {line.split("#")[0].strip() for line in lines[:45]}
    start = "".join(lines[:45])
    assert [
        words
        for words in ("print-and-play", "pipx install .", "uv tool install")
        if words not in start
    ] == []


def test_every_command_is_documented() -> None:
    """Each command is in README or docs."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [
        words for words in all_commands() if " ".join(["wordfleet-print", *words]) not in text
    ] == []


def test_every_exit_code_is_documented() -> None:
    """docs/exit-codes.md lists exactly the codes of the program."""
    rows = re.findall(
        r"^\| ([\d, ]+) \|", (ROOT / "docs/exit-codes.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert {int(code) for row in rows for code in row.split(",")} == {
        int(code) for code in ExitCode
    }


def test_links_between_pages_lead_somewhere() -> None:
    """A link to a file of the project finds it, and a link to a heading finds the heading."""
    broken = []
    for page in PAGES:
        # Links in code are examples
        text = re.sub(r"`[^`\n]*`", "", page.read_text(encoding="utf-8"))
        targets = [*re.findall(r"\]\(([^)\"]+)", text), *Page(text).addresses]
        for target in targets:
            if target.startswith(("http:", "https:")):
                continue
            name, _, heading = target.partition("#")
            path = page.parent / name if name else page
            found = path.exists()
            if found and heading:
                titles = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
                found = heading in [
                    re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles
                ]
            broken += [] if found else [f"{page.name}: {target}"]
    assert broken == []


def test_contributing_names_files_that_exist() -> None:
    """Recipes name files and folders that exist, from the root or from the package; capitals stand
    for a name.
    """
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = [
        name
        for name in re.findall(r"`([\w.-]+/[\w./-]*)`", text)
        if not re.search("NAME|PAGE", name)
    ]
    assert len(named) > 15
    folders = (ROOT, ROOT / "src" / "wordfleet_print")
    assert [name for name in named if not any((folder / name).exists() for folder in folders)] == []


def test_all_rulings_are_listed_with_their_reasons() -> None:
    """docs/rulings.md is what `python -m wordfleet_print.rulebook.rulings` prints: the rulings of
    each book, in their order and words, with the reasons that its file has below them.
    """
    page = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    assert page == write_page()
    for name in packaged().slugs:
        rulings = list_rulings(load_rules(name))
        assert rulings
        assert not any("<!--" in one.text for one in rulings)
    assert sum(bool(one.reason) for one in list_rulings(load_rules("army-men"))) > 5


def test_the_docs_are_short() -> None:
    """README, CONTRIBUTING and all pages but the lists of options, of rulings and of places of
    changes have at most MOST_WORDS.
    """
    lists = ("options.md", "rulings.md", "where-to-change.md")
    pages = [page for page in PAGES if page.name not in lists]
    assert (
        sum(len(re.findall(r"\S*\w\S*", page.read_text(encoding="utf-8"))) for page in pages)
        <= MOST_WORDS
    )


def test_the_changelog_opens_with_this_version() -> None:
    """Its first heading is this version."""
    headings = re.findall(
        r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert headings[0].startswith(f"[{__version__}]")


CHANGES = (ROOT / "docs" / "where-to-change.md").read_text(encoding="utf-8")
FILE = re.compile(r"`((?:[\w-]+/)*[\w-]+\.(?:py|toml|html|txt))`")


@pytest.mark.parametrize("row", [line for line in CHANGES.splitlines() if "`" in line])
def test_places_of_changes_are_there(row: str) -> None:
    """The page names files that exist, and functions that are in the file before them."""
    text = ""
    for part in re.split(r"(`[^`]+`)", row):
        match = FILE.fullmatch(part)
        if match:
            name = match[1]
            is_code = not name.startswith(("tests/", "templates/"))
            path = ROOT / "src" / "wordfleet_print" / name if is_code else ROOT / name
            text = path.read_text(encoding="utf-8")
        elif part.startswith("`") and re.fullmatch(r"`\w+`", part):
            assert re.search(rf"\b{part.strip('`')}\b", text), (row, part)
