"""A rules file's text: read, filled from its front matter, marked up, cleaned, checked."""
