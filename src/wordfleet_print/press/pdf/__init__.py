"""The writing of PDF: its syntax, blocks of pages, the static art, the writer that streams it all out."""
