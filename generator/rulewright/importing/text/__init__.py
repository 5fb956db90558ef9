"""The text of a rulebook -> cases with their words, and back: Markdown, the mark-up of acts, two versions of one text.

A file becomes a `RulesText` (`read_markdown`, `read_act`), which is what the language holds of it: clauses with number, title and passages,
under chapters. From there it becomes `.case` files (`write_cases`) or, next to an earlier version, amendments (`amendments`);
`write_markdown` gives the text of an edition as Markdown again.

Properties: every word of the file is in one passage, title or comment; what the language cannot hold is marked at the passage.
"""
