"""Pages of a class."""
