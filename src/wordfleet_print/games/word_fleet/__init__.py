"""Word Fleet: its front matter, what follows from it, what its kit shows, and its referee."""

from wordfleet_print.games.game import ExampleGame, Game
from wordfleet_print.games.word_fleet.comparison import describe_edition
from wordfleet_print.games.word_fleet.derived import derive_facts
from wordfleet_print.games.word_fleet.faults import find_edition_faults
from wordfleet_print.games.word_fleet.kit import collect_kit_data
from wordfleet_print.games.word_fleet.model import Edition
from wordfleet_print.games.word_fleet.referee import play_battle

GAME = Game(
    Edition,
    find_edition_faults,
    derive_facts,
    collect_kit_data,
    describe_edition,
    example=ExampleGame(play_battle, "sea-turn"),
    has_trackers=True,
    pages=("screen", "tokens", "grid"),
    starter="my-fleet",
)
