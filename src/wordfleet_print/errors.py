"""The errors a user can meet, each bearing its own exit code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import ClassVar, TypeAlias

Say: TypeAlias = "tuple[str | tuple[str, ...], ...]"
"""What somebody could say of fields to help, by their names in requests: `("edition",)`; with values:
`("encoding=cp1252", "encoding=cp1250")`. Each door spells it in its own way.
"""


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
class Complaint:
    """One thing wrong with an input: where it stands, what is wrong, what to do about it.

    `where` names the file, and the line, row or field where there is one; it may be empty. Of a list, `rows` are the
    numbers of the rows that it speaks of, and `column` the place of the cell, from 0, where it is one column's. `field`
    names what was asked for that it is about, and `say` what could be said instead.
    """

    where: str
    what: str
    advice: str = ""
    rows: tuple[int, ...] = field(default=(), compare=False)
    column: int | None = field(default=None, compare=False)
    say: Say = field(default=(), compare=False)
    field: str = ""

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        return f"{text} ({self.advice})" if self.advice else text


class Note(str):
    """A sentence worth knowing, with what could be said to change it."""

    say: Say

    def __new__(cls, text: str, *say: str) -> Note:
        """The sentence."""
        made = super().__new__(cls, text)
        made.say = say
        return made


class WordfleetError(Exception):
    """An expected failure, with every complaint there is.

    `tip` is a sentence that helps at every door, or empty; `field` names what was asked for that it is about; `say`
    could be said to help, the fields of `leave` be left out.
    """

    exit_code: ClassVar[ExitCode] = ExitCode.BAD_INPUT

    def __init__(
        self,
        message: str,
        *complaints: Complaint,
        tip: str = "",
        field: str = "",
        say: Say = (),
        leave: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message, self.complaints, self.tip = message, complaints, tip
        self.field, self.say, self.leave = field, say, leave

    def __str__(self) -> str:
        return "\n".join([self.message, *map(str, self.complaints)])

    @property
    def told(self) -> tuple[Complaint, ...]:
        """Its complaints; where there are none, its message and tip as one."""
        return self.complaints or (Complaint("", self.message, self.tip, say=self.say),)


def as_one(errors: Sequence[WordfleetError], message: str) -> WordfleetError:
    """The one error; of several, one of the first's kind that tells all of them."""
    if len(errors) == 1:
        return errors[0]
    told = [replace(one, field=one.field or error.field) for error in errors for one in error.told]
    return type(errors[0])(message, *dict.fromkeys(told))


class UsageError(WordfleetError):
    """Options that do not go together."""

    exit_code = ExitCode.USAGE


class BadInputError(WordfleetError):
    """Something handed in cannot be used; carries every complaint found, not only the first."""

    exit_code = ExitCode.BAD_INPUT


class CannotWriteError(WordfleetError):
    """The output cannot be written; whatever stood there before still does, but for what the complaints name."""

    exit_code = ExitCode.CANNOT_WRITE


class PipeClosedError(WordfleetError):
    """Whoever read our output has stopped reading, as `head` does: nothing is wrong, and nothing is said."""

    exit_code = ExitCode.PIPE_CLOSED


class MissingDependencyError(WordfleetError):
    """Something has to be installed first; the tip says how."""

    exit_code = ExitCode.MISSING_DEPENDENCY


class WorkerDiedError(WordfleetError):
    """A process that did part of the work has ended before its time: by the system, or by a bug."""

    exit_code = ExitCode.BUG


class BusyError(WordfleetError):
    """Another run is at work in the same folder."""

    exit_code = ExitCode.BUSY
