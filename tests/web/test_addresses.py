"""The addresses that guests reach a computer by."""

from __future__ import annotations

import pytest

from wordfleet_print.web import server
from wordfleet_print.web.addresses import (
    Network,
    guess_network,
    list_own_addresses,
    sort_addresses,
)
from wordfleet_print.web.settings import ServerSettings

ALL_ADDRESSES = "0.0.0.0"  # noqa: S104 - for a moment, on a free port


@pytest.mark.parametrize(
    ("address", "interface", "network"),
    [
        ("192.168.137.1", "wlan0", Network.LOCAL),
        ("10.1.2.3", "Intel(R) Wi-Fi 6 AX201 160MHz", Network.LOCAL),
        ("172.20.10.2", "en0", Network.LOCAL),
        ("10.8.0.2", "tun0", Network.VPN),
        ("10.7.0.2", "wg0", Network.VPN),
        ("10.6.0.2", "ExampleVPN Adapter", Network.VPN),
        ("100.64.3.4", "utun4", Network.VPN),
        ("172.17.0.1", "docker0", Network.VIRTUAL),
        ("172.22.0.1", "Hyper-V Virtual Ethernet Adapter", Network.VIRTUAL),
        ("192.168.122.1", "virbr0", Network.VIRTUAL),
        ("169.254.9.9", "eth0", Network.UNMANAGED),
        ("8.8.4.4", "eth0", Network.PUBLIC),
    ],
)
def test_an_address_says_what_it_is(address: str, interface: str, network: Network) -> None:
    """Guests need the local network, not a VPN or a virtual machine's."""
    assert guess_network(address, interface) is network


INTERFACES = [
    ("lo", "127.0.0.1"),
    ("docker0", "172.17.0.1"),
    ("tun0", "10.8.0.2"),
    ("eth0", "192.168.5.2"),
    ("wlan0", "192.168.137.1"),
]


def serve_at(interfaces: list[tuple[str, str]], usual: str) -> ServerSettings:
    """Return the settings of a page for all on a computer with these network interfaces."""
    own = sort_addresses(interfaces, usual)
    opened, settings = server.open_socket(ALL_ADDRESSES, 0, list_own=lambda: own)
    opened.close()
    return settings


@pytest.mark.parametrize(
    ("usual", "first"),
    [("10.8.0.2", "192.168.5.2"), ("192.168.137.1", "192.168.137.1"), ("", "192.168.5.2")],
)
def test_all_addresses_are_listed_and_the_local_network_is_first(usual: str, first: str) -> None:
    """With a VPN as the usual way out, or without a router, guests get an address that works."""
    settings = serve_at(INTERFACES, usual)
    assert settings.origin == f"http://{first}:{settings.port}"
    listed = {origin.partition("//")[2]: text for origin, text in settings.networks.items()}
    assert {origin.partition(":")[0] for origin in listed} == {
        *("192.168.5.2", "192.168.137.1", "10.8.0.2", "172.17.0.1")
    }
    assert listed[f"10.8.0.2:{settings.port}"] == "VPN, tun0"
    assert all(settings.answers_to(origin) for origin in listed)


def test_a_computer_in_no_network_names_no_address() -> None:
    """127.0.0.1 is nobody's address but this computer's own."""
    settings = serve_at([("lo", "127.0.0.1")], "")
    assert (settings.origin, settings.networks) == ("", {})


def test_this_computer_has_addresses() -> None:
    """They are read from the system."""
    own = list_own_addresses()
    assert all(not one.address.startswith("127.") for one in own)
    assert list_own_addresses() == own


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST", "127.0.0.1", "::1"])
def test_a_host_of_this_computer_alone(host: str) -> None:
    """`--host localhost` is what people type; it has no guests."""
    opened, settings = server.open_socket(host, 0)
    opened.close()
    assert settings.origin == ""
    assert settings.answers_to(f"localhost:{settings.port}")
