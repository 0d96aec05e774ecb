#!/usr/bin/env bash
# Guess: a dependency may be a function with some of its arguments given beforehand (`functools.partial`): only the others are asked for.
# Found: what was given, by its name or by its place, is asked for all the same: each request is answered with 400, for a query
#        parameter that no page knows. A partial of a method written in C, whose signature tells no types, ends when the application
#        is made, with `KeyError: None`, which names neither the route nor the dependency. A lambda does what the partial was to do.
# With: litestar 2.25.0.
# Seen:
#   by its name: 400 {"status_code":400,"detail":"Missing required query parameter 'key' for path /"}
#   by its place: 400 {"status_code":400,"detail":"Missing required query parameter 'key' for path /"}
#   of a built-in method: KeyError: None
#   a lambda: 200 Ada
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check litestar==2.25.0 httpx==0.28.1
"$folder/venv/bin/python" - <<'PYTHON' | tee "$folder/seen"
import logging
from functools import partial

from litestar import Litestar, MediaType, get
from litestar.di import Provide
from litestar.testing import TestClient

logging.disable()
people = {"first": "Ada"}


def person(key: str) -> str:
    return people[key]


tried = {
    "by its name": partial(person, key="first"),
    "by its place": partial(person, "first"),
    "of a built-in method": partial(people.get, "first"),
    "a lambda": lambda: person("first"),
}
for told, made in tried.items():

    @get("/", dependencies={"who": Provide(made, sync_to_thread=False)}, media_type=MediaType.TEXT)
    async def home(who: str) -> str:
        return who

    try:
        with TestClient(Litestar([home])) as client:
            answer = client.get("/")
        print(f"{told}: {answer.status_code} {answer.text}")
    except KeyError as error:
        print(f"{told}: KeyError: {error}")
PYTHON
diff - "$folder/seen" <<'SEEN'
by its name: 400 {"status_code":400,"detail":"Missing required query parameter 'key' for path /"}
by its place: 400 {"status_code":400,"detail":"Missing required query parameter 'key' for path /"}
of a built-in method: KeyError: None
a lambda: 200 Ada
SEEN
