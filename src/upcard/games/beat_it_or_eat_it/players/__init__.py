"""Players that use the solved part of Beat It Or Eat It."""
