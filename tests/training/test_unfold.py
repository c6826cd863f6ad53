"""A net that goes on learning begins where the one that was written for OpenCV ended."""

from importlib import import_module
from importlib.util import find_spec

import numpy as np
import numpy.typing as npt
import pytest

from tests.training import inspector, scout
from tests.training.school import NETS
from vision.nets.inspector import MAPS as CLOSER_MAPS
from vision.nets.net import Net
from vision.nets.scout import MAPS as SCOUT_MAPS

pytestmark = pytest.mark.skipif(
    find_spec("torch") is None or find_spec("onnx") is None, reason="training needs PyTorch: make weights"
)
Floats = npt.NDArray[np.float32]

MADE = {"scout": scout.make_net, "inspector": inspector.make_net}
SEEN = {"scout": (SCOUT_MAPS, 72, 72), "inspector": (CLOSER_MAPS, 32, 32)}


@pytest.mark.parametrize("name", ["scout", "inspector", "scout_anywhere", "inspector_anywhere"])
def test_it_says_the_same_before_it_learns_and_nearly_the_same_while_it_does(name: str) -> None:
    torch, unfold = import_module("torch"), import_module("tests.training.unfold")
    kind = name.removesuffix("_anywhere")
    seen = np.random.default_rng(3).normal(0, 0.5, (8, *SEEN[kind])).astype(np.float32)
    net = MADE[kind]()
    unfold.take_up(net, NETS / f"{name}.net", [torch.from_numpy(seen)])
    written = _written(name, seen)
    with torch.no_grad():
        learning, before = (
            mode()(torch.from_numpy(seen)).numpy()[:, : written.shape[1]] for mode in (net.train, net.eval)
        )
    assert np.abs(before - written).max() < 0.1
    assert np.abs(learning - written).mean() < 0.1 * np.abs(written).mean()


def test_another_nets_weights_are_refused() -> None:
    unfold = import_module("tests.training.unfold")
    with pytest.raises(ValueError, match="another net"):
        unfold.take_up(scout.make_net(), NETS / "inspector.net", [])


def _written(name: str, seen: Floats) -> Floats:
    """What OpenCV makes of it, face by face: a whole batch would be told as chances."""
    net = Net((NETS / f"{name}.net").read_bytes())
    return np.stack([net.scores(one) for one in seen])
