"""How a board of Lucky Numbers is drawn."""

from xml.etree import ElementTree

import pytest

import jardinet
from jardinet.games.drawing import SVG


@pytest.mark.parametrize(("edition", "dots", "edges"), [("tiki", 0, 8), ("es", 0, 8), ("5-vor-12", 8, 0)])
def test_a_cell_of_the_diagonal_has_a_gold_edge_in_5_vor_12_a_dot(edition: str, dots: int, edges: int) -> None:
    """LN-1.3, on the boards of two players."""
    state = jardinet.load_game("lucky_numbers", edition=edition).new_initial_state()
    root = ElementTree.fromstring(state.draw(None))
    assert len([one for one in root.iter(f"{{{SVG}}}ellipse") if one.get("rx") == one.get("ry") == "6.5"]) == dots
    assert len([one for one in root.iter(f"{{{SVG}}}rect") if one.get("width") == "83"]) == edges
