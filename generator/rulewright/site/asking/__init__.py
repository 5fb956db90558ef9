"""The data and links by which the pages answer questions of a book: its cores and its words as one script of data, the page *Ask the
rules*, links.

`lean` leaves out of a core what an answer never shows and puts sentences where the language is; `packed` writes a document so that what
occurs again is written once; `words` has the sentences of facts, questions and answers, from the phrases that the book declares; `link`
is the address of a question with all that is given; `script` puts these together, `page` lists the questions. The scripts that
use it are in `site/assets/ask`.
"""
