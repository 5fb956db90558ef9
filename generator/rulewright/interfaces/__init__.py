"""Ways in for people and programs: the library's public objects, the commands, the language server, files for editors."""
