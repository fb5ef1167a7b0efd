"""A sheet as plain text: for a braille display, a screen reader, or pen and blank paper."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from textwrap import fill

from wordfleet_print.fleet.launch_codes import classify_code
from wordfleet_print.games import Edition
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker import phrases
from wordfleet_print.tracker.layout import SheetLooks

LINE_CHARACTERS = 40
"""Characters in a line: what common braille displays show."""


def write_text(edition: Edition, sheet: Sheet, looks: SheetLooks) -> str:
    """Return everything that a sheet says in lines of at most 40 characters, the secret half below a line."""
    owner = sheet.captain or f"the {edition.players.one}"
    parts = [*_list_public(edition, sheet, looks), "-" * LINE_CHARACTERS, f"SECRET: for the eyes of {owner} only.", ""]
    parts += _list_secret(edition, sheet)
    lines = (fill(part.replace("*", "").replace("|", "; "), LINE_CHARACTERS, break_on_hyphens=False) for part in parts)
    return "\n".join(lines) + "\n"


def _list_public(edition: Edition, sheet: Sheet, looks: SheetLooks) -> Iterator[str]:
    panels, grid = edition.tracker.panels, edition.grid
    yield f"{edition.title.upper()}, {edition.edition} edition"
    yield from filter(None, [looks.title])
    yield f"{edition.players.one.capitalize()}: {sheet.captain}"
    yield f"Opponent: {sheet.opponent}"
    if looks.event:
        yield from (f"Table: {sheet.table}", f"Round: {sheet.round}", f"Serial: {sheet.serial}")
    yield from ("", panels.attack.title.upper())
    yield f"Columns {grid.column_names[0]} to {grid.column_names[-1]}, rows 1 to {grid.rows}."
    for mark in edition.marks:
        meaning, *_ = (mark.brief or mark.tells or "").split("|")
        yield f"{mark.result}: {meaning} ({mark.legend})."
    yield from ("", panels.enemy.title.upper())
    yield f"{edition.fleet_letters} letters. Sink all {len(edition.fleet)} to win."
    yield from (f"{ship.ship}: {ship.letters} letters" for ship in edition.fleet)
    yield from ("", panels.turn.title.upper())
    for group in phrases.list_choices(edition):
        before = f"{group.number} ".lstrip()
        if group.lead:
            yield before + group.lead
            before = ""
        for choice in group.choices:
            name, answer = (text.split("|")[0] for text in (choice.name, choice.answer))
            yield f"{before}{choice.call} {name.rstrip(':.')}: {answer}"
    yield f"Rules: {edition.rules_address}"


def _list_secret(edition: Edition, sheet: Sheet) -> Iterator[str]:
    panels, columns = edition.tracker.panels, edition.grid.column_names
    yield from (f"Fleet: {sheet.fleet_name}", "", panels.codes.title.upper())
    ranked = edition.launch_codes.bids == "codes"
    yield from (f"{code} {classify_code(code)}" if ranked else code for code in sheet.launch_codes)
    note, lines = phrases.list_bidding(edition)[0]
    yield from (f"{note[0].upper()}{note.split('|')[0][1:]}.", *lines)
    yield from ("", panels.fleet.title.upper(), f"From: {sheet.words_from}")
    for ship, word, place in zip_longest(edition.fleet, sheet.words or (), sheet.placements or ()):
        at = f", {columns[place.column]}{place.row + 1} {'across' if place.across else 'down'}" if place else ""
        yield f"{ship.ship}, {ship.letters} letters: {word or ''}{at}".rstrip()
    yield from ("", panels.manifest.title.upper())
    if sheet.manifest is None:
        yield "Count the letters of your words here."
    else:
        yield ", ".join(f"{letter} {count}" for letter, count in sorted(sheet.manifest.items()))
        yield "Of any other letter: 0."
    yield from ("", f"Sheet code: {sheet.code}")
