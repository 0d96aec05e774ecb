"""Play in a terminal, by line or by colour."""
