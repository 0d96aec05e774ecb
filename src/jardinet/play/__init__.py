"""A game as it is played by people: its record, its verifiable deal, its match."""
