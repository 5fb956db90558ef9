"""Checks that compare the statements of the ledger, the prose and the rules on one matter (RW35x)."""
