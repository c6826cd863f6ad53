"""The learned witnesses, and their weights."""
