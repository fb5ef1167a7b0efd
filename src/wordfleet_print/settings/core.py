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
    """Options (`others`) that cannot be combined with `field`, and why. A dotted name looks into a
    list: `players.large_print`.
    """

    joined: ClassVar[str] = "not with"
    """What the option reference writes between `field` and `others`."""
    field: str
    others: tuple[str, ...]
    why: str

    def find_problems(self, settings: Settings) -> Iterator[Problem]:
        """Yield one problem that names every option in conflict."""
        conflicts = tuple(other for other in self.others if settings.is_set(other))
        if conflicts and settings.is_set(self.field):
            fixes = tuple(map(Fix.leave_out, (self.field, *conflicts)))
            yield Problem(self.why, self.field, fixes, others=conflicts)


@dataclass(frozen=True, slots=True)
class Requires:
    """An option (`field`) that only makes sense with one of the `others`, and why."""

    joined: ClassVar[str] = "only with"
    """What the option reference writes between `field` and `others`."""
    field: str
    others: tuple[str, ...]
    why: str

    def find_problems(self, settings: Settings) -> Iterator[Problem]:
        """Yield a problem if the option is set and none of the others is."""
        if settings.is_set(self.field) and not any(map(settings.is_set, self.others)):
            fixes = (*map(Fix.choose, self.others), Fix.leave_out(self.field))
            yield Problem(self.why, self.field, fixes)


Relation: TypeAlias = "Conflict | Requires"


@dataclass(frozen=True, slots=True)
class Field:
    """One option of a model, with what its annotation says."""

    name: str
    option: Option
    type: Any
    """The type of its value, without None: `int`, `tuple[str, ...]`."""
    default: Any
    limits: tuple[int | None, int | None] = (None, None)
    """The least and the most that a number, or a number in a list, may be."""

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
        return self._item_type is Path or self.is_text

    @property
    def _item_type(self) -> object:
        """The type of an item of a list, or of the value of any other option."""
        item_type: Any = get_args(self.type)[0] if self.is_list else self.type
        is_annotated = hasattr(item_type, "__metadata__")  # of Annotated[X, …] it is X
        return item_type.__origin__ if is_annotated else item_type

    @property
    def item_fields(self) -> dict[str, Field]:
        """The fields of each item of a list, such as a player's name; {} if items have none."""
        item_type = self._item_type
        has_fields = isinstance(item_type, type) and issubclass(item_type, Settings)
        return cast("type[Settings]", item_type).fields() if has_fields else {}

    @property
    def choices(self) -> dict[str, str]:
        """The allowed values and their titles; empty if any value will do."""
        if get_origin(self._item_type) is Literal:
            titles = self.option.titles or {}
            return {value: titles.get(value, value) for value in get_args(self._item_type)}
        return dict(self.option.choices()) if self.option.choices else {}

    @property
    def placeholder(self) -> str:
        """What `--help` shows for its value; empty for a flag."""
        if self.is_flag or get_origin(self._item_type) is Literal:
            return "|".join(self.choices)
        return self.option.placeholder or ("N" if self._item_type in (int, float) else "TEXT")

    @property
    def label(self) -> str:
        """Its name on a form."""
        return self.option.label or self.name.replace("_", " ").capitalize()

    @property
    def help(self) -> str:
        """Its help line: “Paper size. Default: that of your country.”"""
        note = self.option.default_note
        if not note and not self.is_flag and isinstance(self.default, str | int):
            note = str(self.default)
        sentences = [self.option.help]
        if self.is_list and not self.option.argument:
            sentences.append("Repeat for more.")
        if note:
            sentences.append(f"Default: {note}.")
        return " ".join(sentences)


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
        candidates = [_read_field(name, info) for name, info in cls.model_fields.items()]
        fields = [field for field in candidates if field]
        groups = [*Group]
        fields.sort(key=lambda field: groups.index(field.option.group))
        return {field.name: field for field in fields}

    @classmethod
    def all_relations(cls) -> Iterator[Relation]:
        """Yield the relations of the model and its mixins, as far as this model has the fields."""
        fields = cls.fields()
        for base in cls.__mro__:
            for relation in base.__dict__.get("relations", ()):
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
        faulty_names = {problem.field for problem in problems}
        usable = {name: value for name, value in values.items() if name not in faulty_names}
        try:
            settings = cls.model_validate(usable)
        except ValidationError as error:
            problems += [_to_problem(cls, fault) for fault in error.errors()]
            # Without the refused values the others are valid: a value is judged by itself
            for fault in error.errors():
                usable.pop(str(fault["loc"][0]), None)
            settings = cls.model_validate(usable)
        problems += settings.find_problems()
        return settings, [replace(problem, where=where) for problem in problems]

    def find_problems(self) -> list[Problem]:
        """Return a problem for each conflict between the settings."""
        problems: list[Problem] = []
        for relation in self.all_relations():
            problems += relation.find_problems(self)
        return problems

    def is_set(self, name: str) -> bool:
        """Return whether an option has another value than nothing and its default. A dotted name is
        about the items of a list: `players.tier` is set if any player has a tier.
        """
        first, _, field_of_item = name.partition(".")
        value = getattr(self, first, None)
        if field_of_item:
            return any(getattr(item, field_of_item) for item in value or ())
        return bool(value) and value != type(self).model_fields[first].default

    def update_from(self, newer: Settings, names: Collection[str]) -> Self:
        """Return these settings, of a printed event, with those of `newer` in place of some: the
        ones that `names` has. Raises `UsageError` if they conflict.
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
    """Return the problem of a field whose value is none of the choices, with the most similar one
    as a fix. `short` are other names for the choices.
    """
    if meant := near_misses(value.casefold(), (*choices, *short)):
        fix = Fix(field, meant[0], instead=value)
        return Problem(f"{quote(value)} is not known. Did you mean {meant[0]}?", field, (fix,))
    return Problem(f"{quote(value)} is not known. Choose from {', '.join(choices)}.", field)


def to_lower(value: object) -> object:
    """Return a choice in lower case, however it was typed."""
    return value.strip().lower() if isinstance(value, str) else value


def one_of(choices: Callable[[], Iterable[str]]) -> Callable[[str], str]:
    """Return a validator that refuses a value that is not among the choices. They are a function
    because reading them takes time.
    """

    def check(value: str) -> str:
        if value not in choices():
            raise PydanticCustomError("unknown_choice", "is not known")
        return value

    return check


def _fix_stored(settings: Settings, problem: Problem, names: Collection[str]) -> Problem:
    """Return the problem with fixes that can be typed. The user gave the settings in `names`; the
    others are stored, so that they cannot be left out, only set back: `--no-half-sheets`.
    """

    def set_back(fix: Fix) -> Fix:
        name = fix.field.partition(".")[0]
        if fix.value is not None or name in names:
            return fix
        default = type(settings).fields()[name].default
        return Fix(fix.field, "no" if default is False else str(default or ""))

    return replace(problem, fixes=tuple(map(set_back, problem.fixes)))


def _has_field(fields: Mapping[str, Field], name: str) -> bool:
    """Return whether there is such a field; for a dotted name, whether items of the list have
    it.
    """
    first, _, rest = name.partition(".")
    return first in fields and (not rest or rest in fields[first].item_fields)


def _read_field(name: str, info: FieldInfo) -> Field | None:
    """Return a field of a model as an option; None if it is not annotated with an `Option`.

    Paths, and how a command reports, are about this computer: whatever their option says, neither
    the web page nor event.json has them.
    """
    option = next((item for item in info.metadata if isinstance(item, Option)), None)
    if option is None:
        return None
    value_type = info.annotation
    if get_origin(value_type) in (Union, types.UnionType):  # X | None
        value_type = next(part for part in get_args(value_type) if part is not type(None))
    field = Field(
        name=name,
        option=option,
        type=value_type,
        default=info.get_default(call_default_factory=True),
        limits=_read_limits(info, value_type),
    )
    if option.group is Group.RUN or (field.is_path and not field.is_text):
        return replace(field, option=replace(option, on_web=False, in_record=False))
    return field


def _read_limits(info: FieldInfo, value_type: object) -> tuple[Any, Any]:
    """Return the least and the most that a number, or a number in a list, may be."""
    limits = list(info.metadata)
    for item_type in get_args(value_type):  # of a list: Annotated[int, Bounds(ge=1)]
        for metadata in getattr(item_type, "__metadata__", ()):
            limits += getattr(metadata, "metadata", ())
    least = next((limit.ge for limit in limits if isinstance(limit, Ge)), None)
    most = next((limit.le for limit in limits if isinstance(limit, Le)), None)
    return least, most


def _find_unknown(model: type[Settings], values: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem for each name that is no option, with the most similar option as a fix."""
    # A file has names as they are typed, `large-print`; the fix names the field, `large_print`
    names_by_typed = {field.typed: field.name for field in model.fields().values()}
    for name in values.keys() - model.model_fields.keys():
        message = "is not an option."
        fixes: tuple[Fix, ...] = ()
        if similar := near_misses(name.replace("_", "-"), names_by_typed):
            message += f" Did you mean {similar[0]}?"
            fixes = (Fix(names_by_typed[similar[0]], "", instead=name),)
        yield Problem(message, name, fixes)


def _find_odd(model: type[Settings], values: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield problems of values that pydantic accepts: `true` as a number, “yes” as on, a NUL
    character, an empty path.
    """
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
    """Return the texts in a value, which may be one or a list of some."""
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
    """Return an error of pydantic as a problem. Its `loc` is the field, then the item of a list and
    the field of the item: `("players", 1, "tier")`.
    """
    name, *place = error["loc"]
    field = model.fields()[name]
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
        if len(place) < 2:  # no option sets the field of one item
            fixes = choice.fixes
    elif error["type"] in MESSAGES:
        context = error.get("ctx", {})
        message = MESSAGES[error["type"]].format(input=quote(text), **context)
    else:
        message = error["msg"].removeprefix("Value error, ")
    return Problem(message, name, fixes, place=tuple(place))
