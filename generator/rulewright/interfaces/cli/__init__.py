"""What a person types: one file a command. They call only `loaded`, the library and the site; heavy imports happen when they run."""
