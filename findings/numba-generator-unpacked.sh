#!/usr/bin/env bash
# Guess: a NumPy generator is as cheap an argument of a compiled function as an array is: both are looked at by C code, once a call.
# Found: Numba unpacks a generator in every call anew, through Python: three times `ctypes.cast` for its addresses, where an array
#        and a number need no Python at all. On the machine where it was found such a call took 8 microseconds instead of .5, so
#        that a loop of short calls is ruled by it; it pays to hand over many draws' work in one call.
# With: numba 0.61.0, numpy 2.1.0; the same with numba 0.68.1, numpy 2.4.6.
# Seen (calls of ctypes.cast in 100 calls of the compiled function):
#   an array: 0
#   a generator: 300
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check numba==0.61.0 numpy==2.1.0
"$folder/venv/bin/python" - <<'PYTHON' | tee "$folder/seen"
import cProfile
import pstats

import numba
import numpy as np


@numba.njit
def of_array(values):
    return values[0]


@numba.njit
def of_generator(generator):
    return generator.random()


def casts(function, argument):
    function(argument)  # compiled
    profile = cProfile.Profile()
    profile.enable()
    for _ in range(100):
        function(argument)
    profile.disable()
    return sum(calls for (_, _, name), (_, calls, *_) in pstats.Stats(profile).stats.items() if name == "cast")


print("an array:", casts(of_array, np.zeros(1)))
print("a generator:", casts(of_generator, np.random.default_rng(1)))
PYTHON
diff - "$folder/seen" <<'SEEN'
an array: 0
a generator: 300
SEEN
