"""A reader's own copy of printed text, laid over a book in the browser.

`script` writes what the page needs to carry out the acts of amendment on it: the numbers of the book, and for each case that is not held
the work that its sources do (`rulebook.worklist`); `page` is the page on which a text is given, listed and taken back; `mount` leads there
from a case. No text of the reader comes here: the scripts in `site/assets/copy` keep it on the device.
"""
