"""One case on its page: text in force, rules, tables, examples, history, and what leads from it to other pages."""
