"""Compiling rules and strategies: for processors with Numba, for accelerators with its CUDA target."""
