"""`wordfleet.toml` in the current folder: defaults for the options of each command, checked as options are."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from typer.main import get_command

from wordfleet_print.errors import BadInputError, Complaint

FILE = "wordfleet.toml"


def load_defaults(app: typer.Typer, folder: Path | None = None) -> dict[str, Any]:
    """The defaults by command and option, or none where there is no file.

    Raises `BadInputError` with every unknown table or key, and every value that its option would refuse.
    """
    path = (folder or Path()) / FILE
    if not path.is_file():
        return {}
    tables = _read(path)
    commands = get_command(app).commands  # type: ignore[attr-defined]  # a typer app with commands is a group
    complaints = [complaint for name, table in tables.items() for complaint in _faults(name, table, commands)]
    if complaints:
        raise BadInputError(f"{path} has {len(complaints)} fault(s).", *complaints)
    return {name: {key.replace("-", "_"): value for key, value in table.items()} for name, table in tables.items()}


def _read(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadInputError(f"{path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInputError(f"{path} is not TOML: {error}.") from error


def _faults(name: str, table: object, commands: dict[str, Any]) -> Iterator[Complaint]:
    if name not in commands or not isinstance(table, dict):
        yield Complaint(f"{FILE} [{name}]", "is not a table of a command", _nearest(name, commands))
        return
    options = {param.name: param for param in commands[name].params}
    context = typer.Context(commands[name])
    for key, value in table.items():
        where = f"{FILE} [{name}] {key}"
        option = options.get(key.replace("-", "_"))
        if option is None:
            yield Complaint(where, "is not an option", _nearest(key, options))
            continue
        try:
            option.type_cast_value(context, value)
        except (typer.BadParameter, TypeError, ValueError) as error:
            yield Complaint(where, getattr(error, "message", None) or str(error))


def _nearest(word: str, known: dict[str, Any]) -> str:
    near = difflib.get_close_matches(word, list(known), n=1)
    return f"did you mean {near[0]}?" if near else ""
