"""Help, completion and the option reference: every option of every command, and no command loaded
in vain.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer import rich_utils

from support.command import Run, all_commands, check
from wordfleet_print.errors import ExitCode
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
            one.placeholder.replace(" …", "")
            if one.option.argument
            else f"--{'no-' if one.default is True else ''}{one.typed}"
        )
        assert name in shown
        assert one.option.help in shown


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("words", [*all_commands()], ids=" ".join)
def test_help_fits_the_terminal(
    call: Run, words: tuple[str, ...], width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is cut or wider than the terminal, and what a command reports comes behind all of
    its own options.
    """
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr(rich_utils, "MAX_WIDTH", width)
    shown = check(call(*words, "--help")).out
    assert "…" not in shown.replace("WF-…", "")
    assert max(map(len, shown.splitlines())) <= width
    own = shown.partition("─ Messages and help ─")[2]
    assert "--quiet" not in shown or "--quiet" in own
    assert "--output " not in own.partition("Examples")[0]


@pytest.mark.parametrize("words", [*all_commands()], ids=" ".join)
def test_help_shows_no_types_of_python(call: Run, words: tuple[str, ...]) -> None:
    """Neither `<bool>` nor `<list[str]>` says anything to somebody who prints sheets."""
    assert "<" not in check(call(*words, "--help")).out


@pytest.mark.parametrize("command", COMMANDS)
def test_an_option_that_takes_one_value_is_refused_twice(call: Run, command: str) -> None:
    """No value hides another in silence: one error names every option with all its values."""
    fields = [one for one in COMMANDS[command].fields().values() if not one.option.argument]
    flags = [one for one in fields if one.is_flag]
    single = [one for one in fields if not one.is_list and not one.is_flag]
    typed = [word for one in single for word in (f"--{one.typed}=1", f"--{one.typed}=2")]
    typed += [word for one in flags for word in (f"--{one.typed}", f"--no-{one.typed}")]
    result = call(*command.split(), *typed)
    assert (result.code, "given more than once" in result.err) == (ExitCode.USAGE, True)
    for one in single:
        assert f"--{one.typed}: takes one value, not “1” and “2”." in result.err
    for one in flags:
        assert f"{one.typed}: takes one value, not on and off." in result.err


def test_an_option_that_takes_several_takes_all(call: Run) -> None:
    """The same flag twice changes nothing, either."""
    out = check(call("words", "--theme", "animals", "--theme", "space", "--quiet", "--quiet")).out
    assert out == check(call("words", "--theme=animals", "--theme=space", "--quiet")).out


@pytest.mark.parametrize(("command", "most"), [("tracker", 27), ("event print", 38)])
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
