"""Form fields made from settings: labels, help, choices, values and problems, read back by the same rules.

Templates place the fields one by one; a problem is shown at its field, with buttons that solve it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from wordfleet_print.errors import Fix, Problem, WordfleetError
from wordfleet_print.games import Edition
from wordfleet_print.settings.core import Group, Settings
from wordfleet_print.settings.table import Player

# The text fields of a sent form, in their order.
Fields = Sequence[tuple[str, str]]
# Problems shown of one error.
MOST_PROBLEMS = 12
# Folders of this machine in a message, which no page shows.
SERVER_FOLDERS = re.compile(r"(?<![\w:/.\\])(?:[A-Za-z]:)?[\\/](?:[^\s\\/]+[\\/])+")
# A field of a row, such as `players-2-name`.
ROW = re.compile(r"[a-z]+-([1-9][0-9]?)-([a-z_]+)")


@dataclass(frozen=True, slots=True)
class Message:
    """A problem as it is shown: a sentence, where in the field, and buttons that solve it, as values and texts."""

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


class Form:
    """The fields of a settings model with the values and problems of one request; `form["paper"]` is one of them.

    `editions` are those in use; the model knows only the bundled ones.
    """

    def __init__(
        self,
        model: type[Settings],
        values: Mapping[str, Any],
        problems: Iterable[Problem] = (),
        editions: Iterable[Edition] = (),
        prefix: str = "",
    ) -> None:
        self.problems = list(problems)
        self._fields, self._values, self._prefix = model.fields(), values, prefix
        self._editions = {one.slug: one.edition for one in editions}

    def __getitem__(self, name: str) -> Control:
        one = self._fields[name]
        value = self._values.get(name, one.default)
        if isinstance(value, Mapping):  # a long text
            value = value.get("text", "")
        return Control(
            f"{self._prefix}{name}",
            one.label,
            one.option.web_help or one.option.help,
            "" if value is None else value,
            self._list_choices(name),
            self.messages(name),
        )

    @property
    def looks(self) -> list[Control]:
        """The ticks for how sheets look: every flag among the settings of looks."""
        flags = (one for one in self._fields.values() if one.is_flag)
        return [self[one.name] for one in flags if one.option.group is Group.LOOKS]

    @property
    def players(self) -> list[Form]:
        """A form for each player at the table."""
        forms = []
        for at, row in enumerate(self._values["players"]):
            own = (one for one in self.problems if one.field == "players" and one.place[:1] == (at,))
            problems = [replace(one, field=str(one.place[1]), place=()) for one in own if len(one.place) > 1]
            forms.append(Form(Player, row, problems, prefix=f"players-{at + 1}-"))
        return forms

    def messages(self, name: str, *place: int) -> list[Message]:
        """Return the problems of a field, or of one item of a list."""
        found = (one for one in self.problems if one.field == name and len(one.place) < 2)
        return [self._message(one) for one in found if one.place[: len(place)] == place]

    def summary(self) -> Iterator[tuple[str, str, Message]]:
        """Yield every problem with the id and the label of its field."""
        for one in self.problems:
            known = self._fields.get(one.field)
            label, anchor = (known.label if known else ""), f"{self._prefix}{one.field}"
            if known and known.is_list and one.place and not known.choices:
                number = int(one.place[0]) + 1
                inner = [str(one.place[1]) if len(one.place) > 1 else "name"] * bool(known.item_fields)
                label = f"{'Player' if inner else label} {number}"
                anchor = "-".join([one.field, str(number), *inner])
            yield anchor, label, self._message(one)

    def _list_choices(self, name: str) -> Mapping[str, str]:
        return self._editions if name == "edition" and self._editions else self._fields[name].choices

    def _message(self, problem: Problem) -> Message:
        buttons = tuple(button for fix in problem.fixes if (button := self._button(fix)))
        return replace(describe_problem(problem), buttons=buttons)

    def _button(self, fix: Fix) -> tuple[str, str] | None:
        """Return value and text of a button that sends the form again with one field changed.

        None where the user has to type something, or the form lacks the field.
        """
        first, _, inner = fix.field.partition(".")
        one = self._fields.get(first)
        # Without a value the user has to choose, and a button cannot
        if one is None or not one.option.on_web or fix.value == "":
            return None
        value = urlencode([(fix.field, fix.value or ""), ("", fix.instead)])
        if fix.value and fix.value != "no":
            return value, f"Choose “{self._list_choices(first).get(fix.value, fix.value)}”"
        target = one.item_fields[inner] if inner else one
        undo = "Untick" if target.is_flag or target.choices else "Empty"
        return value, f"{undo} “{target.label}”{' for every player' if inner else ''}"


def describe_problem(problem: Problem) -> Message:
    """Return a problem as it is shown, without folders of this machine and without buttons."""
    text = " ".join(as_sentence(part) for part in (problem.message, problem.advice) if part)
    return Message(SERVER_FOLDERS.sub("", text), SERVER_FOLDERS.sub("", problem.where))


def as_sentence(text: str) -> str:
    """Return a text with a capital letter and a full stop; a file's name at its start stays as it is."""
    text = text.strip()
    first = text.split(" ", 1)[0].rstrip(".,;:")
    start = text[:1] if "." in first or "/" in first else text[:1].upper()
    return f"{start}{text[1:]}{'' if text.rstrip('”').endswith(('.', '?', '!')) else '.'}"


def problems_of(error: WordfleetError, field: str = "") -> list[Problem]:
    """Return the problems of an error; those without a field get this one."""
    return [replace(one, field=one.field or field) for one in error.problems[:MOST_PROBLEMS]]


def read_values(model: type[Settings], fields: Fields) -> dict[str, Any]:
    """Return the values that a form gives, by field; what is empty is left out."""
    values = dict[str, Any]()
    for name, one in model.fields().items():
        sent = [value for each, value in fields if each == name]
        filled = [value for value in sent if value.strip()]
        if not one.option.on_web:
            continue
        if one.is_flag:
            values[name] = bool(sent)
        elif one.item_fields:
            values[name] = read_rows(fields)
        elif one.is_list:
            values[name] = [line.strip() for value in filled for line in value.splitlines() if line.strip()]
        elif filled:
            values[name] = {"text": filled[-1].strip("\r\n")} if one.is_text else " ".join(filled[-1].split())
    return values


def read_rows(fields: Fields) -> list[dict[str, str]]:
    """Return what was filled in, row by row: `players-2-name` is the name in the second row."""
    rows: list[dict[str, str]] = []
    for name, value in fields:
        if found := ROW.fullmatch(name):
            number = int(found[1])
            rows += [{} for _ in range(number - len(rows))]
            if text := " ".join(value.split()):
                rows[number - 1][found[2]] = text
    return rows


def apply_fix(values: Mapping[str, Any], fix: str) -> dict[str, Any]:
    """Return values with the change of a fix button: a field set or left out, an item of a list replaced or added."""
    pairs = parse_qsl(fix, keep_blank_values=True)
    if len(pairs) != 2:
        return dict(values)
    (name, value), (_, instead) = pairs
    first, _, inner = name.partition(".")
    old, others = values.get(first), {each: one for each, one in values.items() if each != first}
    if inner:
        return {**others, first: [{each: one for each, one in row.items() if each != inner} for row in old or ()]}
    if isinstance(old, list) and value:
        items = [value if one == instead else one for one in old]
        return {**others, name: items if instead else [*items, value]}
    return {**others, **({name: value} if value and value != "no" else {})}
