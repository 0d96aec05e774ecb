"""Client addresses, as a connection tells them."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address


def address_in(host: str) -> IPv4Address | IPv6Address | None:
    """The client's IP address, an IPv4 one if IPv6 only wraps it; None: `host` is no IP address.

    >>> address_in("::ffff:192.0.2.1"), address_in("fe80::1%eth0"), address_in("garden")
    (IPv4Address('192.0.2.1'), IPv6Address('fe80::1'), None)
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address
