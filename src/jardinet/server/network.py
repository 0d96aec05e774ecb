"""This machine's addresses in its networks, as others there reach it. Nothing is sent, and nothing asked of anybody."""

from __future__ import annotations

import os
import socket
import struct
import sys
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

MOST = 4  # addresses that are offered
_IS_UP, _IS_LOOPBACK = 0x1, 0x8  # of an interface's flags
# From a port that nobody has: addresses for examples (RFC 5737, RFC 3849), to which the default route leads.
_FAR = {socket.AF_INET: ("192.0.2.1", 9), socket.AF_INET6: ("2001:db8::1", 9)}


def hosts_in_networks(family: socket.AddressFamily = socket.AF_INET) -> list[str]:
    """This machine's addresses beside its own loopback, that of the default route first; empty if it is in no network.

    Those of bridges that lead to nothing but containers and virtual machines are left out, and in a container there are
    none: what is outside of it knows another one.
    """
    if os.environ.get("container"):  # noqa: SIM112 - as systemd, Podman and our Containerfile say it
        return []
    routed = _routed(family)
    others = _interfaces() if family == socket.AF_INET else []
    found = [one for one in (routed, *others) if one and _is_of_use(one)]
    return list(dict.fromkeys(found))[:MOST]


def _routed(family: socket.AddressFamily) -> str | None:
    """The address from which this machine would ask another network; None if it has no way there."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as one:
        one.connect(_FAR[family])  # sends nothing: it chooses a route
        return str(one.getsockname()[0])
    return None


def _interfaces() -> list[str]:
    """The IPv4 address of each interface that is up."""
    if sys.platform != "linux":
        with suppress(OSError):
            return [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        for _index, name in socket.if_nameindex():
            with suppress(OSError):  # it has none
                flags = struct.unpack_from("H", _asked(one, 0x8913, name), 16)[0]  # SIOCGIFFLAGS
                if flags & _IS_UP and not flags & _IS_LOOPBACK and not Path(f"/sys/class/net/{name}/bridge").exists():
                    found.append(socket.inet_ntoa(_asked(one, 0x8915, name)[20:24]))  # SIOCGIFADDR
    return found


def _asked(one: socket.socket, request: int, name: str) -> bytes:
    """What the system answers about an interface: a `struct ifreq`."""
    from fcntl import ioctl  # not on Windows

    return ioctl(one.fileno(), request, struct.pack("256s", name.encode()[:15]))


def _is_of_use(host: str) -> bool:
    address = ip_address(host)
    return not (address.is_loopback or address.is_unspecified or address.is_link_local)
