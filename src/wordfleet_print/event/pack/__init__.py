"""A plan as files: sheets, key, cards, index, slips, lists."""
