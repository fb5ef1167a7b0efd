"""Any file becomes rows of cells, once: for player lists, own word lists and lists of kits."""
