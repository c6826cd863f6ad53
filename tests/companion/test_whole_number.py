"""A number that can't be meant is refused in words, before anything begins."""

from pathlib import Path

import pytest

from companion.main import main


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "--port", "99999"], "--port: expected a whole number from 1 to 65535, not '99999'"),
        (["run", "--port", "0"], "--port: expected a whole number from 1 to 65535, not '0'"),
        (["run", "--port", "80x"], "--port: expected a whole number from 1 to 65535, not '80x'"),
        (["read", "a.jpg", "--expect", "0"], "--expect: expected a whole number from 1, not '0'"),
        (["log", "--game=-1"], "--game: expected a whole number from 1, not '-1'"),
        (["log", "--game", "9" * 5000], "--game: expected a whole number from 1, not '999"),
    ],
)
def test_it_is_refused_in_words_and_nothing_begins(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="2"):
        main(words)
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
