"""What a list leaves open: questions with the answers there are, and what is wrong with it.

Functions called `ask_…` return a `Question`; only the terminal and the page ask anybody. An answer
is read where the doubt is, with `answers.get(make_question_key(kind, text))`.

The key of a question begins with its kind, so that a status and a name of the same text never share
an answer:

- `encoding`, `repair`: how a text is read (`worksheets`). `sheet`: which one (`worksheets`).
- `column.ROLE`: which column holds it; `fill.club`: whether a club holds on (`column_questions`).
- `order`: first or last name first (`people`).
- `row.TEXT`, and `rows` for all: whether a row is a player; `nameless` (`row_questions`).
- `status.TEXT`: whether it means that somebody plays (`row_questions`).
- `ROLE.TEXT`: whether a cell means yes (`row_reader`).
- `same.NAME`: one person or two (`same_players`).
- `gone`, `renamed.NAME`: what a later list means for an event (`event.plan.returning_players`).
- `result.ROUND.TABLE`: how an open table ended (`event.missing_results`).
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wordfleet_print import errors, messages
from wordfleet_print.roster import roles
from wordfleet_print.sheet.player_names import simplify

if TYPE_CHECKING:
    from wordfleet_print.roster.roster import ReadColumn

# The answer to each question by its key, such as {"column.name": "Captain", "row.late-entries":
# "skip"}.
Answers = Mapping[str, str]
# Problems shown of a list.
MOST_PROBLEMS = 50
# The key of the question that settles all rows in doubt at once.
ALL_ROWS = "rows"
# Choices of a dialog that settle nothing by themselves.
_NO_ANSWERS = ("each", "stop")
# The kinds of questions that are asked of each list by itself: their key names the list.
_ASKED_OF_EACH_LIST = frozenset({"column", "sheet", "encoding", "order", "nameless", ALL_ROWS})
# The texts of options, for messages.
_EXAMPLES = {"column": "name=Captain", "answer": "status.maybe=out"}


def make_question_key(kind: str, text: str) -> str:
    """The key of a question about a text in the list.

    It names the text and not its row, so that the answer still holds in the next round's list.
    """
    letters = simplify(text) or " ".join(
        unicodedata.name(sign, "sign").casefold() for sign in text[:3]
    )
    return f"{kind}.{letters.replace(' ', '-')}"


def parse_kind(key: str) -> str:
    """Return what the question of a key is about: “column”, “row”, “status” …"""
    return key.partition(".")[0]


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

    @property
    def kind(self) -> str:
        """What it is about: “column”, “row”, “status” …"""
        return parse_kind(self.key)

    def of_file(self, file: str) -> Question:
        """Return the question as one about this of several files."""
        return replace(self, key=f"{file}/{self.key}", text=f"{file}: {self.text}")

    def answer(self, value: str) -> dict[str, str]:
        """Return the answers that a choice gives: one, or the same to all of `keys`."""
        together = self.keys and value != "each"
        return dict.fromkeys(self.keys, value) if together else {self.key: value}

    def as_problem(self, name: str) -> errors.Problem:
        """Return the question as a problem of the file `name`, with the options that answer it."""
        fixes = []
        for choice in self.choices:
            if choice.value in _NO_ANSWERS:
                continue
            for key, value in self.answer(choice.value).items():
                field, _, text = _option_of(key, value).partition("=")
                fixes.append(errors.Fix(field, text))
        return errors.Problem(self.text, fixes=tuple(fixes), where=name)


def _option_of(key: str, value: str) -> str:
    """Return the option that gives an answer, with its name before the first “=”.

    The answer {"5A/column.name": "Captain"} is the option “column=5A/name=Captain”.
    """
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
        self.faults = _limit_problems(faults)
        open_problems = [question.as_problem(name) for question in self.questions]
        count = _count_open(len(faults), len(self.questions))
        super().__init__(f"{name or 'The lists'}: {count}.", [*self.faults, *open_problems])


def _limit_problems(problems: tuple[errors.Problem, ...]) -> tuple[errors.Problem, ...]:
    """Return the first problems, and last how many more there are."""
    hidden = len(problems) - MOST_PROBLEMS
    if hidden <= 0:
        return problems
    return (*problems[:MOST_PROBLEMS], errors.Problem(messages.and_more(hidden)))


def _count_open(problems: int, questions: int) -> str:
    """Return “2 problems and 1 question”; a kind that is missing is left out."""
    counts = []
    if problems:
        counts.append(messages.how_many(problems, "problem"))
    if questions:
        counts.append(messages.how_many(questions, "question"))
    return messages.join_words(counts)


def parse_answers(columns: Iterable[str], others: Iterable[str]) -> dict[str, str]:
    """Return the answers that options give: columns as “name=Captain”, others as
    “status.maybe=out”.

    Raises `UsageError` for texts without “=”, for keys that are given twice, and for a column's use
    that is unknown (“nmae=Captain”). The keys of other answers are not checked here.
    """
    answers: dict[str, str] = {}
    problems: list[errors.Problem] = []
    for field, texts in (("column", columns), ("answer", others)):
        for place, text in enumerate(texts):
            try:
                key, value = _parse_answer(field, text)
            except errors.UsageError as error:
                problems.append(replace(error.summary, field=field, place=(place,)))
                continue
            if key in answers:
                what = f"{messages.quote(text.partition('=')[0])} was given twice."
                problems.append(errors.Problem(what, field, place=(place,)))
            answers[key] = value
    if problems:
        raise errors.UsageError("Some options cannot be used.", problems)
    return answers


def _parse_answer(field: str, text: str) -> tuple[str, str]:
    """Return the key and the value of the text of an option; raises `UsageError`."""
    key, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not key:
        what = f"takes text such as {_EXAMPLES[field]}, not {messages.quote(text)}."
        raise errors.UsageError(what)
    return (_parse_use(key) if field == "column" else key), value


def _parse_use(text: str) -> str:
    """Return the key of the answer that “name”, or “5A/name”, asks for; raises `UsageError`."""
    file, slash, use = text.rpartition("/")
    readable = [role for role in roles.ROLES if role not in roles.UNREAD]
    role = roles.find_role_by_name(use)
    if role not in readable:
        what = f"Columns have no use {messages.quote(use)}."
        uses = ", ".join(known.option for known in readable)
        raise errors.UsageError(errors.Problem(what, advice=f"Uses: {uses}."))
    return f"{file}{slash}column.{role.option}"


def split_answers(answers: Answers, file: str) -> dict[str, str]:
    """Return the answers for one of several files: those of all files, and those that name this
    one, “5A/sheet”.
    """
    prefix = f"{file}/"
    of_all = {key: value for key, value in answers.items() if "/" not in key}
    for key, value in answers.items():
        if key.startswith(prefix):
            of_all[key.removeprefix(prefix)] = value
    return of_all


def join_questions(by_file: Mapping[str, Sequence[Question]], lists: int) -> list[Question]:
    """Return the questions of several files, each once.

    A question about columns, sheets or encodings is asked for each file by itself, and names it,
    unless all files ask it with the same choices. `lists` is how many files were read, those
    without a question too.
    """
    # By key, the values of the choices of each file that asks
    values_by_key: defaultdict[str, list[list[str]]] = defaultdict(list)
    for questions in by_file.values():
        for question in questions:
            values_by_key[question.key].append([choice.value for choice in question.choices])
    joined: dict[str, Question] = {}
    for file, questions in by_file.items():
        for question in questions:
            values_of_files = values_by_key[question.key]
            is_asked_by_all = len(values_of_files) == lists
            is_same = is_asked_by_all and all(
                values == values_of_files[0] for values in values_of_files
            )
            is_of_file = question.kind in _ASKED_OF_EACH_LIST and not is_same
            own_question = question.of_file(file) if is_of_file else question
            joined.setdefault(own_question.key, own_question)
    return list(joined.values())


def describe_rows(rows: Sequence[tuple[int, str]], most: int = 5) -> str:
    """Return rows for a message: row 3 “Ann”, row 5 “Ben” and 2 more."""
    texts = [f"row {number} {messages.quote(text)}" for number, text in rows]
    return messages.some_of(texts, most)
