"""A sheet as plain text, for a braille display or a screen reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from textwrap import fill

from wordfleet_print.games import Edition
from wordfleet_print.games.word_fleet.code_classes import classify_code
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker import phrases
from wordfleet_print.tracker.looks import SheetLooks

# Characters in a line: what common braille displays show.
LINE_CHARACTERS = 40
# Between two sheets of a file: a reader stops there.
FORM_FEED = "\f\n"


# What is written for a square, a letter or a count that is not known yet.
UNKNOWN = "-"
# Columns of a grid whose letters have a space between them; more columns have none.
MOST_SPACED_COLUMNS = 18


def write_text(edition: Edition, sheet: Sheet, looks: SheetLooks) -> str:
    """Return everything that a sheet says in lines of at most 40 characters, the secret half below
    a line; with grids to type notes into. Nothing in it has to be seen.
    """
    owner = sheet.player or edition.say("text.nobody")
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
    """Yield the paragraphs of the public half: names, START, the attack grid, letters to ask for,
    the enemy's ships, and what a turn can be.
    """
    panels = edition.tracker.panels
    say = edition.say
    yield say("text.edition", title=edition.to_capitals(edition.title), edition=edition.edition)
    yield from filter(None, [looks.title])
    yield say("text.name", name=sheet.player)
    yield say("text.opponent", name=sheet.opponent)
    if looks.event:
        yield say("text.table", table=sheet.table)
        yield say("text.round", round=sheet.round)
        yield say("text.serial", serial=sheet.serial)
    yield from _list_steps(edition, sheet)
    yield from _list_marks(edition)
    yield from ("", edition.to_capitals(panels.recon.title), say("text.asked"))
    yield from (_write_row(row) for row in edition.alphabet_rows)
    yield from ("", edition.to_capitals(panels.enemy.title), say("text.goal"))
    for ship in edition.fleet:
        boxes = UNKNOWN * ship.letters
        yield say("text.ship", ship=ship.ship, letters=ship.letters, boxes=boxes)
    yield from ("", edition.to_capitals(panels.turn.title))
    yield from _list_turn(edition)
    yield say("text.rules", address=edition.rules_address)


def _list_steps(edition: Edition, sheet: Sheet) -> Iterator[str]:
    """Yield START, step by step."""
    yield from ("", edition.say("start.title"))
    is_blank = sheet.words is None
    is_placed = sheet.placements is not None
    steps = phrases.list_steps(edition, "text", blank=is_blank, placed=is_placed)
    for number, step in enumerate(steps, start=1):
        # Ships that are placed already are not to be placed but looked at
        is_done = is_placed and step.kind == "deploy"
        verb = edition.say("text.placed") if is_done else step.verb
        yield edition.say("text.step", number=number, verb=verb, text=step.text)


def _list_marks(edition: Edition) -> Iterator[str]:
    """Yield how each result of an attack is noted, and the grid to note it in."""
    grid = edition.grid
    say = edition.say
    columns = grid.column_names
    yield from ("", edition.to_capitals(edition.tracker.panels.attack.title))
    yield say("text.grid", first=columns[0], last=columns[-1], rows=grid.rows)
    for mark in edition.marks:
        meaning, *_ = (mark.tells or mark.brief or "").split("|")
        note = say(f"text.note.{mark.draws}")
        yield say("text.mark", result=mark.result, meaning=meaning, note=note)
    yield from _write_grid(edition, {})
    yield say("text.tried")


def _list_turn(edition: Edition) -> Iterator[str]:
    """Yield what a turn can be, with the words to say and the answers. The number of a group comes
    before the words over it, or before its choices if it has no such words.
    """
    for group in phrases.list_choices(edition):
        number = f"{group.number} ".lstrip()
        if group.lead:
            yield number + group.lead[0]
            number = ""
        for choice in group.choices:
            name = choice.name[0].rstrip(":.\u00a0")
            answer = choice.answer[0]
            yield number + edition.say("text.choice", call=choice.call, name=name, answer=answer)


def _write_row(letters: str) -> str:
    """Return letters with a place for a count after each: “A - B - C -”."""
    return " ".join(f"{letter} {UNKNOWN}" for letter in letters)


def _write_grid(edition: Edition, known: Mapping[tuple[int, int], str]) -> Iterator[str]:
    """Yield the lines of a grid: the letters of its columns, then each row with its number. The
    letters in `known`, by column and row from 0, are in their squares; all others have a dash.
    """
    names = edition.grid.column_names
    between = " " if len(names) <= MOST_SPACED_COLUMNS else ""
    number_width = len(str(edition.grid.rows))
    margin = " " * number_width
    yield f"{margin} {between.join(names)}"
    for row in range(edition.grid.rows):
        squares = [known.get((column, row), UNKNOWN) for column in range(len(names))]
        number = str(row + 1).ljust(number_width)
        yield f"{number} {between.join(squares)}"


def _list_secret(edition: Edition, sheet: Sheet) -> Iterator[str]:
    """Yield the paragraphs of the secret half: launch codes, the own ships with their words, the
    defense grid, how many of each letter the fleet holds, and the sheet code.
    """
    panels = edition.tracker.panels
    say = edition.say
    yield say("text.fleet", name=sheet.fleet_name)
    yield from _list_codes(edition, sheet)
    yield from ("", edition.to_capitals(panels.fleet.title))
    yield say("text.words_from", title=sheet.words_from)
    yield from _list_ships(edition, sheet)
    yield edition.list_wordings("fleet.lost")[0]
    yield from ("", edition.to_capitals(panels.defense.title))
    if sheet.placements is None:
        yield edition.list_wordings("grid.touching")[0]
    yield from _write_grid(edition, _find_letters(sheet))
    yield from ("", edition.to_capitals(panels.manifest.title))
    if sheet.manifest is None:
        yield say("text.count_mine")
        yield from (_write_row(row) for row in edition.alphabet_rows)
    else:
        yield ", ".join(f"{letter} {count}" for letter, count in sheet.manifest.items())
        yield say("text.no_others")
    yield from ("", say("text.sheet_code", code=sheet.code))


def _list_codes(edition: Edition, sheet: Sheet) -> Iterator[str]:
    """Yield the launch codes, with their kinds where a rarer one wins, and how to bid."""
    yield from ("", edition.to_capitals(edition.tracker.panels.codes.title))
    has_ranks = edition.launch_codes.bids == "codes"
    for code in sheet.launch_codes:
        if has_ranks:
            kind = edition.say(f"codes.kind.{classify_code(code)}")
            yield f"{code} {kind}"
        else:
            yield code
    note, *_ = edition.list_wordings("codes.note")
    initial = edition.to_capitals(note[0])
    yield f"{initial}{note[1:]}."
    fullest, *_ = phrases.list_bidding(edition)
    yield from fullest


def _list_ships(edition: Edition, sheet: Sheet) -> Iterator[str]:
    """Yield the ships with their words, and where they are if they are placed."""
    say = edition.say
    columns = edition.grid.column_names
    words = sheet.words or ()
    for ship, word, place in zip_longest(edition.fleet, words, sheet.placements or ()):
        line = say("text.own_ship", ship=ship.ship, letters=ship.letters, word=word or "").rstrip()
        if place:
            square = f"{columns[place.column]}{place.row + 1}"
            way = "text.across" if place.across else "text.down"
            line += f", {say(way, square=square)}"
        yield line


def _find_letters(sheet: Sheet) -> dict[tuple[int, int], str]:
    """Return the letters of ships that are placed, by column and row from 0."""
    letters: dict[tuple[int, int], str] = {}
    for word, place in zip(sheet.words or (), sheet.placements or (), strict=False):
        letters |= dict(zip(place.squares(len(word)), word, strict=True))
    return letters
