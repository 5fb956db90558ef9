"""The engine of the site's pages: the script in `site/assets/engine`, which answers in a browser from the core's JSON, without a server.

Here it runs in an embedded JavaScript interpreter (quickjs, of the extra `dev`), and is compared with the reference like any other engine:
it gets the core and each query as JSON text, and returns an outcome with its argument. Its parts have the names of the interpreter's.

`lean` removes from a core all that no answer shows, and `packed` writes repeated values once: this is the form that the pages ship.
"""
