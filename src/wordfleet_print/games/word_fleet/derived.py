"""What follows from the front matter of an edition of Word Fleet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wordfleet_print.games.word_fleet.code_classes import count_classes
from wordfleet_print.games.word_fleet.model import Edition


def derive_facts(edition: Edition) -> dict[str, Any]:
    """Return the front matter, the classes of launch codes, and words for figures."""
    facts = edition.model_dump()
    codes = facts["launch_codes"]
    counts = count_classes(edition.launch_codes.digits)
    facts["grid"]["last_column"] = edition.grid.column_names[-1]
    codes["kinds"] = [
        {
            "name": edition.say(f"codes.kind.{kind}"),
            "looks": edition.say(f"table.codes.digits.{kind}"),
            "count": counts[kind],
            "example": edition.code_examples[kind],
        }
        for kind in edition.launch_codes.rarity
    ]
    codes["ranking"] = [f"{kind['name']} {kind['example']}" for kind in codes["kinds"]]
    codes["total"] = sum(counts.values())
    facts["placed"] = choose_placed_words([ship.example for ship in edition.fleet])
    return facts


def choose_placed_words(examples: Sequence[str]) -> dict[str, str]:
    """Return two words of three letters and one of two for the figure that places ships; where the
    fleet has none, the beginnings of its words.
    """
    threes = [word for word in examples if len(word) == 3]
    threes += [word[:3] for word in examples]
    twos = [word for word in examples if len(word) == 2]
    twos += [word[:2] for word in examples]
    return {"one": threes[0], "two": threes[1 % len(threes)], "short": twos[0]}
