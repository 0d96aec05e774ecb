"""Lucky Numbers and 5 vor 12: rules/lucky-numbers.md is their law."""
