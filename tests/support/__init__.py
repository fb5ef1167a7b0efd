"""Helpers that tests share: one way to run the command, readers of pages, and builders of test
data.
"""
