"""A memory in a drawer: what a page is told of one that is copied and brought back."""

from io import BytesIO
from typing import IO

from web.ports import MemoryRefusedError


class Drawer:
    """A memory that notes what is brought to it, and refuses with `code` if it is said."""

    def __init__(self, code: str = "", error: OSError | None = None) -> None:
        self.code, self.error = code, error
        self.allowed = True
        self.brought: list[bytes] = []

    @property
    def ready(self) -> bool:
        return bool(self.brought)

    def copy(self) -> IO[bytes]:
        self._refuse()
        return BytesIO(b"PK a copy")

    def bring_back(self, parcel: IO[bytes], phone: str) -> None:
        self._refuse()
        self.brought.append(parcel.read())

    def _refuse(self) -> None:
        if self.error:
            raise self.error
        if self.code:
            raise MemoryRefusedError(self.code)
