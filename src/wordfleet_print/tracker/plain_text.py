"""A sheet as plain text, for a braille display or a screen reader."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from textwrap import fill

from wordfleet_print.games import Edition
from wordfleet_print.games.word_fleet.code_classes import classify_code
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker import phrases
from wordfleet_print.tracker.layout import SheetLooks

# Characters in a line: what common braille displays show.
LINE_CHARACTERS = 40


def write_text(edition: Edition, sheet: Sheet, looks: SheetLooks) -> str:
    """Return everything that a sheet says in lines of at most 40 characters, the secret half below
    a line.
    """
    owner = sheet.captain or edition.say("text.nobody")
    secret = edition.say("text.secret", owner=owner)
    parts = [
        *_list_public(edition, sheet, looks),
        "-" * LINE_CHARACTERS,
        secret,
        "",
        *_list_secret(edition, sheet),
    ]
    lines = (
        fill(part.replace("*", "").replace("|", "; "), LINE_CHARACTERS, break_on_hyphens=False)
        for part in parts
    )
    return "\n".join(lines) + "\n"


def _list_public(edition: Edition, sheet: Sheet, looks: SheetLooks) -> Iterator[str]:
    panels, grid, say = edition.tracker.panels, edition.grid, edition.say
    yield say("text.edition", title=edition.capitalize(edition.title), edition=edition.edition)
    yield from filter(None, [looks.title])
    yield say("text.name", name=sheet.captain)
    yield say("text.opponent", name=sheet.opponent)
    if looks.event:
        yield say("text.table", table=sheet.table)
        yield say("text.round", round=sheet.round)
        yield say("text.serial", serial=sheet.serial)
    yield from ("", edition.capitalize(panels.attack.title))
    yield say("text.grid", first=grid.column_names[0], last=grid.column_names[-1], rows=grid.rows)
    for mark in edition.marks:
        meaning, *_ = (mark.brief or mark.tells or "").split("|")
        yield f"{mark.result}: {meaning} ({mark.legend})."
    yield from ("", edition.capitalize(panels.enemy.title))
    yield say("text.goal")
    yield from (say("text.ship", ship=ship.ship, letters=ship.letters) for ship in edition.fleet)
    yield from ("", edition.capitalize(panels.turn.title))
    for group in phrases.list_choices(edition):
        before = f"{group.number} ".lstrip()
        if group.lead:
            yield before + group.lead[0]
            before = ""
        for choice in group.choices:
            yield f"{before}{choice.call} {choice.name[0].rstrip(':.')}: {choice.answer[0]}"
    yield say("text.rules", address=edition.rules_address)


def _list_secret(edition: Edition, sheet: Sheet) -> Iterator[str]:
    panels, columns, say = edition.tracker.panels, edition.grid.column_names, edition.say
    yield from (
        say("text.fleet", name=sheet.fleet_name),
        "",
        edition.capitalize(panels.codes.title),
    )
    ranked = edition.launch_codes.bids == "codes"
    for code in sheet.launch_codes:
        yield f"{code} {say(f'codes.kind.{classify_code(code)}')}" if ranked else code
    paragraphs = phrases.list_bidding(edition)[0]
    note, *_ = edition.list_wordings("codes.note")
    yield from (f"{edition.capitalize(note[0])}{note[1:]}.", *paragraphs)
    yield from (
        "",
        edition.capitalize(panels.fleet.title),
        say("text.words_from", title=sheet.words_from),
    )
    for ship, word, place in zip_longest(edition.fleet, sheet.words or (), sheet.placements or ()):
        line = say("text.own_ship", ship=ship.ship, letters=ship.letters, word=word or "").rstrip()
        if place:
            square = f"{columns[place.column]}{place.row + 1}"
            line += f", {say('text.across' if place.across else 'text.down', square=square)}"
        yield line
    yield edition.list_wordings("fleet.lost")[0]
    yield from ("", edition.capitalize(panels.manifest.title))
    if sheet.manifest is None:
        yield say("text.count_mine")
    else:
        yield ", ".join(f"{letter} {count}" for letter, count in sheet.manifest.items())
        yield say("text.no_others")
    yield from ("", say("text.sheet_code", code=sheet.code))
