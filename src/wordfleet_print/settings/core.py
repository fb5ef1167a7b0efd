"""What an option is, which options exclude each other, and the one way values are read.

A command's options are the fields of a `Settings` model. The command line, wordfleet.toml, the web
forms, event.json and the option reference are made from the model; none of them names a single
option.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as attribute
from enum import Enum
from functools import cache
from pathlib import Path
from typing import (
    Any,
    ClassVar,
    Literal,
    Self,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
)

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from wordfleet_print.errors import Fix, Problem, UsageError
from wordfleet_print.messages import near_misses, quote


class Group(Enum):
    """A panel of `--help` and a part of a form, in this order."""

    PLAYERS = "Who plays"
    NEXT = "The next round of a printed event"
    WHICH = "Which sheets"
    PAGES = "Which pages"
    MADE = "Which files"
    WORDS = "Which words"
    LOOKS = "How they look"
    ARMY = "Army Men"
    CHESS = "Happy Flip Chess"
    OUTPUT = "Where they go"
    OTHERS = "For others"
    RARE = "Rarely needed"
    RUN = "Messages and help"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """How one option is presented; its name, type and default are those of the model's field.

    Of a flag that is on by default, `help` says what `--no-…` does.
    """

    help: str = attribute(kw_only=False)
    group: Group = attribute(kw_only=False)
    short: str = ""
    typed: str = ""
    """Its name on the command line and in wordfleet.toml, where it is not the field's name."""
    placeholder: str = ""
    """What `--help` shows for the value: FILE, NAME. Default: N for a number, TEXT."""
    default_note: str = ""
    """What happens by default, where the value does not say it."""
    choices: Callable[[], Mapping[str, str]] | None = None
    """Values and their titles that are known only when the program runs: themes, editions."""
    titles: Mapping[str, str] | None = None
    """Titles of a Literal's values, for a form."""
    label: str = ""
    """Its name on a form. Default: the field's name in words."""
    web_help: str = ""
    """Its help on a form, where that of the command line does not fit."""
    advice: str = ""
    """How it helps with a problem, with braces in place of the option: “{} pairs it again.”
    Default: “Use {}.”
    """
    argument: bool = False
    """Whether it is typed without a name, as in `tracker Ann Ben`."""
    on_web: bool = True
    in_record: bool = True
    """Whether event.json keeps it. Paths, and how a command reports, are neither there nor on the
    web.
    """


@dataclass(frozen=True, slots=True)
class Conflict:
    """Options that cannot be combined with `field`, and why. A dotted name looks into a list:
    `players.large_print`.
    """

    joined: ClassVar[str] = "not with"
    field: str
    others: tuple[str, ...]
    why: str

    def find_problems(self, settings: Settings) -> Iterator[Problem]:
        """Yield one problem that names every option in conflict."""
        conflicts = (
            tuple(other for other in self.others if settings.is_set(other))
            if settings.is_set(self.field)
            else ()
        )
        if conflicts:
            yield Problem(
                self.why,
                self.field,
                (Fix.leave_out(self.field), *map(Fix.leave_out, conflicts)),
                conflicts,
            )


@dataclass(frozen=True, slots=True)
class Requires:
    """An option that only makes sense with one of the `others`."""

    joined: ClassVar[str] = "only with"
    field: str
    others: tuple[str, ...]
    why: str

    def find_problems(self, settings: Settings) -> Iterator[Problem]:
        """Yield the problem if all the others are missing."""
        if settings.is_set(self.field) and not any(map(settings.is_set, self.others)):
            yield Problem(
                self.why, self.field, (*map(Fix.choose, self.others), Fix.leave_out(self.field))
            )


Relation: TypeAlias = "Conflict | Requires"


@dataclass(frozen=True, slots=True)
class Field:
    """One option of a model, with what its annotation says."""

    name: str
    option: Option
    type: Any
    default: Any
    limits: tuple[int | None, int | None] = (None, None)

    @property
    def typed(self) -> str:
        """Its name on the command line and in wordfleet.toml: `half-sheets`."""
        return self.option.typed or self.name.replace("_", "-")

    @property
    def is_flag(self) -> bool:
        """Whether it is on or off."""
        return self.type is bool

    @property
    def is_list(self) -> bool:
        """Whether it can be given several times."""
        return get_origin(self.type) is tuple

    @property
    def is_text(self) -> bool:
        """Whether it is a long text on a form, where the command line takes a file."""
        return isinstance(self.type, type) and issubclass(self.type, BaseModel)

    @property
    def is_path(self) -> bool:
        """Whether the command line takes a file or a folder."""
        return self._item is Path or self.is_text

    @property
    def _item(self) -> object:
        item: Any = get_args(self.type)[0] if self.is_list else self.type
        return (
            item.__origin__ if hasattr(item, "__metadata__") else item
        )  # of Annotated[X, …] it is X

    @property
    def item_fields(self) -> dict[str, Field]:
        """The fields of each item of a list; none if items have no fields."""
        return (
            self._item.fields()
            if isinstance(self._item, type) and issubclass(self._item, Settings)
            else {}
        )

    @property
    def choices(self) -> dict[str, str]:
        """The allowed values and their titles; empty if any value will do."""
        if get_origin(self._item) is Literal:
            return {
                value: (self.option.titles or {}).get(value, value)
                for value in get_args(self._item)
            }
        return dict(self.option.choices()) if self.option.choices else {}

    @property
    def placeholder(self) -> str:
        """What `--help` shows for its value; empty for a flag."""
        if self.is_flag or get_origin(self._item) is Literal:
            return "|".join(self.choices)
        return self.option.placeholder or ("N" if self._item in (int, float) else "TEXT")

    @property
    def label(self) -> str:
        """Its name on a form."""
        return self.option.label or self.name.replace("_", " ").capitalize()

    @property
    def help(self) -> str:
        """Its help line, with what happens by default."""
        option = (
            str(self.default) if isinstance(self.default, str | int) and not self.is_flag else ""
        )
        note = self.option.default_note or option
        more = " Repeat for more." if self.is_list and not self.option.argument else ""
        default = f" Default: {note}." if note else ""
        return f"{self.option.help}{more}{default}"


PartT = TypeVar("PartT", bound="Settings")


class Settings(BaseModel):
    """Options of a command. Mixins share groups of options; a function takes the mixin that it
    needs.
    """

    # Models are built when they are first read: `--help` of another command does not pay for them.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)
    relations: ClassVar[tuple[Relation, ...]] = ()

    @classmethod
    @cache  # fields are looked up for every option of every call, and never change
    def fields(cls) -> dict[str, Field]:
        """Return every option of the model by its name, group by group."""
        fields = [
            field for name, info in cls.model_fields.items() if (field := _read_field(name, info))
        ]
        order = [*Group]
        return {
            field.name: field
            for field in sorted(fields, key=lambda field: order.index(field.option.group))
        }

    @classmethod
    def all_relations(cls) -> Iterator[Relation]:
        """Yield the relations of the model and its mixins, as far as this model has the fields."""
        fields = cls.fields()
        for relation in (
            relation for base in cls.__mro__ for relation in base.__dict__.get("relations", ())
        ):
            others = tuple(name for name in relation.others if _has_field(fields, name))
            if others and _has_field(fields, relation.field):
                yield replace(relation, others=others)

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """Return settings with these values, the rest by default. Raises `UsageError` with every
        problem.
        """
        settings, problems = cls.examine(values)
        if problems:
            raise UsageError("Some options cannot be used.", problems)
        return settings

    @classmethod
    def examine(cls, values: Mapping[str, Any], where: str = "") -> tuple[Self, list[Problem]]:
        """Return settings with the values that can be used, and every problem with the others.

        `where` names the file that the values come from.
        """
        problems = [*_find_unknown(cls, values), *_find_odd(cls, values)]
        odd = {problem.field for problem in problems}
        known = {
            name: value
            for name, value in values.items()
            if name in cls.model_fields and name not in odd
        }
        try:
            settings = cls.model_validate(known)
        except ValidationError as error:
            problems += [_to_problem(cls, fault) for fault in error.errors()]
            wrong = {fault["loc"][0] for fault in error.errors()}
            settings = cls.model_validate(
                {name: value for name, value in known.items() if name not in wrong}
            )
        problems += settings.find_problems()
        return settings, [replace(problem, where=where) for problem in problems]

    def find_problems(self) -> list[Problem]:
        """Return what does not go together."""
        return [
            problem for relation in self.all_relations() for problem in relation.find_problems(self)
        ]

    def is_set(self, name: str) -> bool:
        """Return whether an option has another value than nothing and its default."""
        first, _, rest = name.partition(".")
        value = getattr(self, first, None)
        if rest:
            return any(getattr(item, rest) for item in value or ())
        return bool(value) and value != type(self).model_fields[first].default

    def update_from(self, newer: Settings, names: Collection[str]) -> Self:
        """Return these settings with those of `newer` that are named. Raises `UsageError` if they
        do not go together.
        """
        settings = self.model_copy(update={name: getattr(newer, name) for name in names})
        if problems := settings.find_problems():
            raise UsageError(
                "Some options cannot be used.",
                (_fix_stored(settings, problem, names) for problem in problems),
            )
        return settings

    def part(self, kind: type[PartT]) -> PartT:
        """Return the options of one of its mixins."""
        values = {name: getattr(self, name) for name in kind.model_fields}
        return cast(PartT, kind.model_construct(**values))

    def to_record(self) -> dict[str, Any]:
        """Return what event.json keeps: every value, so that a new default changes no printed
        event.
        """
        names = {name for name, field in self.fields().items() if field.option.in_record}
        return self.model_dump(mode="json", include=names)


def unknown_choice(
    value: str, choices: Iterable[str], field: str = "", short: Iterable[str] = ()
) -> Problem:
    """Return the problem with a value that is neither among the choices nor among short names for
    them.
    """
    if meant := near_misses(value.casefold(), (*choices, *short)):
        fix = Fix(field, meant[0], instead=value)
        return Problem(f"{quote(value)} is not known. Did you mean {meant[0]}?", field, (fix,))
    return Problem(f"{quote(value)} is not known. Choose from {', '.join(choices)}.", field)


def to_lower(value: object) -> object:
    """Return a choice in lower case, however it was typed."""
    return value.strip().lower() if isinstance(value, str) else value


def one_of(choices: Callable[[], Iterable[str]]) -> Callable[[str], str]:
    """Return a validator that refuses a value that is not among choices known only when the program
    runs.
    """

    def check(value: str) -> str:
        if value not in choices():
            raise PydanticCustomError("unknown_choice", "is not known")
        return value

    return check


def _fix_stored(settings: Settings, problem: Problem, names: Collection[str]) -> Problem:
    """Return the problem with stored settings: nobody can leave out what is stored, only set it
    back.
    """

    def set_back(fix: Fix) -> Fix:
        name = fix.field.partition(".")[0]
        if fix.value is not None or name in names:
            return fix
        usual = type(settings).fields()[name].default
        return Fix(fix.field, "no" if usual is False else str(usual or ""))

    return replace(problem, fixes=tuple(map(set_back, problem.fixes)))


def _has_field(fields: Mapping[str, Field], name: str) -> bool:
    """Return whether there is such a field; for a dotted name, whether items of the list have
    it.
    """
    first, _, rest = name.partition(".")
    return first in fields and (not rest or rest in fields[first].item_fields)


def _read_field(name: str, info: FieldInfo) -> Field | None:
    """Return a field of a model as an option; None for one that is no option.

    Paths, and how a command reports, are about this computer: whatever their option says, neither
    the web page nor event.json has them.
    """
    option = next((item for item in info.metadata if isinstance(item, Option)), None)
    if option is None:
        return None
    kind = info.annotation
    if get_origin(kind) in (Union, types.UnionType):  # X | None
        kind = next(part for part in get_args(kind) if part is not type(None))
    usual = info.get_default(call_default_factory=True)
    field = Field(name, option, kind, usual, _read_limits(info, kind))
    if option.group is Group.RUN or (field.is_path and not field.is_text):
        return replace(field, option=replace(option, on_web=False, in_record=False))
    return field


def _read_limits(info: FieldInfo, kind: object) -> tuple[Any, Any]:
    """Return the least and the most that a number, or a number in a list, may be."""
    limits = list(info.metadata)
    for item in get_args(kind):  # Annotated[int, Bounds(ge=1)] of a list's items
        for metadata in getattr(item, "__metadata__", ()):
            limits += getattr(metadata, "metadata", ())
    least = next((limit.ge for limit in limits if isinstance(limit, Ge)), None)
    most = next((limit.le for limit in limits if isinstance(limit, Le)), None)
    return least, most


def _find_unknown(model: type[Settings], values: Mapping[str, Any]) -> Iterator[Problem]:
    # A file has names as they are typed; the fix names the field
    names = {field.typed: field.name for field in model.fields().values()}
    for name in values.keys() - model.model_fields.keys():
        meant = near_misses(name.replace("_", "-"), names)
        advice = f" Did you mean {meant[0]}?" if meant else ""
        yield Problem(
            f"is not an option.{advice}",
            name,
            (Fix(names[meant[0]], "", instead=name),) if meant else (),
        )


def _find_odd(model: type[Settings], values: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what pydantic lets through: “true” as a number, “yes” as on, a NUL character."""
    for name, field in model.fields().items():
        value = values.get(name)
        if value is None:
            continue
        texts = _list_texts(value)
        if field.is_flag and not isinstance(value, bool):
            yield Problem(f"must be true or false, not {quote(str(value))}.", name)
        elif isinstance(value, bool) and not field.is_flag:
            yield Problem(f"needs a value, not {str(value).lower()}.", name)
        elif any("\0" in text for text in texts):
            yield Problem("contains a NUL character.", name)
        elif field.is_path and "" in texts:
            yield Problem("must not be empty.", name)


def _list_texts(value: object) -> list[str]:
    items = value if isinstance(value, list | tuple) else [value]
    return [item for item in items if isinstance(item, str)]


# Messages for pydantic's findings, by their type.
MESSAGES: Mapping[str, str] = {
    "int_parsing": "{input} is not a whole number.",
    "int_parsing_size": "{input} is too large.",
    "int_from_float": "{input} is not a whole number.",
    "int_type": "{input} is not a whole number.",
    "float_parsing": "{input} is not a number.",
    "float_type": "{input} is not a number.",
    "finite_number": "{input} is not a number.",
    "string_type": "{input} is not text.",
    "tuple_type": 'must be a list, such as ["…"].',
    "string_too_short": "must not be empty.",
    "string_too_long": "is longer than {max_length} characters.",
    "path_type": "{input} is not a file name.",
    "model_type": "{input} is not text.",
}


def _to_problem(model: type[Settings], error: Mapping[str, Any]) -> Problem:
    """Return a finding of pydantic as a problem."""
    name, *place = error["loc"]
    field = model.fields()[name]
    # An item's own field, such as a player's tier
    if len(place) == 2 and place[1] in field.item_fields:
        field = field.item_fields[place[1]]
    fixes: tuple[Fix, ...] = ()
    text = str(error["input"])
    if error["type"] in ("greater_than_equal", "less_than_equal"):
        least, most = field.limits
        message = f"must be from {least:,} to {most:,}, not {text}."
    elif error["type"] in ("literal_error", "unknown_choice"):
        choice = unknown_choice(text, field.choices, name)
        message = choice.message
        # A form has a menu for an item's field
        if len(place) < 2:
            fixes = choice.fixes
    elif error["type"] in MESSAGES:
        context = error.get("ctx", {})
        message = MESSAGES[error["type"]].format(input=quote(text), **context)
    else:
        message = error["msg"].removeprefix("Value error, ")
    return Problem(message, name, fixes, place=tuple(place))
