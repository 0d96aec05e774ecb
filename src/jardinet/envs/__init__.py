"""The games as environments for learning: vectorised, for PettingZoo and for OpenSpiel."""
