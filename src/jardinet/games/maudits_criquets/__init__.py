"""Maudits Criquets (Heuschrecken Poker): rules/maudits-criquets.md is its law."""
