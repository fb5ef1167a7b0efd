"""What a workbook shows of a number, by its format: 25%, $2.50, 007.

Source: ECMA-376, part 1, section 18.8.31 (numFmts).
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal

# [Red], [$-409]; [$€-407] holds the currency.
_BRACKETED = re.compile(r"\[(?:\$([^\]-]*)(?:-[^\]]*)?|[^\]]*)\]")
# A blank as wide as a sign, or a sign that fills the cell.
_SPACING = re.compile(r"[_*].")
_DIGITS = re.compile(r"[#0,?]*[#0?](?:\.[#0?]+)?")
# Text in quotation marks, after a backslash, or signs that stand for themselves.
_LITERAL = re.compile(r'(?:"([^"]*)"|\\(.)|([-$+/():!^&\'~{}<>= €£¥₹]))')


def show_number(value: float, number_format: str) -> str | None:
    """Return a number as the sheet shows it; None for a format that is not understood.

    >>> show_number(0.25, "0%")
    '25%'
    """
    if number_format in ("General", "@", ""):
        return f"{value:.10g}"
    section = _choose_section(value, number_format)
    # [$€-407]#,##0_) becomes "€"#,##0
    pattern = _SPACING.sub("", _BRACKETED.sub(lambda match: _quote(match[1] or ""), section))
    digits = _find_digits(pattern)
    if digits is None:
        return None
    before = _read_literals(pattern[: digits.start()])
    behind = _read_literals(pattern[digits.end() :].replace("%", '"%"'))
    if before is None or behind is None:
        return None
    # A format of its own for negative numbers shows the sign itself
    has_own_section = value < 0 and len(number_format.split(";")) > 1
    amount = Decimal(repr(value))
    if "%" in pattern:
        amount *= 100
    sign = "-" if amount < 0 and not has_own_section else ""
    return f"{sign}{before}{_write_digits(abs(amount), digits[0])}{behind}"


def _choose_section(value: float, number_format: str) -> str:
    """Return the part of a format for positive numbers, negative ones, or zero."""
    sections = number_format.split(";")
    if value < 0 and len(sections) > 1:
        return sections[1]
    if value == 0 and len(sections) > 2:
        return sections[2]
    return sections[0]


def _quote(text: str) -> str:
    return f'"{text}"' if text else ""


def _find_digits(text: str) -> re.Match[str] | None:
    """Return where the digits are; None if there are none, or several."""
    outside = re.sub(r'"[^"]*"|\\.', lambda matches: "\x01" * len(matches[0]), text)
    matches = list(_DIGITS.finditer(outside))
    return matches[0] if len(matches) == 1 else None


def _read_literals(text: str) -> str | None:
    """Return the text around the digits; None for a sign that does more than be shown."""
    if _LITERAL.sub("", text):
        return None
    return _LITERAL.sub(lambda match: match[1] or match[2] or match[3] or "", text)


def _write_digits(amount: Decimal, pattern: str) -> str:
    """Return an amount in the digits of a pattern such as `#,##0.0#`: 1234.5 as “1,234.5”.

    A `0` is a digit that is always shown, a `#` one only if it is needed.
    """
    whole_pattern, _, fraction_pattern = pattern.partition(".")
    unit = Decimal(1).scaleb(-len(fraction_pattern))  # 0.01 for two decimals
    text = f"{amount.quantize(unit, ROUND_HALF_UP):,f}"
    whole, point, fraction = text.partition(".")
    if "," not in whole_pattern:
        whole = whole.replace(",", "")
    least_decimals = fraction_pattern.rindex("0") + 1 if "0" in fraction_pattern else 0
    while len(fraction) > least_decimals and fraction.endswith("0"):
        fraction = fraction[:-1]
    least_digits = whole_pattern.count("0")
    whole = whole.zfill(least_digits) if least_digits else whole.removeprefix("0")
    return whole + (point if fraction else "") + fraction
