"""A rulebook's text as a page of HTML, its figures placed."""
