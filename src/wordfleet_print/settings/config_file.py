"""Defaults in `wordfleet.toml`: of the current folder or a parent of it, and of the user.

A table is for one command; what is above all tables is for every command that has the option:

    paper = "letter"
    [tracker]
    players = ["Ann", "Mia: family"]
    [event.print]
    rounds = 5
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from wordfleet_print import messages
from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.settings import core
from wordfleet_print.settings.config_places import find_files
from wordfleet_print.settings.reference import list_commands

# A dash is stdout where a file is named.
DASH = "-"
# A line that begins a table or sets a key.
LINE = re.compile(r"""\s*(?:\[(?P<table>[^\[\]]+)\]|(?P<key>[\w"' .-]+?)\s*=)""")


@dataclass(frozen=True, slots=True)
class Defaults:
    """What files set for a command."""

    model: type[core.Settings]
    values: Mapping[str, Any] = field(default_factory=dict)
    """The value of each field."""
    files: Mapping[str, Path] = field(default_factory=dict)
    """The file of each field."""

    def choose(self, names: Collection[str]) -> Defaults:
        """Return the defaults of these fields alone."""
        values = {name: value for name, value in self.values.items() if name in names}
        files = {name: file for name, file in self.files.items() if name in names}
        return Defaults(self.model, values, files)

    def describe(self) -> list[str]:
        """Return a sentence for each file on what it sets: “wordfleet.toml sets: paper letter;
        eco.” How a command reports (`quiet`, `json`) is left out.
        """
        texts_by_file = dict[Path, list[str]]()
        fields = self.model.fields()
        for name, value in self.values.items():
            if fields[name].option.group is not core.Group.RUN:
                text = _describe_value(fields[name], value)
                texts_by_file.setdefault(self.files[name], []).append(text)
        return [f"{file} sets: {'; '.join(texts)}." for file, texts in texts_by_file.items()]


@dataclass(frozen=True, slots=True)
class _File:
    """A file of defaults as it was read."""

    path: Path
    content: Mapping[str, Any]
    """What the file sets: keys and values, and tables of them."""
    lines: Mapping[str, int]
    """The line of each table and key, by its dotted name: `tracker.large-print`."""

    def locate(self, problem: Problem, table: str = "") -> Problem:
        """Return a problem of a key in a table with its place: the file, the line and the table."""
        key = _dashed(problem.field.partition(".")[0].strip("[]"))
        name = f"{table}.{key}" if table else key
        line = self.lines.get(name) or self.lines.get(problem.field.strip("[]"))
        where = f"{self.path}, line {line}" if line else str(self.path)
        return replace(problem, where=f"{where} [{table}]" if table else where)


def read_defaults(
    model: type[core.Settings], command: str, files: Sequence[Path] | None = None
) -> Defaults:
    """Return the defaults that these files set for a command, such as “event print”. The first
    file is the most important; without `files` they are those of `find_files`.

    Raises `BadInputError` with every unknown name and every value that an option refuses, in any
    table.
    """
    paths = find_files()[0] if files is None else files
    parsed_files = [_parse(path) for path in paths]
    # Even a table of another command is checked: a typo there would show only when that command
    # runs
    problems: dict[Problem, None] = {}  # each once, in their order
    faulty_paths = []
    for file in parsed_files:
        problems_of_file = list(_find_problems(file))
        problems |= dict.fromkeys(problems_of_file)
        if problems_of_file:
            faulty_paths.append(str(file.path))
    if problems:
        have = "has" if len(faulty_paths) == 1 else "have"
        faults = messages.how_many(len(problems), "fault")
        raise BadInputError(f"{messages.join_words(faulty_paths)} {have} {faults}.", problems)
    values = dict[str, Any]()
    sources = dict[str, Path]()
    for file in reversed(parsed_files):  # a more important file replaces values of the others
        values_of_file = _read_values(file, model, command)
        values = layer(model, values, values_of_file)
        sources |= dict.fromkeys(values_of_file, file.path)
    return Defaults(model, values, {name: sources[name] for name in values})


def _read_values(file: _File, model: type[core.Settings], command: str) -> dict[str, Any]:
    """Return what a file without faults sets for a command, by field: in the table of the command,
    and above all tables.
    """
    tables, _ = _split_tables(file, list_commands())
    shared = _to_fields(model, _list_shared(file), only_options=True)
    values = layer(model, shared, _to_fields(model, tables.get(command, {})))
    fields = model.fields()
    return {
        name: _place_paths(value, file.path.parent) if fields[name].is_path else value
        for name, value in values.items()
    }


def _place_paths(value: object, folder: Path) -> object:
    """Return a path, or a list of paths, from a file's own folder on; `~` is the home folder."""
    if isinstance(value, list):
        return [_place_paths(item, folder) for item in value]
    if not isinstance(value, str) or value in ("", DASH):
        return value
    with suppress(RuntimeError):  # nobody is called so: `~ann`
        return str(folder / Path(value).expanduser())
    return str(folder / value)


def _find_problems(file: _File) -> Iterator[Problem]:
    """Yield what is wrong with a file, in any table."""
    commands = list_commands()
    tables, problems = _split_tables(file, commands)
    yield from problems
    shared = _list_shared(file)
    options = {field.typed for model in commands.values() for field in model.fields().values()}
    for key in sorted(shared):
        if _dashed(key) not in options:
            what = f"is not an option of any command.{_advise(key, options)}"
            yield file.locate(Problem(what, key))
    for name, model in commands.items():
        _, problems = model.examine(_to_fields(model, shared, only_options=True))
        for problem in problems:
            yield file.locate(problem)
        _, problems = model.examine(_to_fields(model, tables.get(name, {})))
        for problem in problems:
            yield file.locate(problem, table=name.replace(" ", "."))


def _list_shared(file: _File) -> dict[str, Any]:
    """Return what is above all tables, by key: it is for every command that has the option."""
    return {key: value for key, value in file.content.items() if not isinstance(value, dict)}


def _describe_value(field: core.Field, value: object) -> str:
    """Return a value that a file sets, in words: “theme animals, space”, “eco”, “no split”."""
    name = field.typed.replace("-", " ")
    if isinstance(value, bool):
        return name if value else f"no {name}"
    items = value if isinstance(value, list) else [value]
    if any(isinstance(item, dict | list) for item in items):
        return name
    return f"{name} {', '.join(map(str, items))}"


def _to_fields(
    model: type[core.Settings], table: Mapping[str, Any], *, only_options: bool = False
) -> dict[str, Any]:
    """Return the values of a table by field: `large-print` is `large_print`. A key that is no
    option of the model stays as it is; `only_options` leaves it out.
    """
    names_by_typed = {field.typed: name for name, field in model.fields().items()}
    return {
        names_by_typed.get(_dashed(key), key): value
        for key, value in table.items()
        if not only_options or _dashed(key) in names_by_typed
    }


def layer(
    model: type[core.Settings], defaults: Mapping[str, Any], values: Mapping[str, Any]
) -> dict[str, Any]:
    """Return values on top of defaults, by field. A default that conflicts with one of the values
    is dropped: with `--large-print` a default of `half-sheets` does not count.
    """
    set_names = {name for name, value in values.items() if value}
    conflicting = set[str]()
    for relation in model.all_relations():
        if not isinstance(relation, core.Conflict):
            continue
        # A dotted name is about items of a list, which is no reason to drop all of it
        others = {other for other in relation.others if "." not in other}
        if relation.field in set_names:
            conflicting |= others
        if set_names & others:
            conflicting.add(relation.field)
    remaining = {name: value for name, value in defaults.items() if name not in conflicting}
    return {**remaining, **values}


def _parse(path: Path) -> _File:
    try:
        text = path.read_text(encoding="utf-8-sig")
        return _File(path, tomllib.loads(text), _number_lines(text))
    except OSError as error:
        raise BadInputError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"{path} is not TOML: {error}.") from error


def _number_lines(text: str) -> dict[str, int]:
    """Return the line of each table and key, by its dotted name: {"tracker": 3, "tracker.eco": 4}.
    It is the first line where a name comes twice.

    The parser gives no lines. A line inside a text of several lines may look like a key.
    """
    numbers = dict[str, int]()
    start = ""  # what names in the current table begin with
    for number, line in enumerate(text.splitlines(), start=1):
        match = LINE.match(line)
        if match is None:
            continue
        if match["table"]:
            table = _normalize(match["table"])
            start = f"{table}."
            numbers.setdefault(table, number)
        else:
            numbers.setdefault(start + _dashed(_normalize(match["key"])), number)
    return numbers


def _normalize(name: str) -> str:
    """Return a name as TOML reads it, with dots: `"event print"` is `event.print`."""
    parts = re.split(r"[\s.]+", re.sub("[\"']", "", name).strip())
    return ".".join(parts)


def _split_tables(
    file: _File, commands: Iterable[str]
) -> tuple[dict[str, dict[str, Any]], list[Problem]]:
    """Return the tables of a file by command, `[event.print]` as “event print”; and a problem for
    every table that is for no command.
    """
    commands_by_table = {name.replace(" ", "."): name for name in commands}
    tables: dict[str, dict[str, Any]] = {}
    problems = []
    for name, table in sorted(_flatten_tables(file.content).items()):
        if name in commands_by_table:
            tables[commands_by_table[name]] = table
        else:
            what = f"is not a command.{_advise(name, commands_by_table)}"
            problems.append(file.locate(Problem(what, f"[{name}]")))
    return tables, problems


def _flatten_tables(content: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the tables of a file by their dotted names; one that only holds tables is left out.

    {"event": {"print": {"rounds": 5}}} is {"event.print": {"rounds": 5}}.
    """
    tables: dict[str, dict[str, Any]] = {}
    for name, table in content.items():
        if not isinstance(table, dict):
            continue
        dotted = name.replace(" ", ".")
        inner_tables = {key: value for key, value in table.items() if isinstance(value, dict)}
        for key, inner_table in inner_tables.items():
            tables[f"{dotted}.{key.replace(' ', '.')}"] = inner_table
        values = {key: value for key, value in table.items() if key not in inner_tables}
        if values or not inner_tables:
            tables[dotted] = values
    return tables


def _advise(name: str, similar_to: Iterable[str]) -> str:
    """Return “ Did you mean …?” with the most similar of these names, or "" if none is."""
    advice = messages.did_you_mean(_dashed(name), similar_to)
    return f" D{advice[1:]}" if advice else ""


def _dashed(key: str) -> str:
    """Return a key as its option is typed: `large_print` is `large-print`."""
    return key.replace("_", "-")
