"""Analyses of whole editions: verdicts over all situations, comparisons, mutations, coverage, dependencies."""
