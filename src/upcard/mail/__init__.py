"""Play by email."""
