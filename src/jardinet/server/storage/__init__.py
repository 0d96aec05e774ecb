"""Storage of the server: the tables of the database, how it is reached, and how changes are written."""
