"""Best responses to given strategies: over the tree, round by round, and by rollouts."""
