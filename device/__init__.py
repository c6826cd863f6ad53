"""What is wired to the table: cameras, buttons and lights, one module a kind."""
