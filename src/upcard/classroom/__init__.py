"""Classes: rooms for pupils without accounts, activities step by step, and reports on their results."""
