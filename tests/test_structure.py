"""The code is layered, without clocks or unseeded randomness, quick to start, and written to be
read.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import wordfleet_print
from support.command import all_commands, check
from support.spawn import run_process
from wordfleet_print.files import data_folder

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


SILENCER = re.compile(r"# (?:noqa|type: ignore)\b(.*)")
# Words of a reason that somebody understands who does not know the code.
LEAST_REASON = 3


def test_each_silencer_says_why() -> None:
    """What silences ruff or mypy names the rule, and its reason is next to it in a few words."""
    unexplained = []
    for path in (*MODULES, *(ROOT / "tests").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            match = SILENCER.search(line)
            rule, _, reason = match[1].partition(" - ") if match else ("", "", "")
            is_test_of_it = path == Path(__file__)
            if match and not is_test_of_it and (not rule or len(reason.split()) < LEAST_REASON):
                unexplained.append(f"{path.name}:{number}")
    assert unexplained == []


def test_only_one_module_starts_python() -> None:
    """In an app there is no other Python: every child starts as `child_modules` says."""
    starting = [_name(path) for path in MODULES if "sys.executable" in path.read_text("utf-8")]
    assert starting == ["child_modules.py"]


def test_packages_import_only_packages_below() -> None:
    """import-linter's contracts hold: layers, and which package may know which heavy library."""
    linter = shutil.which("lint-imports", path=str(Path(sys.executable).parent))
    assert linter, "import-linter is not installed next to this Python"
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


# How a line and a function are written: what is longer is hard to explain after one reading.
MOST_BRANCHES = 12
MOST_NODES_A_LINE = 20
BRANCHES = (
    ast.If
    | ast.For
    | ast.AsyncFor
    | ast.While
    | ast.ExceptHandler
    | ast.IfExp
    | ast.match_case
    | ast.comprehension
)


def _count_branches(function: ast.AST) -> int:
    """Return the ways through a function: with `and`, `or` and comprehensions, which ruff does not
    count.
    """
    count = 1
    for node in ast.walk(function):
        count += isinstance(node, BRANCHES)
        if isinstance(node, ast.comprehension):
            count += len(node.ifs)
        if isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
    return count


@cache  # parsing every module takes two seconds
def _parse_modules() -> dict[str, ast.Module]:
    """Return the syntax of each module by its name."""
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in MODULES
    }


def test_functions_branch_at_most_twelve_times() -> None:
    """A function is read as its steps: 12 branches at most, each `and`, `or`, conditional
    expression and comprehension counted.
    """
    found = []
    for name, tree in _parse_modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                branches = _count_branches(node)
                if branches > MOST_BRANCHES:
                    found.append(f"{name}:{node.lineno} {node.name} has {branches} branches")
    assert found == []


def test_lines_hold_one_thought() -> None:
    """A line has at most 20 expressions and statements that start on it: name the inner value."""
    found = []
    for name, tree in _parse_modules().items():
        counts = Counter(
            node.lineno for node in ast.walk(tree) if isinstance(node, ast.expr | ast.stmt)
        )
        for line, nodes in counts.items():
            if nodes > MOST_NODES_A_LINE:
                found.append(f"{name}:{line} has {nodes} expressions and statements")
    assert found == []


def test_unrelated_values_are_assigned_apart() -> None:
    """No line assigns several values at once, as `a, b = x, y` does: each has a line of its own."""
    found = [
        f"{name}:{node.lineno}"
        for name, tree in _parse_modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Tuple)
        and isinstance(node.value, ast.Tuple)
    ]
    assert found == []


def _is_condition(node: ast.AST) -> bool:
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    return isinstance(node, ast.Compare | ast.BoolOp)


def test_conditions_are_not_multiplied() -> None:
    """What a condition decides is an `if`: nothing is multiplied with a condition, as in
    `[note] * (count > 1)`.
    """
    found = [
        f"{name}:{node.lineno}"
        for name, tree in _parse_modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mult)
        and (_is_condition(node.left) or _is_condition(node.right))
    ]
    assert found == []


def test_texts_hold_no_conditions() -> None:
    """A text that is filled in has a name for each part: no f-string has a condition inside."""
    found = [
        f"{name}:{node.lineno}"
        for name, tree in _parse_modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FormattedValue)
        and any(isinstance(part, ast.IfExp) for part in ast.walk(node.value))
    ]
    assert found == []


# What needs no name: nothing, one, a pair, the last one, a half.
NAMELESS_NUMBERS = {0, 1, 2, -1, 0.5}
# Packages that draw.
DRAWING_PACKAGES = ("tracker", "kit")


def _find_numbers(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the numbers inside the functions of a module, but those that need no name."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.Lambda):
            continue
        statements = function.body if isinstance(function.body, list) else [function.body]
        for node in (node for statement in statements for node in ast.walk(statement)):
            if not isinstance(node, ast.Constant) or type(node.value) not in {int, float}:
                continue
            if node.value not in NAMELESS_NUMBERS:
                yield node


def test_measures_have_names() -> None:
    """What draws has no bare number inside a function: a measure is a constant with a unit."""
    found = [
        f"{name}:{node.lineno} {node.value!r}"
        for name, tree in _parse_modules().items()
        if name.startswith(DRAWING_PACKAGES)
        for node in _find_numbers(tree)
    ]
    assert found == []


# What a name must say more than: it holds something, or something was done to it.
EMPTY_NAMES = {"one", "found", "made", "kept", "shown", "asked", "said", "told", "given", "taken"}
# A field of front matter: what the rules call one player.
NAMED_FIELDS = {("games/schema.py", "one")}


def _list_new_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the variables, parameters and functions of a module, each with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, name


def test_names_say_what_they_hold() -> None:
    """A variable is called by what it holds, as `sheet` or `answers`: nothing is `one` or
    `found`.
    """
    found = [
        f"{module}:{line} {name}"
        for module, tree in _parse_modules().items()
        for line, name in _list_new_names(tree)
        if name.strip("_") in EMPTY_NAMES and (module, name) not in NAMED_FIELDS
    ]
    assert found == []


GAME_NAMES = re.compile(
    r"word[-_ ]fleet(?![-_ ]print)|army[-_ ]men|(?:happy[-_ ])?flip[-_ ]chess", re.IGNORECASE
)
# Packages and templates that know games by the registry alone.
NAMELESS_PACKAGES = ("rulebook", "kit", "site", "web")
NAMELESS_TEMPLATES = ("book", "kit", "site", "web")
# Files that name a game, with the reason.
NAMING_FILES = {
    "base.css": "covers have the colors of their books, as a test compares",
    "site.css": "covers have the colors of their books",
    "web.css": "covers have the colors of their books",
}
# A game’s own pages, and the picture on its cover, are called by it.
OWN_FILES = re.compile(r"(?:banner-)?(?:word-fleet|army-men|happy-flip-chess)[-.]")


def _list_nameless() -> Iterator[Path]:
    """Yield the modules and templates that may name no game."""
    for package in NAMELESS_PACKAGES:
        yield from (PACKAGE / package).rglob("*.py")
    yield from data_folder("templates").glob("*.css")
    for folder in NAMELESS_TEMPLATES:
        for path in (data_folder("templates") / folder).rglob("*.*"):
            if not OWN_FILES.match(path.name):
                yield path


def test_games_are_named_in_their_folders_alone() -> None:
    """Books, kits, site and page ask the registry what a game is: a game of your own is printed as
    ours are.
    """
    found = [
        f"{path.name}:{number}: {line.strip()}"
        for path in sorted(_list_nameless())
        if path.name not in NAMING_FILES
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1)
        if GAME_NAMES.search(line)
    ]
    assert found == []


# What is written between these is an expression or a statement of a template.
TEMPLATE_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
# Data may have a line for each of its entries.
TEMPLATE_DATA = re.compile(r"\{% set \w+ = [\[({]")


def test_templates_break_no_expression() -> None:
    """A line of a template holds whole expressions and statements: what is longer has a name of its
    own; comments and data may have several lines.
    """
    templates = data_folder("templates")
    found = [
        f"{path.relative_to(templates)}: {code[0]}"
        for path in sorted(templates.rglob("*.*"))
        if path.suffix in {".html", ".svg", ".css"}
        for code in TEMPLATE_CODE.finditer(path.read_text(encoding="utf-8"))
        if "\n" in code[0] and code[0][:2] != "{#" and not TEMPLATE_DATA.match(code[0])
    ]
    assert found == []
