#!/usr/bin/env bash
# Guess: who shares a place is rated alike whatever the order in which a game's players are named; ratings that are made again from the same
#        games in another order of seats are the same but for the last digits.
# Found: of three players of whom two share the second place, TrueSkill's ratings depend on which of the two is named first: by a hundredth of a
#        point at ratings of 20 to 30, a hundred times the `min_delta` to which it says that it converges. openskill's models do not.
# With: trueskill 0.4.5, openskill 6.2.0, Python 3.11.
# Seen:
#   trueskill: 2 results: 29.9886 25.6259 20.8735, 29.9985 25.6192 20.8745
#   openskill PlackettLuce: 1 result
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check trueskill==0.4.5 openskill==6.2.0
"$folder/venv/bin/python" - >"$folder/seen" <<'PYTHON'
from itertools import permutations

import trueskill
from openskill.models import PlackettLuce

BEFORE, PLACES = ((25, 8), (30, 5), (20, 3)), (1, 2, 2)


def results(rating, rate):
    """Every triple of ratings that some order of the same three players gives."""
    players, found = [[rating(mean, doubt)] for mean, doubt in BEFORE], set()
    for order in permutations(range(3)):
        after = rate([players[one] for one in order], [PLACES[one] for one in order])
        found.add(" ".join(f"{after[order.index(one)][0].mu:.4f}" for one in range(3)))
    return sorted(found)


model = PlackettLuce()
first = results(trueskill.Rating, lambda teams, ranks: trueskill.rate([tuple(team) for team in teams], ranks))
second = results(lambda mean, doubt: model.rating(mu=mean, sigma=doubt), lambda teams, ranks: model.rate(teams, ranks=ranks))
print(f"trueskill: {len(first)} results: {', '.join(first)}")
print(f"openskill PlackettLuce: {len(second)} result")
PYTHON
cat "$folder/seen"
diff "$folder/seen" - <<'SEEN'
trueskill: 2 results: 29.9886 25.6259 20.8735, 29.9985 25.6192 20.8745
openskill PlackettLuce: 1 result
SEEN
