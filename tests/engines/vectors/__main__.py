"""Write `vectors.json` anew, as the interpreter answers today: cd tests && python -m engines.vectors, and read the difference."""

from __future__ import annotations

from engines.vectors.vectors import VECTORS, written_anew


def main() -> None:
    VECTORS.write_text(written_anew(), "utf-8")
    print(f"{VECTORS}: {VECTORS.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
