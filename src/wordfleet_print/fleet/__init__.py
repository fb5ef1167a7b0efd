"""Words, fleets, placement, manifest, difficulty, launch codes: all drawn from a named seed."""
