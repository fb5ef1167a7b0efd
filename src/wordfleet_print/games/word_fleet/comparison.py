"""What players compare editions of Word Fleet by."""

from __future__ import annotations

from wordfleet_print.games.word_fleet.model import Edition, TurnAction
from wordfleet_print.messages import counted

NONE = "–"
# What the designer has not said.
OPEN = "left open; the rulebook suggests a rule (†)"
LEFT_TO_PLAYERS = "whether to repeat one is left to the players"
BIDS = {
    "codes": (
        "claim to hold a code, truly or as a bluff; the rulebook suggests which claim is higher (†)"
    ),
    "digits": "claim a highest digit, truly or as a bluff; a higher digit is a higher claim",
}


def describe_edition(edition: Edition) -> dict[str, list[str]]:
    """Return the facts of an edition that players compare, each with its lines."""
    players = edition.players
    codes = edition.launch_codes
    return {
        "Players": [counted(players.count, players.one, players.many)],
        "Minutes and age": [edition.play.summary if edition.play else NONE],
        "Grid": [f"{edition.grid.columns} × {edition.grid.rows} squares"],
        "Ships and their letters": [f"{ship.ship}: {ship.letters}" for ship in edition.fleet],
        "Ships may touch": ["yes" if edition.touching == "allowed" else "no, not even at a corner"],
        "A turn": list(map(_describe_action, edition.turn.actions)),
        "Asking for a letter": [
            "each letter once a game" if edition.tracker.letters_once else LEFT_TO_PLAYERS
        ],
        "What an answer tells": _list_answers(edition) or [NONE],
        "Marks": [f"{mark.result}: {mark.legend}" for mark in edition.marks],
        "Launch codes": [f"{counted(codes.count, 'code')} of {counted(codes.digits, 'digit')}"],
        "Who opens the bidding": [
            "a Frequency Lock of the first codes decides"
            if codes.first_codes == "frequency-lock"
            else OPEN
        ],
        "Who strikes first": [
            *([BIDS[codes.bids]] if codes.bids else []),
            "a claim conceded: the player who made it, with an ordinary turn",
            "a claim challenged: the player who was right, with "
            f"{counted(codes.opening_turns, 'opening turn')}",
        ],
        "Variations": _list_variations(edition) or [NONE],
    }


def _describe_action(action: TurnAction) -> str:
    text = f"{action.name}: {action.calls}"
    return f"{text} (optional)" if action.optional else text


def _list_answers(edition: Edition) -> list[str]:
    return [f"{mark.result}: {mark.tells}" for mark in edition.marks if mark.tells]


def _list_variations(edition: Edition) -> list[str]:
    """Return the names of variations, with the area of those that have one."""
    return [
        f"{one.name} ({one.area}\u00a0×\u00a0{one.area})" if one.area else one.name
        for one in edition.variations
    ]
