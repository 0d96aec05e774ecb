"""Terminal client: play by line or by colour."""
