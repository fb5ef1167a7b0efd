"""What a list leaves open: questions with the answers there are, and what is wrong with it.

The key of a question begins with its kind, so that a status and a name of the same text never share
an answer:

- `encoding`, `repair`: how a text is read (`lists`). `sheet`: which worksheet (`lists`).
- `column.ROLE`: which column holds it (`mapping`). `order`: first or last name first (`people`).
- `row.TEXT`, and `rows` for all: whether a row is a player (`people`).
- `status.TEXT`, `ROLE.TEXT`: what a cell means (`people`).
- `same.NAME`: one person or two (`people`).
- `gone`, `renamed.NAME`: what a later list means for an event (`event.plan.returning_players`).
- `result.ROUND.TABLE`: how an open table ended (`event.open_tables`).
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wordfleet_print import errors, messages
from wordfleet_print.roster import roles
from wordfleet_print.sheet.captains import plain

if TYPE_CHECKING:
    from wordfleet_print.roster.roster import ReadColumn

# The answer to each question by its key, such as {"column.name": "Captain", "row.late-entries":
# "skip"}.
Answers = Mapping[str, str]
# Behind what a column of a second player in a row is read as: “name of another player”.
OF_ANOTHER = " of another player"
# Problems shown of a list.
MOST_PROBLEMS = 50
# The key of the question that settles all rows in doubt at once.
ALL_ROWS = "rows"


def key_of(kind: str, text: str) -> str:
    """The key of a question about a text in the list.

    It names the text and not its row, so that the answer still holds in the next round's list.
    """
    letters = plain(text) or " ".join(
        unicodedata.name(sign, "sign").casefold() for sign in text[:3]
    )
    return f"{kind}.{letters.replace(' ', '-')}"


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question: the value to send, and what it means."""

    value: str
    label: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "label", messages.escape_unprintable(self.label))


def offer(**labels: str) -> tuple[Choice, ...]:
    """Return choices by their values, where “_” stands for “-”, and their labels."""
    return tuple(Choice(value.replace("_", "-"), label) for value, label in labels.items())


@dataclass(frozen=True, slots=True)
class Question:
    """Something that only the organizer knows.

    `rows` (numbers as a spreadsheet shows them) and `column` (from 0) say where to mark the table.
    `keys` are those of the questions that this one answers together.
    """

    key: str
    text: str
    choices: tuple[Choice, ...]
    rows: tuple[int, ...] = ()
    column: int | None = None
    keys: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        # Both texts show what is in cells, which can be anything.
        object.__setattr__(self, "text", messages.escape_unprintable(self.text))

    def answer(self, value: str) -> dict[str, str]:
        """Return the answers that a choice gives."""
        together = self.keys and value != "each"
        return dict.fromkeys(self.keys, value) if together else {self.key: value}

    def as_problem(self, name: str) -> errors.Problem:
        """Return the question as a problem of the file `name`, with the options that answer it."""
        values = [one.value for one in self.choices if one.value not in ("each", "stop")]
        options = [
            _option_of(*pair).partition("=")
            for value in values
            for pair in self.answer(value).items()
        ]
        return errors.Problem(
            self.text,
            fixes=tuple(errors.Fix(field, text) for field, _, text in options),
            where=name,
        )


def _option_of(key: str, value: str) -> str:
    """Return the option that gives an answer, as errors have it: “column=name=Captain”."""
    file, slash, bare = key.rpartition("/")
    kind, _, use = bare.partition(".")
    if kind == "column":
        return f"column={file}{slash}{use}={value}"
    if key == "sheet":
        return f"worksheet={value}"
    return f"{key}={value}" if key == "encoding" else f"answer={key}={value}"


class RosterError(errors.BadInputError):
    """The list cannot be used yet: it has faults to correct, questions to answer, or both.

    `name` is the file's, or "" for several. `columns` are those of the list as far as they were
    read.
    """

    def __init__(
        self, name: str, problems: Iterable[errors.Problem] = (), questions: Iterable[Question] = ()
    ) -> None:
        faults = tuple(problems)
        self.questions = tuple(questions)
        self.columns: tuple[ReadColumn, ...] = ()
        counts = [(faults, "problem"), (self.questions, "question")]
        found = messages.listed(
            [messages.how_many(len(some), what) for some, what in counts if some]
        )
        if more := faults[MOST_PROBLEMS:]:
            faults = (*faults[:MOST_PROBLEMS], errors.Problem(messages.and_more(len(more))))
        self.faults = faults
        asked = [one.as_problem(name) for one in self.questions]
        super().__init__(f"{name or 'The lists'}: {found}.", [*self.faults, *asked])


def parse_answers(columns: Iterable[str], others: Iterable[str]) -> dict[str, str]:
    """Return the answers that options give: columns as “name=Captain”, others as
    “status.maybe=out”.

    Raises `UsageError` for a text without “=”, a use that columns do not have, and a key that is
    given twice.
    """
    found: dict[str, str] = {}
    for field, texts in (("column", columns), ("answer", others)):
        for text in texts:
            key, equals, value = (part.strip() for part in text.partition("="))
            if not equals or not key:
                example = "name=Captain" if field == "column" else "status.maybe=out"
                raise errors.UsageError(
                    errors.Problem(f"--{field} takes text such as {example}, not “{text}”.", field)
                )
            if field == "column":
                file, slash, use = key.rpartition("/")
                role = roles.role_named(use)
                if role is None or role in roles.UNREAD:
                    uses = [one.option for one in roles.ROLES if one not in roles.UNREAD]
                    tip = f"Uses: {', '.join(uses)}."
                    raise errors.UsageError(
                        errors.Problem(
                            f"Columns have no use {messages.quote(use)}.", "column", advice=tip
                        )
                    )
                key = f"{file}{slash}column.{role.option}"
            if key in found:
                raise errors.UsageError(
                    errors.Problem(f"--{field} {text.partition('=')[0]} was given twice.", field)
                )
            found[key] = value
    return found


def answer_columns(columns: Sequence[ReadColumn], uses: Mapping[str, str]) -> dict[str, str]:
    """Return the answers that give columns these uses, by their places such as “B” or “5A B”.

    `uses` are options such as “large-print”, or "" for none. A use that changes nothing is no
    answer.
    """
    of_list: defaultdict[str, list[ReadColumn]] = defaultdict(list)
    for column in columns:
        of_list[column.list_name].append(column)
    answers = {}
    for name, own in of_list.items():
        prefix = f"{name}/" if name else ""
        for option, value in _answer_columns_of_list(own, uses).items():
            answers[f"{prefix}column.{option}"] = value
    return answers


def _answer_columns_of_list(
    columns: Sequence[ReadColumn], uses: Mapping[str, str]
) -> dict[str, str]:
    before: defaultdict[str, list[ReadColumn]] = defaultdict(list)
    now: defaultdict[str, list[ReadColumn]] = defaultdict(list)
    for column in columns:
        role = roles.role_named(column.use.removesuffix(OF_ANOTHER)) if column.use else None
        option = role.option if role else ""
        before[option].append(column)
        now[uses.get(column.place, option)].append(column)
    headings = [column.heading for column in columns]
    answers = {}
    for option in sorted({*before, *now} - {""}):
        if now[option] != before[option]:
            names = [_name_column(column, headings) for column in now[option]]
            answers[option] = " | ".join(names) or "none"
    return answers


def _name_column(column: ReadColumn, headings: Sequence[str]) -> str:
    """Return a column's heading if no other has it, else its letter."""
    heading = column.heading
    is_clear = heading.isprintable() and headings.count(heading) == 1
    has_separator = any(sign in heading for sign in "=+|:")
    return heading if plain(heading) and is_clear and not has_separator else column.letter


def split_answers(answers: Answers, file: str) -> dict[str, str]:
    """Return the answers for one of several files: those of all files, and those that name this
    one, “5A/sheet”.
    """
    own = {
        key.removeprefix(f"{file}/"): value
        for key, value in answers.items()
        if key.startswith(f"{file}/")
    }
    return {key: value for key, value in answers.items() if "/" not in key} | own


def join_questions(asked: Mapping[str, Sequence[Question]], lists: int) -> list[Question]:
    """Return the questions of several files, each once; `lists` counts all that were read.

    One about columns, sheets or encodings names its file, unless all files ask the same: its answer
    is theirs alone.
    """
    every = [(file, one) for file, questions in asked.items() for one in questions]
    found: dict[str, Question] = {}
    for file, question in every:
        values = [
            [choice.value for choice in other.choices]
            for _, other in every
            if other.key == question.key
        ]
        alike = len(values) == lists and all(one == values[0] for one in values)
        of_file = question.key.partition(".")[0] in {
            "column",
            "sheet",
            "encoding",
            "order",
            "nameless",
            ALL_ROWS,
        }
        prefix = f"{file}/" if of_file and not alike else ""
        text = f"{file}: {question.text}" if prefix else question.text
        found.setdefault(
            prefix + question.key, replace(question, key=prefix + question.key, text=text)
        )
    return [*found.values()]


def list_rows(rows: Sequence[tuple[int, str]], most: int = 5) -> str:
    """Return rows for a message: row 3 “Ann”, row 5 “Ben” and 2 more."""
    return messages.some_of([f"row {number} {messages.quote(text)}" for number, text in rows], most)
