#!/usr/bin/env bash
# Guess: only differences between ratings count, as in Glickman's paper: who plays the same games a thousand points higher up gets the same change
#        of rating, deviation and volatility. It does compute his worked example.
# Found: a volatility depends on where on the scale a player stands: the square of the rating, in Glickman's unit from 1500 on, is taken where his
#        step 5 has the square of the deviation (`_f` of glicko2/glicko2.py). The example cannot show it, as its player stands at 1500 exactly. So
#        a surprising month makes the volatility of a player at 1500 grow, and that of one at 2500 not at all.
# With: glicko2 2.1.0, Python 3.11.
# Seen:
#   Glickman's example: 1464.05 ± 151.52, volatility 0.05999
#   five surprises at 1500: +91.9 ± 59.4, volatility 0.06027
#   five surprises at 2500: +91.8 ± 59.4, volatility 0.06000
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check glicko2==2.1.0
"$folder/venv/bin/python" - >"$folder/seen" <<'PYTHON'
from glicko2 import Player

one = Player(rating=1500, rd=200, vol=0.06)
one.update_player([1400, 1550, 1700], [30, 100, 300], [1, 0, 0])
print(f"Glickman's example: {one.rating:.2f} ± {one.rd:.2f}, volatility {one.vol:.5f}")
for place in (1500, 2500):
    one = Player(rating=place, rd=60, vol=0.06)
    one.update_player([place + 400] * 5, [30] * 5, [1] * 5)
    print(f"five surprises at {place}: {one.rating - place:+.1f} ± {one.rd:.1f}, volatility {one.vol:.5f}")
PYTHON
cat "$folder/seen"
diff "$folder/seen" - <<'SEEN'
Glickman's example: 1464.05 ± 151.52, volatility 0.05999
five surprises at 1500: +91.9 ± 59.4, volatility 0.06027
five surprises at 2500: +91.8 ± 59.4, volatility 0.06000
SEEN
