"""Tables: what is agreed, how they stand, who plays, and the attendants that play for bots and the absent."""
