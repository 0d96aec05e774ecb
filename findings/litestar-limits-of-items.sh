#!/usr/bin/env bash
# Guess: what msgspec checks of a request stands in the OpenAPI document that Litestar makes: `Meta` tells both.
# Found: of a field's own type it does. The limits of what is inside a list are checked and not told, nor is how many keys a
#        dictionary may have, and where `Meta` stands within another one around `… | None` the inner limits are gone as well. A
#        client made from the document sends what is then refused; whoever needs these limits told writes them into the description.
# With: litestar 2.25.0, msgspec 0.22.0.
# Seen:
#   own: {'type': 'string', 'maxLength': 5} -> 400 Expected `str` of length <= 5
#   optional: {'oneOf': [{'type': 'string'}, {'type': 'null'}], 'maxLength': 5} -> 400 Expected `str` of length <= 5
#   described: {'oneOf': [{'type': 'string'}, {'type': 'null'}], 'description': 'A name.'} -> 400 Expected `str` of length <= 5
#   items: {'items': {'type': 'integer'}, 'type': 'array'} -> 400 Expected `int` >= 1
#   keys: {'additionalProperties': {'type': 'integer'}, 'type': 'object'} -> 400 Expected `object` of length <= 1
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check litestar==2.25.0 msgspec==0.22.0 httpx==0.28.1
"$folder/venv/bin/python" - <<'PYTHON' | tee "$folder/seen"
import logging
from typing import Annotated

import msgspec
from litestar import Litestar, post
from litestar.testing import TestClient
from msgspec import Meta

logging.disable()
Short = Annotated[str, Meta(max_length=5)]


class Asked(msgspec.Struct):
    own: Short
    optional: Short | None
    described: Annotated[Short | None, Meta(description="A name.")]
    items: list[Annotated[int, Meta(ge=1)]]
    keys: Annotated[dict[str, int], Meta(max_length=1)]


@post("/")
async def asked(data: Asked) -> None:
    pass


app = Litestar([asked])
told = app.openapi_schema.to_schema()["components"]["schemas"]["Asked"]["properties"]
right = {"own": "short", "optional": "short", "described": None, "items": [1], "keys": {"a": 1}}
wrong = {"own": "longer", "optional": "longer", "described": "longer", "items": [0], "keys": {"a": 1, "b": 2}}
with TestClient(app) as client:
    for name, value in wrong.items():
        answer = client.post("/", json=right | {name: value})
        print(f"{name}: {told[name]} -> {answer.status_code} {answer.json()['extra'][0]['message']}")
PYTHON
diff - "$folder/seen" <<'SEEN'
own: {'type': 'string', 'maxLength': 5} -> 400 Expected `str` of length <= 5
optional: {'oneOf': [{'type': 'string'}, {'type': 'null'}], 'maxLength': 5} -> 400 Expected `str` of length <= 5
described: {'oneOf': [{'type': 'string'}, {'type': 'null'}], 'description': 'A name.'} -> 400 Expected `str` of length <= 5
items: {'items': {'type': 'integer'}, 'type': 'array'} -> 400 Expected `int` >= 1
keys: {'additionalProperties': {'type': 'integer'}, 'type': 'object'} -> 400 Expected `object` of length <= 1
SEEN
