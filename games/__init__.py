"""What the games are: pure rules, no clock, no chance, no I/O."""
