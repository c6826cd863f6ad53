"""What looks closely at upright faces, and knows how dice are made: most of it can only doubt."""
