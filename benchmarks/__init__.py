"""Measured times and sizes beside their targets: `make bench` prints them as one table. Not a test: a slow machine fails nothing."""
