"""What follows from the front matter of Army Men."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from wordfleet_print.games.army_men.model import ArmyMen
from wordfleet_print.messages import write_fraction


def derive_facts(army: ArmyMen) -> dict[str, Any]:
    """Return the front matter, the tutorial's close range, and rates and weapons as printed."""
    facts = army.model_dump()
    close = army.close_range
    facts["soldier"]["close"] = int(close) if close == int(close) else float(close)
    facts["ganging_up"]["example"]["bonus"] = army.ganging_up.example_bonus
    for profile in facts["standard"]["profiles"]:
        profile["rate"] = write_fraction(Fraction(profile["rate"]))
    for profile in (facts["soldier"], *facts["standard"]["profiles"]):
        profile["weapon"] = army.all_labels.join_list(profile["weapons"], "book.or")
    return facts
