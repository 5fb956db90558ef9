"""To be described by its author."""
