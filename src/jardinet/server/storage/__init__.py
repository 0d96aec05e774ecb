"""What the server keeps: the tables of the database, how it is reached, and how changes are written."""
