"""The addresses that others reach this computer by, and what each belongs to."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from ipaddress import IPv4Address

import ifaddr

# Addresses between machines of one network of a provider or of a VPN (RFC 6598).
SHARED_NETWORK = "100.64."
VPN_NAMES = re.compile(r"tun|tap|wg|utun|ppp|ipsec|zt|tailscale|nordlynx|.*(vpn|wireguard)", re.I)
VIRTUAL_NAMES = re.compile(
    r"docker|br-|veth|virbr|lxc|lxd|podman|cni|vmnet|vboxnet|bridge1|.*(virtual|hyper-v|vethernet)",
    re.I,
)


class Network(Enum):
    """What an address belongs to; the first kind is the likeliest to be the guests' own."""

    LOCAL = "local network"
    PUBLIC = "internet"
    VPN = "VPN"
    VIRTUAL = "virtual machines"
    UNMANAGED = "network without a router"


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """An address of this computer, what it belongs to, and its network interface's name."""

    address: str
    network: Network
    interface: str

    def __str__(self) -> str:
        return f"{self.network.value}, {self.interface}"


def list_own_addresses() -> list[OwnAddress]:
    """Return the IPv4 addresses that others reach this computer by, the likeliest first."""
    return sort_addresses(read_interfaces(), find_usual_address())


def sort_addresses(interfaces: Iterable[tuple[str, str]], usual: str) -> list[OwnAddress]:
    """Return the addresses of these interfaces, the likeliest to reach this computer by first.

    `interfaces` are pairs of an interface's name and an IPv4 address. Within a kind of network
    the address that leads to the internet, `usual`, is first. Loopback addresses are left out.
    """
    own = [
        OwnAddress(address, guess_network(address, interface), interface)
        for interface, address in interfaces
        if not IPv4Address(address).is_loopback
    ]
    kinds = list(Network)
    return sorted(own, key=lambda address: (kinds.index(address.network), address.address != usual))


def read_interfaces() -> Iterator[tuple[str, str]]:
    """Yield the name of each network interface with its IPv4 address: ("eth0", "192.168.1.20")."""
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if isinstance(ip.ip, str):  # an IPv6 address is a tuple
                yield adapter.nice_name, ip.ip


def guess_network(address: str, interface: str) -> Network:
    """Return what an address belongs to, by the address and the interface's name."""
    ip = IPv4Address(address)
    if ip.is_link_local:  # a computer gives itself such an address where no router does
        return Network.UNMANAGED
    if VPN_NAMES.match(interface) or address.startswith(SHARED_NETWORK):
        return Network.VPN
    if VIRTUAL_NAMES.match(interface):
        return Network.VIRTUAL
    return Network.LOCAL if ip.is_private else Network.PUBLIC


def find_usual_address() -> str:
    """Return the address that leads to the internet, or nothing; nothing is sent to learn it."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address for examples (RFC 5737)
        return str(probe.getsockname()[0])
    return ""
