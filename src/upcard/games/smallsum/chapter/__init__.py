"""The chapter on Smallsum: expected value, dominance, ruin and bluffing."""
