"""Who meets whom with which sheet: pairings, fair dealing, the record of it, what changed."""
