"""The rules, from one markdown source: what its variables say, and later its HTML and PDF."""
