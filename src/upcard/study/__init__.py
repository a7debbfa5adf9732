"""Studies of questions about the games, one file each, and the parts of their reports."""
