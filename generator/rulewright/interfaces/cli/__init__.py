"""The command line, one file per command. Commands call only the workspace, the library and the site, and import them lazily."""
