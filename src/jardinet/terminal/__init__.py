"""Terminal client: plain lines or coloured drawings."""
