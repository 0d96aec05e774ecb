"""Characters: the faces of bots and people at a table, round portraits drawn of the shapes that the games' pieces are made of.

A portrait is 100 units wide round the origin: a face on a disc, in a ring of `currentColor`, the colour of a seat say.
Pages show one as `/art/characters.svg#NAME`. Faces belong to no game: a strong bot looks the same everywhere.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Sequence
from xml.etree.ElementTree import Element, SubElement
from zlib import crc32

from jardinet.bots.levels import bots_of
from jardinet.games import playable_games
from jardinet.games.drawing import at, box, oval, path, sheet
from jardinet.server.tables.table import Seat

DISC = "#fff3d8"
INK = "#2b1d16"
BLUSH = "#e8836b"


def character_of(level: str) -> str:
    """The character of a bot's level, by its name in the sheet.

    Bots get theirs in the order in which the games list them, weakest first, so a new one has a face by itself; one
    that no game has any more, at an old table, keeps one too.

    >>> character_of("novice"), character_of("master")
    ('chick', 'owl')
    """
    known = list(dict.fromkeys(bot for game in playable_games() for bot in bots_of(game)))
    place = known.index(level) if level in known else crc32(level.encode())
    return BOTS[place % len(BOTS)]


def faces_of(seats: Sequence[Seat]) -> list[str]:
    """The characters shown at the seats of a table, each another one: a person keeps theirs while a bot plays for them.

    A second bot of a level has a face that no level at the table has.
    """
    levels = [seat.level if not seat.person else None for seat in seats]
    own = [
        character_of(level) if level else PEOPLE[seat.number % len(PEOPLE)]
        for level, seat in zip(levels, seats, strict=True)
    ]
    others = (face for face in BOTS if face not in own)
    return [next(others, face) if face in own[:k] else face for k, face in enumerate(own)]


def face_of(person: str) -> str:
    """The character of a person where no seat says which, always the same one, from their id."""
    return PEOPLE[crc32(person.encode()) % len(PEOPLE)]


def characters() -> str:
    """The sheet of all portraits, each a symbol with its character's name."""
    return sheet({name: ("-50 -50 100 100", _portrait(face)) for name, face in FACES.items()})


def _portrait(face: Callable[[Element], None]) -> Callable[[Element], None]:
    def draw(group: Element) -> None:
        oval(group, (0, 0), (47, 47), DISC)
        oval(SubElement(group, "g", {"opacity": "0.28"}), (0, 0), (47, 47), "currentColor")
        face(at(group, 0, 1, 0.94))
        oval(group, (0, 0), (46.5, 46.5), "none", edge="currentColor", thick=6)

    return draw


# Features ----------------------------------------------------------------------------------


def _pair(group: Element, draw: Callable[[Element], None]) -> None:
    """Draw something at the right and, mirrored, at the left."""
    draw(group)
    draw(SubElement(group, "g", {"transform": "scale(-1 1)"}))


def _eyes(group: Element, x: float, y: float, size: float = 4.6) -> None:
    """Two eyes at x to the right and to the left of the middle, each with a glint at the same side."""
    for side in (-x, x):
        oval(group, (side, y), (size, 1.15 * size), INK)
        oval(group, (side + 0.3 * size, y - 0.4 * size), (0.36 * size, 0.36 * size), "#ffffff")


def _cheeks(group: Element, x: float, y: float) -> None:
    blush = SubElement(group, "g", {"opacity": "0.45"})
    for side in (-x, x):
        oval(blush, (side, y), (5.5, 3.8), BLUSH)


def _smile(group: Element, y: float, wide: float, deep: float = 4) -> None:
    path(group, f"M{-wide} {y}Q0 {y + 2 * deep} {wide} {y}", edge=INK, thick=2.2)


def _shade(group: Element, course: str, opacity: str = "0.16") -> None:
    """Draw a part of a face in shadow."""
    path(SubElement(group, "g", {"opacity": opacity}), course, INK)


# Bots, weakest first -----------------------------------------------------------------------


def _mole(group: Element) -> None:
    """It digs where it happens to be, and wears glasses."""
    path(group, "M-31 35C-35 4 -25 -29 0 -29C25 -29 35 4 31 35Q0 54 -31 35Z", "#4d4a5c")
    _shade(group, "M31 35C35 4 25 -29 0 -29C17 -20 24 10 16 42Q25 40 31 35Z")
    oval(group, (0, 19), (17, 14), "#77728a")
    _pair(group, lambda side: path(side, "M14 43C13 31 22 26 28 29C33 31 34 33 31 36Q24 42 14 43Z", "#f0b3a4"))
    for x in (-12.5, 12.5):
        oval(group, (x, -3), (10.5, 10.5), "#fff8e4", edge="#c08a2d", thick=2.6)
        oval(group, (x, -2), (2.6, 3), INK)
    path(group, "M-2.2 -5Q0 -7 2.2 -5", edge="#c08a2d", thick=2.6)
    oval(group, (0, 12), (8.5, 6.5), "#ee8f86")
    oval(group, (-2.5, 9.6), (2.6, 1.6), "#ffd0c6")
    _smile(group, 23, 7, 3)


def _squirrel(group: Element) -> None:
    """It keeps all it gets: its cheeks are full."""
    tail = "M20 42C46 30 44 -8 27 -22C18 -29 8 -22 12 -15C24 -8 22 20 8 40Z"
    path(group, tail, "#8f3f17")
    path(group, "M23 36C37 24 36 -2 25 -14C20 -19 16 -17 18 -13C29 2 26 22 16 38Z", "#b65a26")
    _pair(group, lambda side: path(side, "M6 -20C8 -33 15 -42 20 -43C25 -34 25 -22 21 -12Z", "#b65a26"))
    _pair(group, lambda side: path(side, "M12 -20C13 -28 16 -33 19 -35C21 -29 21 -22 19 -15Z", "#f3c08f"))
    path(group, "M0 -25C17 -25 27 -10 28 8C29 26 15 37 0 37C-15 37 -29 26 -28 8C-27 -10 -17 -25 0 -25Z", "#c96a2e")
    _pair(group, lambda side: oval(side, (14, 18), (14, 13), "#fbe3c0"))
    oval(group, (0, 24), (14, 12), "#fbe3c0")
    _eyes(group, 11, -4, 4.8)
    path(group, "M-4.5 8Q0 5 4.5 8Q3 12.5 0 13Q-3 12.5 -4.5 8Z", INK)
    box(group, (-3.4, 18, 3.2, 6), "#ffffff", round_=1)
    box(group, (0.2, 18, 3.2, 6), "#ffffff", round_=1)
    path(group, "M-8 16Q-4 20 0 17Q4 20 8 16", edge=INK, thick=2)


def _chick(group: Element) -> None:
    """It has just hatched, and wears what is left of its egg."""
    _pair(group, lambda side: path(side, "M27 14C36 10 42 14 41 22C39 30 32 32 25 29Z", "#e9ae25"))
    path(group, "M0 -26C20 -26 33 -10 33 9C33 29 19 42 0 42C-19 42 -33 29 -33 9C-33 -10 -20 -26 0 -26Z", "#f8cf45")
    _shade(group, "M0 42C19 42 33 29 33 9C33 2 31 -5 28 -10C32 12 20 32 -10 40Q-5 42 0 42Z", "0.1")
    oval(group, (0, 26), (17, 13), "#fde89a")
    shell = "M-31 -9C-31 -31 -17 -43 0 -43C17 -43 31 -31 31 -9L23 -16L15 -8L7 -16L0 -7L-7 -16L-15 -8L-23 -16Z"
    path(group, shell, "#fdf6e6", edge="#d8c6a0", thick=1.8)
    _pair(group, lambda side: oval(side, (14, -28), (2.6, 2), "#e6d5b0"))
    oval(group, (-3, -36), (2, 1.5), "#e6d5b0")
    _eyes(group, 14, 4, 5)
    path(group, "M-7.5 12Q0 6 7.5 12Q4 15 0 15Q-4 15 -7.5 12Z", "#ee8a2a")
    path(group, "M-7.5 12Q0 17 7.5 12Q4 21 0 22Q-4 21 -7.5 12Z", "#c9661a")
    _cheeks(group, 22, 14)


def _frog(group: Element) -> None:
    path(group, "M-33 32C-36 18 -26 12 0 12C26 12 36 18 33 32Q0 58 -33 32Z", "#3f8a3a")
    _pair(group, lambda side: oval(side, (17, -18), (12.5, 12.5), "#5aa846"))
    oval(group, (0, 6), (35, 25), "#5aa846")
    path(group, "M-33 12C-24 40 24 40 33 12C22 24 -22 24 -33 12Z", "#d9e8a4")
    for x in (-17, 17):
        oval(group, (x, -19), (8.5, 8.5), "#fff8e4")
        oval(group, (x, -18), (4.4, 5.4), INK)
        oval(group, (x + 1.6, -20.4), (1.6, 1.6), "#ffffff")
    path(group, "M-26 11C-14 24 14 24 26 11", edge="#24531f", thick=2.6)
    _pair(group, lambda side: oval(side, (3, 0), (1.4, 1.1), "#24531f"))
    _cheeks(group, 24, 5)


def _badger(group: Element) -> None:
    _pair(group, lambda side: oval(side, (23, -21), (9, 8), "#3a3a3c"))
    _pair(group, lambda side: oval(side, (23, -20), (4.5, 4), "#e9e2d2"))
    path(group, "M0 -30C22 -30 36 -12 33 8C30 24 12 40 0 40C-12 40 -30 24 -33 8C-36 -12 -22 -30 0 -30Z", "#8b8680")
    path(group, "M0 -30C8 -30 15 -28 20 -24C28 0 20 24 0 40C-20 24 -28 0 -20 -24C-15 -28 -8 -30 0 -30Z", "#f8f1e0")
    _pair(group, lambda side: path(side, "M9 -29C17 -26 24 -18 26 -8C26 8 20 20 11 26C14 8 8 -10 9 -29Z", "#33333a"))
    for x in (-15.5, 15.5):
        oval(group, (x, -1), (4.6, 5.2), "#fff8e4")
        oval(group, (x, -0.4), (3.2, 3.8), INK)
        oval(group, (x + 1.1, -2), (1.2, 1.2), "#ffffff")
    path(group, "M-8 21Q0 15 8 21Q7 30 0 31Q-7 30 -8 21Z", INK)
    oval(group, (-2.4, 21.6), (2.4, 1.4), "#8b8680")
    _smile(group, 34, 5, 1.6)


def _fox(group: Element) -> None:
    _pair(group, lambda side: path(side, "M8 -17L31 -40C36 -24 35 -10 29 2Z", "#c9511c"))
    _pair(group, lambda side: path(side, "M17 -17L29 -31C31 -21 30 -13 27 -6Z", "#3a2018"))
    path(group, "M0 -24C20 -24 33 -8 38 12C24 16 12 38 0 39C-12 38 -24 16 -38 12C-33 -8 -20 -24 0 -24Z", "#e2702a")
    _pair(group, lambda side: path(side, "M38 12C24 16 12 38 0 39C0 22 8 8 20 4C28 3 34 6 38 12Z", "#fff4df"))
    _shade(group, "M0 -24C5 -10 5 4 0 18C-5 4 -5 -10 0 -24Z", "0.1")
    _eyes(group, 14, 1, 4.2)
    oval(group, (0, 33), (6, 5), INK)
    oval(group, (-1.8, 31.4), (1.8, 1.1), "#8d7a70")


def _owl(group: Element) -> None:
    path(group, "M-31 -38C-18 -30 18 -30 31 -38C35 -24 36 -6 34 10C31 32 16 42 0 42C-16 42 -31 32 -34 10C-36 -6 -35 -24 -31 -38Z", "#7d5a37")  # fmt: skip
    path(group, "M0 16C14 16 22 24 20 33C14 40 7 42 0 42C-7 42 -14 40 -20 33C-22 24 -14 16 0 16Z", "#e8cf9f")
    path(group, "M-11 27l3.6 4l3.6 -4M-3.6 32l3.6 4l3.6 -4M4 27l3.6 4l3.6 -4", edge="#7d5a37", thick=2)
    _pair(group, lambda side: oval(side, (14.5, -6), (16, 16), "#e8cf9f"))
    for x in (-14.5, 14.5):
        oval(group, (x, -6), (10.5, 10.5), "#f5b52c", edge="#573b20", thick=2)
        oval(group, (x, -6), (5.4, 5.8), INK)
        oval(group, (x + 2, -8.2), (1.9, 1.9), "#ffffff")
    path(group, "M-5 5Q0 2 5 5Q4 14 0 17Q-4 14 -5 5Z", "#e58a22")
    _pair(group, lambda side: path(side, "M2 -16C10 -27 22 -29 31 -36C29 -26 20 -21 8 -18Z", "#573b20"))


# People, seat by seat ----------------------------------------------------------------------


def _hedgehog(group: Element) -> None:
    spines = (cmath.rect(42 - 9 * (k % 2), math.pi * k / 17) + 2j for k in range(34))
    path(group, f"M{'L'.join(f'{one.real:.0f} {one.imag:.0f}' for one in spines)}Z", "#5c3d28", edge="#5c3d28", thick=3)
    path(group, "M-20 -16l3 -7m7 0l2 -8m8 6l0 -8m10 10l2 -8m8 14l4 -7M-29 2l-6 -3m64 3l6 -3", edge="#9a7350", thick=2.4)
    _pair(group, lambda side: oval(side, (21, -8), (7, 7), "#b98457"))
    path(group, "M0 -10C5 -17 24 -16 26 2C28 22 14 38 0 38C-14 38 -28 22 -26 2C-24 -16 -5 -17 0 -10Z", "#f3d3a2")
    oval(group, (0, 20), (13, 11), "#fbe8c8")
    _eyes(group, 11, 3)
    oval(group, (0, 14), (6, 4.8), INK)
    oval(group, (-1.8, 12.4), (1.8, 1.1), "#8d7a70")
    _smile(group, 23, 6, 3)
    _cheeks(group, 18, 16)


def _bee(group: Element) -> None:
    wings = SubElement(group, "g", {"opacity": "0.9"})
    _pair(
        wings,
        lambda side: path(side, "M14 14C28 -2 42 4 42 14C42 26 28 30 14 24Z", "#dcecf5", edge="#9db9c9", thick=1.5),
    )
    path(group, "M-24 20C-24 6 24 6 24 20C24 34 14 42 0 43C-14 42 -24 34 -24 20Z", "#f4bf2e")
    path(group, "M-22 30Q0 39 22 30L18 37Q0 45 -18 37Z", "#4b3319")
    _pair(group, lambda side: path(side, "M9 -24C11 -33 15 -37 20 -38", edge="#4b3319", thick=3))
    _pair(group, lambda side: oval(side, (21, -38), (3.6, 3.6), "#4b3319"))
    oval(group, (0, -2), (29, 25), "#f9cf4e")
    path(group, "M-29 -5C-27 -36 27 -36 29 -5C18 -15 -18 -15 -29 -5Z", "#4b3319")
    _eyes(group, 13, 0, 5.6)
    _smile(group, 10, 7, 3.4)
    _cheeks(group, 20, 10)


def _robin(group: Element) -> None:
    path(group, "M0 -33C22 -33 34 -14 34 8C34 30 18 42 0 42C-18 42 -34 30 -34 8C-34 -14 -22 -33 0 -33Z", "#86674a")
    path(group, "M-22 -12C-16 -24 -4 -20 0 -12C4 -20 16 -24 22 -12C28 6 20 26 0 28C-20 26 -28 6 -22 -12Z", "#e2622b")
    path(group, "M-18 24C-12 29 12 29 18 24C20 34 12 42 0 42C-12 42 -20 34 -18 24Z", "#f5ead4")
    _pair(group, lambda side: path(side, "M34 6C38 18 32 34 22 36C18 28 24 14 34 6Z", "#664a33"))
    path(group, "M-2 -32C-4 -38 -1 -42 4 -42C2 -38 3 -35 4 -32Z", "#86674a")
    _eyes(group, 14, -7, 5.4)
    path(group, "M-7 1Q0 -5 7 1Q4 7 0 12Q-4 7 -7 1Z", "#f2b13a")
    path(group, "M-7 1Q0 6 7 1Q4 7 0 12Q-4 7 -7 1Z", "#c97f1c")
    _cheeks(group, 17, 8)


def _rabbit(group: Element) -> None:
    _pair(group, lambda side: path(side, "M4 -12C4 -34 10 -44 16 -43C24 -40 23 -22 17 -8Z", "#c9b39a"))
    _pair(group, lambda side: path(side, "M9 -14C9 -30 12 -37 15 -37C19 -34 18 -22 14 -12Z", "#eeb3a8"))
    path(group, "M0 -17C19 -17 31 -4 31 13C31 30 17 40 0 40C-17 40 -31 30 -31 13C-31 -4 -19 -17 0 -17Z", "#d8c4ab")
    _pair(group, lambda side: oval(side, (8.5, 25), (11, 9.5), "#fbf3e4"))
    _eyes(group, 13, 6)
    path(group, "M-5 15Q0 12.5 5 15Q3.5 19.5 0 20Q-3.5 19.5 -5 15Z", "#d9776c")
    box(group, (-4, 27, 3.8, 7), "#ffffff", round_=1.2)
    box(group, (0.2, 27, 3.8, 7), "#ffffff", round_=1.2)
    path(group, "M-8 25Q-4 29 0 25Q4 29 8 25", edge=INK, thick=2)
    _cheeks(group, 23, 18)


def _snail(group: Element) -> None:
    oval(group, (13, 3), (26, 26), "#a65d2e")
    path(group, "M13 29A26 26 0 0 0 36 -9A30 30 0 0 1 -8 19A26 26 0 0 0 13 29Z", "#87451e")
    spiral = "M-9 9C-10 -12 10 -21 23 -12C34 -3 29 16 16 17C5 17 2 5 9 0C15 -3 20 3 16 7"
    path(group, spiral, edge="#e7a869", thick=4.5)
    path(group, "M-29 36C-42 22 -36 2 -24 2C-12 2 -10 14 -8 22C-4 30 20 29 36 28Q24 46 0 46Q-18 46 -29 36Z", "#e9c27e")
    path(group, "M-30 5L-34 -16M-19 5L-14 -15", edge="#e9c27e", thick=5)
    for x in (-34, -13.5):
        oval(group, (x, -18), (6.4, 6.4), "#fff8e4", edge="#b98a48", thick=1.4)
        oval(group, (x + 0.6, -17.4), (3.2, 3.6), INK)
    path(group, "M-33 18Q-26 26 -18 18", edge=INK, thick=2.4)
    _cheeks(SubElement(group, "g", {"transform": "translate(-25 0)"}), 11, 17)


def _mouse(group: Element) -> None:
    _pair(group, lambda side: oval(side, (24, -17), (16, 16), "#9a9aa3"))
    _pair(group, lambda side: oval(side, (24, -16), (10.5, 10.5), "#f0b8b0"))
    path(group, "M0 -22C18 -22 29 -8 29 6C29 24 14 39 0 39C-14 39 -29 24 -29 6C-29 -8 -18 -22 0 -22Z", "#b7b7bf")
    path(group, "M0 8C10 8 17 16 15 24C12 33 6 39 0 39C-6 39 -12 33 -15 24C-17 16 -10 8 0 8Z", "#eceaea")
    _eyes(group, 12, 2, 5)
    _pair(group, lambda side: path(side, "M12 24L30 20M12 27L29 29", edge="#77777f", thick=1.3))
    oval(group, (0, 20), (5.6, 4.6), "#e0766f")
    _smile(group, 28, 5, 2.6)


BOTS = ("mole", "squirrel", "chick", "frog", "badger", "fox", "owl")
PEOPLE = ("hedgehog", "bee", "robin", "rabbit", "snail", "mouse")
FACES: dict[str, Callable[[Element], None]] = {
    "mole": _mole,
    "squirrel": _squirrel,
    "chick": _chick,
    "frog": _frog,
    "badger": _badger,
    "fox": _fox,
    "owl": _owl,
    "hedgehog": _hedgehog,
    "bee": _bee,
    "robin": _robin,
    "rabbit": _rabbit,
    "snail": _snail,
    "mouse": _mouse,
}
