"""What every phone is shown, and what a guest's may do."""
