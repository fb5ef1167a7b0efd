"""A file of players read: what kind it is, its rows, its columns, its faults; players and fixtures
come out.
"""
