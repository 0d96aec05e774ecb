"""HTTP: everything between a connection and the handlers of its requests."""
