"""Modules that know nothing of rulebooks: sources and diagnostics, records and their stored form, workers, stores, and small helpers."""
