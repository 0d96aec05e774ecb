"""JSON API for programs: bots in the Lichess Bot API's shape, and the tables for other faces (docs/bot-api.md)."""
