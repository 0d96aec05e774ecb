"""Bench of ratings: how well each way of rating foretells games of the levels, and how soon it has them in order.

docs/ratings.md tells its figures.
"""
