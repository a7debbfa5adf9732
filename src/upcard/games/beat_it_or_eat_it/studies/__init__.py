"""Studies of Beat It Or Eat It."""
