"""`Sheet`: everything printed on one page, as frozen data; and the code that reprints it."""
