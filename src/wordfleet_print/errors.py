"""The errors a user can meet, each bearing its own exit code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import ClassVar, TypeAlias, TypeVar

T = TypeVar("T")
# Called with how many of how many calls are done.
Progress: TypeAlias = Callable[[int, int], object]
# What somebody could say of fields to help, by their names in requests: `("edition",)`; with
# values: `("encoding=cp1252", "encoding=cp1250")`. Each door spells it in its own way.
Say: TypeAlias = "tuple[str | tuple[str, ...], ...]"


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
    """A change that would help: set `field` to `value`, or leave the field out where `value` is
    None.

    `value` is "" where the user has to choose it, and "no" to turn a flag off. `why` says what the
    change does, with braces in place of the field: "{} prints a spare sheet." In a list, `instead`
    is the item that `value` replaces.
    """

    field: str
    value: str | None = None
    why: str = ""
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, in words that fit the command line, a file and a web page.

    `field` names the setting, and `others` the settings that it does not go with; `place` leads to
    an item of a list and to a field of that item. `where` names a file, and its line, row or table.
    `advice` says what to do where no fix can.
    """

    message: str
    field: str = ""
    fixes: tuple[Fix, ...] = ()
    others: tuple[str, ...] = ()
    place: tuple[int | str, ...] = ()
    where: str = ""
    advice: str = ""

    def __str__(self) -> str:
        text = f"{self.where}: {self.message}" if self.where else self.message
        return f"{text} ({self.advice})" if self.advice else text


def fixes_of(say: Say, leave: Iterable[str] = ()) -> tuple[Fix, ...]:
    """Return what could be said, or left out, as fixes."""
    values = (
        one.partition("=")
        for group in say
        for one in ((group,) if isinstance(group, str) else group)
    )
    return (*(Fix(field, value) for field, _, value in values), *map(Fix, leave))


class Note(str):
    """A sentence worth knowing, with the fixes that would change it."""

    fixes: tuple[Fix, ...]

    def __new__(cls, text: str, *fixes: str | Fix) -> Note:
        """Return the sentence; a fix may be a text such as `encoding=cp1252`."""
        note = super().__new__(cls, text)
        note.fixes = tuple(one if isinstance(one, Fix) else fixes_of((one,))[0] for one in fixes)
        return note


class WordfleetError(Exception):
    """An expected failure, with every problem that was found.

    `tip` is a sentence that helps in every interface, or empty; `field` names the setting that it
    is about; `say` could be said to help, the fields of `leave` be left out.
    """

    exit_code: ClassVar[ExitCode] = ExitCode.BAD_INPUT

    def __init__(
        self,
        message: str,
        *found: Problem,
        tip: str = "",
        field: str = "",
        say: Say = (),
        leave: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.found = found
        self.tip = tip
        self.field = field
        self.say = say
        self.leave = leave

    def __str__(self) -> str:
        return "\n".join([self.message, *map(str, self.found)])

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Every problem that was found; the message as one where there is no other."""
        leave = dict.fromkeys(
            (*self.leave, self.field) if self.leave and self.field else self.leave
        )
        fixes = fixes_of(self.say, leave)
        return self.found or (Problem(self.message, self.field, fixes, advice=self.tip),)


def as_one(errors: Sequence[WordfleetError], message: str) -> WordfleetError:
    """Return the only error; or one of the first's kind, with this message and everything that is
    wrong.
    """
    if len(errors) == 1:
        return errors[0]
    found = [
        replace(one, field=one.field or error.field) for error in errors for one in error.problems
    ]
    return type(errors[0])(message, *dict.fromkeys(found))


class UsageError(WordfleetError):
    """Options that are unknown, have a bad value, or do not go together."""

    exit_code = ExitCode.USAGE


class BadInputError(WordfleetError):
    """Something handed in cannot be used; carries every problem found, not only the first."""

    exit_code = ExitCode.BAD_INPUT


class CannotWriteError(WordfleetError):
    """The output cannot be written; whatever stood there before still does, but for what the
    problems name.
    """

    exit_code = ExitCode.CANNOT_WRITE


class PipeClosedError(WordfleetError):
    """The program that read our output has stopped reading, as `head` does: nothing is wrong, and
    nothing is said.
    """

    exit_code = ExitCode.PIPE_CLOSED


class MissingDependencyError(WordfleetError):
    """Something has to be installed first; the tip says how."""

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
    """Return what the calls return. Raises the errors of all calls that fail as one, with this
    message.
    """
    results: list[T] = []
    errors: dict[str, WordfleetError] = {}
    for number, call in enumerate(calls, start=1):
        try:
            results.append(call())
        except MissingDependencyError:
            raise
        except WordfleetError as error:
            errors[str(error)] = error
        progress(number, len(calls))
    if errors:
        raise as_one([*errors.values()], message)
    return results
