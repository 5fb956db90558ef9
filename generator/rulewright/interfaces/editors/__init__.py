"""Syntax colouring for editors and for the manual, derived from the grammar: keywords are recognised by their neighbours.

An editor colours with regular expressions and sees one line at a time; the parser knows the words it accepts in each state. An editor can
see a word's neighbours, so the grammar's table gives for each keyword the terminals it can have on its left and on its
right (`neighbours`). With that `turn` is a name in `turn is 1 turn` and a keyword in `turn 1 is May 1809`. From there:

    neighbours.py   the parser's table -> the possible neighbours of each keyword and of the numbers of cases
    colours.py      -> rules for colours: regular expressions in the dialect that all editors share
    textmate.py     -> the grammar of the VS Code extension
    vim.py          -> the syntax file of Vim and Neovim
    pygments.py     the rules as a lexer for Pygments, which colours the manual
    files.py        the files in the repository that hold the results

`make colours` rewrites the files after a change in the grammar. The tests compare every word of every shipped `.case` file, coloured by
these rules, with the parser's tokens.
"""
