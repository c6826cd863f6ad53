"""What a table keeps on its disk beside the log."""
