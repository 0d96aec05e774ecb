"""The bots of Lucky Numbers, one file a level."""
