"""`wordfleet-print verify`: what a sheet code stands for, for the umpire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from wordfleet_print.cli.options import EditionSlug, Json, Quiet, Themes, Tier, Words, slugs_of

if TYPE_CHECKING:
    from wordfleet_print.fleet.deck import Deck
    from wordfleet_print.sheet.sheet import Sheet

EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print verify WF-…

wordfleet-print verify WF-… --json

wordfleet-print verify WF-… --words my-words.txt
"""

Code = Annotated[
    str, typer.Argument(metavar="CODE", help="The sheet code, from the foot of the sheet.", show_default=False)
]


def verify(
    code: Code,
    words: Words = None,
    tier: Tier = None,
    theme: Themes = None,
    edition: EditionSlug = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show all that is on a sheet, by its code: for the umpire's eyes, since it shows the secrets.

    The code says itself which words it was dealt from; only your own list has to be named.
    """
    from wordfleet_print.cli.console import show_json
    from wordfleet_print.cli.wanted import Wanted
    from wordfleet_print.sheet.sheet import make_sheet

    wanted = Wanted(
        captains=(),
        count=None,
        edition=None if edition is None else edition.strip().lower(),
        tier=None if tier is None else tier.strip().lower(),
        themes=slugs_of(theme),
        words=words,
        seed=None,
        codes=(code,),
        blank=False,
        placed=False,
    )
    wanted.check()
    (parsed,), (deck,) = wanted.coded()
    sheet = make_sheet(deck, parsed, placed=deck.words is not None)
    if json:
        show_json(_as_json(sheet, deck))
    elif not quiet:
        _show(sheet, deck)


def _as_json(sheet: Sheet, deck: Deck) -> dict[str, Any]:
    from wordfleet_print.fleet.codes import code_class

    ships = [ship.ship for ship in deck.edition.fleet]
    return {
        "code": sheet.code,
        "edition": deck.edition.slug,
        "words_from": sheet.words_from,
        "fleet_name": sheet.fleet_name,
        "words": None if sheet.words is None else dict(zip(ships, sheet.words, strict=True)),
        "launch_codes": [{"code": one, "class": code_class(one)} for one in sheet.launch_codes],
        "manifest": sheet.manifest,
        "rating": sheet.rating,
        "to_find": sheet.rating_label,
    }


def _show(sheet: Sheet, deck: Deck) -> None:
    from wordfleet_print.cli.console import say, show_table, stdout
    from wordfleet_print.fleet.codes import code_class

    console = stdout()
    say(console, f"{sheet.code}: {sheet.fleet_name}")
    say(console, f"{deck.edition.title}, {sheet.words_from}")
    if sheet.words is not None:
        ships = [ship.ship for ship in deck.edition.fleet]
        show_table(console, ["Ship", "Word"], zip(ships, sheet.words, strict=True))
        say(console, f"Letters: {' '.join(f'{letter}{count}' for letter, count in (sheet.manifest or {}).items())}")
        say(console, f"Rating: {sheet.rating} ({sheet.rating_label})")
    show_table(console, ["Launch code", "Class"], [[one, code_class(one)] for one in sheet.launch_codes])
