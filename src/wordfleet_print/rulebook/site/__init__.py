"""The published site: pages, shelves, downloads, checks, and watching it while one writes."""
