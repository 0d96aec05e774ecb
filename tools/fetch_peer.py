"""Fetch the server that `make bench-server` measures beside ours, pinned by benches/server/peer/package-lock.json."""

from __future__ import annotations

from fetch_web import ROOT, install

if __name__ == "__main__":
    install(ROOT / "benches" / "server" / "peer", "--omit=peer")
