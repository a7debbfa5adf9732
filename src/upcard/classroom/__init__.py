"""Rooms of classes: pupils without accounts, activities step by step, and what their own records say."""
