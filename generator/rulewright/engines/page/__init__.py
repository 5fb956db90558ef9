"""The engine of the site's pages: the script in `site/assets/engine`, which answers in a browser from the core's JSON, without a server.

Here it runs in an embedded JavaScript interpreter (quickjs, of the extra `dev`), and is held equal to the reference like any other engine:
it gets the core and each query as JSON text, and gives back an outcome with its argument. Its parts have the names of the interpreter's.

`lean` leaves out of a core what no answer shows, and `packed` writes it so that what occurs again is written once: what the pages ship.
"""
