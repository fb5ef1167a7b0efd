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
        """Return what files set of these fields."""
        values = {name: value for name, value in self.values.items() if name in names}
        files = {name: file for name, file in self.files.items() if name in names}
        return Defaults(self.model, values, files)

    def describe(self) -> list[str]:
        """Return a sentence for each file on what it sets: “wordfleet.toml sets: paper letter;
        eco.” How a command reports needs no word.
        """
        parts = dict[Path, list[str]]()
        fields = self.model.fields()
        for name, value in self.values.items():
            if fields[name].option.group is not core.Group.RUN:
                text = _describe_value(fields[name], value)
                parts.setdefault(self.files[name], []).append(text)
        return [f"{file} sets: {'; '.join(texts)}." for file, texts in parts.items()]


@dataclass(frozen=True, slots=True)
class _File:
    """A file of defaults as it was read."""

    path: Path
    content: Mapping[str, Any]
    lines: Mapping[str, int]
    """The line of each table and key, by its dotted name: `tracker.large-print`."""

    def locate(self, problem: Problem, table: str = "") -> Problem:
        """Return the problem with its place: the file, the line and the table."""
        key = _dashed(problem.field.partition(".")[0].strip("[]"))
        name = f"{table}.{key}" if table else key
        line = self.lines.get(name) or self.lines.get(problem.field.strip("[]"))
        where = f"{self.path}, line {line}" if line else str(self.path)
        return replace(problem, where=f"{where} [{table}]" if table else where)


def read_defaults(
    model: type[core.Settings], command: str, files: Sequence[Path] | None = None
) -> Defaults:
    """Return the defaults of a command in these files, the most important first; by default those
    of `find_files`.

    Raises `BadInputError` with every unknown name and every value that an option refuses, in any
    table.
    """
    paths = find_files()[0] if files is None else files
    read = [_parse(path) for path in paths]
    # Even a table of another command is checked: a typo there would show only when that command
    # runs
    problems = list(dict.fromkeys(problem for file in read for problem in _find_problems(file)))
    if problems:
        faulty = [str(file.path) for file in read if any(_find_problems(file))]
        have = "has" if len(faulty) == 1 else "have"
        faults = messages.how_many(len(problems), "fault")
        raise BadInputError(f"{messages.join_words(faulty)} {have} {faults}.", problems)
    values = dict[str, Any]()
    sources = dict[str, Path]()
    for file in reversed(read):
        own = _read_values(file, model, command)
        values = layer(model, values, own)
        sources |= dict.fromkeys(own, file.path)
    return Defaults(model, values, {name: sources[name] for name in values})


def _read_values(file: _File, model: type[core.Settings], command: str) -> dict[str, Any]:
    """Return what a file without faults sets for a command, by field."""
    tables, _ = _split_tables(file, list_commands())
    shared = _to_fields(model, _list_shared(file), only_known=True)
    values = layer(model, shared, _to_fields(model, tables.get(command, {})))
    fields = model.fields()
    return {
        name: _place_paths(value, file.path.parent) if fields[name].is_path else value
        for name, value in values.items()
    }


def _place_paths(value: object, folder: Path) -> object:
    """Return paths of a file from its own folder on; `~` is the home folder."""
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
    known = {field.typed for model in commands.values() for field in model.fields().values()}
    for key in sorted(shared):
        if _dashed(key) not in known:
            what = f"is not an option of any command.{_advise(key, known)}"
            yield file.locate(Problem(what, key))
    for name, model in commands.items():
        for problem in model.examine(_to_fields(model, shared, only_known=True))[1]:
            yield file.locate(problem)
        for problem in model.examine(_to_fields(model, tables.get(name, {})))[1]:
            yield file.locate(problem, name.replace(" ", "."))


def _list_shared(file: _File) -> dict[str, Any]:
    """Return what is above all tables."""
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
    model: type[core.Settings], table: Mapping[str, Any], *, only_known: bool = False
) -> dict[str, Any]:
    """Return the values of a table by the model's fields; keys that no option has stay as they are,
    or go.
    """
    names = {field.typed: name for name, field in model.fields().items()}
    return {
        names.get(_dashed(key), key): table[key]
        for key in table
        if not only_known or _dashed(key) in names
    }


def layer(
    model: type[core.Settings], defaults: Mapping[str, Any], values: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what was given on top of the defaults; defaults that conflict with it are dropped."""
    set_names = {name for name, value in values.items() if value}
    dropped = set[str]()
    for relation in model.all_relations():
        if isinstance(relation, core.Conflict):
            others = {other.partition(".")[0] for other in relation.others if "." not in other}
            dropped |= others if relation.field in set_names else set()
            dropped |= {relation.field} if set_names & others else set()
    return {**{name: value for name, value in defaults.items() if name not in dropped}, **values}


def _parse(path: Path) -> _File:
    try:
        text = path.read_text(encoding="utf-8-sig")
        return _File(path, tomllib.loads(text), _number_lines(text))
    except OSError as error:
        raise BadInputError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"{path} is not TOML: {error}.") from error


def _number_lines(text: str) -> dict[str, int]:
    """Return the line of each table and key, by its dotted name, the first where a name comes
    twice.

    The parser gives no lines. A line inside a text of several lines may look like a key.
    """
    numbers = dict[str, int]()
    start = ""
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
    """Return the tables by command, `[event.print]` as “event print”, and a problem for every other
    table.
    """
    known = {name.replace(" ", "."): name for name in commands}
    dotted = _flatten_tables(file.content)
    problems = [
        file.locate(Problem(f"is not a command.{_advise(name, known)}", f"[{name}]"))
        for name in sorted(dotted.keys() - known.keys())
    ]
    return {known[name]: table for name, table in dotted.items() if name in known}, problems


def _flatten_tables(content: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the tables by their dotted names; one that only holds tables is left out."""
    flat: dict[str, dict[str, Any]] = {}
    for name, table in content.items():
        if not isinstance(table, dict):
            continue
        dotted = name.replace(" ", ".")
        inner = {key: part for key, part in table.items() if isinstance(part, dict)}
        for key, part in inner.items():
            flat[f"{dotted}.{key.replace(' ', '.')}"] = part
        if not inner or len(inner) < len(table):
            flat[dotted] = {key: value for key, value in table.items() if key not in inner}
    return flat


def _advise(name: str, known: Iterable[str]) -> str:
    advice = messages.did_you_mean(_dashed(name), known)
    return f" D{advice[1:]}" if advice else ""


def _dashed(key: str) -> str:
    """Return a key as its option is typed: `large_print` is `large-print`."""
    return key.replace("_", "-")
