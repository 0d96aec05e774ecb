#!/usr/bin/env bash
# Guess: of two competitors the chance that elote gives one and the chance that it gives the other add up to one, as Glickman's formula for the
#        chance of a game has it, which knows how unsure both ratings are.
# Found: it takes the formula of the update, which knows only how unsure the other's rating is: the sum is above or below one by some hundredths
#        wherever the two are not equally sure. The update itself comes near Glickman's worked example (1464.06 ± 151.52).
# With: elote 1.5.1, Python 3.11.
# Seen:
#   GlickoCompetitor: 0.639 + 0.381 = 1.020; 0.303 + 0.726 = 1.028
#   after Glickman's three games 1464.2 ± 151.3
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check elote==1.5.1
"$folder/venv/bin/python" - >"$folder/seen" <<'PYTHON'
from elote import GlickoCompetitor

rated = [GlickoCompetitor(initial_rating=rating, initial_rd=deviation) for rating, deviation in ((1400, 30), (1550, 100), (1700, 300))]
one = GlickoCompetitor(initial_rating=1500, initial_rd=200)
sums = []
for other in (rated[0], rated[2]):
    first, second = one.expected_score(other), other.expected_score(one)
    sums.append(f"{first:.3f} + {second:.3f} = {first + second:.3f}")
print("GlickoCompetitor:", "; ".join(sums))
one.beat(rated[0])
one.lost_to(rated[1])
one.lost_to(rated[2])
print(f"after Glickman's three games {one.rating:.1f} ± {one.rd:.1f}")
PYTHON
cat "$folder/seen"
diff "$folder/seen" - <<'SEEN'
GlickoCompetitor: 0.639 + 0.381 = 1.020; 0.303 + 0.726 = 1.028
after Glickman's three games 1464.2 ± 151.3
SEEN
