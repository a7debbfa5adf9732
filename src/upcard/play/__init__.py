"""Playing by hand: the scene that every screen draws from, and the table where people and strategies sit."""
