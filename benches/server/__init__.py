"""What a play costs on our server, beside boardgame.io from npm in the same run: `make bench-server`, docs/bench-server.md."""
