"""Stand-in: picamera2 imports pykms, which only Raspberry Pi OS has, for windows on a screen."""


class _Names:
    def __getattr__(self, name: str) -> str:
        return name


PixelFormat = _Names()
