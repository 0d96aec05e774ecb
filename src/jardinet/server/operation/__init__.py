"""Operation of a server: what whoever runs it looks at and changes."""
