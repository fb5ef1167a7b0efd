"""Rulebooks printed: PDF, booklets, quick references."""
