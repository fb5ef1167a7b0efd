"""Battle trackers and the papers around them, drawn and written as PDF."""
