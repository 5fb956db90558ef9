"""Shared parts of checks: the protocol of a check, locations of names, tests on conditions, and the presentation of verdicts."""
