"""What phones see: the panel, the set-up, the help, and the simulated table's page."""
