"""What checks have in common: what a check is, the places of names and conditions, and what is shown of a verdict."""
