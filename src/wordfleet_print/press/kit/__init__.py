"""Kits: boards, pieces, cards, tapes in true scale, for cutting out and playing with."""
