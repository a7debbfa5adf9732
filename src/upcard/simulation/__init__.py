"""Games in the millions: the compiled loop, sums that do not grow, estimates with their errors."""
