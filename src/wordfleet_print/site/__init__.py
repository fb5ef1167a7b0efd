"""A static site of all games: rulebooks, a comparison of editions, PDFs and pairs of trackers to
print.
"""
