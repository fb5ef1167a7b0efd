"""Kits: boards, pieces, cards and tapes in true scale, as pages of HTML and SVG."""
