"""What one phone sees of the table, and what it may choose there."""
