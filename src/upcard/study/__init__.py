"""The questions people ask of the games, one file per study, and the parts a study's report is made of."""
