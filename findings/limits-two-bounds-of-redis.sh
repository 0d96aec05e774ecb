#!/usr/bin/env bash
# Guess: the extra `redis` of limits says which versions of redis it works with, so that whatever pip installs by it can be used.
# Found: the extra admits every version after 3, pip finds nothing wrong, and the synchronous storage takes redis 5.0.0; the
#        asynchronous one, told to use the same library, refuses it when it is made: it asks for 5.2.0. Whoever uses that has to
#        name the bound themselves. The extra for asynchronous use brings another library, coredis, and says nothing of redis.
# With: limits 5.8.0, redis 5.0.0.
# Seen:
#   No broken requirements found.
#   storage: made
#   asynchronous storage: ConfigurationError: The minimum version of 5.2.0 for 'redis' could not be found. Found version: 5.0.0
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'limits[redis]==5.8.0' redis==5.0.0
{
    "$folder/venv/bin/pip" check --disable-pip-version-check
    "$folder/venv/bin/python" - <<'PYTHON'
from limits.aio.storage import RedisStorage as Asynchronous
from limits.errors import ConfigurationError
from limits.storage import RedisStorage

for name, make in (
    ("storage", lambda: RedisStorage("redis://localhost:6379")),
    ("asynchronous storage", lambda: Asynchronous("async+redis://localhost:6379", implementation="redispy")),
):
    try:
        make()
        print(f"{name}: made")
    except ConfigurationError as error:
        print(f"{name}: ConfigurationError: {error}")
PYTHON
} | tee "$folder/seen"
diff - "$folder/seen" <<'SEEN'
No broken requirements found.
storage: made
asynchronous storage: ConfigurationError: The minimum version of 5.2.0 for 'redis' could not be found. Found version: 5.0.0
SEEN
