"""Tables: what is agreed, how they stand, who plays, and the bots that play for themselves and the absent."""
