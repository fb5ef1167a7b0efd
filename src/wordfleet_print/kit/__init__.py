"""Kits: boards, pieces, cards and tapes at true scale, as pages of HTML and SVG."""
