"""The panels of a tracker: each draws what is the same on every sheet, and places what one sheet
adds.
"""
