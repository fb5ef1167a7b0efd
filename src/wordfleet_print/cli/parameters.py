"""Typer commands made from settings models."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Any, TypeAlias, TypeVar

import typer

from wordfleet_print.cli.command_types import Command
from wordfleet_print.cli.errors import CommandOptions, report
from wordfleet_print.cli.output import warn
from wordfleet_print.errors import Problem, UsageError, WordfleetError
from wordfleet_print.messages import join_words, quote
from wordfleet_print.settings import config_file, config_places, core, looks

Model = TypeVar("Model", bound=looks.RunSettings)
Function: TypeAlias = "Callable[[Model, Origin], None]"
KEYWORD = inspect.Parameter.KEYWORD_ONLY
NO = "no_"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the settings of a call are from."""

    given_fields: frozenset[str]
    """The names of the settings that the user gave as options; files set others."""
    defaults: config_file.Defaults
    """What files set, and nobody typed."""
    ignored: Sequence[str] = ()
    """A note on each file that is not used."""

    def describe(self, names: Collection[str] | None = None) -> list[str]:
        """Return notes on what files set of these fields (default: of all), and on files that are
        not used.
        """
        defaults = self.defaults if names is None else self.defaults.choose(names)
        return [*self.ignored, *defaults.describe()]


def give_options(
    model: type[Model], command: str, *, notes: bool = True
) -> Callable[[Function[Model]], Callable[..., None]]:
    """Give a function the options of a model: it is called with the settings, and where they are
    from. With `notes` stderr says what files set.

    Typer hands every value on as text, and the model alone decides about it, so all problems are
    shown together.
    """

    def decorate(function: Function[Model]) -> Callable[..., None]:
        @wraps(function)
        def run(context: typer.Context, **values: object) -> None:
            if context.invoked_subcommand:
                return
            texts = _find_typed(context, model, values)
            defaults = config_file.Defaults(model)
            try:
                typed = _choose_values(model, texts)
                files, ignored = config_places.find_files()
                defaults = config_file.read_defaults(model, command, files)
                layered = config_file.layer(model, defaults.values, typed)
                settings = model.read(layered)
                effective = defaults.choose(layered.keys() - typed.keys())
                origin = Origin(frozenset(typed), effective, ignored)
                if notes and not settings.quiet:
                    show_origin(origin)
                function(settings, origin)
            except WordfleetError as error:
                as_json = "as_json" in texts or defaults.values.get("as_json") is True
                unchanged = defaults.choose(defaults.values.keys() - texts.keys())
                options = CommandOptions(model, unchanged.files)
                code = report(error, options, as_json=as_json)
                raise typer.Exit(code) from error

        parameters = [inspect.Parameter("context", KEYWORD, annotation=typer.Context)]
        for field in model.fields().values():
            parameters += _make_parameters(model, field)
        # typer reads the options of a command from its signature, not from the wrapped function
        signed: Any = run
        signed.__signature__ = inspect.Signature(parameters)
        signed.__annotations__ = {option.name: option.annotation for option in parameters}
        del signed.__wrapped__
        return run

    return decorate


def show_origin(origin: Origin, names: Collection[str] | None = None) -> None:
    """Show what files set of these fields, by default of all."""
    for note in origin.describe(names):
        warn(note)


def make_command(
    model: type[Model],
    name: str,
    epilog: str,
    app: typer.Typer | None = None,
    cls: type[Command] = Command,
    *,
    notes: bool = True,
) -> Callable[[Function[Model]], typer.Typer]:
    """Make a function a command with the options of a model: of a group, or an app of its own.

    Without `notes` the function itself says what files set: a printed event may keep other values.
    """
    owner = app or typer.Typer(rich_markup_mode="rich", add_completion=False)

    def decorate(function: Function[Model]) -> typer.Typer:
        call = give_options(model, name, notes=notes)(function)
        owner.command(name.rpartition(" ")[2], epilog=epilog, cls=cls)(call)
        return owner

    return decorate


def _find_typed(
    context: typer.Context, model: type[Model], values: Mapping[str, Any]
) -> dict[str, list[Any]]:
    """Return every value that somebody typed, by field: `--no-eco` is eco, off."""
    typed = dict[str, list[Any]]()
    fields = model.fields()
    for name, value in values.items():
        source = context.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE":
            continue
        if name not in fields:
            typed.setdefault(name.removeprefix(NO), []).append(False)
        elif fields[name].is_flag:
            typed.setdefault(name, []).append(True)
        else:
            typed[name] = value if isinstance(value, list) else [value]
    return typed


def _choose_values(model: type[Model], typed: Mapping[str, list[Any]]) -> dict[str, Any]:
    """Return the value of each field, or all values of one that takes several.

    Raises `UsageError` for a field with two values that takes one: none is dropped in silence.
    """
    fields = model.fields()
    repeated = [
        name for name, values in typed.items() if len(values) > 1 and not fields[name].is_list
    ]
    if not repeated:
        return {
            name: values if fields[name].is_list else values[0] for name, values in typed.items()
        }
    problems = list[Problem]()
    for name in repeated:
        values = "on and off" if fields[name].is_flag else join_words(map(quote, typed[name]))
        problems.append(Problem(f"takes one value, not {values}.", name))
    raise UsageError("Some options are given more than once.", problems)


def _make_parameters(model: type[core.Settings], field: core.Field) -> Iterator[inspect.Parameter]:
    """Yield an option as a parameter; a flag as two, of which `--help` shows the one that changes
    something.
    """
    option = field.option
    appearance: dict[str, Any] = {
        "help": field.help.replace("[", r"\["),
        "rich_help_panel": option.group.value,
        "show_default": False,
    }
    if field.is_flag:
        is_on = bool(field.default)
        yield _make_switch(field, f"--{field.typed}", field.name, appearance, hidden=is_on)
        yield _make_switch(
            field, f"--no-{field.typed}", NO + field.name, appearance, hidden=not is_on
        )
        return
    appearance |= {"metavar": field.placeholder, "autocompletion": _make_completion(model, field)}
    if option.argument:
        del appearance["rich_help_panel"]
        # Usage shows dots behind what can be typed several times
        appearance["metavar"] = field.placeholder.replace(" …", "")
        kind: Any = list[str] if field.is_list else str
        yield _make_parameter(field.name, kind, typer.Argument(**appearance))
    else:
        # Of an option that takes one value, all are read: the last one would hide the others
        names = [f"--{field.typed}", *filter(None, [option.short])]
        yield _make_parameter(field.name, list[str], typer.Option(*names, **appearance))


def _make_switch(
    field: core.Field, typed: str, name: str, appearance: dict[str, Any], *, hidden: bool
) -> inspect.Parameter:
    """Return one of the two switches of a flag; the one that changes nothing is hidden."""
    short = [field.option.short] if field.option.short and not hidden else []
    info = typer.Option(typed, *short, metavar="", hidden=hidden, **appearance)
    return _make_parameter(name, bool, info)


def _make_parameter(name: str, kind: type, info: object) -> inspect.Parameter:
    return inspect.Parameter(name, KEYWORD, default=None, annotation=Annotated[kind | None, info])


def _make_completion(
    model: type[core.Settings], field: core.Field
) -> Callable[[typer.Context, str], list[tuple[str, str]]]:
    """Return what completes the values of an option in the shell."""

    def complete(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
        # Only a shell that completes pays for reading the rules
        from wordfleet_print.cli import completion

        # Words without an option are left over where the last option still lacks its value
        words = {
            argument.name: ctx.args
            for argument in model.fields().values()
            if argument.option.argument
        }
        typed = {name: value for name, value in ctx.params.items() if value}
        return completion.complete(model, field, {**words, **typed}, incomplete)

    return complete
