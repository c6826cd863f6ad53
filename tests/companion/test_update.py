"""Only what somebody trusted has signed is installed, and it is the release's own installer that does it."""

import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from companion.main import main

pytestmark = pytest.mark.skipif(
    shutil.which("ssh-keygen") is None, reason="needs ssh-keygen (openssh-client)"
)
TREE = Path(__file__).parents[2]
INSTALLER = (
    'echo "installed by $(id -u) from $(basename "$(dirname "$(dirname "$0")")")"; exit ${STATUS:-0}\n'
)


class Maker:
    """Whoever builds releases: has a key, and signs with it."""

    def __init__(self, place: Path, name: str) -> None:
        self.key = place / name
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.key], check=True)

    def trusted_in(self, signers: Path, options: str = 'namespaces="maexle-release"') -> None:
        signers.write_text(f"maexle {options} {self.key.with_suffix('.pub').read_text()}")

    def sign(self, release: Path, what_for: str = "maexle-release") -> None:
        command = ["ssh-keygen", "-q", "-Y", "sign", "-f", str(self.key), "-n", what_for, str(release)]
        subprocess.run(command, check=True, capture_output=True)


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    return Maker(tmp_path, "maker")


@pytest.fixture
def signers(tmp_path: Path, maker: Maker) -> Path:
    maker.trusted_in(tmp_path / "signers")
    return tmp_path / "signers"


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A release whose installer only says that it ran."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    installer = tmp_path / "maexle" / "systemd" / "install.sh"
    installer.parent.mkdir(parents=True)
    installer.write_text(INSTALLER)
    with tarfile.open(tmp_path / "maexle-0.2.0.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "maexle", "maexle")
    return tmp_path / "maexle-0.2.0.tar.gz"


def updated(release: Path, signers: Path) -> int:
    return main(["update", str(release), "--signers", str(signers)])


def test_a_release_that_somebody_trusted_has_signed_is_installed_by_its_own_installer(
    release: Path, signers: Path, maker: Maker, capfd: pytest.CaptureFixture[str]
) -> None:
    maker.sign(release)
    assert updated(release, signers) == 0
    said = capfd.readouterr().out
    assert said.startswith("installed by ")
    assert said.endswith(" from tree\n")


def test_what_the_installer_says_of_its_end_is_the_end(
    release: Path, signers: Path, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker.sign(release)
    monkeypatch.setenv("STATUS", "1")
    assert updated(release, signers) == 1


def refused(release: Path, signers: Path, capfd: pytest.CaptureFixture[str]) -> str:
    assert updated(release, signers) == 2
    said = capfd.readouterr()
    assert "installed" not in said.out
    return said.err


def test_an_installer_that_is_ended_by_a_key_goes_back_in_peace(
    tmp_path: Path, release: Path, maker: Maker, signers: Path
) -> None:
    goes_back = f"trap 'sleep 0.5; touch {tmp_path}/back' EXIT; kill -INT $PPID $$"
    (tmp_path / "maexle" / "systemd" / "install.sh").write_text(f"{goes_back}\n")
    with tarfile.open(release, "w:gz") as archive:
        archive.add(tmp_path / "maexle", "maexle")
    maker.sign(release)
    assert updated(release, signers) != 0
    assert (tmp_path / "back").exists()


def test_a_release_that_was_changed_after_it_was_signed_is_refused(
    release: Path, signers: Path, maker: Maker, capfd: pytest.CaptureFixture[str]
) -> None:
    maker.sign(release)
    release.write_bytes(release.read_bytes() + b"\0")
    assert "is not signed by anybody whom this table trusts" in refused(release, signers, capfd)


def test_a_stranger_s_signature_and_one_for_something_else_are_refused(
    release: Path, signers: Path, maker: Maker, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    Maker(tmp_path, "stranger").sign(release)
    assert "is not signed by anybody" in refused(release, signers, capfd)
    release.with_name(f"{release.name}.sig").unlink()
    maker.sign(release, what_for="mail")
    assert "is not signed by anybody" in refused(release, signers, capfd)


def test_a_key_whose_time_is_over_is_refused(
    release: Path, signers: Path, maker: Maker, capfd: pytest.CaptureFixture[str]
) -> None:
    maker.trusted_in(signers, 'namespaces="maexle-release",valid-before="20200101"')
    maker.sign(release)
    assert "is not signed by anybody" in refused(release, signers, capfd)


def test_without_a_signature_or_a_release_it_says_which_file_is_missing_and_who_has_it(
    release: Path, signers: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    said = refused(release, signers, capfd)
    assert f"{release}.sig is missing, the signature of {release.name}: whoever made the release" in said
    assert "gone.tar.gz: there is no such file" in refused(release.with_name("gone.tar.gz"), signers, capfd)


@pytest.mark.parametrize("folder", [".", "/"])
def test_a_folder_without_a_name_is_no_release(
    release: Path, signers: Path, capfd: pytest.CaptureFixture[str], folder: str
) -> None:
    assert f"maexle update: {folder} is a folder" in refused(Path(folder), signers, capfd)


def test_a_table_trusts_nobody_until_it_is_told_whom(
    release: Path, maker: Maker, capfd: pytest.CaptureFixture[str]
) -> None:
    maker.sign(release)
    for signers in (TREE / "systemd" / "signers", TREE / "no" / "signers"):
        said = refused(release, signers, capfd)
        assert f"nobody may sign releases for this table yet ({signers})" in said
        assert "sudo maexle trust KEY.pub" in said


def test_something_signed_that_is_no_release_changes_nothing(
    release: Path, signers: Path, maker: Maker, capfd: pytest.CaptureFixture[str]
) -> None:
    with tarfile.open(release, "w:gz") as archive:
        archive.add(signers, "maexle/signers")
    maker.sign(release)
    assert "is no release of this program" in refused(release, signers, capfd)


def test_a_release_that_can_t_be_unpacked_is_not_said_to_be_none(
    release: Path, signers: Path, maker: Maker, capfd: pytest.CaptureFixture[str]
) -> None:
    release.write_bytes(release.read_bytes()[:-20])  # as on a disk that is full, it ends in the middle
    maker.sign(release)
    said = refused(release, signers, capfd)
    assert "can't be unpacked (see above); nothing was changed" in said
    assert "is no release" not in said


def test_only_root_updates(
    release: Path, signers: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert "this needs root" in refused(release, signers, capfd)
