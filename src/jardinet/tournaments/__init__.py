"""Tournaments: who meets whom in which round, and the standings; pure, and the same for a server and for tables of wood."""
