#!/usr/bin/env bash
# Guess: a draw counts as half a victory, as in Elo's and Glicko's ratings: twenty draws bring two players together who had won 15 and 5.
# Found: they stay exactly as far apart as without any draw. How often draws come is a number of its own, fitted with the ratings, and
#        between two players that takes up all that draws tell; ten further victories each, the same points, halve the difference.
#        So a rating of shared victories must not be handed to it as draws where they are to count as half of one.
# With: whole-history-rating 3.7.1 (numpy 2.4.6), Python 3.11.
# Seen:
#   15 to 5: 92 -92
#   15 to 5 and 20 draws: 92 -92
#   25 to 15: 44 -44
#   a draw is expected with .50
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet whole-history-rating==3.7.1 numpy==2.4.6
"$folder/env/bin/python" - >"$folder/seen" <<'PYTHON'
from whr.whole_history_rating import WHR


def fitted(ada, ben, draws):
    """All on one day, each with the first move as often as the other."""
    rating = WHR()
    for winner, count in (("ada", ada), ("ben", ben), ("", draws)):
        for k in range(count):
            black, white = ("ada", "ben") if k % 2 else ("ben", "ada")
            rating.create_game(black, white, {black: "B", white: "W", "": "D"}[winner], 1, 0)
    rating.auto_iterate()
    return rating


for told, games in (("15 to 5", (15, 5, 0)), ("15 to 5 and 20 draws", (15, 5, 20)), ("25 to 15", (25, 15, 0))):
    rating = fitted(*games)
    print(f"{told}:", *(rating.ratings_for_player(name)[-1][1] for name in ("ada", "ben")))
print(f"a draw is expected with {fitted(15, 5, 20).win_draw_loss_probabilities('ada', 'ben')[1]:.2f}".replace(" 0.", " ."))
PYTHON
cat "$folder/seen"
diff - "$folder/seen" <<'SEEN'
15 to 5: 92 -92
15 to 5 and 20 draws: 92 -92
25 to 15: 44 -44
a draw is expected with .50
SEEN
