"""Study of the games: bots play by the thousand, and pages tell what came of it, each figure with its interval."""
