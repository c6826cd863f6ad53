"""The program `maexle`: its command line, its settings, and the wiring of all rooms."""
