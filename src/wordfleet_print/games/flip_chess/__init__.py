"""Happy Flip Chess: its front matter and what follows from it."""
