"""Weights of nets as data of a package: files `nets/NAME.npz`, as `jardinet train` writes them."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files

import numpy as np

from jardinet.bots.training import Arrays


def load_weights(package: str, name: str) -> Arrays:
    """The arrays of a net, by name.

    Args:
        package: whose data it is, such as `jardinet.bots.GAME`.
        name: of the net, see `Trainer.name`.

    Raises:
        FileNotFoundError: the package has no such net.
    """
    with (files(package) / "nets" / f"{name}.npz").open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        return dict(arrays)


def digest_of(package: str) -> str:
    """SHA-256 of all nets of a package, in hexadecimal: of their names and contents; empty where it has none."""
    nets = files(package) / "nets"
    found = sorted((net.name, net) for net in nets.iterdir() if net.name.endswith(".npz")) if nets.is_dir() else []
    digest = sha256()
    for name, net in found:
        digest.update(name.encode() + b"\n" + sha256(net.read_bytes()).digest())
    return digest.hexdigest() if found else ""
