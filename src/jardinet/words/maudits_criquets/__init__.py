"""Maudits Criquets in words: sentences.py for a table, rules_page.py for its rules."""
