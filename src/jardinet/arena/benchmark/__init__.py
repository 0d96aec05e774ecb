"""Benchmark for bots: fixed tasks, their runner, and comparable results."""
