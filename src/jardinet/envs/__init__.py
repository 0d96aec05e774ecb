"""Environments for learning: vectorised, for Gymnasium, for PettingZoo and for OpenSpiel."""
