"""Words that a person reads and types, in four languages; each game has a folder of its own."""
