"""Play by mail: letters in, letters out."""
