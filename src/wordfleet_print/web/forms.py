"""Form fields made from settings: labels, help, choices, values and problems, read back by the same rules.

Templates place the fields one by one; a problem is shown at its field, with buttons that solve it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from wordfleet_print.errors import Fix, Problem, WordfleetError
from wordfleet_print.settings.core import Field, Group, Settings

# The text fields of a sent form, in their order.
Fields = Sequence[tuple[str, str]]
# Values and titles by field, for fields whose choices depend on the rules in use.
Choices = Mapping[str, Mapping[str, str]]
# Problems shown of one error.
MOST_PROBLEMS = 12
# Folders of this machine in a message, which no page shows.
SERVER_FOLDERS = re.compile(r"(?<![\w:/.\\])(?:[A-Za-z]:)?[\\/](?:[^\s\\/]+[\\/])+")
ROW = re.compile(r"([a-z]+)-([1-9][0-9]?)-([a-z_]+)")
NO_CODE = Problem("Type the sheet code from the foot of the sheet.", "code")


@dataclass(frozen=True, slots=True)
class FixButton:
    """A button that sends the form again with one field changed."""

    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Message:
    """A problem as it is shown: a sentence, where in the field, and buttons that solve it."""

    text: str
    where: str = ""
    buttons: tuple[FixButton, ...] = ()


@dataclass(frozen=True, slots=True)
class Control:
    """One field of a form."""

    id: str
    label: str
    help: str
    value: Any
    choices: Mapping[str, str] = field(default_factory=dict)
    messages: tuple[Message, ...] = ()


class Form:
    """The fields of a settings model with the values and problems of one request; `form["paper"]` is one of them."""

    def __init__(
        self,
        model: type[Settings],
        values: Mapping[str, Any] | None = None,
        problems: Iterable[Problem] = (),
        choices: Choices | None = None,
        prefix: str = "",
    ) -> None:
        self.model, self.values, self.prefix = model, values or {}, prefix
        self.problems = list(problems)
        self._choices = choices or {}

    def __getitem__(self, name: str) -> Control:
        one = self.model.fields()[name]
        messages = tuple(self._message(each) for each in self.problems if each.field == name and len(each.place) < 2)
        value = self.values.get(name, one.default)
        if isinstance(value, Mapping):  # a long text
            value = value.get("text", "")
        return Control(
            f"{self.prefix}{name}",
            one.label,
            one.option.web_help or one.option.help,
            "" if value is None else value,
            self._choices.get(name, one.choices),
            messages,
        )

    @property
    def looks(self) -> list[Control]:
        """The ticks for how sheets look: every flag among the settings of looks."""
        names = [one.name for one in self.model.fields().values() if one.is_flag and one.option.group is Group.LOOKS]
        return [self[name] for name in names]

    def rows(self, name: str, model: type[Settings]) -> list[Form]:
        """Return a form for each item of a list whose items have fields of their own."""
        forms = []
        for at, row in enumerate(self.values.get(name, ())):
            own = [one for one in self.problems if one.field == name and one.place[:1] == (at,) and len(one.place) > 1]
            problems = [replace(one, field=str(one.place[1]), place=()) for one in own]
            forms.append(Form(model, row, problems, self._choices, f"{name}-{at + 1}-"))
        return forms

    def item_messages(self, name: str, at: int) -> tuple[Message, ...]:
        """Return the problems of one item of a list."""
        return tuple(self._message(one) for one in self.problems if one.field == name and one.place[:1] == (at,))

    def messages(self, name: str) -> tuple[Message, ...]:
        """Return the problems of something on the page that is not a setting."""
        return tuple(self._message(one) for one in self.problems if one.field == name)

    def summary(self) -> Iterator[tuple[str, str, Message]]:
        """Yield every problem with the id and the label of its field."""
        for one in self.problems:
            known = self.model.fields().get(one.field)
            label, anchor = (known.label if known else ""), f"{self.prefix}{one.field}"
            if known and known.is_list and one.place and not known.choices:
                number = int(one.place[0]) + 1
                inner = [str(one.place[1]) if len(one.place) > 1 else "name"] * bool(known.item_fields)
                label = f"{'Player' if inner else label} {number}"
                anchor = "-".join([one.field, str(number), *inner])
            yield anchor, label, self._message(one)

    def _message(self, problem: Problem) -> Message:
        buttons = tuple(button for fix in problem.fixes if (button := self._button(fix)))
        return replace(describe_problem(problem), buttons=buttons)

    def _button(self, fix: Fix) -> FixButton | None:
        """Return a fix as a button; None where the user has to type something, or the form lacks the field."""
        first, _, inner = fix.field.partition(".")
        one = self.model.fields().get(first)
        # Without a value the user has to choose, and a button cannot
        if one is None or not one.option.on_web or fix.value == "":
            return None
        target = one.item_fields[inner] if inner else one
        value = urlencode([(fix.field, fix.value or ""), ("", fix.instead)])
        if fix.value and fix.value != "no":
            title = self._choices.get(first, one.choices).get(fix.value, fix.value)
            return FixButton(value, f"Choose “{title}”")
        undo = "Untick" if target.is_flag or target.choices else "Empty"
        return FixButton(value, f"{undo} “{target.label}”{' for every player' if inner else ''}")


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
    single, values = dict(fields), dict[str, Any]()
    for name, one in model.fields().items():
        if not one.option.on_web:
            continue
        sent = [value for each, value in fields if each == name and value.strip()]
        if one.is_flag:
            values[name] = name in single
        elif one.item_fields:
            values[name] = read_rows(name, one, fields)
        elif one.is_text:
            values[name] = {"text": single[name].strip("\r\n")} if sent else None
        elif one.is_list:
            values[name] = [line.strip() for value in sent for line in value.splitlines() if line.strip()]
        elif sent:
            values[name] = " ".join(sent[-1].split())
    return {name: value for name, value in values.items() if value is not None}


def read_rows(name: str, one: Field, fields: Fields) -> list[dict[str, Any]]:
    """Return the items of a list whose items have fields of their own: `players-2-name` is the second's name."""
    sent = {
        (int(found[2]), found[3]): value
        for each, value in fields
        if (found := ROW.fullmatch(each)) and found[1] == name
    }
    rows = []
    for number in range(1, max([0, *(number for number, _ in sent)]) + 1):
        row: dict[str, Any] = {}
        for inner, item in one.item_fields.items():
            value = " ".join(sent.get((number, inner), "").split())
            if item.is_flag:
                row[inner] = (number, inner) in sent
            elif value:
                row[inner] = value
        rows.append(row)
    return rows


def apply_fix(values: Mapping[str, Any], fix: str) -> dict[str, Any]:
    """Return values with the change of a fix button: a field set, an item of a list replaced, or either left out."""
    pairs = parse_qsl(fix, keep_blank_values=True)
    if len(pairs) != 2:
        return dict(values)
    (name, value), (_, instead) = pairs
    first, _, inner = name.partition(".")
    if inner:
        return {**values, first: [{**row, inner: False} for row in values.get(first, [])]}
    others = {each: one for each, one in values.items() if each != name}
    if instead and isinstance(values.get(name), list):
        return {**others, name: [value if one == instead else one for one in values[name]]}
    return {**others, **({name: value} if value and value != "no" else {})}
