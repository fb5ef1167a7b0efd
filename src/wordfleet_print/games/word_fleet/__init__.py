"""Word Fleet: its front matter and what follows from it."""
