"""What an address may ask for: it spends units by what a request costs, and gets some back every second."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import ip_network
from math import ceil

from wordfleet_print.desk.tickets import Clock

MOST_ADDRESSES = 10_000


class Budget:
    """A purse for each address (token bucket); the longest unused are forgotten where there would be too many."""

    def __init__(self, units: float, refill: float, clock: Clock) -> None:
        self._units, self._refill, self._clock = units, refill, clock
        self._purses: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, address: str, cost: float) -> int:
        """Take the cost from an address's purse; 0, or the seconds until there will be enough, and nothing is taken."""
        if not self._units:
            return 0
        address = _whose(address)
        now = self._clock()
        left, since = self._purses.pop(address, (self._units, now))
        left = min(self._units, left + (now - since) * self._refill)
        wait = ceil(max(0.0, cost - left) / self._refill)
        self._purses[address] = (left if wait else left - cost, now)
        while len(self._purses) > MOST_ADDRESSES:
            self._purses.popitem(last=False)
        return wait


def _whose(address: str) -> str:
    """Whose purse it is: an address's, of IPv6 its network's, for who has one has as many as they like (RFC 6177)."""
    try:
        return str(ip_network((address, 64), strict=False)) if ":" in address else address
    except ValueError:
        return address
