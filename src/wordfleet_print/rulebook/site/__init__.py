"""The published site: pages, shelves, downloads and checks."""
