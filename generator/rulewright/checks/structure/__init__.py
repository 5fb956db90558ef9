"""Checks of references, precedence, values, readings and set-up (RW3xx)."""
