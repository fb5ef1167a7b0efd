"""An event's stationery, page by page: the organiser's key, table cards, the name index, score slips.

Type is set from names, codes and plain ASCII alone, so that the glyphs of an event's names hold all of it.
"""
