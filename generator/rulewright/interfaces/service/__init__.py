"""Rulebooks for programs that run elsewhere: assistants by the Model Context Protocol, and anything by HTTP.

`books` has the rulebooks that are served, `documents` what is said of them as JSON, the same for both; `draft_check` checks a clause
that is not in the book. Only `assistants` depends on the package `mcp`, the extra of that name, and only `http_app` and `http_server` on
starlette and uvicorn, the extra `api`. Texts of a book are data in these documents, and nothing else.
"""
