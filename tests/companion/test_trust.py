"""Who makes releases is trusted by their public key, and what they sign is taken from then on."""

import re
import shlex
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from companion.commands import trust as command
from companion.kept.signers import SignerError, verify
from companion.main import main
from tests.checkout import checkout
from tests.companion.test_update import TREE, Maker

pytestmark = pytest.mark.skipif(
    shutil.which("ssh-keygen") is None, reason="needs ssh-keygen (openssh-client)"
)


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    return Maker(tmp_path, "maker")


@pytest.fixture
def signers(tmp_path: Path) -> Path:
    """As it is shipped: nobody is trusted."""
    return Path(shutil.copy(TREE / "systemd" / "signers", tmp_path / "signers"))


def trusted(key: Path, signers: Path) -> int:
    return main(["trust", str(key), "--signers", str(signers)])


def test_what_make_release_signs_is_taken_by_a_table_that_was_told_to_trust_its_maker(
    tmp_path: Path, maker: Maker, signers: Path
) -> None:
    release = tmp_path / "maexle-9.tar.gz"
    words = (
        "make",
        "-s",
        "-C",
        checkout(tmp_path / "tree"),
        "release",
        f"KEY={maker.key}",
        f"RELEASE={release}",
    )
    subprocess.run(words, check=True, capture_output=True)
    signature = tmp_path / "maexle-9.tar.gz.sig"
    with pytest.raises(SignerError, match="nobody may sign"):
        verify(release, signature, signers)
    assert trusted(maker.key.with_suffix(".pub"), signers) == 0
    verify(release, signature, signers)
    with tarfile.open(release) as archive:
        names = archive.getnames()
    assert "maexle/systemd/install.sh" in names
    assert "maexle/systemd/signers" in names


def test_a_release_is_called_by_the_number_that_is_in_it_and_what_is_left_out_is_said(
    tmp_path: Path, maker: Maker
) -> None:
    tree = checkout(tmp_path / "tree")
    words = ("make", "-s", "-C", tree, "release", f"KEY={maker.key}")
    assert "not committed" not in subprocess.run(words, check=True, capture_output=True, text=True).stdout
    (released,) = (tree / "build").glob("*.gz")
    numbered = tree / "pyproject.toml"
    numbered.write_text(re.sub('(?m)^version = .*"', 'version = "99.0"', numbered.read_text()))
    assert "not committed" in subprocess.run(words, check=True, capture_output=True, text=True).stdout
    assert list((tree / "build").glob("*.gz")) == [released]


def test_a_key_is_said_by_its_fingerprint_and_stands_in_the_list_once(
    maker: Maker, signers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    public = maker.key.with_suffix(".pub")
    listed = subprocess.run(["ssh-keygen", "-l", "-f", public], capture_output=True, text=True, check=True)
    shipped = signers.read_text()
    for _ in "12":
        assert trusted(public, signers) == 0
        assert capsys.readouterr().out.startswith(f"{listed.stdout.split()[1]} may sign releases")
    assert signers.read_text() == f'{shipped}maexle namespaces="maexle-release" {public.read_text()}'


def test_trusting_another_takes_no_trust_away(tmp_path: Path, maker: Maker, signers: Path) -> None:
    release = tmp_path / "release"
    release.write_bytes(b"a program")
    maker.sign(release)
    signers.write_text(signers.read_text().rstrip("\n"))
    for each in (maker, Maker(tmp_path, "another")):
        assert trusted(each.key.with_suffix(".pub"), signers) == 0
    verify(release, tmp_path / "release.sig", signers)


def test_a_key_whose_line_was_put_out_of_use_is_trusted_again(maker: Maker, signers: Path) -> None:
    public = maker.key.with_suffix(".pub")
    assert trusted(public, signers) == 0
    signers.write_text(signers.read_text().replace("\nmaexle ", "\n#maexle "))
    assert trusted(public, signers) == 0
    assert signers.read_text().splitlines()[-1].startswith("maexle ")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (None, "is the secret half of a key, for its maker alone: the other ends in .pub"),
        ("", "is no public key: expected the one line"),
        ("one\ntwo\n", "is no public key: expected the one line"),
        (f"ssh-rsa {'A' * 20_000}\n", "is no public key: expected the one line"),
        ("ssh-ed25519 AAAA anybody\n", "is no public key that OpenSSH knows"),
    ],
    ids=["secret", "empty", "two lines", "too long", "broken"],
)
def test_what_is_no_public_key_is_refused_and_changes_nothing(
    tmp_path: Path,
    maker: Maker,
    signers: Path,
    capsys: pytest.CaptureFixture[str],
    given: str | None,
    said: str,
) -> None:
    key, before = tmp_path / "key.pub", signers.read_text()
    key.write_text(maker.key.read_text() if given is None else given)
    assert trusted(key, signers) == 1
    assert said in capsys.readouterr().err
    assert signers.read_text() == before


def test_a_list_that_is_no_text_is_named_and_left_as_it_is(
    tmp_path: Path, maker: Maker, capsys: pytest.CaptureFixture[str]
) -> None:
    signers = tmp_path / "list"
    signers.write_bytes("Bärbel".encode("latin-1"))
    assert trusted(maker.key.with_suffix(".pub"), signers) == 1
    assert f"maexle trust: {signers} is no list of signers" in capsys.readouterr().err
    assert signers.read_bytes() == "Bärbel".encode("latin-1")


def test_a_file_that_is_missing_is_named(
    tmp_path: Path, signers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert trusted(tmp_path / "gone.pub", signers) == 1
    assert "gone.pub: there is no such file" in capsys.readouterr().err


def test_on_a_read_only_root_it_is_said_that_this_will_be_forgotten(
    maker: Maker, signers: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "forgets", lambda _place: True)
    key = maker.key.with_suffix(".pub")
    assert trusted(key, signers) == 0
    brought = f"/run/{key.name}"  # under the cover it is not seen in there
    assert (
        f"sudo cp {key} {brought} && sudo overlayroot-chroot maexle trust {brought}"
        in capsys.readouterr().out
    )


def test_a_key_with_blanks_in_its_name_is_quoted_where_a_command_is_told(
    maker: Maker, signers: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "forgets", lambda _place: True)
    key = maker.key.with_suffix(".pub").rename(maker.key.with_name("Anna's new key.pub"))
    assert trusted(key, signers) == 0
    told = capsys.readouterr().out.splitlines()[-1]
    assert shlex.split(told)[:4] == ["sudo", "cp", str(key), f"/run/{key.name}"]
    assert shlex.split(told)[-1] == f"/run/{key.name}"


def test_a_release_has_the_pages_that_its_scripts_and_settings_point_to() -> None:
    (shipped,) = re.findall("(?m)^SHIPPED := (.*)$", (TREE / "Makefile").read_text(encoding="utf-8"))
    said = "".join(
        file.read_text(encoding="utf-8") for file in (TREE / "systemd").rglob("*") if file.is_file()
    )
    named = set(re.findall(r"(?:docs/\w+|hardware)\.md", said))
    assert "docs/appliance.md" in named
    assert named <= set(shipped.split())
