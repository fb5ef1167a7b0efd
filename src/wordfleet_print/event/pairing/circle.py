"""The circle method: all but one player sit in a ring that turns by one place a round.

Players meet the one across; nobody meets anybody twice before the ring has turned once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b

from wordfleet_print.event.pairing.rounds import BYE_TABLE, NOBODY, Round, to_numbers
from wordfleet_print.roster.roster import Player


def count_most_rounds(players: int) -> int:
    """Return how many rounds this many players can play without meeting anybody twice.

    With an odd number one player has a bye in each round.
    """
    return players if players % 2 else players - 1


def order_ring(players: Sequence[Player], seed: str) -> list[int]:
    """Return the order of players in the ring, as indices; without a seed it is the roster's.

    The seed shuffles it, in the same way however the roster is sorted. In the first round nobody
    meets one of the same club unless the club has more than half of all players.
    """
    if not seed:
        return list(range(len(players)))
    clubs = {player.club: _draw(seed, player.club) for player in players}
    # Arrays, because 100,000 numbers take 0.8 MB in one and 4 MB in a list
    keys = to_numbers(_draw(seed, player.key) for player in players)
    groups = to_numbers(
        clubs[player.club] if player.club else key
        for player, key in zip(players, keys, strict=True)
    )
    indices = sorted(range(len(players)), key=keys.__getitem__)
    indices.sort(key=groups.__getitem__)
    # Neighbors meet in the first round: with clubs A A B B the order is A B A B
    half = (len(players) + 1) // 2
    order = list(indices)
    order[::2] = indices[:half]
    order[1::2] = indices[half:]
    return order


def _draw(seed: str, key: str) -> int:
    text = f"{seed}\0{key}".encode()
    return int.from_bytes(blake2b(text, digest_size=8, person=b"event circle").digest(), "big")


def pair_by_circle(number: int, order: Sequence[int]) -> Round:
    """Return a round of the circle alone; tables count up from 1, the bye is last."""
    players = len(order)
    seats = to_numbers()
    byes = to_numbers()
    for first, second in list_circle_pairs(number - 1, order):
        if second < players:
            seats.extend((len(seats) // 3 + 1, first, second))
        else:
            byes.extend((BYE_TABLE, first, NOBODY))
    return Round(number, seats + byes)


def list_circle_pairs(
    turn: int, order: Sequence[int], ghost: int | None = None
) -> Iterator[tuple[int, int]]:
    """Yield who meets after the ring has turned by this many places, first who is first in the
    order.

    The index `ghost`, or `len(order)`, makes an odd number even: its partner has a bye.
    Place p of the ring, 1 … half − 1, holds player 2·p of the order, the place across from it at
    the start 2·p + 1; place 0 holds player 0, and player 1 stays outside.
    """
    # Six players: the ring holds places 0 to 4, and player 1 stays outside. After `turn` steps
    # player 1 meets place `turn`; then the places one step to either side of it meet, and those
    # two steps away.
    players = len(order)
    even = players + players % 2
    ring = even - 1
    who = [*order, players if ghost is None else ghost]

    def make_pair(place: int, other: int) -> tuple[int, int]:
        return who[min(place, other)], who[max(place, other)]

    yield make_pair(1, _find_in_ring(turn % ring, even))
    for step in range(1, even // 2):
        ahead = _find_in_ring((turn + step) % ring, even)
        behind = _find_in_ring((turn - step) % ring, even)
        yield make_pair(ahead, behind)


def _find_in_ring(place: int, even: int) -> int:
    """Return the position in the order of who sits at a place of the ring at the start."""
    if 2 * place < even:
        return 2 * place
    return 2 * (even - 1 - place) + 1
