"""What the front matter of a game gives names to: words that a reader may look up."""

from __future__ import annotations

from wordfleet_print.game import Edition, Rulebook
from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.game.flip_chess import FlipChess


def named_things(book: Rulebook) -> tuple[str, ...]:
    """The names of actions, panels, answers and variations, of soldiers, of pieces: each once, as they are written.

    Raises nothing. Source: the front matter; no names for a game without rules of its own here.
    """
    match book:
        case Edition():
            return tuple(dict.fromkeys(_afloat(book)))
        case ArmyMen():
            return tuple(dict.fromkeys([*(soldier.unit for soldier in book.all_profiles), book.standard.scenario.name]))
        case FlipChess():
            return (book.turn.move.name, book.turn.flip.name, *(piece.name for piece in book.pieces))
        case _:
            return ()


def _afloat(edition: Edition) -> list[str]:
    panels = edition.tracker.panels
    shown = (panels.attack, panels.recon, panels.enemy, panels.fleet, panels.codes, panels.defense, panels.manifest)
    return [
        edition.tracker.title,
        *(name for panel in shown for name in (panel.title, panel.also_called) if name),
        *(mark.result for mark in edition.marks),
        *(action.name for action in edition.turn.actions),
        *(variation.name for variation in edition.variations),
    ]
