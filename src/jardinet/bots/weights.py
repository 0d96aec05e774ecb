"""Weights of nets as data of a package: files `nets/NAME.npz`, as `jardinet train` writes them."""

from __future__ import annotations

import hashlib
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
    """SHA-256 of all nets of a package, as hexadecimal digits; the same where it has the same."""
    digest, folder = hashlib.sha256(), files(package) / "nets"
    if folder.is_dir():
        for net in sorted(folder.iterdir(), key=lambda file: file.name):
            if net.name.endswith(".npz"):
                digest.update(net.read_bytes())
    return digest.hexdigest()
