"""The whole book as one page, for each edition: its chapters as they were built, in their order, for paper and as PDF."""
