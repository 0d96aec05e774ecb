"""JSON API for programs: bots in the Lichess Bot API's shape, and the tables for other front ends (docs/bot-api.md)."""
