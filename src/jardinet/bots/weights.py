"""Weights of nets as data of a package: files `nets/NAME.npz`, as `jardinet train` writes them."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec

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


def nets_of(package: str) -> dict[str, Traversable]:
    """The files of a package's nets by name, in its order; none where it has none, or is a module alone."""
    spec = find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return {}
    nets = files(package) / "nets"
    found = sorted((net.name, net) for net in nets.iterdir() if net.name.endswith(".npz")) if nets.is_dir() else []
    return {name.removesuffix(".npz"): net for name, net in found}


def digest_of(package: str) -> str:
    """SHA-256 of all nets of a package, in hexadecimal: of their names and contents; empty where it has none."""
    digest, nets = sha256(), nets_of(package)
    for name, net in nets.items():
        digest.update(f"{name}.npz\n".encode() + sha256(net.read_bytes()).digest())
    return digest.hexdigest() if nets else ""
