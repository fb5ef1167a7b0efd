"""Words, fleets, placement, manifest, rating, launch codes: all drawn from a named seed."""
