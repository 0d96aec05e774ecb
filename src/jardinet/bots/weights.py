"""Weights of nets: stored by name, and as package data in files `nets/NAME.npz`, as `jardinet train` writes them.

A net is a named tuple of arrays in single precision; it is stored in half precision.
"""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.training import Arrays

N = TypeVar("N", bound=NamedTuple)


def to_arrays(net: NamedTuple) -> dict[str, NDArray[np.float16]]:
    """The weights of a net in half precision, by name."""
    return {name: weights.astype(np.float16) for name, weights in net._asdict().items()}


def from_arrays(kind: type[N], arrays: Arrays) -> N:
    """The inverse of `to_arrays`: a net of that kind."""
    return kind._make(np.ascontiguousarray(arrays[name], np.float32) for name in kind._fields)


def load_weights(package: str, name: str) -> Arrays:
    """The arrays of a net, by name.

    Args:
        package: the package that holds it, such as `jardinet.bots.GAME`.
        name: of the net, see `Trainer.name`.

    Raises:
        FileNotFoundError: the package has no such net.
    """
    with (files(package) / "nets" / f"{name}.npz").open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        return dict(arrays)


def nets_of(package: str) -> dict[str, Traversable]:
    """The files of a package's nets by name, sorted; none if it has none, or is a single module."""
    spec = find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return {}
    nets = files(package) / "nets"
    found = sorted((net.name, net) for net in nets.iterdir() if net.name.endswith(".npz")) if nets.is_dir() else []
    return {name.removesuffix(".npz"): net for name, net in found}


def digest_of(package: str, only: str | None = None) -> str:
    """SHA-256 of all nets of a package, or of one, in hexadecimal, over names and contents; empty if there is none."""
    digest, nets = sha256(), {name: net for name, net in nets_of(package).items() if only in (None, name)}
    for name, net in nets.items():
        digest.update(f"{name}.npz\n".encode() + sha256(net.read_bytes()).digest())
    return digest.hexdigest() if nets else ""
