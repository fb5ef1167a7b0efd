"""Type as page operators: glyphs and their codes, runs composed, slots filled."""
