"""Small books to import into, and a PDF."""

from __future__ import annotations

from pathlib import Path

FRONT = """\
rulebook harbour "Harbour Lights"
  numbering {numbering}

source printed "Rules"{held}

source errata "Errata"
  amends printed
  ledger "ledger.csv"

edition printed = printed
edition errata = printed + errata
"""


def book(folder: Path, *, numbering: str = "decimal", held: bool = False, cases: str = "") -> Path:
    """A book of a booklet and its errata; the booklet's text is held or not."""
    folder.mkdir(parents=True)
    (folder / "rulebook.case").write_text(FRONT.format(numbering=numbering, held="" if held else "\n  not held"))
    if cases:
        (folder / "cases.case").write_text(cases)
    return folder


def pdf(*pages: list[str]) -> bytes:
    """A PDF with these lines on its pages."""
    objects: list[bytes] = []
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(len(pages)))
    objects += [b"<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode()]
    objects.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    for at, lines in enumerate(pages):
        shown = " T* ".join(f"({line.replace('(', chr(92) + '(').replace(')', chr(92) + ')')}) Tj" for line in lines)
        stream = f"BT /F1 12 Tf 14 TL 40 780 Td {shown} ET".encode()
        page = f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * at} 0 R >>"
        objects += [page.encode(), b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream)]
    out, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(out))
    return out + b"xref\n0 %d\n0000000000 65535 f \n%s%s" % (len(objects) + 1, table, end)
