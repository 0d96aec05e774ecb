#!/usr/bin/env bash
# Guess: two may win, lose or draw, so `predict_win` leaves room for what `predict_draw` tells, and the three come to 1.
# Found: `predict_win` alone comes to 1 for any number of teams, and `predict_draw` tells a chance on top of that: for two equals
#        .5, .5 and .37, 1.37 in all. It tells how close a game is, and is no chance beside the others: whoever shows the three
#        has to shrink the first two, and no result can be judged by them as they are.
# With: openskill 6.2.0.
# Seen:
#   equals: 0.500 + 0.500 + draw 0.373 = 1.373
#   30 and 25: 0.730 + 0.270 + draw 0.314 = 1.314
#   three equals: wins 1.000, draw 0.296
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check openskill==6.2.0
"$folder/venv/bin/python" - <<'PYTHON' | tee "$folder/seen"
from openskill.models import PlackettLuce

model = PlackettLuce()
equal = [model.rating(mu=25, sigma=4)]
for told, other in (("equals", 25), ("30 and 25", 30)):
    teams = [[model.rating(mu=other, sigma=4)], equal]
    wins, draw = model.predict_win(teams), model.predict_draw(teams)
    print(f"{told}: {wins[0]:.3f} + {wins[1]:.3f} + draw {draw:.3f} = {sum(wins) + draw:.3f}")
three = [equal, equal, equal]
print(f"three equals: wins {sum(model.predict_win(three)):.3f}, draw {model.predict_draw(three):.3f}")
PYTHON
diff - "$folder/seen" <<'SEEN'
equals: 0.500 + 0.500 + draw 0.373 = 1.373
30 and 25: 0.730 + 0.270 + draw 0.314 = 1.314
three equals: wins 1.000, draw 0.296
SEEN
