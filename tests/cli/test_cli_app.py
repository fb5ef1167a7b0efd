"""The programme as a whole: what `--help` says of each command, and how little it loads to say it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from inspect import cleandoc
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from support.command import Run
from wordfleet_print.cli.run import COMMANDS, app

TELLING = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from wordfleet_print.cli.run import run
run()
"""
HELP: Any = get_command(app)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_lists_a_command_as_it_describes_itself(name: str) -> None:
    """What the programme says of a command before it is loaded is the first paragraph of its own help."""
    own = cleandoc(HELP.commands[name].loaded.help).split("\n\n")[0]
    assert " ".join(own.split()) == COMMANDS[name]


@pytest.mark.parametrize("name", COMMANDS)
def test_help_breaks_no_line_that_a_terminal_breaks_again(name: str) -> None:
    """Line ends in a paragraph of help are kept on the screen: none stands where 80 columns have broken the line."""
    loaded = HELP.commands[name].loaded
    for command in (loaded, *getattr(loaded, "commands", {}).values()):
        for paragraph in cleandoc(command.help).split("\n\n"):
            assert "\n" not in paragraph or max(map(len, paragraph.split("\n"))) <= 78


def test_help_loads_no_command() -> None:
    """`--help` tells what there is, and loads none of it; `words --help` loads that command alone."""
    assert _loaded("--help") & set(COMMANDS) == set()
    assert _loaded("words", "--help") & set(COMMANDS) == {"words"}


def test_defaults_load_no_other_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A `wordfleet.toml` loads the commands it speaks of, to be checked, and no others."""
    monkeypatch.chdir(tmp_path)
    Path("wordfleet.toml").write_text("[tracker]\neco = true\n", encoding="utf-8")
    assert _loaded("words", "--help") & set(COMMANDS) <= {"words", "tracker"}


def _loaded(*arguments: str) -> set[str]:
    """The commands' modules that a call loads."""
    call = [sys.executable, "-c", TELLING, *arguments]
    done = subprocess.run(call, capture_output=True, text=True, timeout=60, check=True)
    return set(re.findall(r"\bwordfleet_print\.cli\.(\w+)", done.stderr))


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (["words", "check", "none.txt", "--json"], 3, "none.txt cannot be read"),
        (["verify", "XX", "--json"], 3, "not a sheet code"),
        (["event", "print", "--json"], 2, "Name a roster"),
        (["event", "check", "none.csv", "--json"], 3, "no such file"),
        (["event", "diff", "a", "b", "--json"], 3, "a does not exist"),
        (["event", "check", "none.csv", "--json", "--rounds", "x"], 2, "“x” is not a number of rounds"),
        (["doctor", "--bad", "--json"], 2, "No such option: --bad"),
        (["tracker", "--captain", "\0", "--json"], 3, ""),
        (["tracker", "--output", "-", "--json"], 2, "--output - writes one PDF"),
    ],
)
def test_with_json_an_error_is_one_document_too(call: Run, arguments: list[str], code: int, part: str) -> None:
    """Whatever goes wrong, stdout holds one JSON document with message, problems and tip; exit code as documented."""
    ran = call(*arguments)
    document = json.loads(ran.out)
    assert (ran.code, document["ok"], document["exit_code"], part in document["message"]) == (code, False, code, True)
    assert {"problems", "tip"} <= {*document}


def test_json_by_default_counts_for_errors_too(call: Run) -> None:
    """What `wordfleet.toml` says of a command's --json holds when the command fails."""
    Path("wordfleet.toml").write_text("[words.check]\njson = true\n", encoding="utf-8")
    assert json.loads(call("words", "check", "none.txt").out)["exit_code"] == 3
    assert call("verify", "XX").out == ""
