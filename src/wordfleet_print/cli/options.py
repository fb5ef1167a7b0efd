"""Option values as people type them: checked here, exact or refused."""

from __future__ import annotations

import re
from typing import Annotated

import typer
from typer.models import OptionInfo

MOST_SHEETS = 1000
"""The most sheets one `tracker` call prints; events are printed in packs."""
LONGEST_SEED = 100


def parse_count(text: str | int) -> int:
    """A number of sheets: ASCII digits, 1 to `MOST_SHEETS`."""
    digits = str(text).strip()
    if not re.fullmatch(r"[0-9]{1,6}", digits) or not 1 <= int(digits) <= MOST_SHEETS:
        from wordfleet_print.sheet.captain import quote

        raise typer.BadParameter(f"{quote(digits)} is not a number of sheets from 1 to {MOST_SHEETS}.")
    return int(digits)


def parse_seed(text: str | int) -> str:
    """A seed: any short text."""
    seed = str(text).strip()
    if not seed or len(seed) > LONGEST_SEED or not seed.isprintable():
        raise typer.BadParameter(f"A seed is any text of 1 to {LONGEST_SEED} printable characters.")
    return seed


def flag(*names: str, says: str, panel: str | None = None) -> OptionInfo:
    """An option that is given or not; its help, under `panel`, shows no value to fill in."""
    option: OptionInfo = typer.Option(*names, metavar="", help=says, rich_help_panel=panel, show_default=False)
    return option


Json = Annotated[bool, flag("--json", says="One JSON document on stdout.")]
Quiet = Annotated[bool, flag("--quiet", "-q", says="Say nothing but errors.")]
