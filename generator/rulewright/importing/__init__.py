"""An errata sheet -> the rows of a ledger and a draft of amendments.

The passes, a file each: a file becomes text (`read_sheet`, `html_text`, `pdf_text`); text becomes blocks by its look (`blocks`); blocks
become entries, where a number, a letter, a heading, a question or a label begins one (`heads`, `entries`); entries become statements
(`sentences`, `kinds`, `acts`, `statements`); and those become rows (`rows`) and drafts (`drafts`) that are added to a book (`into_book`),
or are compared with an earlier import (`since`).

Properties of the output: every word of the sheet outside of headings is in a statement, in the order of the sheet; text that could not be
read is listed in the statement's doubts; nothing of the sheet's text is a line of the language. A sheet is a stranger's text: it is written
only as a comment or a cell, without characters that act on a terminal.
"""
