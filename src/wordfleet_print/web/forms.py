"""Form fields made from settings: labels, help, choices, values and problems, read back by the same
rules.

Templates place the fields one by one; a problem is shown at its field, with buttons that solve it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wordfleet_print import errors
from wordfleet_print.games import Edition
from wordfleet_print.settings import core
from wordfleet_print.settings.table import Player

# The text fields of a sent form, in their order.
Fields = Sequence[tuple[str, str]]
# Errors that somebody can correct in the form. Others, as `BusyError`, have pages of their own.
InputErrors = (errors.BadInputError, errors.UsageError)
# Problems shown of one error.
MOST_PROBLEMS = 12
# Folders of this machine in a message, which no page shows.
SERVER_FOLDERS = re.compile(r"(?<![\w:/.\\])(?:[A-Za-z]:)?[\\/](?:[^\s\\/]+[\\/])+")
# A field of a row, such as `players-2-name`.
ROW = re.compile(r"[a-z]+-([1-9][0-9]?)-([a-z_]+)")


@dataclass(frozen=True, slots=True)
class Message:
    """A problem as it is shown: a sentence, where in the field, and buttons that solve it, as
    values and texts.
    """

    text: str
    where: str = ""
    buttons: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Control:
    """One field of a form."""

    id: str
    label: str
    help: str
    value: Any
    choices: Mapping[str, str]
    messages: Sequence[Message]


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a settings model with the values and problems of one request; `form["paper"]`
    is one of them.

    `editions` are those in use; the model knows only the bundled ones. `prefix` begins the names of
    its fields.
    """

    model: type[core.Settings]
    values: Mapping[str, Any]
    problems: Sequence[errors.Problem] = ()
    editions: Sequence[Edition] = ()
    prefix: str = ""

    def __getitem__(self, name: str) -> Control:
        field = self.model.fields()[name]
        value = self.values.get(name, field.default)
        if isinstance(value, Mapping):  # a long text
            value = value.get("text", "")
        if value is not None and field.type is not str and not field.is_list:
            value = _join_numbers(value)
        text = "" if value is None else value
        about = field.option.web_help or field.option.help
        id = f"{self.prefix}{name}"
        choices = (
            {each.slug: self.name_edition(each) for each in self.editions}
            if name == "edition"
            else field.choices
        )
        return Control(id, field.label, about, text, choices, self.messages(id))

    def name_edition(self, edition: Edition) -> str:
        """Return an edition's name in a list; a translation has a title of its own."""
        if edition.title == self.editions[0].title:
            return edition.edition_in_list
        return f"{edition.title}: {edition.edition_in_list}"

    @property
    def looks(self) -> list[Control]:
        """The ticks for how sheets look: every flag among the settings of looks."""
        flags = [field for field in self.model.fields().values() if field.is_flag]
        return [self[flag.name] for flag in flags if flag.option.group is core.Group.LOOKS]

    @property
    def players(self) -> list[Form]:
        """A form for each player at the table."""
        rows = enumerate(self.values["players"], start=1)
        return [
            Form(Player, row, self.problems, prefix=f"players-{number}-") for number, row in rows
        ]

    def messages(self, id: str) -> list[Message]:
        """Return the problems of a field, or of one item of a list, such as `sheets-2`."""
        problems = [
            problem
            for problem in self.problems
            if id == find_id(problem) or (id == problem.field and len(problem.place) < 2)
        ]
        return [self._message(problem) for problem in problems]

    def summary(self) -> Iterator[tuple[str, str, Message]]:
        """Yield every problem with the id and the label of its field."""
        for problem in self.problems:
            known = self.model.fields().get(problem.field)
            has_rows = known and problem.place and not known.choices
            label = known.label if known else ""
            if has_rows:
                what = "Player" if len(problem.place) > 1 else label
                label = f"{what} {int(problem.place[0]) + 1}"
            yield find_id(problem) if has_rows else problem.field, label, self._message(problem)

    def _message(self, problem: errors.Problem) -> Message:
        buttons = tuple(button for fix in problem.fixes if (button := self._button(fix)))
        return replace(describe_problem(problem), buttons=buttons)

    def _button(self, fix: errors.Fix) -> tuple[str, str] | None:
        """Return value and text of a button that unticks or empties a field; None for other fixes
        and other forms.
        """
        first, _, inner = fix.field.partition(".")
        field = self.model.fields().get(first)
        if field is None or not field.option.on_web or fix.value not in (None, "no"):
            return None
        target = field.item_fields[inner] if inner else field
        undo = "Untick" if target.is_flag or target.choices else "Empty"
        whose = " for every player" if inner else ""
        return fix.field, f"{undo} “{target.label}”{whose}"


def _join_numbers(value: object) -> object:
    """Return several numbers as they are typed: “1.5, -0.5”; any other value as it is."""
    if isinstance(value, list | tuple):
        return ", ".join(f"{number:g}" for number in value)
    return value


def find_id(problem: errors.Problem) -> str:
    """Return the id of the field that a problem is about, such as `players-2-name` in the second
    row.
    """
    place = [str(part + 1) if isinstance(part, int) else part for part in problem.place]
    return "-".join([problem.field, *place])


def describe_problem(problem: errors.Problem) -> Message:
    """Return a problem as it is shown, without folders of this machine and without buttons."""
    text = " ".join(as_sentence(part) for part in (problem.message, problem.advice) if part)
    return Message(SERVER_FOLDERS.sub("", text), SERVER_FOLDERS.sub("", problem.where))


def as_sentence(text: str) -> str:
    """Return a text with a capital letter and a full stop; a file's name at its start stays as it
    is.
    """
    first = text.split(" ", 1)[0].rstrip(".,;:")
    start = text[:1] if "." in first or "/" in first else text[:1].upper()
    is_ended = text.rstrip("”").endswith((".", "?", "!"))
    return start + text[1:] + ("" if is_ended else ".")


def problems_of(error: errors.WordfleetError, field: str = "") -> list[errors.Problem]:
    """Return the problems of an error, each with a field: its own, that of the error, or this
    one.
    """
    about = error.summary.field or field
    return [
        replace(problem, field=problem.field or about) for problem in error.problems[:MOST_PROBLEMS]
    ]


def read_values(model: type[core.Settings], fields: Fields) -> dict[str, Any]:
    """Return the values that a form gives, by field; what is empty is left out."""
    values = dict[str, Any]()
    for name, field in model.fields().items():
        sent = [value for each, value in fields if each == name and field.option.on_web]
        filled = [value for value in sent if value.strip()]
        if field.is_flag:
            values[name] = bool(sent)
        elif field.item_fields:
            values[name] = read_rows(fields)
        elif field.is_list:
            values[name] = _split_lines("\n".join(filled))
        elif filled:
            values[name] = _read_text(filled[-1], is_long=field.is_text)
    return values


def _read_text(text: str, *, is_long: bool) -> dict[str, str] | str:
    return {"text": text.strip("\r\n")} if is_long else " ".join(text.split())


def _split_lines(text: str) -> list[str]:
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line]


def read_rows(fields: Fields) -> list[dict[str, str]]:
    """Return what was filled in, row by row: `players-2-name` is the name in the second row."""
    rows: list[dict[str, str]] = []
    for name, value in fields:
        if match := ROW.fullmatch(name):
            number = int(match[1])
            rows += [{} for _ in range(number - len(rows))]
            if text := " ".join(value.split()):
                rows[number - 1][match[2]] = text
    return rows


def clear_field(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return values without those of a field, as a fix button asks; `players.tier` is a field of
    every player.
    """
    first, _, inner = name.partition(".")
    cleared = dict(values)
    if first == "players" and "players" in values:
        cleared["players"] = [
            {each: value for each, value in row.items() if each != inner}
            for row in values["players"]
        ]
    elif isinstance(cleared.pop(first, None), list):
        cleared[first] = []
    return cleared
