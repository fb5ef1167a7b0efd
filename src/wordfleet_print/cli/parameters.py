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
# What runs a command: it takes the settings, and where they are from.
Function: TypeAlias = "Callable[[Model, Origin], None]"
KEYWORD = inspect.Parameter.KEYWORD_ONLY
# What the names of parameters begin with that turn a flag off: `no_eco` is the option --no-eco.
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
    """Give a function the options of a model. Return a decorator: typer calls the new function with
    the options, and that calls the decorated one with the settings, and where they are from.

    `command` is the name by which files set defaults: “event print”. With `notes` stderr says what
    files set.
    """

    def decorate(function: Function[Model]) -> Callable[..., None]:
        @wraps(function)
        def run(context: typer.Context, **values: object) -> None:
            if context.invoked_subcommand:  # of a group: its own function is called, too
                return
            texts = _find_texts(context, model, values)
            defaults = config_file.Defaults(model)  # none, until the files are read
            try:
                typed_values = _choose_values(model, texts)
                files, ignored = config_places.find_files()
                defaults = config_file.read_defaults(model, command, files)
                layered = config_file.layer(model, defaults.values, typed_values)
                # Every value is a text as it was typed. Only the model decides about it, so all
                # problems are shown together
                settings = model.read(layered)
                effective = defaults.choose(layered.keys() - typed_values.keys())
                origin = Origin(frozenset(typed_values), effective, ignored)
                if notes and not settings.quiet:
                    show_origin(origin)
                function(settings, origin)
            except WordfleetError as error:
                as_json = "as_json" in texts or defaults.values.get("as_json") is True
                from_files = defaults.choose(defaults.values.keys() - texts.keys())
                options = CommandOptions(model, from_files.files)
                code = report(error, options, as_json=as_json)
                raise typer.Exit(code) from error

        parameters = [inspect.Parameter("context", KEYWORD, annotation=typer.Context)]
        for field in model.fields().values():
            parameters += _make_parameters(model, field)
        # typer reads the options of a command from the signature of its function
        with_signature: Any = run
        with_signature.__signature__ = inspect.Signature(parameters)
        with_signature.__annotations__ = {option.name: option.annotation for option in parameters}
        del with_signature.__wrapped__  # or typer would read the signature of `function`
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
    """Make a function a command with the options of a model: in the group `app`, or without one in
    an app that has only this command. The decorator returns the app.

    With `notes`, stderr says which options `wordfleet.toml` set. Without, the function says so
    itself, once it knows which of them count: a printed event keeps its own values.
    """
    owner = app or typer.Typer(rich_markup_mode="rich", add_completion=False)

    def decorate(function: Function[Model]) -> typer.Typer:
        call = give_options(model, name, notes=notes)(function)
        last_word = name.rpartition(" ")[2]  # of “event print”, print
        owner.command(last_word, epilog=epilog, cls=cls)(call)
        return owner

    return decorate


def _find_texts(
    context: typer.Context, model: type[Model], values: Mapping[str, Any]
) -> dict[str, list[Any]]:
    """Return every value that somebody typed, by field: {"theme": ["space"], "eco": [True]}. Values
    are texts; of a flag True, or False for `--no-eco`.
    """
    typed = dict[str, list[Any]]()
    fields = model.fields()
    for name, value in values.items():
        source = context.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE":  # nobody typed it
            continue
        if name not in fields:  # it turns a flag off
            typed.setdefault(name.removeprefix(NO), []).append(False)
        elif fields[name].is_flag:
            typed.setdefault(name, []).append(True)
        else:
            typed[name] = value if isinstance(value, list) else [value]
    return typed


def _choose_values(model: type[Model], texts: Mapping[str, list[Any]]) -> dict[str, Any]:
    """Return the value of each field that was typed; of a field that takes several, the list.

    Raises `UsageError` for a field with two values that takes one: none is dropped in silence.
    """
    fields = model.fields()
    values = dict[str, Any]()
    problems = list[Problem]()
    for name, typed in texts.items():
        if fields[name].is_list:
            values[name] = typed
        elif len(typed) == 1:
            values[name] = typed[0]
        else:
            both = "on and off" if fields[name].is_flag else join_words(map(quote, typed))
            problems.append(Problem(f"takes one value, not {both}.", name))
    if problems:
        raise UsageError("Some options are given more than once.", problems)
    return values


def _make_parameters(model: type[core.Settings], field: core.Field) -> Iterator[inspect.Parameter]:
    """Yield an option as a parameter of the function that typer calls; a flag as two (`--eco`,
    `--no-eco`), of which `--help` shows the one that changes something.
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
        names = [f"--{field.typed}"]
        if option.short:
            names.append(option.short)
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
    """Return the function that typer calls to complete the values of an option in the shell: it
    returns values, and what each is.
    """

    def complete(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
        # Only a shell that completes pays for reading the rules
        from wordfleet_print.cli import completion

        # As long as the last option lacks its value, typer has not given words to arguments yet
        arguments = [each.name for each in model.fields().values() if each.option.argument]
        words = dict.fromkeys(arguments, ctx.args)
        typed = {name: value for name, value in ctx.params.items() if value}
        return completion.complete(model, field, {**words, **typed}, incomplete)

    return complete
