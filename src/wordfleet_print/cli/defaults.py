"""`wordfleet.toml` in the current folder: defaults for the options of each command, checked as options are."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import typer
from typer.main import get_command

from wordfleet_print.errors import BadInputError, Complaint

FILE = "wordfleet.toml"


class Command(Protocol):
    """What is needed of typer's commands, whose classes are not public."""

    params: list[Any]


def load_defaults(app: typer.Typer, folder: Path | None = None) -> dict[str, Any]:
    """The defaults by command and option, or none where there is no file.

    Raises `BadInputError` with every unknown table or key, and every value that its option would refuse.
    """
    path = (folder or Path()) / FILE
    with suppress(OSError):
        if path.is_file():
            return _checked(app, path)
    return {}


def _checked(app: typer.Typer, path: Path) -> dict[str, Any]:
    tables = _read(path)
    commands = get_command(app).commands  # type: ignore[attr-defined]  # a typer app with commands is a group
    complaints = [complaint for name, table in tables.items() for complaint in _faults(name, table, commands)]
    if complaints:
        raise BadInputError(f"{path} has {len(complaints)} fault(s).", *complaints)
    return {
        name: {_options(commands[name])[_dashed(key)].name: value for key, value in table.items()}
        for name, table in tables.items()
    }


def _read(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadInputError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"{path} is not TOML: {error}.") from error


def _options(command: Command) -> dict[str, Any]:
    """A command's options by their long names without dashes."""
    return {max(param.opts, key=len).lstrip("-"): param for param in command.params}


def _faults(name: str, table: object, commands: dict[str, Any]) -> Iterator[Complaint]:
    if name not in commands or not isinstance(table, dict):
        yield Complaint(f"{FILE} [{name}]", "is not a table of a command", _nearest(name, commands))
        return
    options = _options(commands[name])
    context = typer.Context(commands[name])
    for key, value in table.items():
        where = f"{FILE} [{name}] {key}"
        if _dashed(key) not in options:
            yield Complaint(where, "is not an option", _nearest(_dashed(key), options))
        elif any("\0" in text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)):
            yield Complaint(where, "holds a NUL character")
        else:
            try:
                options[_dashed(key)].process_value(context, value)
            except (typer.BadParameter, TypeError, ValueError) as error:
                message = getattr(error, "message", None) or str(error)
                told = 'must be a list, such as ["…"]' if message == "Value must be an iterable." else message
                yield Complaint(where, told)


def _dashed(key: str) -> str:
    """A key as its option is spelled: `large_print` is `large-print`."""
    return key.replace("_", "-")


def _nearest(word: str, known: dict[str, Any]) -> str:
    near = difflib.get_close_matches(word, list(known), n=1)
    return f"did you mean {near[0]}?" if near else ""
