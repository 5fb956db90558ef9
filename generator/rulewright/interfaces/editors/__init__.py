"""Colours for editors and for the manual, all made from the grammar: which words are the language's own, by what is next to them.

An editor colours with regular expressions and sees one line at a time; the parser knows which words it accepts where it is. What an editor
can see of that are a word's neighbours, so the grammar's table says for each keyword which terminals it can have on its left and on its
right (`neighbours`). With that `turn` is a name in `turn is 1 turn` and a keyword in `turn 1 is May 1809`. From there:

    neighbours.py   the parser's table -> for each keyword and for the numbers of cases, what may be next to them
    colours.py      -> rules for colours: regular expressions in the part of their language that all editors read alike
    textmate.py     -> the grammar of the VS Code extension
    vim.py          -> the syntax file of Vim and Neovim
    pygments.py     the rules as a lexer for Pygments, which colours the manual
    files.py        the files that hold all this in the repository

`make colours` writes the files anew after a change in the grammar. The tests hold every word of every shipped `.case` file, coloured by
these rules, against what the parser says that it is.
"""
