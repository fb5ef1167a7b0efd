"""Errors and notes as the command line shows them: settings as options, and what would help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from dataclasses import field as attribute
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wordfleet_print.cli.output import say, show_json, stderr
from wordfleet_print.errors import (
    CannotWriteError,
    ExitCode,
    Fix,
    Note,
    PipeClosedError,
    Problem,
    WordfleetError,
)
from wordfleet_print.messages import join_words
from wordfleet_print.settings.config_places import is_in_file
from wordfleet_print.settings.reference import spell

if TYPE_CHECKING:
    from wordfleet_print.settings.core import Settings

BULLET = "  •"


@dataclass(frozen=True, slots=True)
class CommandOptions:
    """The options of a command: they say how the fields of problems and fixes are typed."""

    model: type[Settings] | None = None
    """The settings of the command; None where no command is known."""
    files: Mapping[str, Path] = attribute(default_factory=dict)
    """The file of each field whose value is a default of a wordfleet.toml."""

    def spell(self, field: str, value: str | None = None) -> str:
        """Return a field as it is typed: `--half-sheets`, or `--paper a4` with a value; and the
        wordfleet.toml that its value is from, if it is not from the command.
        """
        option = spell(self.model, field, value)
        file = self.files.get(field.partition(".")[0])
        return f"{option} (in {file})" if file else option

    def advise(self, fixes: Iterable[Fix]) -> list[str]:
        """Return sentences on what would help: “Use --theme or --tier.” Fixes with the same advice
        are one sentence. A fix that the command has no option for is left out.
        """
        options_by_advice: dict[str, list[str]] = {}
        for fix in fixes:
            if self._has_option(fix.field):
                option = self.spell(fix.field, fix.value)
                options_by_advice.setdefault(self._find_advice(fix), []).append(option)
        return [
            advice.replace("{}", join_words(dict.fromkeys(options), "or"))
            for advice, options in options_by_advice.items()
        ]

    def _has_option(self, field: str) -> bool:
        return self.model is None or field.partition(".")[0] in self.model.fields()

    def _find_advice(self, fix: Fix) -> str:
        """Return what a fix does, with braces in place of the option."""
        if fix.why:
            return fix.why
        if fix.value is None:
            return "Leave out {}."
        field = self.model.fields().get(fix.field) if self.model else None
        advice = field.option.advice if field else ""
        return advice or "Use {}."


def describe_note(note: Note, model: type[Settings]) -> str:
    """Return a note with the options of the command that would help."""
    return " ".join([note.text, *CommandOptions(model).advise(note.fixes)])


def describe_error(error: WordfleetError, options: CommandOptions) -> list[str]:
    """Return an error as lines: its message, every problem with its advice, and what would help
    with all of them.
    """
    summary = error.summary
    if not error.details:
        return _describe_only_problem(summary, options)
    lines = [summary.message]
    for problem in error.details:
        lines.append(f"{BULLET} {_describe_problem(problem, summary.field, options)}")
        if advice_on_problem := options.advise(_choose_fixes(problem)):
            lines.append(f"    {' '.join(advice_on_problem)}")
    sentences = [summary.advice, *options.advise(summary.fixes)]
    advice = " ".join(filter(None, sentences))
    return [*lines, advice] if advice else lines


def _describe_only_problem(problem: Problem, options: CommandOptions) -> list[str]:
    """Return the lines of a problem that is the only one of its error: what is wrong, and what
    would help.
    """
    sentences = [problem.advice, *options.advise(_choose_fixes(problem))]
    option = options.spell(problem.field)
    if option.startswith("--") and not (problem.fixes or problem.advice):
        sentences.append(f"See {option}.")
    advice = " ".join(filter(None, sentences))
    return [problem.message, advice] if advice else [problem.message]


def _describe_problem(problem: Problem, about: str, options: CommandOptions) -> str:
    """Return one of several problems with its place: “--player 2 name: …”. In a wordfleet.toml it
    is: “wordfleet.toml paper: …”. `about` is the field of the whole error.
    """
    names = _name_fields(problem, about, options)
    parts = [problem.where, names] if is_in_file(problem.where) else [names, problem.where]
    where = " ".join(filter(None, parts))
    for part in problem.place:
        where += f" {part + 1}" if isinstance(part, int) else f" {part}"
    message = problem.message
    if problem.advice:
        message += f" ({problem.advice})"
    return f"{where}: {message}" if where else message


def _name_fields(problem: Problem, about: str, options: CommandOptions) -> str:
    """Return the fields of a problem as they are typed, "" where its place says enough."""
    if problem.where and problem.field == about:
        return ""
    if problem.where.startswith(problem.field):
        return ""
    if is_in_file(problem.where):
        return problem.field.replace("_", "-")
    return " with ".join(map(options.spell, (problem.field, *problem.others)))


def _choose_fixes(problem: Problem) -> list[Fix]:
    """Return the fixes that can be typed: not the value of one item of a list in a file."""
    if not is_in_file(problem.where):
        return [*problem.fixes]
    return [fix for fix in problem.fixes if fix.value is None]


def error_as_json(error: WordfleetError) -> dict[str, Any]:
    """Return what there is to say of an error: its exit code, its message, each problem, and
    advice on all of them; of a player list also its questions and columns.
    """
    document: dict[str, Any] = {
        "exit_code": int(error.exit_code),
        "message": error.message,
        "problems": [asdict(problem) for problem in error.problems],
        "advice": error.summary.advice,
    }
    for name in ("questions", "columns"):
        items = getattr(error, name, None)
        if items is not None:
            document[name] = [asdict(item) for item in items]
    return document


def report(
    error: WordfleetError, options: CommandOptions | None = None, *, as_json: bool = False
) -> ExitCode:
    """Show an error on stderr, with `as_json` also on stdout, and return its exit code.

    Nothing is shown where nobody reads stdout any more.
    """
    if isinstance(error, PipeClosedError):
        return error.exit_code
    if as_json:
        # The lines below say it if stdout takes nothing
        with suppress(CannotWriteError, PipeClosedError):
            show_json({"ok": False, **error_as_json(error)})
    message, *lines = describe_error(error, options or CommandOptions())
    console = stderr()
    console.print("Error:", style="bold red", end=" ")
    say(console, message)
    for line in lines:
        say(console, line, style="" if line.startswith(BULLET) else "dim")
    return error.exit_code
