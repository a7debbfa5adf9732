"""What runs a rules file: contract, state, views, chance, records, the compile seam and the game tree."""
