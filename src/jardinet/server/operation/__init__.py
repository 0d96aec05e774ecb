"""Operation of a server: what its operator looks at and changes."""
