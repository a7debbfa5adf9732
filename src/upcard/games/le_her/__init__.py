"""Le Her: the rules and everything else about this game."""
