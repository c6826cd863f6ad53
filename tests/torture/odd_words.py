"""What requests are made of: the words that pages take, and what else somebody may write in their place."""

from collections.abc import Mapping, Sequence
from typing import Final

HOSTS: Final = ("localhost", "127.0.0.1:8080", "[::1]:8080", "stag.local")
ODD_HOSTS: Final = (
    "",
    "a..b",
    ".localhost",
    "http://[::1",
    "x" * 64 + ".local",
    "evil.example",
    "localhost\xff",
)
METHODS: Final = (
    "GET",
    "HEAD",
    "POST",
    "OPTIONS",
    "PUT",
    "DELETE",
    "PATCH",
    "TRACE",
    "CONNECT",
    "get",
    "\x7f",
)
_TAKEN: Final = """
secret add leave rename forget open close keep up down en de accept challenge believe doubt start call
empty next look again back yes no winner loser 43 21 31 66 panel cup screen maexle Anna Ben 271828 4444
blind seen passed learn take use count confirm drop button preset house fit nudge store build
"""
WORDS: Final = (*_TAKEN.split(), "fours 12", "")
NUMBERS: Final = (
    *map(str, range(8)),
    "-1",
    "999999999",
    "9223372036854775808",
    "1" * 5000,
    "01",
    "1.0",
    "1e3",
)
ODD: Final = (
    "\0",
    "²",
    "١",
    "\ud7ff",
    "\ufffd",
    "👩‍👩‍👧",
    "<script>alert(1)</script>",
    "{{7*7}}",
    "../../etc/passwd",
    "%",
    "a\r\nSet-Cookie: phone=x",
    "'; DROP TABLE entry;--",
    "\u202e",
    "\0token\0",
    "x" * 300,
    "y" * 40_000,
    "\n",
    " ",
)
BROKEN: Final = (b"\xff\xfe", b"\xc3\x28", b"\xed\xa0\x80", b"%", b"%zz", b"&&=&=", b"a" * 70_000)
MULTIPART: Final = "multipart/form-data; boundary="
KINDS: Final = (
    "",
    "text/plain",
    "application/json",
    MULTIPART,
    MULTIPART + "x",
    MULTIPART + '"',
    "application/x-www-form-urlencoded; charset=utf-7",
    "application/x-www-form-urlencoded;",
    ";",
    "a/b" * 500,
)
HEADERS: Final[Mapping[str, Sequence[str]]] = {
    "Origin": ("null", "http://[::1", "http://localhost", "https://evil.example", "", "//", "http://localhost:8080"),
    "Sec-Fetch-Site": ("same-origin", "cross-site", "none", "\xff"),
    "Referer": ("http://localhost/", "http://[", "\xff"),
    "Accept-Language": ("de", "en;q=0", "fr,it;q=0.5", "*", ";q=", "de" * 900, "x;q=nan", "de;q=1e999"),
    "Accept-Encoding": ("gzip", "gzip;q=0", "br", "*;q=0", "gzip;q=x", ""),
    "If-None-Match": ("*", '"x"', 'W/"', ","),
    "If-Modified-Since": ("Thu, 01 Jan 1970 00:00:00 GMT", "x", "Sat, 31 Feb 99999 99:99:99 GMT"),
    "If-Range": ('"x"', "x"),
    "Range": ("bytes=0-0", "bytes=-1", "bytes=5-1", "bytes=99999999999999999999-", "lines=1"),
    "X-Part": ("1", ""),
    "X-Forwarded-For": ("192.0.2.1", "x"),
    "X-Forwarded-Host": ("evil.example",),
    "Forwarded": ("for=192.0.2.1;host=evil.example", ";"),
    "Content-Length": ("0", "-1", "1" * 30, "5, 5", "x"),
    "Transfer-Encoding": ("chunked", "gzip", "chunked, chunked"),
    "Content-Encoding": ("gzip",),
    "Expect": ("100-continue", "x"),
    "Authorization": ("Basic \xff", "Digest x", "Bearer", "Basic YQ=="),
    "Connection": ("close", "keep-alive", "Upgrade"),
    "Cache-Control": ("no-cache", "max-age=x"),
    "User-Agent": ("\xff" * 200, ""),
}  # fmt: skip
COOKIES: Final[Mapping[str, Sequence[str]]] = {
    "phone": ("", "x", "phone 1.AAAA", ".", "\xff.\xff", "a" * 3000),
    "lang": ("de", "en", "xx", "\xff", "d" * 500),
    "guest": ("1.Anna", "999.%ff%00", "²." + "%F0" * 400, "-1.x", ".", "0." + "x" * 4000),
}
