"""Analyses of finished games: found beside the requests, kept, and shown."""
