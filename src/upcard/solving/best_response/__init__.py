"""Best responses to known strategies: over the tree, round by round, and by rollouts."""
