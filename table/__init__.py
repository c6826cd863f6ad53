"""The running table: takes moves, keeps the log, asks for readings, tells who follows it."""
