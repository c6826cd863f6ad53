"""Refusals: what is not done, and the code by which whoever asked for it is told why."""


class RefusedError(Exception):
    """It is refused: `code` is what the panel translates, the message is for who looks closer."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
