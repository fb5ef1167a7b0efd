"""The shop's pages, a module for each door."""
