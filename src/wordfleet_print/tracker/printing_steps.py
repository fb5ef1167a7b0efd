"""What to do with printed sheets: the sides, the edge, folding, cutting and what is secret.

The command line, the page and the site say these very sentences.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple


class PrintingStep(NamedTuple):
    """A step: its kind, which names it in styles, and what to do."""

    kind: str
    text: str


ONE_SIDED = PrintingStep("once", "Print at 100%, on one side.")
# Backs of landscape pages are turned, so that this is true of every page
TWO_SIDED = PrintingStep("twice", "Print at 100%, double-sided, flipped on the long edge.")
CUT = PrintingStep("cuts", "Cut every page across the middle. The back is secret.")
FOLD = PrintingStep("folds", "Fold each sheet back along its dashed line.")
# Large print is two pages: on two pieces of paper, of which the second is secret, or on both
# sides of one.
KEEP_PAGES = PrintingStep("keeps", "Large print: every second page is secret. Do not fold it.")
KEEP_PAPERS = PrintingStep(
    "keeps-papers", "Large print: every second piece of paper is secret. Do not fold it."
)
KEEP_BACKS = PrintingStep("keeps-backs", "Large print: the back is secret. Do not cut it.")
# What can be chosen on the page, which shows those that apply.
CHOOSABLE = (ONE_SIDED, TWO_SIDED, CUT, FOLD, KEEP_PAGES, KEEP_PAPERS)


def list_printing_steps(
    large: Collection[bool], *, half_sheets: bool = False, with_rules: bool = False
) -> list[PrintingStep]:
    """Return how to print sheets; `large`: whether there are sheets in large print, and others."""
    steps = [TWO_SIDED if half_sheets or with_rules else ONE_SIDED]
    if False in large:
        steps.append(CUT if half_sheets else FOLD)
    if True not in large:
        return steps
    if half_sheets:
        steps.append(KEEP_BACKS)
    elif with_rules:
        steps.append(KEEP_PAPERS)
    else:
        steps.append(KEEP_PAGES)
    return steps
