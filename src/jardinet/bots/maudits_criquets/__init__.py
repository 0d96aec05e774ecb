"""The bots of Maudits Criquets, one file a level."""
