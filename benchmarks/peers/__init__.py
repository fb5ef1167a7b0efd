"""Other ways to make the same pages, each a function from sheets to a finished PDF with a bookmark for each page."""
