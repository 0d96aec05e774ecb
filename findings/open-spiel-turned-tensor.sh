#!/usr/bin/env bash
# Guess: a game that OpenSpiel turns from moves at once into moves one by one refuses an information-state tensor where it says that it has none, as
#        games written in C++ do; so a learner that asks for one stops at once.
# Found: of a game written in Python it answers with the tensor of the state that was turned, which knows the mover and nothing of what
#        was played: the same few numbers for every history. Deep CFR learns one mixture for all positions, without a word.
# With: open-spiel 2.0.2, Python 3.11. Ours has a tensor of its own since (src/jardinet/envs/open_spiel), by this.
# Seen:
#   python_iterated_prisoners_dilemma: has none, shape [4], 2 tensors for 100 information states
#   goofspiel: has one, shape [383], 1818 tensors for 1818 information states
#   oshi_zumo: has none, InformationStateTensorShape unimplemented.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check open-spiel==2.0.2
"$folder/venv/bin/python" - >"$folder/seen" 2>/dev/null <<'PYTHON'
import numpy as np
import pyspiel
from open_spiel.python.games import iterated_prisoners_dilemma

for name in ("python_iterated_prisoners_dilemma", "goofspiel", "oshi_zumo"):
    game, chance = pyspiel.load_game_as_turn_based(name), np.random.default_rng(0)
    has = "has one" if game.get_type().provides_information_state_tensor else "has none"
    try:
        shape = game.information_state_tensor_shape()
    except pyspiel.SpielError as error:
        print(f"{name}: {has}, {error}")
        continue
    tensors, texts = set(), set()
    for _game in range(300):
        state = game.new_initial_state()
        for _move in range(12):
            if state.is_terminal():
                break
            if not state.is_chance_node():
                tensors.add(tuple(state.information_state_tensor()))
                texts.add(state.information_state_string())
            state.apply_action(int(chance.choice(state.legal_actions())))
    print(f"{name}: {has}, shape {shape}, {len(tensors)} tensors for {len(texts)} information states")
PYTHON
cat "$folder/seen"
diff "$folder/seen" - <<'SEEN'
python_iterated_prisoners_dilemma: has none, shape [4], 2 tensors for 100 information states
goofspiel: has one, shape [383], 1818 tensors for 1818 information states
oshi_zumo: has none, InformationStateTensorShape unimplemented.
SEEN
