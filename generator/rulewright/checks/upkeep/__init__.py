"""Checks of ledger, tests, vocabulary and glossary (RW4xx)."""
