"""Commands and groups whose `--help` names values in our words, never Python types such as
`<bool>`.
"""

from __future__ import annotations

from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperGroup


class Command(TyperCommand):
    """A command without Python types in its `--help`."""

    def get_params(self, ctx: object) -> list[Any]:
        """Return its parameters."""
        call: Any = super().get_params
        return hide_types(call(ctx))


class Group(TyperGroup):
    """A group of commands without Python types in its `--help`."""

    def get_params(self, ctx: object) -> list[Any]:
        """Return its parameters."""
        call: Any = super().get_params
        return hide_types(call(ctx))


def hide_types(parameters: list[Any]) -> list[Any]:
    """Return the parameters of a command, of which no argument and no flag shows a type: an
    argument's name says what it is, a flag has no value.

    `--help` moves into the panel of `--quiet` and `--json`, which is the last one.
    """
    panels = [parameter.rich_help_panel for parameter in parameters if parameter.name == "quiet"]
    for parameter in parameters:
        if parameter.name == "help" and panels:
            parameter.rich_help_panel = panels[0]
        is_flag = parameter.metavar is None
        if is_flag or isinstance(parameter, TyperArgument):
            parameter.display_type_rich = _show_nothing
    return parameters


def _show_nothing(**_context: object) -> None:
    """Return no type, whatever typer passes by name."""
