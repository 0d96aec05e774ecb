#!/usr/bin/env bash
# Guess: a game can count less by `weights`, one for each player of each team: with 1 for everybody a game counts as without any,
#        with 0.5 half as much.
# Found: the weights are spread within each team before use, by its smallest and its largest, so that only differences between
#        partners tell. Where somebody plays alone there is none, and whatever is given, 1 for everybody too, the winner gains twice
#        what they gain without weights, and the loser loses half. The points of all are no longer kept. A game between people who
#        play alone cannot count less so; its change has to be scaled by the caller.
# With: openskill 6.2.0.
# Seen:
#   without weights: 27.635 22.365
#   weights 1 and 1: 30.271 23.682
#   weights 0.5 and 0.5: 30.271 23.682
#   weights 0.5 and 2: 30.271 23.682
#   two and two, weights 1 and 1 against 1 and 1: 26.964 26.964 23.036 23.036
#   two and two, weights 3 and 3 against 1 and 1: 26.964 26.964 23.036 23.036
#   two and two, weights 1 and 2 against 1 and 1: 26.964 28.929 23.036 23.036
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check openskill==6.2.0
"$folder/venv/bin/python" - <<'PYTHON' | tee "$folder/seen"
from openskill.models import PlackettLuce

model = PlackettLuce()


def rated(players: int, weights: list[list[float]] | None) -> str:
    teams = [[model.rating() for _ in range(players)] for _ in range(2)]
    return " ".join(f"{one.mu:.3f}" for team in model.rate(teams, ranks=[1, 2], weights=weights) for one in team)


print("without weights:", rated(1, None))
for own, other in ((1, 1), (0.5, 0.5), (0.5, 2)):
    print(f"weights {own} and {other}:", rated(1, [[own], [other]]))
for own in ([1, 1], [3, 3], [1, 2]):
    print(f"two and two, weights {own[0]} and {own[1]} against 1 and 1:", rated(2, [own, [1, 1]]))
PYTHON
diff - "$folder/seen" <<'SEEN'
without weights: 27.635 22.365
weights 1 and 1: 30.271 23.682
weights 0.5 and 0.5: 30.271 23.682
weights 0.5 and 2: 30.271 23.682
two and two, weights 1 and 1 against 1 and 1: 26.964 26.964 23.036 23.036
two and two, weights 3 and 3 against 1 and 1: 26.964 26.964 23.036 23.036
two and two, weights 1 and 2 against 1 and 1: 26.964 28.929 23.036 23.036
SEEN
