"""Analysis of finished games: what was luck, what was error, and what nobody can tell."""
