"""What users can meet: errors with their exit codes, problems, notes, and what would help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import ClassVar, TypeAlias, TypeVar

T = TypeVar("T")
# Called with how many of how many calls are done.
Progress: TypeAlias = Callable[[int, int], object]


class ExitCode(IntEnum):
    """What the process tells its caller (docs/exit-codes.md)."""

    DONE = 0
    BUG = 1
    USAGE = 2
    BAD_INPUT = 3
    CANNOT_WRITE = 4
    MISSING_DEPENDENCY = 5
    BUSY = 75
    INTERRUPTED = 130
    PIPE_CLOSED = 141
    TERMINATED = 143


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of one setting that would help.

    The command line spells it as an option (“Use --theme animals.”), a form as a button.
    `Fix("theme", "animals")` sets the field, `Fix.choose("theme")` asks for any other value, and
    `Fix.leave_out("theme")` is for a setting that should not be there.
    """

    field: str
    """The setting, by its name in the settings: `half_sheets`; of an item in a list
    `players.tier`.
    """
    value: str | None
    """What to set it to: "no" turns a flag off, "" is for the user to choose, None leaves it
    out.
    """
    why: str = ""
    """What the change does, with braces in place of the setting: “{} prints a spare sheet.” It
    replaces the advice of the option.
    """
    instead: str = ""
    """In a list, the item that `value` replaces."""

    @classmethod
    def choose(cls, field: str) -> Fix:
        """Return the fix to give the setting a value that only the user knows."""
        return cls(field, "")

    @classmethod
    def leave_out(cls, field: str) -> Fix:
        """Return the fix not to give the setting at all."""
        return cls(field, None)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, in words that fit the command line, a file and a web page.

    It names settings by their fields; each interface spells them in its own way.
    """

    message: str
    """What is wrong. A sentence, or the end of a line that begins with the place."""
    field: str = ""
    """The setting that it is about."""
    fixes: tuple[Fix, ...] = ()
    """The changes that would help, any one of them."""
    others: tuple[str, ...] = ()
    """The settings that `field` cannot be combined with."""
    place: tuple[int | str, ...] = ()
    """The item of a list, counted from 0, and the field of that item: `(1, "name")`."""
    where: str = ""
    """A file, with its line, row or table: `list.csv, row 7`."""
    advice: str = ""
    """What to do where no change of a setting helps."""

    def __str__(self) -> str:
        text = f"{self.where}: {self.message}" if self.where else self.message
        return f"{text} ({self.advice})" if self.advice else text


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence worth knowing, with the fixes that would change it."""

    text: str
    fixes: tuple[Fix, ...] = ()

    def __str__(self) -> str:
        return self.text


class WordfleetError(Exception):
    """An expected failure: what failed, and every problem that was found.

    Where one problem is all, it is the error:

        raise BadInputError("The event has no results yet.")
        raise UsageError(Problem("Give a word list.", "words", (Fix.choose("words"),)))

    Where there are several, the first argument says what they prevent. It also says what
    helps with all of them:

        raise BadInputError(Problem("The list cannot be read.", advice="Save it again."), problems)
    """

    exit_code: ClassVar[ExitCode] = ExitCode.BAD_INPUT
    summary: Problem
    """What failed as a whole; the only problem where there are no others."""
    details: tuple[Problem, ...]
    """The problems that `summary` is about, or nothing."""

    def __init__(self, summary: str | Problem, problems: Iterable[Problem] = ()) -> None:
        self.summary = Problem(summary) if isinstance(summary, str) else summary
        self.details = tuple(problems)
        super().__init__(self.message)

    def __str__(self) -> str:
        return "\n".join([self.message, *map(str, self.details)])

    @property
    def message(self) -> str:
        """What failed, in a sentence."""
        return self.summary.message

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Every problem, at least one."""
        return self.details or (self.summary,)


def join_errors(errors: Sequence[WordfleetError], message: str) -> WordfleetError:
    """Return several errors as one: of the class of the first, with this message and the problems
    of all, each once. An error alone is returned as it is.
    """
    if len(errors) == 1:
        return errors[0]
    problems = [
        replace(problem, field=problem.field or error.summary.field)
        for error in errors
        for problem in error.problems
    ]
    return type(errors[0])(message, dict.fromkeys(problems))


class UsageError(WordfleetError):
    """Options that are unknown, have a bad value, or do not go together."""

    exit_code = ExitCode.USAGE


class BadInputError(WordfleetError):
    """Something that a user gave cannot be used: a list, a file, a sheet code."""

    exit_code = ExitCode.BAD_INPUT


class CannotWriteError(WordfleetError):
    """The output cannot be written. Files that were there are unchanged, except those that the
    problems name.
    """

    exit_code = ExitCode.CANNOT_WRITE


class PipeClosedError(WordfleetError):
    """The program that read our output has stopped reading, as `head` does. It is not shown."""

    exit_code = ExitCode.PIPE_CLOSED


class MissingDependencyError(WordfleetError):
    """Something has to be installed first; the advice says how."""

    exit_code = ExitCode.MISSING_DEPENDENCY


class BusyError(WordfleetError):
    """Another run is using the same folder, or this computer has too much to do."""

    exit_code = ExitCode.BUSY


THIS_COMPUTER_IS_BUSY = "This computer is busy. Try again in a moment."


def show_nothing(_done: int, _total: int) -> None:
    """Take progress and show nothing."""


def call_all(
    calls: Sequence[Callable[[], T]], message: str, progress: Progress = show_nothing
) -> list[T]:
    """Return what the calls return. Calls go on after one has failed: then the errors of all are
    raised as one, with this message.
    """
    results: list[T] = []
    errors_by_message: dict[str, WordfleetError] = {}
    for number, call in enumerate(calls, start=1):
        try:
            results.append(call())
        except MissingDependencyError:  # the other calls would need it, too
            raise
        except WordfleetError as error:
            errors_by_message[str(error)] = error
        progress(number, len(calls))
    if errors_by_message:
        raise join_errors([*errors_by_message.values()], message)
    return results
