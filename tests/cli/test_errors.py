"""How errors are shown: every problem at once, what helps as options, JSON, no escape sequences."""

from __future__ import annotations

import json
from pathlib import Path

from support.command import ESCAPES, Run
from wordfleet_print.cli.errors import CommandOptions
from wordfleet_print.errors import Fix
from wordfleet_print.settings.reference import list_commands


def test_every_problem_is_shown_at_once(call: Run) -> None:
    """Bad values and conflicts come in one message, each with what would help."""
    result = call(
        "tracker", "--tier", "famly", "--count", "0", "--half-sheets", "--large-print", "Bo: lage"
    )
    assert result.code == 2
    assert result.err.count("•") == 4
    assert "    Use --tier family.\n" in result.err
    assert "    Leave out --half-sheets or --large-print.\n" in result.err


def test_no_message_upsets_the_terminal(call: Run) -> None:
    """Messages contain no escape sequence and no character that changes direction, whatever is
    pasted.
    """
    odd = "\x1b[31m\u202eab"
    lines = [
        ("--tier", odd),
        ("-t", odd),
        ("-w", odd),
        ("-o", odd + ".x"),
        (f"Bo: {odd}",),
        ("-e", odd),
        ("--rules", odd),
    ]
    for arguments in lines:
        assert not ESCAPES.search(call("tracker", *arguments).err), arguments
    assert not ESCAPES.search(call("reprint", odd).err)


def test_with_json_an_error_is_one_document(call: Run) -> None:
    """Stdout holds one JSON document with the exit code and every problem; the message is on stderr
    as usual.
    """
    for arguments in (
        ["tracker", "--tier", "famly"],
        ["look-up", "XX"],
        ["reprint", "none/"],
        ["tracker", "--x"],
    ):
        result = call(*arguments, "--json")
        document = json.loads(result.out)
        assert (document["ok"], document["exit_code"]) == (False, result.code)
        assert document["problems"]
        assert "Error:" in result.err


def test_a_conflict_with_the_file_says_so(call: Run, tmp_path: Path) -> None:
    """The message says that a need in conflict with a typed option comes from the file."""
    (tmp_path / "wordfleet.toml").write_text(
        '[tracker]\nplayers = ["Ann: large print", "Bo"]\n', encoding="utf-8"
    )
    assert "” (in wordfleet.toml)" in call("tracker", "--half-sheets").err


def test_an_error_names_only_options_of_its_command() -> None:
    """A fix of a setting that a command does not have is left to other commands and to the page."""
    models = list_commands().values()
    for field in {name for model in models for name in model.fields()}:
        for model in models:
            advice = CommandOptions(model).advise([Fix.choose(field), Fix.leave_out(field)])
            assert bool(advice) == (field in model.fields()), (model, field)


def test_advice_of_an_option_has_a_place_for_it() -> None:
    """The option's own name is put in, as it is typed, and there is no other brace."""
    for model in list_commands().values():
        for field in model.fields().values():
            assert field.option.advice.count("{}") == bool(field.option.advice), field.name
            (sentence,) = CommandOptions(model).advise([Fix(field.name, "3")])
            assert "{" not in sentence
            assert field.typed in sentence or field.placeholder.split()[0] in sentence
