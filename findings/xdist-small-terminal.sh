#!/usr/bin/env bash
# Guess: a program that draws its screen by curses, started by a test in a pseudo-terminal of 200 lines and 240 columns, draws on all of
#        them, whether pytest runs the test itself or a worker of pytest-xdist does.
# Found: in a worker it draws on 24 lines of 80 columns, as a text browser that is driven there does too, and what stands in the last
#        lines of the terminal never comes: a worker's environment holds LINES and COLUMNS, which nobody has set and curses believes
#        before the terminal. Whoever starts such a program there gives it both.
# With: pytest 9.2.0, pytest-xdist 3.8.0, Python's own curses.
# Seen:
#   by pytest itself: (200, 240)
#   by a worker: (24, 80)
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check pytest==9.2.0 pytest-xdist==3.8.0
cat >"$folder/test_screen.py" <<'TEST'
import fcntl, os, pty, struct, subprocess, sys, termios

DRAWS = "import curses, sys; size = curses.initscr().getmaxyx(); curses.endwin(); print(size, file=open(sys.argv[1], 'w'))"


def test_screen(tmp_path):
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 200, 240, 0, 0))
    told = tmp_path / "told"
    program = [sys.executable, "-c", DRAWS, told]
    subprocess.run(program, stdin=terminal, stdout=terminal, env={**os.environ, "TERM": "vt100"}, check=True)
    with open(os.environ["SEEN"], "a") as file:
        file.write(f"{os.environ['WHO']}: {told.read_text()}")
TEST
cd "$folder"
unset LINES COLUMNS
WHO="by pytest itself" SEEN="$folder/seen" venv/bin/pytest --quiet test_screen.py
WHO="by a worker" SEEN="$folder/seen" venv/bin/pytest --quiet --numprocesses 1 test_screen.py
cat seen
diff - seen <<'SEEN'
by pytest itself: (200, 240)
by a worker: (24, 80)
SEEN
