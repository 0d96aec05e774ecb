"""Pages: what a browser asks for, and the HTML that it gets."""
