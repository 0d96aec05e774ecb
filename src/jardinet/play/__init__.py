"""Play among people: the record of a game, its verifiable deal, its match."""
