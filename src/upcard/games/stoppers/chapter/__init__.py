"""Stoppers: conditional probability, counting, and superstition."""
