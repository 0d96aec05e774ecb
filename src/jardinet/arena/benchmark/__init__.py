"""Benchmark for bots: tasks that stay as they are, how they are run, and results that can be compared."""
