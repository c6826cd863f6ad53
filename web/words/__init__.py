"""What codes, values, moves and verdicts are called, in the words of a language."""
