"""The programme as a whole: what `--help` says of each command, and how little it loads to say it."""

from __future__ import annotations

import re
import subprocess
import sys
from inspect import cleandoc
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from wordfleet_print.cli.app import COMMANDS, app

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
    return set(re.findall(r"\bwordfleet_print\.cli\.commands\.(\S+)", done.stderr))
