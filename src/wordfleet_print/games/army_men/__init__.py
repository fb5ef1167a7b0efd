"""Army Men: its front matter, what follows from it, what its kit shows, and its referee."""

from wordfleet_print.games.army_men.derived import derive_facts
from wordfleet_print.games.army_men.kit import collect_kit_data
from wordfleet_print.games.army_men.model import ArmyMen, find_army_men_faults
from wordfleet_print.games.army_men.referee import play_battle
from wordfleet_print.games.game import ExampleGame, Game

GAME = Game(
    ArmyMen,
    find_army_men_faults,
    derive_facts,
    collect_kit_data,
    example=ExampleGame(play_battle, "field-turn"),
    pages=("cards", "squads", "counters", "orders"),
    draft_facts=frozenset(["standard"]),
    starter="my-army",
    options={"squad": ("squads",)},
)
