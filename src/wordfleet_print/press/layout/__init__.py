"""Which panels stand where on which paper, in millimetres."""
