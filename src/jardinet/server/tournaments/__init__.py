"""Tournaments on a server: stored facts, rounds whose tables are opened, and results that come from them."""
