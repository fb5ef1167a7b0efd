"""A plan as files: sheets, answer key, table cards, name index, score slips, manifest."""
