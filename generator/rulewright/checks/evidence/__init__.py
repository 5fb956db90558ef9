"""The source as a witness: what a statement of the ledger, the prose and the rules say of one matter, held against one another (RW35x)."""
