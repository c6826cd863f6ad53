"""The window: where it is, what light falls in, and what is known of it with nothing there."""
