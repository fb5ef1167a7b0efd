"""The house keeps its own order: documented, layered, without clocks or loose chance, quick to start."""

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
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
from hypothesis import settings

import wordfleet_print
from support.command import all_commands, forked

PACKAGE = Path(wordfleet_print.__file__).parent
ROOT = Path(__file__).parents[1]
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "data" not in path.relative_to(PACKAGE).parts)
LOOSE_MODULES = {"random", "time"}
CLOCKS = {"now", "utcnow", "today"}
PRINTERS = {"reportlab", "weasyprint"}
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def _name(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def _public(body: list[ast.stmt], inside: str = "") -> Iterator[tuple[str, Definition]]:
    """The public classes and functions of a module, and the public methods of those classes."""
    for node in body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield f"{inside}{node.name}", node
            if isinstance(node, ast.ClassDef):
                yield from _public(node.body, f"{inside}{node.name}.")


def _bare(path: Path) -> Iterator[str]:
    """What of a module is public and has no docstring."""
    tree = _tree(path)
    yield from (name for name, node in _public(tree.body) if not (ast.get_docstring(node) or "").strip())
    if not (ast.get_docstring(tree) or "").strip():
        yield "the module itself"


def test_everything_public_is_documented() -> None:
    """Every public module, class, function and method says in a docstring what it is for."""
    assert len(MODULES) > 100
    assert [(_name(path), name) for path in MODULES for name in _bare(path)] == []


def _kinds(path: Path) -> Iterator[str]:
    """The classes and the types that a module names; what TypeVars are called is nobody's business."""
    for node in _tree(path).body:
        names = [getattr(node, "name", ""), *(ast.unparse(one) for one in getattr(node, "targets", ()))]
        yield from (
            name for name in names if re.fullmatch(r"[A-Z]\w*[a-z]\w*", name) and "TypeVar" not in ast.dump(node)
        )


def test_a_name_has_one_meaning() -> None:
    """In a package no two files have one name, and no two classes or types; no folder holds more files than somebody
    reads through.
    """
    packages = {path: path.relative_to(PACKAGE).parts[0] for path in MODULES}
    files = Counter((packages[path], path.name) for path in MODULES if path.name != "__init__.py")
    kinds = Counter((packages[path], kind) for path in MODULES for kind in _kinds(path))
    assert [name for name, times in (*files.items(), *kinds.items()) if times > 1] == []
    assert len(kinds) > 300
    assert [room for room, count in Counter(path.parent for path in MODULES).items() if count > 22] == []


def test_messages_are_worded_in_one_place() -> None:
    """Only `messages` words plurals, “and 12 more” and near misses."""
    loose = re.compile(r"difflib|['\"]s['\"] \*|\w\(s\)|- \w+:,\} more")
    others = [path for path in MODULES if path.name != "messages.py"]
    assert [_name(path) for path in others if loose.search(path.read_text(encoding="utf-8"))] == []


def _options_said(path: Path) -> Iterator[str]:
    """The strings of a module that name an option of ours; style sheets have variables that look so."""
    tree = _tree(path)
    documents = (node.body[0] for node in ast.walk(tree) if isinstance(node, (ast.Module, Definition)) and node.body)
    told = {id(one.value) for one in documents if isinstance(one, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield from re.findall(r"(?<!var\()(?<![\w\"-])--[a-z][a-z-]+(?![a-z-]*[:\\])", node.value)


def test_options_are_told_at_the_command_line_alone() -> None:
    """Only the command line and the settings name options: errors and notes name fields."""
    below = [path for path in MODULES if path.parent.name not in ("cli", "settings") and path.name != "__main__.py"]
    said = {name for path in below if path.name != "pdf.py" for name in _options_said(path)}  # a browser's options
    assert said - {"--force-reinstall"} == {"--ink", "--tint", "--paper"} & said
    assert not any("--paper" in _options_said(path) for path in below if path.name != "svg_pen.py")


def _loose(node: ast.AST) -> Iterator[str]:
    """Imports of loose chance and clocks, and calls that read a clock."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name.split(".")[0] in LOOSE_MODULES)
    elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in LOOSE_MODULES:
        yield str(node.module)
    elif isinstance(node, ast.Attribute) and node.attr in CLOCKS:
        yield node.attr


def test_nothing_depends_on_the_clock_or_on_loose_chance() -> None:
    """No module imports `random` or `time`, or asks what day it is: output hangs on input alone."""
    found = [(_name(path), name) for path in MODULES for node in ast.walk(_tree(path)) for name in _loose(node)]
    assert found == []


def test_rooms_import_only_the_rooms_below() -> None:
    """import-linter's contracts hold: layers, and which room may know which heavy library."""
    linter = shutil.which("lint-imports", path=str(Path(sys.executable).parent))
    assert linter, "import-linter is not installed beside this Python"
    done = subprocess.run(
        [linter, "--no-cache", "--no-logo"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout
    assert re.search(r"[1-9]\d* kept, 0 broken", done.stdout)


def test_no_module_comes_back_to_itself() -> None:
    """No imports go in a circle, not even those for type checkers alone: each module can be read on its own."""
    graph = grimp.build_graph("wordfleet_print", cache_dir=None)
    order = TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules})
    assert len(list(order.static_order())) > len(MODULES) // 2


COMMANDS = list(all_commands())
TYPER = ("typer._adapters", "typer.rich_utils")
"""Of the modules that a help is made by, those that take longest to load; all are others'."""


def test_help_shows_examples_and_loads_no_printing_library(tmp_path: Path) -> None:
    """`--help` of every command explains it, and shows whole calls of it that can be copied.

    It loads the command line alone: neither what prints, nor words, nor the models of the rules.
    """
    telling = "import atexit; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    calls = [(tmp_path, [*command, "--help"]) for command in COMMANDS]
    for command, ran in zip(COMMANDS, forked(calls, loads=TYPER, before=telling), strict=True):
        (modules,) = ran.err.splitlines()
        imported = set(modules.split())
        call = " ".join(["wordfleet-print", *command])
        assert ran.code == 0
        assert [line.strip() for line in ran.out.splitlines() if call in line and "Usage:" not in line], command
        assert "wordfleet_print.cli.main" in imported
        assert not imported & (PRINTERS | {"yaml", "jinja2", "markdown", "segno", "anyascii"}), command
        assert not imported & {f"wordfleet_print.{room}" for room in ("games", "fleet", "sheet", "press", "rulebook")}


def test_every_command_is_known() -> None:
    """The commands are there: a list that came out empty would prove nothing above."""
    assert {("tracker",), ("words",), ("words", "check"), ("doctor",), ("rules",), ("site",)} <= set(COMMANDS)


def _imported(*arguments: str, folder: Path) -> tuple[subprocess.CompletedProcess[str], set[str]]:
    """A call of the programme, and the modules that it loads, with every package they are in."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "wordfleet_print", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "200"},
        timeout=60,
        check=True,
    )
    names = re.findall(r"^import time:.*\|\s*(\S+)$", done.stderr, re.MULTILINE)
    return done, {".".join(name.split(".")[: i + 1]) for name in names for i in range(name.count(".") + 1)}


def test_the_version_loads_nothing_heavy(tmp_path: Path) -> None:
    """`--version` answers at once: no typer, rich, pydantic, reportlab or weasyprint is loaded for it."""
    _, imported = _imported("--version", folder=tmp_path)
    assert "wordfleet_print" in imported
    assert not imported & (PRINTERS | {"typer", "click", "rich", "pydantic", "yaml", "jinja2", "markdown"})


def test_trackers_need_no_rulebook_library(tmp_path: Path) -> None:
    """`tracker` prints where Pango is missing: nothing of the rulebook's machinery is loaded."""
    _, imported = _imported("tracker", "--quiet", folder=tmp_path)
    assert "reportlab" in imported
    assert not imported & {"weasyprint", "jinja2", "markdown"}


def test_no_test_hangs_on_the_clock() -> None:
    """A slow machine makes no test fail: examples may take as long as they take, in every test."""
    assert settings().deadline is None
    own = [path.name for path in Path(__file__).parent.rglob("*.py") if "deadline=" in path.read_text(encoding="utf-8")]
    assert sorted(own) == ["conftest.py", Path(__file__).name]
