"""What a person reads and types, in four languages; each game has a file of its own."""
