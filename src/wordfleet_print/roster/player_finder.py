"""Find the player that a text means: by name, name and club, or letters in any order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from wordfleet_print import messages
from wordfleet_print.roster import cells
from wordfleet_print.roster.roster import Player
from wordfleet_print.sheet.player_names import parse_name, simplify

# Characters of a name that are compared.
_COMPARED_LENGTH = 100
# The nearest of this many names is looked for: more take long.
_MOST_NEAR = 2_000
# How similar two names must be to be one, from 0 to 1, as `difflib` measures plain letters.
SIMILAR = 0.75


def find_similar(name: str, others: Sequence[str]) -> int | None:
    """Return the index of the name that is most like `name`, if any may be the same one."""
    letters = [simplify(other) for other in others]
    near = messages.near_misses(simplify(name)[:_COMPARED_LENGTH], letters, alike=SIMILAR)
    return letters.index(near[0]) if near else None


class PlayerFinder:
    """Finds the player that a text means: by the name, by name and club, by its letters in any
    order.
    """

    def __init__(self, players: Sequence[Player]) -> None:
        self._names = [player.called for player in players]
        self._exact: defaultdict[str, list[int]] = defaultdict(list)
        """The players of each name as it is written, with and without club."""
        self._loose: defaultdict[str, list[int]] = defaultdict(list)
        """The players of each name in plain letters (`list_spellings`)."""
        for at, player in enumerate(players):
            self._add_player(at, player)

    def _add_player(self, at: int, player: Player) -> None:
        texts = {player.called}
        if player.club:
            texts.add(f"{player.called} ({player.club})")
        for text in texts:
            self._exact[text].append(at)
        spellings = set().union(*map(list_spellings, texts))
        for spelling in spellings:
            self._loose[spelling].append(at)

    def find_players(self, text: str) -> list[int]:
        """Return the indices of all players that a text may mean; letters count only if they tell
        players apart.
        """
        exact = self._exact.get(parse_name(text))
        if exact is not None:
            return exact
        whole = simplify(text)
        in_order = " ".join(sorted(whole.split()))
        further = list_spellings(cells.strip_bullet(text)) - {whole}
        for spelling in (whole, in_order, *sorted(further)):
            if spelling in self._loose:
                return self._loose[spelling]
        return []

    def find_nearest(self, text: str) -> str:
        """Return the name that comes nearest, or ""."""
        names = self._names[:_MOST_NEAR]
        near = find_similar(text, names)
        return "" if near is None else names[near]


def list_spellings(text: str) -> set[str]:
    """Return a name in plain letters, with its words in alphabetical order, and without what is in
    brackets.
    """
    whole = simplify(text)
    bare = simplify(text.partition("(")[0])
    return {whole, bare, " ".join(sorted(bare.split()))} - {""}
