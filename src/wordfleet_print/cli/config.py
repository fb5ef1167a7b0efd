"""`wordfleet.toml` in the current folder: defaults for the options of each command, checked as options are.

`[tracker]` speaks to one command. `[event]` speaks to every command of that group, `[event.print]` to one of them; what
the smaller table says counts for more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

import typer
from typer.core import TyperCommand
from typer.main import get_command

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.files import is_folder
from wordfleet_print.messages import did_you_mean, how_many

FILE = "wordfleet.toml"
LISTED = ("words", "fill_from", "plain_letters", "german_letters")
"""What is said of a list of one's own."""
OVERRULES: Mapping[str, frozenset[str]] = {
    "code": frozenset({"count", "seed", "tier", "theme", "blank", "fair", *LISTED}),
    "blank": frozenset({*LISTED, "theme", "tier", "placed"}),
    "words": frozenset({"theme", "tier", "blank"}),
    "theme": frozenset({*LISTED, "blank"}),
    "tier": frozenset({*LISTED, "blank"}),
    "placed": frozenset({"blank"}),
    "half_sheets": frozenset({"large_print", "with_rules"}),
    "large_print": frozenset({"half_sheets"}),
    "with_rules": frozenset({"half_sheets"}),
}
"""Options that are typed, and the defaults of a file that give way to them: the two do not go together."""


class Overruling(TyperCommand):
    """A command in which whatever is typed overrules the defaults of a file that do not go with it."""

    def invoke(self, ctx: object) -> object:
        """Run it without those defaults."""
        context: Any = ctx
        values, from_file = context.params, _set_by("DEFAULT_MAP", context)
        typed = [name for name in OVERRULES if values.get(name) and name not in from_file]
        for name in from_file & frozenset[str]().union(*(OVERRULES[one] for one in typed)):
            values[name] = next(param.default for param in self.params if param.name == name)
        return super().invoke(context)


def named_on_line(context: typer.Context) -> set[str]:
    """The options that somebody typed."""
    return _set_by("COMMANDLINE", context)


def as_typed_again(context: typer.Context, names: Iterable[str]) -> list[str]:
    """These parameters of a call as they would be typed, but for what is as usual and was not typed."""
    params: dict[str, Any] = {param.name: param for param in context.command.params if param.name}
    typed, call = named_on_line(context), list[str]()
    for name in names:
        param, value = params[name], context.params[name]
        if isinstance(value, bool):
            if value or name in typed:
                call.append((param.opts if value else param.secondary_opts)[0])
        elif value is not None and value != param.default:
            values = dict.fromkeys(value) if isinstance(value, list | tuple) else (value,)
            call += [part for one in values for part in (param.opts[0], str(one))]
    return call


def _set_by(source: str, context: typer.Context) -> set[str]:
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return {name for name, found in sources.items() if found and found.name == source}


Command: TypeAlias = Any
Option: TypeAlias = Any
"""What typer makes of commands and groups, of options and arguments; not all their classes are public."""


def load_defaults(app: typer.Typer, folder: Path | None = None) -> dict[str, Any]:
    """The defaults by command and option, or none where there is no file.

    Raises `BadInputError` with every unknown table or key, and every value that its option would refuse.
    """
    return _load(get_command(app), folder or Path())


def take_defaults_beside(context: typer.Context, files: list[Path] | Path | None) -> list[Path] | Path | None:
    """Let a `wordfleet.toml` beside the first file, or in it where it is a folder, count for more than that of this
    folder.

    The callback of an eager argument: all other parameters are looked up afterwards. Raises as `load_defaults`.
    """
    file = files[0] if isinstance(files, list) and files else files
    if isinstance(file, Path) and context.parent:  # without one it is only asked whether the value would do
        folder = file if is_folder(file) else file.parent
        found = _load(context.find_root().command, folder)
        for name in context.command_path.split()[1:]:
            found = found.get(name, {})
        context.default_map = {**(context.default_map or {}), **found}
    return files


def _load(commands: Command, folder: Path) -> dict[str, Any]:
    path = folder / FILE
    with suppress(OSError, ValueError):
        if path.is_file():
            return _checked(commands, path)
    return {}


def _checked(root: Command, path: Path) -> dict[str, Any]:
    # Commands with settings read the file themselves (`settings/config_file.py`).
    known = ("event",)
    tables = {name: table for name, table in _read(path).items() if name in known and isinstance(table, dict)}
    commands = _inside(root)
    complaints: list[Complaint] = []
    for name, table in tables.items():
        if name in commands and isinstance(table, dict):
            complaints += _faults(name, table, _loaded(commands[name]))
        elif not isinstance(table, dict):
            advice = "write it below the command it is for, such as [tracker]"
            complaints.append(Complaint(f"{FILE} {name}", "stands above all tables", advice))
        else:
            what = "is not a table of a command"
            complaints.append(Complaint(f"{FILE} [{name}]", what, did_you_mean(name, commands)))
    if complaints:
        raise BadInputError(f"{path} has {how_many(len(complaints), 'fault')}.", *complaints)
    return {name: _defaults(_loaded(commands[name]), table) for name, table in tables.items()}


def _read(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadInputError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"{path} is not TOML: {error}.") from error


def _inside(command: Command) -> Mapping[str, Command]:
    """The commands of a group; none where it is no group."""
    found: Mapping[str, Command] = getattr(command, "commands", {})
    return found


def _loaded(command: Command) -> Command:
    """The command itself, where it is one that is loaded when it is called."""
    return getattr(command, "loaded", command)


def _options(command: Command) -> dict[str, Option]:
    """A command's options by their long names without dashes."""
    return {max(param.opts, key=len).lstrip("-"): param for param in command.params}


def _faults(name: str, table: Mapping[str, Any], command: Command) -> Iterator[Complaint]:
    """Whatever is wrong in the table of a command, or of a group."""
    commands = _inside(command)
    takers = [command, *commands.values()]
    for key, value in table.items():
        where = f"{FILE} [{name}] {key}"
        options = [(taker, _options(taker)[_dashed(key)]) for taker in takers if _dashed(key) in _options(taker)]
        if key in commands and isinstance(value, dict):
            yield from _faults(f"{name}.{key}", value, commands[key])
        elif not options:
            known = [*commands, *(option for taker in takers for option in _options(taker))]
            yield Complaint(where, "is not an option", did_you_mean(_dashed(key), known))
        elif any("\0" in text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)):
            yield Complaint(where, "holds a NUL character")
        else:
            told = (_refusal(taker, option, value) for taker, option in options)
            yield from (Complaint(where, fault) for fault in dict.fromkeys(told) if fault)


def _refusal(command: Command, option: Option, value: object) -> str:
    """What an option says against a value; nothing where it takes it."""
    try:
        option.process_value(typer.Context(command), value)
    except (typer.BadParameter, TypeError, ValueError) as error:
        message = getattr(error, "message", None) or str(error)
        return 'must be a list, such as ["…"]' if message == "Value must be an iterable." else message
    return ""


def _defaults(command: Command, table: Mapping[str, Any]) -> dict[str, Any]:
    """The table as click wants it: values by parameter, and tables of a group's commands by their names."""
    commands, options = _inside(command), _options(command)
    shared = {key: value for key, value in table.items() if not (key in commands and isinstance(value, dict))}
    found = {options[_dashed(key)].name: value for key, value in shared.items() if _dashed(key) in options}
    for name, inner in commands.items():
        theirs = {key: value for key, value in shared.items() if _dashed(key) in _options(inner)}
        own = table.get(name, {})
        found[name] = _defaults(inner, theirs) | _defaults(inner, own if isinstance(own, dict) else {})
    return found


def _dashed(key: str) -> str:
    """A key as its option is spelled: `large_print` is `large-print`."""
    return key.replace("_", "-")
