"""The engine that runs rules files: contract, state, views, chance, records, compilation and game trees."""
