"""Reading the source of rules and strategies: what compiles, what a function reaches, and hints."""
