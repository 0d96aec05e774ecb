"""Nets that are shipped: the card beside each tells where it comes from, golden values hold what it says, and whoever does not
play with it does not read it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import pytest

import jardinet
from jardinet.bots.levels import digest_of_nets
from jardinet.bots.weights import load_weights, nets_of
from jardinet.games.registry import entry_of

MOST = 2_000_000  # bytes
FIELDS = ["game", "command", "seed", "games", "time", "machine", "commit", "strength", "weights"]


def package_of(game: str) -> str:
    """Where the bots of a game are, and its nets."""
    return entry_of(game).bots.partition(":")[0]


NETS = [(game, name) for game in jardinet.registered_games() for name in nets_of(package_of(game))]


def file_of(game: str, name: str, ending: str) -> Path:
    return Path(str(files(package_of(game)) / "nets" / f"{name}{ending}"))


def card_of(game: str, name: str) -> dict[str, str]:
    """What the card of a net says, by field."""
    text = file_of(game, name, ".md").read_text()
    assert text.startswith(f"# {name}\n") and f"]({name}.svg)" in text
    return dict(re.findall(r"^\| (\w+) \| (.+) \|$", text, re.MULTILINE))


@pytest.mark.parametrize(("game", "name"), NETS)
def test_a_card_tells_what_made_the_net_and_how_strong_it_is(game: str, name: str) -> None:
    card = card_of(game, name)
    assert list(card) == FIELDS
    asked = re.match(r"`jardinet train (\S+) --players (\d) --seed (\d+) --games (\d+)`", card["command"])
    assert asked
    trained, players, seed, games = asked.groups()
    assert trained == game.replace("_", "-")
    assert card["game"] == f"`{jardinet.load_game(game, players=int(players))!r}`"
    assert card["seed"] == seed and card["games"].startswith(f"{int(games):,}, ")
    assert re.match(r"\d+\.\d minutes of one core", card["time"])
    assert re.fullmatch(r"[0-9a-f]{12}", card["commit"])
    share, low, high = (float(number) for number in re.findall(r"0\.\d{3}", card["strength"]))
    assert low < share < high
    assert re.search(rf"as one of {players}, all others `\w+`: [\d,]+ games", card["strength"])
    assert file_of(game, name, ".svg").exists()


@pytest.mark.parametrize(("game", "name"), NETS)
def test_a_card_is_that_of_the_weights_beside_it(game: str, name: str) -> None:
    packed, weights = file_of(game, name, ".npz").read_bytes(), load_weights(package_of(game), name)
    assert len(packed) <= MOST
    numbers = sum(array.size for array in weights.values())
    told = f"{numbers:,} numbers, {len(packed):,} bytes, SHA-256 `{sha256(packed).hexdigest()}`"
    assert card_of(game, name)["weights"] == told


@pytest.mark.parametrize("game", sorted({game for game, _ in NETS}))
def test_golden_values_hold_every_net(game: str) -> None:
    """Each game's test of its master has them by the nets' names, and holds them."""
    assert set(import_module(f"tests.bots.{game}.test_master").GOLDEN) == set(nets_of(package_of(game)))


READING = """
import importlib, pkgutil, sys
opened = []
sys.addaudithook(lambda event, args: opened.append(args[0]) if event == "open" and str(args[0]).endswith(".npz") else None)
import jardinet.bots
for module in pkgutil.walk_packages(jardinet.bots.__path__, "jardinet.bots."):
    importlib.import_module(module.name)
from jardinet.bots.levels import bots_of, load_bot
for game in jardinet.registered_games():
    bots_of(game)
print(len(opened))
load_bot("master", jardinet.load_game("lucky_numbers"))
print(len(opened))
"""


def test_nets_are_read_by_whoever_plays_with_them_alone() -> None:
    """Not where all of `jardinet.bots` is imported and every bot named."""
    said = subprocess.run([sys.executable, "-c", READING], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["0", "1"]


def test_a_game_whose_bots_are_one_file_has_no_nets() -> None:
    assert nets_of(package_of("fireflies")) == {}
    assert digest_of_nets("fireflies") == ""


def test_each_net_has_a_digest_of_its_own() -> None:
    digests = [digest_of_nets(game, name) for game, name in NETS]
    assert len({"", *digests}) == len(NETS) + 1
    assert digest_of_nets("lucky_numbers", "5-players") == ""
