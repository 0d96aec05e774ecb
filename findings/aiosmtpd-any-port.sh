#!/usr/bin/env bash
# Guess: a controller of aiosmtpd with port 0 listens at a port that the system chooses, as asyncio's servers do, and tells which.
# Found: the server does listen at such a port, but the controller then calls at port 0 to see whether it works, and ends with
#        ConnectionRefusedError, while `port` stays 0. It has to be stopped by hand. A test must choose a free port beforehand.
# With: aiosmtpd 1.4.6.
# Seen:
#   start: ConnectionRefusedError
#   port that is told: 0
#   port that is listened at: another one
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check aiosmtpd==1.4.6
"$folder/venv/bin/python" - <<'PYTHON' | tee "$folder/seen"
from aiosmtpd.controller import Controller


class Mailbox:
    async def handle_DATA(self, server, session, envelope):
        return "250 taken"


controller = Controller(Mailbox(), hostname="127.0.0.1", port=0)
try:
    controller.start()
    print("start: works")
except OSError as error:
    print(f"start: {type(error).__name__}")
print("port that is told:", controller.port)
listens = controller.server.sockets[0].getsockname()[1] if controller.server else None
print("port that is listened at:", "none" if listens is None else "0" if listens == 0 else "another one")
controller.stop()
PYTHON
diff - "$folder/seen" <<'SEEN'
start: ConnectionRefusedError
port that is told: 0
port that is listened at: another one
SEEN
