"""A language server for `.case` files, for an editor in which a rulebook is written: `rulewright lsp`.

The texts of the editor overlay the files on disk (`draft`), and the passes run on the result as for every command. The server's own
process answers requests about a position (`hover`, `navigation`, `completion`, `rename`, `actions`, `lenses`, `symbols`, `colours`,
`formatting`), one after the other, from an index of names in the syntax tree (`names`). Two more processes (`analyst`) compute findings,
one those of the texts and one those of decisions over all situations; results for outdated texts are dropped (`watch`). Only `server` and
the modules of requests depend on the protocol, by pygls, which is the optional extra `lsp`.
"""
