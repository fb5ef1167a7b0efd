"""What players compare editions of Word Fleet by."""

from __future__ import annotations

from wordfleet_print.games.word_fleet.model import Edition, TurnAction


def describe_edition(edition: Edition) -> dict[str, list[str]]:
    """Return what players compare, by the names of its rows in the labels (`compare.head`), each
    with its lines: facts, and what the edition says of its rules (`labels.compare`).
    """
    return {
        "players": [_count_players(edition)],
        "time": _describe_time(edition),
        "grid": [f"{edition.grid.columns} × {edition.grid.rows}"],
        "fleet": [f"{ship.ship}:\u00a0{ship.letters}" for ship in edition.fleet],
        "touching": _list_lines(edition, "compare.touching"),
        "turn": [_describe_action(edition, action) for action in edition.turn.actions],
        "asking": _list_lines(edition, "compare.asking"),
        "answers": [f"{mark.result}: {mark.tells}" for mark in edition.marks if mark.tells],
        "marks": [f"{mark.result}: {mark.legend}" for mark in edition.marks],
        "codes": [_count_codes(edition)],
        "opens": _list_lines(edition, "compare.opens"),
        "starts": _list_lines(edition, "compare.starts"),
        "variations": _list_variations(edition),
    }


def _list_lines(edition: Edition, key: str) -> list[str]:
    """Return the lines of a label; nothing where the edition does not write it."""
    return [line for text in edition.list_wordings(key)[:1] for line in text.split("\n")]


def _count_players(edition: Edition) -> str:
    players = edition.players
    return f"{edition.all_labels.spell_number(players.count)} {players.many}"


def _describe_time(edition: Edition) -> list[str]:
    if not edition.play:
        return []
    shortest, longest = edition.play.minutes
    minutes = edition.say("book.minutes", minutes=f"{shortest}–{longest}")
    age = edition.say("book.age", age=edition.play.age)
    return [line.replace("*", "") for line in (minutes, age)]


def _describe_action(edition: Edition, action: TurnAction) -> str:
    text = f"{action.name}: {action.calls}"
    return edition.say("compare.optional", action=text) if action.optional else text


def _count_codes(edition: Edition) -> str:
    codes = edition.launch_codes
    return edition.say("compare.count", count=codes.count, digits=codes.digits)


def _list_variations(edition: Edition) -> list[str]:
    """Return the names of variations, with the area of those that have one."""
    return [
        f"{variation.name} ({variation.area}\u00a0×\u00a0{variation.area})"
        if variation.area
        else variation.name
        for variation in edition.variations
    ]
