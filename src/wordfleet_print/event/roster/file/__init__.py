"""A file, whatever it holds and however it is written: its rows of cells, in order."""
