"""What is shipped and what it is made of: the wheel, its bill of materials, the audit of what is pinned. Not part of the package.

Dependencies are named in `pyproject.toml` and pinned with hashes, without index addresses: what rulewright runs on in `requirements.lock`,
that and what its developers use in `requirements-dev.lock`. After a change there:

    LOCK="uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url"
    LOCK="$LOCK --no-header --no-strip-extras pyproject.toml"
    $LOCK --group setup -o requirements.lock
    $LOCK --group dev -o requirements-dev.lock
    make metadata    # what each pinned package asks for; a test holds the locks to it, offline
    make audit       # whether a vulnerability is known of one

The notes in a lock (`# via …`) say who wants what; the bill of materials is made of them. A lock is installed with `--no-deps`, so it is
complete: on Linux, macOS and Windows, with Python 3.11 to 3.14.

A release:

1. `make check`, and `make gates`: a search that nobody has run for weeks is found out here. What it leaves out is made where the tool is.
2. The files of `changelog.d/` are gathered by theme in `CHANGELOG.md`, under the number of the release, and removed; the number is that of
   `generator/rulewright/base/version.py`. `cd tests && ../.venv/bin/python -m interfaces.api.surface` records the public names.
3. `make thorough` with another NUMBER, if the weekly one is older than the last change of an engine.
4. `make wheel` builds what is released, in `dist`; the same sources are the same bytes.
"""
