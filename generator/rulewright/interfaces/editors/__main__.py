"""`python -m rulewright.interfaces.editors`: rewrites the files that hold the colours, after a change in the grammar."""

from __future__ import annotations

from rulewright.interfaces.editors.files import generated_files

if __name__ == "__main__":
    for path, content in list(generated_files()):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
