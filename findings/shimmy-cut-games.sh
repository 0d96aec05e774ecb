#!/usr/bin/env bash
# Guess: Shimmy's wrapper lets people play a game of OpenSpiel to its end, as `pyspiel` does; Kuhn poker takes two or three decisions.
# Found: it counts the deal's chance moves as turns and compares them with `max_game_length`, which counts decisions alone. So every game of
#        Kuhn poker is truncated after one decision, with nothing won or lost, and some games of Leduc poker are; games without chance
#        are played out. A learner trains on it without a word.
# With: Shimmy 2.0.1, open-spiel 2.0.2, PettingZoo 1.27.0, Python 3.11.
# Seen:
#   kuhn_poker: 200 of 200 games cut off, 1 decision each at most
#   leduc_poker: 32 of 200 games cut off, 5 decisions each at most
#   tic_tac_toe: 0 of 200 games cut off, 9 decisions each at most
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check shimmy==2.0.1 open-spiel==2.0.2 pettingzoo==1.27.0 gymnasium==1.4.0
"$folder/venv/bin/python" - >"$folder/seen" <<'PYTHON'
import numpy as np
import pyspiel
from shimmy import OpenSpielCompatibilityV0

for name in ("kuhn_poker", "leduc_poker", "tic_tac_toe"):
    cut = longest = 0
    for seed in range(200):
        env = OpenSpielCompatibilityV0(env=pyspiel.load_game(name))
        env.reset(seed=seed)
        chance, decisions = np.random.default_rng(seed), 0
        for _agent in env.agent_iter():
            _seen, _reward, is_terminated, is_truncated, info = env.last()
            if is_terminated or is_truncated:
                env.step(None)
            else:
                decisions += 1
                env.step(int(chance.choice(np.flatnonzero(info["action_mask"]))))
        cut += not env.game_state.is_terminal()
        longest = max(longest, decisions)
    print(f"{name}: {cut} of 200 games cut off, {longest} decision{'s' * (longest > 1)} each at most")
PYTHON
cat "$folder/seen"
diff "$folder/seen" - <<'SEEN'
kuhn_poker: 200 of 200 games cut off, 1 decision each at most
leduc_poker: 32 of 200 games cut off, 5 decisions each at most
tic_tac_toe: 0 of 200 games cut off, 9 decisions each at most
SEEN
