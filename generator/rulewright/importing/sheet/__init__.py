"""The parts of a sheet: its text, blocks, headings, entries and statements; and the numbers, labels and headings that its lines have."""
