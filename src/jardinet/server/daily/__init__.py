"""Deals of the day: promised beforehand, begun by everybody alone, and compared (docs/decisions/0040)."""
