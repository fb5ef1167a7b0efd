"""The code is layered, without clocks or unseeded randomness, and quick to start."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import wordfleet_print
from support.command import all_commands, check
from support.spawn import run_process

PACKAGE = Path(wordfleet_print.__file__).parent
ROOT = Path(__file__).parents[1]
MODULES = sorted(
    path for path in PACKAGE.rglob("*.py") if "data" not in path.relative_to(PACKAGE).parts
)
CHANCE_MODULES = {"random", "time"}
CLOCKS = {"now", "utcnow", "today"}
PRINTERS = {"reportlab", "weasyprint"}


def _name(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def _find_chance(path: Path) -> Iterator[str]:
    """Yield imports of unseeded randomness and clocks, and calls that read a clock."""
    text = path.read_text(encoding="utf-8")
    if not re.search(
        rf"\b({'|'.join(CHANCE_MODULES | CLOCKS)})\b", text
    ):  # parsing every module takes two seconds
        return
    for node in ast.walk(ast.parse(text, str(path))):
        if isinstance(node, ast.Import):
            yield from (
                alias.name for alias in node.names if alias.name.split(".")[0] in CHANCE_MODULES
            )
        elif (
            isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in CHANCE_MODULES
        ):
            yield str(node.module)
        elif isinstance(node, ast.Attribute) and node.attr in CLOCKS:
            yield node.attr


def test_nothing_depends_on_the_clock_or_on_unseeded_randomness() -> None:
    """Nothing that prints imports `random` or `time`, or asks what day it is: output depends on
    input alone.
    """
    printing = [
        path for path in MODULES if path.relative_to(PACKAGE).parts[0] != "web"
    ]  # the page measures its limits
    found = [(_name(path), name) for path in printing for name in _find_chance(path)]
    assert found == []


def test_packages_import_only_packages_below() -> None:
    """import-linter's contracts hold: layers, and which package may know which heavy library."""
    linter = shutil.which("lint-imports", path=str(Path(sys.executable).parent))
    assert linter, "import-linter is not installed beside this Python"
    result = subprocess.run(
        [linter, "--no-cache", "--no-logo"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 0, result.stdout
    assert re.search(r"[1-9]\d* kept, 0 broken", result.stdout)


COMMANDS = list(all_commands())
SHOW_HELP = """
import sys
from wordfleet_print.cli.main import run
for words in sys.argv[1:]:
    try:
        run([*words.split(), "--help"])
    except SystemExit:
        print(end="\\f")
print(*sys.modules)
"""


def test_help_shows_examples_and_loads_no_printing_library(tmp_path: Path) -> None:
    """`--help` of every command explains it, and shows whole calls of it that can be copied.

    It loads the command line alone: neither what prints, nor words, nor the models of the rules.
    """
    result = check(
        run_process(
            *map(" ".join, COMMANDS), folder=tmp_path, code=SHOW_HELP, env={"COLUMNS": "200"}
        )
    )
    *pages, modules = result.out.split("\f")
    for command, page in zip(COMMANDS, pages, strict=True):
        call = " ".join(["wordfleet-print", *command])
        assert [
            line.strip() for line in page.splitlines() if call in line and "Usage:" not in line
        ], command
    imported = set(modules.split())
    assert "wordfleet_print.cli.main" in imported
    assert not imported & (PRINTERS | {"yaml", "jinja2", "markdown", "segno", "anyascii"})
    assert not imported & {
        f"wordfleet_print.{name}" for name in ("games", "fleet", "sheet", "tracker", "rulebook")
    }


def _list_imports(
    *arguments: str, folder: Path
) -> tuple[subprocess.CompletedProcess[str], set[str]]:
    """Run the command; return how it ended and the modules that it loads, with every package they
    are in.
    """
    result = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "wordfleet_print", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "200"},
        timeout=60,
        check=True,
    )
    names = re.findall(r"^import time:.*\|\s*(\S+)$", result.stderr, re.MULTILINE)
    return result, {
        ".".join(name.split(".")[: i + 1]) for name in names for i in range(name.count(".") + 1)
    }


def test_the_version_loads_nothing_heavy(tmp_path: Path) -> None:
    """`--version` answers at once: no typer, rich, pydantic, reportlab or weasyprint is loaded for
    it.
    """
    _, imported = _list_imports("--version", folder=tmp_path)
    assert "wordfleet_print" in imported
    assert not imported & (
        PRINTERS | {"typer", "click", "rich", "pydantic", "yaml", "jinja2", "markdown"}
    )


def test_trackers_need_no_rulebook_library(tmp_path: Path) -> None:
    """`tracker` prints where Pango is missing: nothing of the rulebook's machinery is loaded."""
    _, imported = _list_imports("tracker", "--quiet", folder=tmp_path)
    assert "reportlab" in imported
    assert not imported & {"weasyprint", "jinja2", "markdown"}
