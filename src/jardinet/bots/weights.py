"""Weights of nets as data of a package: files `nets/NAME.npz`, as `jardinet train` writes them."""

from __future__ import annotations

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
