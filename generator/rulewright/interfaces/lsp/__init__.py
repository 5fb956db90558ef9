"""A language server for `.case` files: what an editor asks while a rulebook is written, `rulewright lsp`.

What is open in the editor is laid over what is on disk (`draft`), and the passes run on that as they do for every command. The server's
own process answers what is asked of a place (`hover`, `navigation`, `completion`, `rename`, `actions`, `lenses`, `symbols`, `colours`,
`formatting`), one request after the other, by an index of names made from the syntax tree (`names`). Two more processes (`analyst`) look
for findings, one in the texts and one in what is decided over all situations; what an older text gave is dropped (`watch`). Only `server`
and the modules of requests know of the protocol, by pygls, which is the optional extra `lsp`.
"""
