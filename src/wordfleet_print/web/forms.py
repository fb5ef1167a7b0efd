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

# The text fields of a sent form, as pairs of name and value in their order. A name comes several
# times if several values were ticked.
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
    """A problem as a page shows it."""

    text: str
    """Sentences: what is wrong, and what to do."""
    where: str = ""
    """A file, with its line, row or table: `list.csv, row 7`."""
    buttons: tuple[tuple[str, str], ...] = ()
    """Buttons that solve it: what a button sends, as `clear_field` takes it, and its text."""


@dataclass(frozen=True, slots=True)
class Control:
    """One field of a form, ready for a template."""

    id: str
    """Its name in the form: `paper`, `players-2-name`."""
    label: str
    help: str
    value: Any
    """A text; of a flag True or False, of a list its items."""
    choices: Mapping[str, str]
    """Values and their titles; empty if any text will do."""
    messages: Sequence[Message]
    """The problems of this field."""


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a settings model with the values and problems of one request; `form["paper"]`
    is one of them.
    """

    model: type[core.Settings]
    values: Mapping[str, Any]
    """What was filled in, by setting; a setting without a value has its default."""
    problems: Sequence[errors.Problem] = ()
    """What is wrong with the values."""
    editions: Sequence[Edition] = ()
    """The editions to choose from; the model knows only the bundled ones."""
    prefix: str = ""
    """What the names of its fields begin with: `players-2-`."""

    def __getitem__(self, name: str) -> Control:
        field = self.model.fields()[name]
        id = f"{self.prefix}{name}"
        choices = field.choices
        if name == "edition":
            choices = {edition.slug: self.name_edition(edition) for edition in self.editions}
        return Control(
            id=id,
            label=field.label,
            help=field.option.web_help or field.option.help,
            value=_to_form_value(field, self.values.get(name, field.default)),
            choices=choices,
            messages=self.messages(id),
        )

    def name_edition(self, edition: Edition) -> str:
        """Return an edition's name in a list, with its title if that is another than the first's,
        as in a translation.
        """
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
        """Return the problems of a field, or of one item of a list, such as `sheets-2`.

        A problem of an item is also one of the whole list; of a row with fields, only of its field.
        """
        problems = [
            problem
            for problem in self.problems
            if id == find_id(problem) or (id == problem.field and len(problem.place) < 2)
        ]
        return [self._make_message(problem) for problem in problems]

    def summary(self) -> Iterator[tuple[str, str, Message]]:
        """Yield the id of the field, its label and the message of every problem.

        `("players-2-name", "Player 2", …)` is about a row, `("paper", "Paper", …)` about a field.
        """
        for problem in self.problems:
            field = self.model.fields().get(problem.field)
            id = problem.field
            label = field.label if field else ""
            # A list to choose from is one field on the page; other lists have a row for each item
            if field and problem.place and not field.choices:
                id = find_id(problem)
                row_label = "Player" if len(problem.place) > 1 else label
                label = f"{row_label} {int(problem.place[0]) + 1}"
            yield id, label, self._make_message(problem)

    def _make_message(self, problem: errors.Problem) -> Message:
        buttons = tuple(button for fix in problem.fixes if (button := self._make_button(fix)))
        return replace(describe_problem(problem), buttons=buttons)

    def _make_button(self, fix: errors.Fix) -> tuple[str, str] | None:
        """Return value and text of a button that unticks or empties a field; None for a fix that
        does neither, or that is about a field of another form.
        """
        first, _, inner = fix.field.partition(".")  # `players.tier` is a field of every player
        field = self.model.fields().get(first)
        if field is None or not field.option.on_web or fix.value not in (None, "no"):
            return None
        target = field.item_fields[inner] if inner else field
        undo = "Untick" if target.is_flag or target.choices else "Empty"
        of_whom = " for every player" if inner else ""
        return fix.field, f"{undo} “{target.label}”{of_whom}"


def _to_form_value(field: core.Field, value: object) -> object:
    """Return the value of a setting as a form shows it: numbers as they are typed, “1.5, -0.5”."""
    if value is None:
        return ""
    if isinstance(value, Mapping):  # a long text
        return value.get("text", "")
    if isinstance(value, list | tuple) and not field.is_list:
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
    """Return a text with a capital letter and a full stop; a file's name at its start is not
    changed.
    """
    first_word = text.split(" ", 1)[0].rstrip(".,;:")
    is_file_name = "." in first_word or "/" in first_word
    start = text[:1] if is_file_name else text[:1].upper()
    is_ended = text.rstrip("”").endswith((".", "?", "!"))
    return start + text[1:] + ("" if is_ended else ".")


def problems_of(error: errors.WordfleetError, field: str = "") -> list[errors.Problem]:
    """Return the first problems of an error, each with a field: its own, else that of the error,
    else `field`.
    """
    default_field = error.summary.field or field
    return [
        replace(problem, field=problem.field or default_field)
        for problem in error.problems[:MOST_PROBLEMS]
    ]


def read_values(model: type[core.Settings], fields: Fields) -> dict[str, Any]:
    """Return what was sent for each setting of the model, for `model.examine`; a text or a number
    that is empty is left out.
    """
    values = dict[str, Any]()
    for name, field in model.fields().items():
        texts = [value for key, value in fields if key == name and field.option.on_web]
        if field.is_flag:
            values[name] = bool(texts)  # browsers send a box only if it is ticked
        elif field.item_fields:
            values[name] = read_rows(fields)
        elif field.is_list:
            # Each box that is ticked is an item, or each line of a text box
            values[name] = _split_lines("\n".join(texts))
        elif any(map(str.strip, texts)):
            last_text = [text for text in texts if text.strip()][-1]
            values[name] = _read_text(last_text, is_long=field.is_text)
    return values


def _read_text(text: str, *, is_long: bool) -> dict[str, str] | str:
    """Return a text as a model takes it: on one line, or of a long text all lines."""
    return {"text": text.strip("\r\n")} if is_long else " ".join(text.split())


def _split_lines(text: str) -> list[str]:
    """Return the lines of a text, without empty ones."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def read_rows(fields: Fields) -> list[dict[str, str]]:
    """Return what was filled in, row by row, each by the fields of a row.

    `players-2-name` is the field `name` of the second row: `[{}, {"name": "Ann"}]`.
    """
    rows: list[dict[str, str]] = []
    for name, value in fields:
        if match := ROW.fullmatch(name):
            number = int(match[1])
            field_of_row = match[2]
            rows += [{} for _ in range(number - len(rows))]
            if text := " ".join(value.split()):
                rows[number - 1][field_of_row] = text
    return rows


def clear_field(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the values of a form without those of a field, as a button with a fix asks.

    `players.tier` is a field of every player.
    """
    first, _, inner = name.partition(".")
    cleared = dict(values)
    if first == "players" and "players" in values:
        cleared["players"] = [
            {field: value for field, value in row.items() if field != inner}
            for row in values["players"]
        ]
        return cleared
    value = cleared.pop(first, None)
    if isinstance(value, list):  # a form always has a list, if only an empty one
        cleared[first] = []
    return cleared
