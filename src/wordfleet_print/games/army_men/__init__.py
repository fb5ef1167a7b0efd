"""Army Men: its front matter and what follows from it."""
