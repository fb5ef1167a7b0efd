"""Lay out the style sheets of all templates; with `--check` only name those that would change."""

from __future__ import annotations

import sys
from pathlib import Path

import cssbeautifier

TEMPLATES = Path(__file__).parents[1] / "templates"


def format_styles(styles: str) -> str:
    """Return a style sheet with a declaration on each line; blank lines stay."""
    options = cssbeautifier.default_options()
    options.indent_size = 2
    options.end_with_newline = True
    options.newline_between_rules = False
    options.space_around_combinator = True
    return str(cssbeautifier.beautify(styles, options))


def main() -> int:
    """Write what changes, or with `--check` fail for it."""
    changed = 0
    for path in sorted(TEMPLATES.rglob("*.css")):
        styles = path.read_text("utf-8")
        formatted = format_styles(styles)
        if formatted != styles:
            changed += 1
            print(f"{path} is not laid out: python .ci/format_styles.py")
            if "--check" not in sys.argv:
                path.write_text(formatted, "utf-8")
    return int(changed > 0 and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
