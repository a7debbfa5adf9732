"""Upcard in Chromium: a server of its own, and browsers that look, tap and type."""
