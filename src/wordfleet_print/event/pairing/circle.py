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
    """Return the order of players for the ring, as indices; without a seed it is the roster's.

    The seed shuffles it, in the same way however the roster is sorted. In the first round nobody
    meets one of the same club unless the club has more than half of all players.
    """
    if not seed:
        return list(range(len(players)))
    number_of_club = {player.club: _draw_number(seed, player.club) for player in players}
    # Arrays, because 100,000 numbers take 0.8 MB in one and 4 MB in a list
    player_numbers = to_numbers(_draw_number(seed, player.key) for player in players)
    group_numbers = to_numbers(
        number_of_club[player.club] if player.club else number
        for player, number in zip(players, player_numbers, strict=True)
    )
    # Shuffled, with the players of each club together
    by_club = sorted(range(len(players)), key=player_numbers.__getitem__)
    by_club.sort(key=group_numbers.__getitem__)
    # Neighbors meet in the first round: of clubs A A B B the order is A B A B
    half = (len(players) + 1) // 2
    order = list(by_club)
    order[::2] = by_club[:half]
    order[1::2] = by_club[half:]
    return order


def _draw_number(seed: str, key: str) -> int:
    """Return a random number of 64 bits that depends on the seed and the key alone."""
    text = f"{seed}\0{key}".encode()
    return int.from_bytes(blake2b(text, digest_size=8, person=b"event circle").digest(), "big")


def pair_by_circle(number: int, order: Sequence[int]) -> Round:
    """Return a round of the circle alone; tables count up from 1, the bye is last."""
    players = len(order)
    table = 0
    seats = to_numbers()
    byes = to_numbers()
    for first, second in list_circle_pairs(number - 1, order):
        if second < players:
            table += 1
            seats.extend((table, first, second))
        else:
            byes.extend((BYE_TABLE, first, NOBODY))
    return Round(number, seats + byes)


def list_circle_pairs(
    turn: int, order: Sequence[int], bye_index: int | None = None
) -> Iterator[tuple[int, int]]:
    """Yield who meets after the ring has turned by this many places; the one who is earlier in the
    order is first in the pair.

    With an odd number, one pair has `bye_index` (by default `len(order)`): the other has a bye.

    The second player of the order stays outside of the ring. Six players A to F sit in it so, by
    places:      0 A   1 C   2 E   3 F   4 D      and B is outside
    In turn 0, B meets place 0, and the places to either side of it meet: 1 and 4, 2 and 3. So
    neighbors in the order meet: A–B, C–D, E–F. In turn 1, B meets place 1, and so on.
    """
    players = len(order)
    even = players + players % 2
    ring_size = even - 1
    order_with_bye = [*order, players if bye_index is None else bye_index]

    def make_pair(position: int, other: int) -> tuple[int, int]:
        return order_with_bye[min(position, other)], order_with_bye[max(position, other)]

    yield make_pair(1, _find_position(turn % ring_size, even))
    for step in range(1, even // 2):
        ahead = _find_position((turn + step) % ring_size, even)
        behind = _find_position((turn - step) % ring_size, even)
        yield make_pair(ahead, behind)


def _find_position(place: int, even: int) -> int:
    """Return the position in the order of the player at a place of the ring in turn 0.

    Of six players (`even`), the places 0 to 4 have the positions 0, 2, 4, 5 and 3.
    """
    if 2 * place < even:
        return 2 * place
    return 2 * (even - 1 - place) + 1
