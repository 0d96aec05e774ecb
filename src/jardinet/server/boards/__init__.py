"""How a game lies on the page: one file a game says what is shown, the template of the same name how."""
