"""Records and sealed secrets on disk: whole or not at all, and the secret for its owner alone."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from runpy import run_path

import pytest

import jardinet
from jardinet.games.api import State
from jardinet.play.deal import Sealed, revealed
from jardinet.play.files import SealedError, load, save, seal, sealed_path, unseal
from jardinet.play.record import Record, state_of
from jardinet.play.record_format import RecordError, write
from jardinet.play.verification import verify

PlayAtRandom = Callable[..., State]


@pytest.fixture(scope="session")
def play_at_random() -> PlayAtRandom:
    play: PlayAtRandom = run_path(str(Path(__file__).with_name("random_play.py")))["play_at_random"]
    return play


def test_a_saved_text_reads_back_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jdn"
    for text in ("Zoë\n", "ben\n"):
        save(path, text)
        assert path.read_bytes() == text.encode()
    assert list(tmp_path.iterdir()) == [path]


def test_a_text_that_cannot_be_saved_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "game.jdn"
    save(path, "old\n")
    with pytest.raises(UnicodeEncodeError):
        save(path, "new \ud800\n")
    assert path.read_text() == "old\n"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(FileNotFoundError):
        save(tmp_path / "nowhere" / "game.jdn", "new\n")


def test_saving_follows_a_link(tmp_path: Path) -> None:
    (tmp_path / "link.jdn").symlink_to(tmp_path / "game.jdn")
    save(tmp_path / "link.jdn", "ada\n")
    assert (tmp_path / "link.jdn").is_symlink()
    assert (tmp_path / "game.jdn").read_text() == "ada\n"


def test_a_record_is_readable_as_the_user_s_mask_says_and_a_secret_by_its_owner_alone(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        save(tmp_path / "game.jdn", "ada\n")
        place = seal(tmp_path / "game.jdn", Sealed.fresh())
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "game.jdn").stat().st_mode) == 0o644
    assert stat.S_IMODE(place.stat().st_mode) == 0o600


def test_a_sealed_secret_comes_back_for_its_own_commitment(tmp_path: Path) -> None:
    sealed, path = Sealed.fresh(), tmp_path / "game.jdn"
    assert seal(path, sealed) == sealed_path(path) == tmp_path / "game.jdn.sealed"
    assert unseal(path, sealed.commitment) == sealed
    assert "Do not look before the end!" in sealed_path(path).read_text()


def test_a_missing_or_strange_secret_is_refused_without_being_shown(tmp_path: Path) -> None:
    sealed, other, path = Sealed.from_seed(1), Sealed.from_seed(2), tmp_path / "game.jdn"
    with pytest.raises(SealedError, match=r"game\.jdn\.sealed is missing"):
        unseal(path, sealed.commitment)
    seal(path, other)
    with pytest.raises(SealedError, match="belongs to another game") as refused:
        unseal(path, sealed.commitment)
    assert other.secret.hex() not in str(refused.value)
    text = sealed_path(path).read_text()
    for wrong in (
        text.replace(other.secret.hex(), sealed.secret.hex()),
        text[:-1],
        text.replace("secret ", ""),
        text.upper(),
        "",
    ):
        sealed_path(path).write_text(wrong)
        with pytest.raises(SealedError, match="is damaged"):
            unseal(path, other.commitment)
    sealed_path(path).write_bytes(b"\xff")
    with pytest.raises(SealedError, match="is damaged"):
        unseal(path, other.commitment)


def test_a_file_that_is_no_record_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "game.jdn").write_bytes(b"\xff\xff")
    with pytest.raises(RecordError, match=r"^line 1: byte 0xff is not UTF-8"):
        load(tmp_path / "game.jdn")


def test_a_game_broken_off_goes_on_with_the_same_deck(tmp_path: Path, play_at_random: PlayAtRandom) -> None:
    path, game, sealed = tmp_path / "game.jdn", jardinet.load_game("lucky_numbers"), Sealed.fresh()
    deal = sealed.deal(["one", "two"])
    state = play_at_random(game, 3, 60, deal.outcomes(game))
    save(path, write(Record.of(state, ("ada", "ben"), deal=deal)))
    seal(path, sealed)
    assert deal.secret.hex() not in path.read_text()

    (record,) = load(path)
    assert record.deal is not None
    resumed = unseal(path, record.deal.commitment).deal(record.deal.nonces)
    pile = iter(resumed.deck(game.chance_sources()[0].outcomes)[len(revealed(game, record.moves)) :])
    state = state_of(record)
    while not state.is_terminal():
        state.apply_action(next(pile) if state.is_chance_node() else state.legal_actions()[0])
    save(path, write(Record.of(state, record.seats, deal=resumed)))
    sealed_path(path).unlink()
    assert verify(load(path)[0]).is_fair
    assert list(tmp_path.iterdir()) == [path]
