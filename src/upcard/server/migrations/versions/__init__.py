"""The changes, in the order of their names."""
