"""Which column of a table has which use: told by its headings, by what its cells hold, or outright."""
