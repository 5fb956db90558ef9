"""How long a test waits for another process: a machine that does much else may be many times slower, and still be right."""

PATIENCE = 300
"""Seconds after which something that was to come is taken not to come at all."""
