"""Pictures of positions: whole SVGs that stand alone, say whose turn it is, and can be read."""

from __future__ import annotations

import gzip
import importlib
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pkgutil import iter_modules
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.own_games import OWN_GAMES
from tests.sizes import few

from jardinet.games import drawing, load_game
from jardinet.games.api import State
from jardinet.games.drawing import DRAWINGS, FACE, PAPER, Ink, by_day, tone

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "lucky_numbers": [
        {},
        {"players": 3, "edition": "5-vor-12"},
        {"players": 4, "bruno": True},
        {"players": 3, "setup": "michael"},
        {"edition": "es"},
    ],
    "maudits_criquets": [
        {},
        {"players": 3, "beginner": True},
        {"players": 4, "majority_tie": "none"},
        {"crops": 2, "copies": 3, "locusts": 2, "numbers": 3, "specials": False, "loot": 2},
        {"locusts": 0, "numbers": 1},
    ],
}
PHASES = {
    "lucky_numbers": {"dealing", "setup-drawing", "setup-placing", "choosing", "revealing", "placing", "over"},
    "maudits_criquets": {"filling", "bidding", "picking", "over"},
}
NAMED = f"{{{drawing.SVG}}}"
CASES = [pytest.param(name, given, id=f"{name}-{given}") for name, variants in VARIANTS.items() for given in variants]


def random_game(name: str, given: dict[str, Any], seed: int) -> Iterator[State]:
    """The same state before every move of a random game, and at its end."""
    rng = random.Random(seed)
    state = load_game(name, **given).new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_simultaneous_node():
            state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in range(state.num_players())])
        elif state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    yield state


@cache
def drawn(name: str, variant: int) -> list[tuple[Any, str]]:
    """Views of one random game with their pictures: every phase, and seen by a seat or a spectator."""
    draw = importlib.import_module(f"jardinet.games.{name}.drawing").draw
    found: list[tuple[Any, str]] = []
    seen: dict[str, int] = {}
    for state in random_game(name, VARIANTS[name][variant], seed=variant):
        views = [state.view(), state.view(state.num_players() - 1)]
        phase = getattr(views[0], "phase", "")
        seen[phase] = seen.get(phase, 0) + 1
        if seen[phase] <= 2 or seen[phase] % few(7, 31) == 0:
            found += [(view, draw(view)) for view in views]
    return found


def pictures(name: str, given: dict[str, Any]) -> list[tuple[Any, ElementTree.Element]]:
    return [(view, ElementTree.fromstring(svg)) for view, svg in drawn(name, VARIANTS[name].index(given))]


def texts(svg: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in svg.iter(f"{NAMED}text")]


def by_night(colour: str) -> str:
    """What a colour is in the dark."""
    return colour.removeprefix("light-dark(").removesuffix(")").rpartition(",")[2]


def contrast(colour: str, ground: str) -> float:
    """WCAG 2.2, relative luminance and contrast ratio."""

    def luminance(colour: str) -> float:
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(colour), luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def inks(value: object) -> Iterator[Ink]:
    """Every Ink among a value and what it holds."""
    if isinstance(value, Ink):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from inks(part)


def inks_of(name: str) -> set[Ink]:
    """All that the drawing of a game may write with, whichever of its files names it."""
    game = importlib.import_module(f"jardinet.games.{name}")
    files = (importlib.import_module(f"{game.__name__}.{file.name}") for file in iter_modules(game.__path__))
    return {ink for module in (drawing, *files) for value in vars(module).values() for ink in inks(value)}


def test_every_registered_game_is_drawn_here() -> None:
    assert sorted(VARIANTS) == sorted(OWN_GAMES)


@pytest.mark.parametrize("name", VARIANTS)
def test_random_games_of_the_variants_show_every_phase(name: str) -> None:
    shown = {view.phase for given in VARIANTS[name] for view, _ in pictures(name, given)}
    assert shown == PHASES[name]


@pytest.mark.parametrize(("name", "given"), CASES)
def test_a_picture_is_svg_that_stands_alone(name: str, given: dict[str, Any]) -> None:
    for _, svg in pictures(name, given):
        assert svg.tag == f"{NAMED}svg"
        assert svg.get("role") == "img"
        assert [float(side) for side in str(svg.get("viewBox")).split()][:3] == [0, 0, drawing.WIDTH]
        for element in svg.iter():
            assert element.tag.removeprefix(NAMED) in {
                "svg", "title", "desc", "style", "g", "rect", "ellipse", "path", "text",
            }  # fmt: skip
            assert not any("href" in key or key == "id" or key.startswith("on") for key in element.attrib)
            assert not any("url(" in value or ":/" in value for value in element.attrib.values())


@pytest.mark.parametrize(("name", "given"), CASES)
def test_nothing_is_drawn_outside_the_card_of_paper(name: str, given: dict[str, Any]) -> None:
    for _, svg in pictures(name, given):
        height = float(str(svg.get("viewBox")).split()[3])
        for x, y in places(svg, 0, 0, 1):
            assert 0 <= x <= drawing.WIDTH
            assert 0 <= y <= height


def places(element: ElementTree.Element, x: float, y: float, scale: float) -> Iterator[tuple[float, float]]:
    """Where texts and ovals stand on the card; turned groups are small and left out."""
    for child in element:
        if child.tag == f"{NAMED}g":
            moves = str(child.get("transform")).replace(")", "(").split("(")
            if "rotate" in " ".join(moves):
                continue
            right, down = map(float, moves[1].split())
            grow = float(moves[3]) if len(moves) > 3 else 1.0
            yield from places(child, x + scale * right, y + scale * down, scale * grow)
        elif child.tag in (f"{NAMED}text", f"{NAMED}ellipse"):
            across, along = child.get("x", child.get("cx")), child.get("y", child.get("cy"))
            yield x + scale * float(str(across)), y + scale * float(str(along))


@pytest.mark.parametrize("name", VARIANTS)
def test_the_same_view_gives_the_same_bytes(name: str) -> None:
    draw = importlib.import_module(f"jardinet.games.{name}.drawing").draw
    for view, svg in drawn(name, 0):
        assert draw(view) == svg


@pytest.mark.parametrize("name", VARIANTS)
def test_a_state_shows_itself_in_a_notebook(name: str) -> None:
    state = load_game(name).new_initial_state()
    draw = importlib.import_module(f"jardinet.games.{name}.drawing").draw
    assert state._repr_svg_() == draw(state.view())


@pytest.mark.parametrize(("name", "given"), CASES)
def test_title_and_description_tell_whose_turn_it_is(name: str, given: dict[str, Any]) -> None:
    for view, svg in pictures(name, given):
        title, description = (str(svg.findtext(f"{NAMED}{tag}")) for tag in ("title", "desc"))
        turn = title.split(": ", 1)[1]
        assert description.startswith(f"{turn}. ")
        assert turn in texts(svg)
        if view.player >= 0:
            assert f"Seat {view.player + 1} " in turn
        if view.winners:
            assert all(str(seat + 1) in turn for seat in view.winners)
            assert "win" in turn


@pytest.mark.parametrize(("name", "given"), CASES)
def test_every_letter_has_enough_contrast_with_its_ground(name: str, given: dict[str, Any]) -> None:
    known = inks_of(name)
    for at_the_time in (by_day, by_night):
        assert (
            min(contrast(at_the_time(ink.colour), at_the_time(ink.ground)) for ink in known) >= 4.5
        )  # WCAG 2.2, 1.4.3
    for _, svg in pictures(name, given):
        fills = {told(element) for element in svg.iter() if element.tag != f"{NAMED}text"}
        for text in svg.iter(f"{NAMED}text"):
            assert any(ink.colour == told(text) and ink.ground in fills for ink in known)


def told(shape: ElementTree.Element) -> str | None:
    """What a shape is filled with, by day and by night."""
    names = [name.split("-") for name in shape.get("class", "").split()]
    night = [tone(f"#{day}", f"#{night}") for kind, day, night in names if kind == "fill"]
    return night[0] if night else shape.get("fill")


@pytest.mark.parametrize("name", VARIANTS)
def test_who_knows_no_night_sees_a_picture_by_day(name: str) -> None:
    for _, svg in pictures(name, {}):
        for shape in svg.iter():
            assert not any("light-dark" in value for value in shape.attrib.values())
            for kind, day, _night in (one.split("-") for one in shape.get("class", "").split()):
                assert shape.get(kind) == f"#{day}"


@pytest.mark.parametrize("name", VARIANTS)
def test_a_picture_within_a_page_changes_nothing_of_it_but_itself(name: str) -> None:
    for _, svg in pictures(name, {}):
        (style,) = (str(style.text) for style in svg.iter(f"{NAMED}style"))
        rules = re.findall(r"([^{}]+)\{([^{}]+)\}", style.replace("@supports(color:light-dark(#000000,#ffffff)){", ""))
        assert rules[0] == ("svg:root", "color-scheme:light dark")
        for selector, said in rules[1:]:
            kind, day, night = selector.removeprefix(".").split("-")
            assert said == f"{kind}:{tone(f'#{day}', f'#{night}')}"
        used = {name for shape in svg.iter() for name in shape.get("class", "").split()}
        assert {selector.removeprefix(".") for selector, _ in rules[1:]} == used


@pytest.mark.parametrize("name", VARIANTS)
def test_a_scene_stands_alone_and_shows_numbers_as_its_position_has_them(name: str) -> None:
    module = importlib.import_module(f"jardinet.games.{name}.drawing")
    svg = ElementTree.fromstring(module.scene())
    view: Any = load_game(name).deserialize_state(module.SCENE).view()
    assert str(svg.get("viewBox")) == f"0 0 {drawing.LAWN_WIDE} {drawing.LAWN_HIGH}"
    assert not any("href" in key or key == "id" for element in svg.iter() for key in element.attrib)
    if name == "lucky_numbers":
        tiles = [cell.tile for board in view.boards for cell in board.cells if cell.tile]
        assert Counter(texts(svg)) == Counter(map(str, [*tiles, *view.table, view.tile]))
    else:
        assert texts(svg) == [bid.upper() for bid in view.seats[0].hand]
    assert len(gzip.compress(module.scene().encode(), 6)) < 6_000


def test_the_garden_of_the_scene_is_one_that_the_rules_let_grow() -> None:
    module = importlib.import_module("jardinet.games.lucky_numbers.drawing")
    view: Any = load_game("lucky_numbers").deserialize_state(module.SCENE).view()
    cells = [cell for board in view.boards for cell in board.cells]
    assert all(cell.tile in cell.accepts for cell in cells if cell.tile)
    assert [cell.name for cell in cells if cell.is_open and not cell.tile] == [
        "d3"
    ]  # beside which the tile in hand lies


@pytest.mark.parametrize("name", VARIANTS)
def test_a_sheet_of_pieces_is_less_than_nine_kilobytes_on_its_way(name: str) -> None:
    assert len(gzip.compress(DRAWINGS.of(name).symbols().encode(), 6)) < 9_000


def test_a_locust_is_seen_on_a_card_and_on_the_ground_of_the_night() -> None:
    sheet = ElementTree.fromstring(DRAWINGS.of("maudits_criquets").symbols())
    (locust,) = (symbol for symbol in sheet if symbol.get("id") == "locust")
    limbs = [shape.get("stroke", "") for shape in locust.iter() if float(shape.get("stroke-width", 0)) >= 2.4]
    for ground in (by_day(FACE), by_night(FACE), by_day(PAPER.ground), by_night(PAPER.ground)):
        assert sum(contrast(colour, ground) >= 3 for colour in limbs) >= 2  # WCAG 2.2, 1.4.11


@pytest.mark.parametrize(("name", "given"), CASES)
def test_letters_are_over_ten_pixels_high_in_a_picture_320_pixels_wide(name: str, given: dict[str, Any]) -> None:
    for _, svg in pictures(name, given):
        assert min(sizes(svg, 1)) * 320 / drawing.WIDTH >= 10


def sizes(element: ElementTree.Element, scale: float) -> Iterator[float]:
    for child in element:
        if child.tag == f"{NAMED}g":
            moves = str(child.get("transform")).replace(")", "(").split("(")
            is_scaled = len(moves) > 3 and moves[2].strip() == "scale"
            yield from sizes(child, scale * (float(moves[3]) if is_scaled else 1))
        elif child.tag == f"{NAMED}text":
            yield scale * float(str(child.get("font-size")))


@pytest.mark.parametrize(
    "name", ["Bartholomew Maximilian of Somewhere", "W" * 40, "ö" * 40, "花" * 40, "Somebody else 2"]
)
@pytest.mark.parametrize("room", [4, 6.5, 8])
def test_what_is_too_long_is_shortened_so_that_it_fits_and_is_told_apart(name: str, room: float) -> None:
    short = drawing.shortened(name, room)
    assert drawing.width(short) <= room < drawing.width(name)
    assert short[:1] == name[:1]
    assert "…" in short
    assert short.endswith(" 2") == name.endswith(" 2")
    assert drawing.shortened(name, 50) == name


@pytest.mark.parametrize("given", VARIANTS["lucky_numbers"], ids=str)
def test_the_numbers_of_boards_hands_and_table_are_written(given: dict[str, Any]) -> None:
    for view, svg in pictures("lucky_numbers", given):
        wanted = [str(cell.tile) for board in view.boards for cell in board.cells if cell.tile]
        wanted += [str(number) for board in view.boards for number in board.hand]
        wanted += [str(number) for number in set(view.table)] + [str(view.pile)]
        there = texts(svg)
        for number in set(wanted):
            assert there.count(number) >= wanted.count(number)


def test_a_cell_where_the_tile_may_go_is_marked_by_shape() -> None:
    for view, svg in pictures("lucky_numbers", {}):
        is_dashed = [shape for shape in svg.iter(f"{NAMED}rect") if shape.get("stroke-dasharray")]
        is_open = [cell for board in view.boards for cell in board.cells if cell.is_open]
        assert len(is_dashed) == len(is_open) + (view.pile == 0)


@pytest.mark.parametrize("given", VARIANTS["maudits_criquets"], ids=str)
def test_tokens_stacks_and_bid_cards_are_written(given: dict[str, Any]) -> None:
    for view, svg in pictures("maudits_criquets", given):
        there = texts(svg)
        stacks = [*view.loot, *(stack for seat in view.seats for stack in seat.reserve)]
        assert sorted(text for text in there if text.startswith("×")) == sorted(f"×{stack.count}" for stack in stacks)
        for seat in view.seats:
            assert str(seat.tokens) in there
        for bid in [*view.seats[0].hand, *view.seats[0].played]:
            assert there.count(bid.upper()) >= len(view.seats)
