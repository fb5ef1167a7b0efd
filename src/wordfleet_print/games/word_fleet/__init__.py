"""Word Fleet: its front matter, what follows from it, and what its kit shows."""

from wordfleet_print.games.game import Game
from wordfleet_print.games.word_fleet.comparison import describe_edition
from wordfleet_print.games.word_fleet.derived import derive_facts
from wordfleet_print.games.word_fleet.kit import collect_kit_data
from wordfleet_print.games.word_fleet.model import Edition, find_edition_faults

GAME = Game(
    Edition,
    find_edition_faults,
    derive_facts,
    collect_kit_data,
    describe_edition,
    has_trackers=True,
    pages=("screen", "tokens", "grid"),
)
