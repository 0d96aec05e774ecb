"""Simulation of bots against bots: whole games by the thousand, and how fast they go."""
