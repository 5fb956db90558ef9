"""Decision tables of spreadsheets and of DMN -> tables of the language, and back.

A file becomes a `DecisionTable` (`read_delimited`, `read_xlsx`, `read_dmn`): columns, and rows as they are written. `keys` reads the keys;
`policies` makes rows of which at most one holds, as a table of the language has them; `write_table` proposes declarations and writes the
case.
"""
