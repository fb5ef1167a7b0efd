"""What a game is: `Edition` and other rulebooks, read and checked from the front matter of
`rules/*.md`.
"""

from wordfleet_print.games.library import Library as Library
from wordfleet_print.games.library import check_folder as check_folder
from wordfleet_print.games.library import find_rules_folder as find_rules_folder
from wordfleet_print.games.library import load_edition as load_edition
from wordfleet_print.games.library import load_rules as load_rules
from wordfleet_print.games.library import packaged as packaged
from wordfleet_print.games.library import read_folder as read_folder
from wordfleet_print.games.rules_file import RulesSource as RulesSource
from wordfleet_print.games.rules_file import parse_rules as parse_rules
from wordfleet_print.games.schema import Rulebook as Rulebook
from wordfleet_print.games.schema import find_luminance as find_luminance
from wordfleet_print.games.word_fleet.model import ANY_DIFFICULTY as ANY_DIFFICULTY
from wordfleet_print.games.word_fleet.model import Edition as Edition
