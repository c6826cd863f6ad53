"""What a table is fitted with: its eyes, its button and lights, its teacher, its network, its health."""
