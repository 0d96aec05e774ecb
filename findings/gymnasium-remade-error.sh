#!/usr/bin/env bash
# Guess: `gymnasium.make` lets an error of an environment's constructor pass, or wraps it in an error of its own.
# Found: it makes a TypeError anew, of the class that was raised, with one argument: a longer message. A subclass of TypeError with
#        another constructor ends in an error about that constructor, and a subclass that keeps facts beside its message
#        arrives without them; any other error passes as it is.
# With: gymnasium 1.4.0, Python 3.11. Libraries ask an environment for a keyword and look for TypeError, so such classes are made.
# Seen:
#   ValueError: as it was raised, colour red
#   TypeError: made anew, colour None
#   TypeError with two arguments: TypeError, no TwoFacts
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check gymnasium==1.4.0
"$folder/venv/bin/python" - >"$folder/seen" <<'PYTHON'
import gymnasium


class BadValue(ValueError):
    colour = None


class BadType(TypeError):
    colour = None


class TwoFacts(TypeError):
    def __init__(self, name, known):
        super().__init__(f"{name} is none of {known}")


def raised(error):
    def make(**_):
        raise error

    gymnasium.register("Raises-v0", make)
    try:
        gymnasium.make("Raises-v0")
    except Exception as caught:
        return caught
    finally:
        gymnasium.registry.clear()


bad_value, bad_type = BadValue("red"), BadType("red")
bad_value.colour = bad_type.colour = "red"
for name, error in (("ValueError", bad_value), ("TypeError", bad_type)):
    caught = raised(error)
    how = "as it was raised" if caught is error else "made anew"
    print(f"{name}: {how}, colour {caught.colour}")
caught = raised(TwoFacts("red", "blue"))
print(f"TypeError with two arguments: {type(caught).__name__}, {'a' if isinstance(caught, TwoFacts) else 'no'} TwoFacts")
PYTHON
cat "$folder/seen"
diff "$folder/seen" - <<'SEEN'
ValueError: as it was raised, colour red
TypeError: made anew, colour None
TypeError with two arguments: TypeError, no TwoFacts
SEEN
