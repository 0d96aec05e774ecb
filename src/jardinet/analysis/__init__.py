"""Analysis of finished games: luck, errors, and what stays unexplained."""
