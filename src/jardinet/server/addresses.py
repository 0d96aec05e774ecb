"""Addresses at which the server is reached: one way to write them, wherever they are printed, opened, linked or drawn as a code."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address


def address_of(host: str, port: int) -> str:
    """The address to open for a server that listens at a host; a loopback one if it listens on all interfaces.

    >>> address_of("127.0.0.1", 8012), address_of("::1", 8012), address_of("garden.local", 80)
    ('http://127.0.0.1:8012/', 'http://[::1]:8012/', 'http://garden.local:80/')
    >>> address_of("0.0.0.0", 8012), address_of("::", 8012)
    ('http://127.0.0.1:8012/', 'http://[::1]:8012/')
    """
    return f"http://{authority_of(_loopback_of(host), port)}/"


def authority_of(host: str, port: int) -> str:
    """Host and port as they stand in an address: IPv6 in brackets.

    >>> authority_of("::", 8012), authority_of("0.0.0.0", 8012)
    ('[::]:8012', '0.0.0.0:8012')
    """
    return f"[{host.replace('%', '%25')}]:{port}" if ":" in host else f"{host}:{port}"


def address_at(base_url: str, path: str) -> str:
    """The address of a page, for a visitor who reaches the server by `base_url`.

    >>> address_at("http://[::1]:8012/", "/t/abc")
    'http://[::1]:8012/t/abc'
    """
    return base_url.rstrip("/") + path


def _loopback_of(host: str) -> str:
    """The host itself; the loopback address of the same protocol if it stands for all interfaces."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not address.is_unspecified:
        return host
    return "::1" if isinstance(address, IPv6Address) else "127.0.0.1"
