"""Help, completion and the option reference: every option of every command, and no command loaded
in vain.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support.command import Run, check
from wordfleet_print.settings.reference import list_commands, write_reference

COMMANDS = list_commands()
REFERENCE = Path(__file__).parents[2] / "docs" / "options.md"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_every_option(call: Run, command: str) -> None:
    """`--help` lists every option with its meaning; a flag is listed in the form that changes
    something.
    """
    shown = " ".join(check(call(*command.split(), "--help")).out.replace("│", " ").split())
    for one in COMMANDS[command].fields().values():
        name = (
            one.placeholder
            if one.option.argument
            else f"--{'no-' if one.default is True else ''}{one.typed}"
        )
        assert name in shown
        assert one.option.help in shown


@pytest.mark.parametrize(("command", "most"), [("tracker", 26), ("event print", 35)])
def test_commands_have_few_options(command: str, most: int) -> None:
    """The help of common commands stays short enough to read."""
    assert len(COMMANDS[command].fields()) <= most


def test_the_option_reference_is_true() -> None:
    """docs/options.md is what `python -m wordfleet_print.settings.reference` prints."""
    assert REFERENCE.read_text(encoding="utf-8") == write_reference()


def test_help_loads_no_command() -> None:
    """`--help` loads neither a command nor pydantic; a refused call loads nothing that prints."""
    code = "import atexit, sys; atexit.register(lambda: print(*sys.modules));"
    code += "from wordfleet_print.__main__ import main; main()"
    for arguments, unwanted in (
        (["--help"], {"pydantic", "wordfleet_print.cli.tracker", "wordfleet_print.games"}),
        (
            ["tracker", "--help"],
            {"reportlab", "wordfleet_print.services.trackers", "wordfleet_print.fleet.deck"},
        ),
        (["tracker", "-n", "0"], {"reportlab", "wordfleet_print.services.trackers"}),
    ):
        result = subprocess.run(
            [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
        )
        assert not unwanted & set(result.stdout.split()), arguments


def test_values_are_completed(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shell completes options and their values: themes, editions, tiers."""
    monkeypatch.setenv("_WORDFLEET_PRINT_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "wordfleet-print tracker --theme s")
    monkeypatch.setenv("COMP_CWORD", "3")
    assert {"space", "sports"} <= set(call().out.split())
