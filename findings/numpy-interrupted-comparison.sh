#!/usr/bin/env bash
# Guess: Ctrl-C while NumPy compares two arrays of records is a KeyboardInterrupt, as it is anywhere in Python.
# Found: it is a TypeError about the arrays' types, with neither cause nor context, so that `except KeyboardInterrupt` misses it.
# With: numpy 2.4.6, Python 3.11. `np.unique(rows, axis=0)` compares records, so a long run meets this in practice.
# Seen:
#   plain numbers: KeyboardInterrupt
#   records: TypeError: Cannot compare structured arrays unless they have a common dtype. cause: None context: None
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check numpy==2.4.6
"$folder/venv/bin/python" - >"$folder/seen" <<'PYTHON'
import signal
import sys

import numpy as np

HELPER = "_promote_fields"  # NumPy's own Python function that a comparison of records calls


def press_in_helper(frame, event, _argument):
    if event == "call" and frame.f_code.co_name == HELPER:
        signal.raise_signal(signal.SIGINT)


def press_beside(frame, event, _argument):
    if event == "call" and frame.f_code.co_name == "compared":
        signal.raise_signal(signal.SIGINT)


def compared(rows):
    return rows[1:] != rows[:-1]


def ended(press, rows):
    sys.setprofile(press)
    try:
        compared(rows)
    except BaseException as error:
        return error
    finally:
        sys.setprofile(None)


print("plain numbers:", type(ended(press_beside, np.arange(3))).__name__)
error = ended(press_in_helper, np.zeros(3, "u1, u1"))
first = str(error).split("  ")[0]
print(f"records: {type(error).__name__}: {first} cause: {error.__cause__} context: {error.__context__}")
PYTHON
cat "$folder/seen"
diff "$folder/seen" - <<'SEEN'
plain numbers: KeyboardInterrupt
records: TypeError: Cannot compare structured arrays unless they have a common dtype. cause: None context: None
SEEN
