"""Texts, tables and errata sheets of strangers -> files of a book.

`text/` brings in the text of a rulebook with its words, later versions of it and acts, and gives it out; `tables/` does so for tables of
spreadsheets. All else is for errata sheets: a sheet -> the rows of a ledger and a draft of amendments.

The passes, a file each: a file becomes text (`read_sheet`, `html_text`, `pdf_text`); text becomes blocks by its look (`blocks`); blocks
become entries and headings (`entries`, `outline`), where one of the `readers`, a file for each form, knows how an entry begins; entries
become statements (`statements`, `kinds`, `old_and_new`), of which a grammar reads the orders (`sheet/amending`); and those become rows
(`rows`) and drafts (`drafts`, `names`) that are added to a book (`into_book`), or are compared with an earlier import (`since`).

Properties of the output: every word of the sheet is in one statement or in one heading, and a comment of the draft quotes it (`remainder`
sees to what no reader knows); what is not sure is listed in the doubts of its statement; nothing of the sheet's text is a line of the
language. A sheet is a stranger's text: it is written only as a comment or a cell, without characters that act on a terminal.
"""
