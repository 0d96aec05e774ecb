"""`python -m jardinet` is the `jardinet` command."""

from jardinet.cli import main

main()
