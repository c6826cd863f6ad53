"""What stands in the pub and is no phone: the television, and the table's top where it is simulated."""
