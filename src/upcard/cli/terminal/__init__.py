"""What the commands share: options, error messages, tables and progress on the screen."""
