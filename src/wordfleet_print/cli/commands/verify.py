"""`wordfleet-print verify`: what a sheet code stands for, for the umpire."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wordfleet_print.cli.console import say, show_json, show_table, stdout
from wordfleet_print.cli.options import common

if TYPE_CHECKING:
    from wordfleet_print.event.plan.event_plan import PlannedSheet
    from wordfleet_print.fleet.deck import Deck
    from wordfleet_print.sheet.sheet import Sheet

EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print verify WF-…

wordfleet-print verify WF-… --json

wordfleet-print verify WF-… --words my-words.txt

wordfleet-print verify WF-… --event output/summer-cup/
"""

CodesAsked = Annotated[list[str], common.argument("CODE", "The sheet code, from the foot of the sheet.")]

EventLookedIn = Annotated[
    Path | None,
    common.option(
        "--event EVENT",
        "The event that it belongs to: a folder or an event.json. Tells whose sheet it is; brings the words.",
    ),
]

verify_app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@verify_app.command(epilog=EXAMPLES)
def verify(
    code: CodesAsked,
    event: EventLookedIn = None,
    words: common.Words = None,
    fill_from: common.FillFrom = None,
    tier: common.Tier = None,
    theme: common.Themes = None,
    edition: common.EditionSlug = None,
    rules: common.RulesFolder = None,
    json: common.AsJson = False,
    quiet: common.Quiet = False,
) -> None:
    """Show all that is on a sheet, by its code: for the umpire's eyes, since it shows the secrets.

    The code says itself which words it was dealt from; only your own list or rules have to be named, or the event.
    """
    from wordfleet_print.jobs.choose_words import WordsRequest
    from wordfleet_print.jobs.own_rules import library_of
    from wordfleet_print.jobs.sheets_again import SheetRequest

    words_named = WordsRequest(edition, tier, common.slugs_of(theme), words, fill=fill_from, library=library_of(rules))
    found = SheetRequest(" ".join(code), words_named, event).find()
    if json:
        place = {} if event is None else {"place": _place_as_json(found.planned)}
        show_json({**_as_json(found.sheet, found.deck), **place})
    elif not quiet:
        _show(found.sheet, found.deck)
        if event is not None:
            _show_place(found.planned)


def _place_as_json(planned: PlannedSheet | None) -> dict[str, str] | None:
    if planned is None:
        return None
    return {name: getattr(planned.seat, name) for name in ("serial", "captain", "opponent", "round", "table")}


def _show_place(planned: PlannedSheet | None) -> None:
    """Whose sheet it is, and against whom."""
    if planned is None:
        told = "No sheet of this event has this code now."
    elif planned.player is None:
        told = f"Spare sheet {planned.seat.serial}."
    else:
        place, player = planned.seat, planned.player
        name = f", {place.captain}" if place.captain else ""
        club = f" ({player.club})" if player.club else ""
        where = f"table {place.table}" if place.table else "no table"
        opponent = f", against {place.opponent}" if place.opponent else ""
        told = f"Serial {place.serial}{name}{club}: round {place.round}, {where}{opponent}."
    say(stdout(), told)


def _as_json(sheet: Sheet, deck: Deck) -> dict[str, Any]:
    from wordfleet_print.fleet.fleets import code_class

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
    from wordfleet_print.fleet.fleets import code_class

    console = stdout()
    say(console, f"{sheet.code}: {sheet.fleet_name}")
    say(console, f"{deck.edition.title}, {deck.edition.edition} edition, {sheet.words_from}")
    if sheet.words is not None:
        ships = [ship.ship for ship in deck.edition.fleet]
        show_table(console, ["Ship", "Word"], zip(ships, sheet.words, strict=True))
        say(console, f"Letters: {' '.join(f'{letter}{count}' for letter, count in (sheet.manifest or {}).items())}")
        say(console, f"Rating: {sheet.rating} ({sheet.rating_label})")
    show_table(console, ["Launch code", "Class"], [[one, code_class(one)] for one in sheet.launch_codes])
