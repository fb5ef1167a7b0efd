"""Books and kits print in the fonts that they bring along: a font of the computer would make other
pages elsewhere, and a computer without fonts would leave letters out.
"""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from support.command import Run, check
from support.matrix import mark_matrix
from wordfleet_print.games import packaged

# How the names of our fonts begin, as Pango writes them into a PDF.
OURS = ("Fira-Sans-Condensed", "Saira-Stencil", "JetBrains-Mono", "Rulebook")
# Spanish has letters that the fonts of headings and codes lack, and hyphens at ends of lines.
BOOKS = mark_matrix([("rules", slug) for slug in packaged().slugs], {("rules", "word-fleet-es")})
KITS = mark_matrix([("kit", slug) for slug in packaged().slugs], {("kit", "word-fleet")})


@pytest.mark.slow
@pytest.mark.parametrize(("command", "slug"), [*BOOKS, *KITS])
def test_no_font_of_the_computer_is_used(
    command: str, slug: str, call: Run, tmp_path: Path
) -> None:
    """Every font in the PDF is one of ours."""
    pdf = ["--format", "pdf"] if command == "rules" else []
    check(call(command, slug, *pdf, "--quiet", "--output", "printed"))
    (path,) = (tmp_path / "printed").glob("*.pdf")
    with pikepdf.open(path) as printed:
        fonts = [
            str(font.BaseFont).rpartition("+")[2]
            for page in printed.pages
            for font in dict(page.Resources.get("/Font", {})).values()
        ]
    assert fonts
    assert {name for name in fonts if not name.startswith(OURS)} == set()
