"""Maudits Criquets on the page: its model (board.py), its templates and style sheets."""
