"""Shared parts of the commands: options, error messages, tables and progress on the screen."""
