"""Errors of the operating system as sentences that faces translate; the system's own messages are in its own language."""

from __future__ import annotations

import errno
import socket

from jardinet.games.sentences import Sentence


def reason_of(error: OSError) -> Sentence | str:
    """Why a file, a folder or an address cannot be used; rare errors keep the system's words."""
    if isinstance(error, socket.gaierror):
        return Sentence("there is no machine of that name")
    if isinstance(error, TimeoutError):
        return Sentence("there is no answer")
    return {
        errno.ENOENT: Sentence("there is no such file or folder"),
        errno.EACCES: Sentence("permission denied"),
        errno.EPERM: Sentence("permission denied"),
        errno.EISDIR: Sentence("it is a folder"),
        errno.ENOTDIR: Sentence("there is no such folder"),
        errno.EEXIST: Sentence("it already exists"),
        errno.ENOSPC: Sentence("the disk is full"),
        errno.EROFS: Sentence("nothing can be written there"),
        errno.ENAMETOOLONG: Sentence("the name is too long"),
        errno.EADDRINUSE: Sentence("another program is listening there"),
        errno.EADDRNOTAVAIL: Sentence("this machine has no such address"),
        errno.ECONNREFUSED: Sentence("nothing listens there"),
        errno.ECONNRESET: Sentence("the connection was cut off"),
        errno.EHOSTUNREACH: Sentence("that machine cannot be reached"),
        errno.ENETUNREACH: Sentence("that machine cannot be reached"),
    }.get(error.errno or 0, error.strerror or str(error))
