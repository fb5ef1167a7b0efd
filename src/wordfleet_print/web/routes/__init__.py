"""Events at the desk: lists as they are read and mended, plans, the one press that prints packs, and what is kept."""
