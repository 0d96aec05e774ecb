"""People: known by a sealed cookie alone, no sign-up, no password."""
