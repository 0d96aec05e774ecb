"""Boards, games as they lie on the page: for each game a folder says what is shown, and its templates how."""
