"""Strategies that play Smallsum."""
