"""The settings of each command, and how options are typed. As a program, it prints the option
reference of the docs.
"""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING

# `--help` of all commands shows no option, and is three times as fast without pydantic
if TYPE_CHECKING:
    from wordfleet_print.settings.core import Settings

HEAD = """\
# Options

Every option of every command. A flag can be turned off again: `--no-eco`. An option that says
“Repeat for more” takes several values; any other is given once.

After `wordfleet-print --install-completion` the Tab key completes commands, options, games, pages,
themes, editions and files in your terminal.

## Defaults in wordfleet.toml

`wordfleet.toml` takes the same names (`large-print = true`) and sets them for you:

1. What you type wins.
2. Then comes the nearest `wordfleet.toml`, in the current folder or a parent of it. The search ends
   at your home folder and at the border of a file system. In a parent, a file of another account is
   not used.
3. Then comes your own file for all folders: `~/.config/wordfleet-print/wordfleet.toml` on Linux,
   `~/Library/Application Support/wordfleet-print/wordfleet.toml` on macOS,
   `%APPDATA%\\wordfleet-print\\wordfleet.toml` on Windows. `doctor` shows where it is.

A path in a file begins at the folder of the file; `~` is your home folder. A printed event keeps
what it was printed with. A note says what a file set. Forms of the web page begin with the defaults
of the files.
"""


def spell(model: type[Settings] | None, field: str, value: str | None = None) -> str:
    """Return a field as an option is typed: `--half-sheets`, `--no-half-sheets` for the value “no”,
    or `--tier family`. A field of a player is typed after a name: `PLAYER “…: large print”`.

    Without a model, or for a field that it does not have, the name alone decides.
    """
    first, _, need = field.partition(".")
    if not first.isidentifier():  # no option at all, such as a table of a file
        return field
    option = model.fields().get(first) if model else None
    typed = option.typed if option else first.replace("_", "-")
    # Of a flag that is on by default, the option that turns it off is the one that people type
    if option and option.is_flag and (value == "no" or option.default):
        return f"--no-{typed}"
    name = f"--{typed}"
    if option and option.option.argument:
        name = option.placeholder.split(" ")[0]
    if need:
        return f"{name} “…: {need.replace('_', ' ')}”"
    return f"{name} {quote_value(value)}" if value else name


def quote_value(value: str) -> str:
    """Return a value as it is typed in a shell, with quotation marks where it needs them. Of a pair
    only the second part has some: `name="Full name"`.
    """
    name, _, text = value.partition("=")
    is_name_plain = shlex.quote(name) == name
    has_special_signs = not set(text).isdisjoint('"$`\\!')  # a shell reads them in double quotes
    if text and is_name_plain and not has_special_signs:
        return f'{name}="{text}"'
    return shlex.quote(value)


def list_commands() -> dict[str, type[Settings]]:
    """Return the settings of each command, by its name."""
    from wordfleet_print.settings import event, games, labels, table, words

    return {
        "tracker": table.TrackerSettings,
        "event print": event.EventSettings,
        "event check": event.EventCheckSettings,
        "reprint": table.ReprintSettings,
        "look-up": table.LookUpSettings,
        "kit": games.KitSettings,
        "rules": games.RulesSettings,
        "rules new": games.NewRulesSettings,
        "site": games.SiteSettings,
        "serve": games.ServeSettings,
        "words": words.WordListSettings,
        "words check": words.WordCheckSettings,
        "labels check": labels.LabelCheckSettings,
        "labels new": labels.NewLabelsSettings,
        "doctor": table.DoctorSettings,
    }


def write_reference() -> str:
    """Return the options of every command as Markdown tables, and what cannot be combined."""
    lines = [HEAD]
    for command, model in list_commands().items():
        lines += [f"## {command}", "", "| Option | Value | What it does |", "| --- | --- | --- |"]
        for field in model.fields().values():
            short = f", `{field.option.short}`" if field.option.short else ""
            value = field.placeholder.replace("|", " or ")
            name = f"`{spell(model, field.name)}`{short}"
            lines.append(f"| {name} | {value} | {field.help} |")
        lines.append("")
        for relation in model.all_relations():
            others = ", ".join(f"`{spell(model, other)}`" for other in relation.others)
            lines.append(
                f"- `{spell(model, relation.field)}` {relation.joined} {others}: {relation.why}"
            )
        if lines[-1]:
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    sys.stdout.write(write_reference())
