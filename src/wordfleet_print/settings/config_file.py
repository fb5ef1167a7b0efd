"""Defaults in `wordfleet.toml` of the current folder.

A table is for one command; what is above all tables is for every command that has the option:

    paper = "letter"
    [tracker]
    players = ["Ann", "Mia: family"]
    [event.print]
    rounds = 5
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from wordfleet_print import messages
from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.settings import core
from wordfleet_print.settings.reference import list_commands

FILE = Path("wordfleet.toml")


def read_defaults(model: type[core.Settings], command: str, file: Path = FILE) -> dict[str, Any]:
    """Return the defaults of a command by field; none if there is no file.

    Raises `BadInputError` with every unknown name and every value that an option refuses, in any
    table.
    """
    if not file.is_file():
        return {}
    # Even a table of another command is checked: a typo there would show only when that command
    # runs
    content = _parse(file)
    commands = list_commands()
    tables, problems = _split_tables(content, commands, file)
    shared = {key: value for key, value in content.items() if not isinstance(value, dict)}
    known = {one.typed for made in commands.values() for one in made.fields().values()}
    for key in sorted(shared):
        if _dashed(key) not in known:
            problems.append(
                Problem(
                    f"is not an option of any command.{_advise(key, known)}", key, where=str(file)
                )
            )
    for name, made in commands.items():
        problems += made.examine(_to_fields(made, shared, only_known=True), str(file))[1]
        where = f"{file} [{name.replace(' ', '.')}]"
        problems += made.examine(_to_fields(made, tables.get(name, {})), where)[1]
    if problems := list(dict.fromkeys(problems)):
        raise BadInputError(f"{file} has {messages.how_many(len(problems), 'fault')}.", problems)
    return layer(
        model,
        _to_fields(model, shared, only_known=True),
        _to_fields(model, tables.get(command, {})),
    )


def _to_fields(
    model: type[core.Settings], table: Mapping[str, Any], *, only_known: bool = False
) -> dict[str, Any]:
    """Return the values of a table by the model's fields; keys that no option has stay as they are,
    or go.
    """
    names = {one.typed: name for name, one in model.fields().items()}
    return {
        names.get(_dashed(key), key): table[key]
        for key in table
        if not only_known or _dashed(key) in names
    }


def layer(
    model: type[core.Settings], defaults: Mapping[str, Any], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what was given on top of the defaults; defaults that conflict with it are dropped."""
    named = {name for name, value in given.items() if value}
    dropped = set[str]()
    for one in model.all_relations():
        if isinstance(one, core.Conflict):
            others = {other.partition(".")[0] for other in one.others if "." not in other}
            dropped |= others if one.field in named else set()
            dropped |= {one.field} if named & others else set()
    return {**{name: value for name, value in defaults.items() if name not in dropped}, **given}


def _parse(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadInputError(f"{file} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"{file} is not TOML: {error}.") from error


def _split_tables(
    content: Mapping[str, Any], commands: Iterable[str], file: Path
) -> tuple[dict[str, dict[str, Any]], list[Problem]]:
    """Return the tables by command, `[event.print]` as “event print”, and a problem for every other
    table.
    """
    known = {name.replace(" ", "."): name for name in commands}
    dotted = _flatten_tables(content)
    problems = [
        Problem(f"is not a command.{_advise(name, known)}", f"[{name}]", where=str(file))
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
        inner = {one: part for one, part in table.items() if isinstance(part, dict)}
        for one, part in inner.items():
            flat[f"{dotted}.{one.replace(' ', '.')}"] = part
        if not inner or len(inner) < len(table):
            flat[dotted] = {key: value for key, value in table.items() if key not in inner}
    return flat


def _advise(name: str, known: Iterable[str]) -> str:
    advice = messages.did_you_mean(_dashed(name), known)
    return f" D{advice[1:]}" if advice else ""


def _dashed(key: str) -> str:
    """Return a key as its option is typed: `large_print` is `large-print`."""
    return key.replace("_", "-")
