"""The commands of `maexle`, one module each."""
