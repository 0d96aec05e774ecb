"""Study of the games: bots play thousands of games, and pages report the results, each figure with its interval."""
