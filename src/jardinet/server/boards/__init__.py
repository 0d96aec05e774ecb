"""Boards, games as they lie on the page: one file a game says what is shown, the template of the same name how."""
