"""Studies of Four-Cell."""
