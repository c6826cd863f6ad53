"""What set-up asks of a window with nothing in it, and says of it."""
