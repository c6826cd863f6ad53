"""Arrays by what they hold; what each one's axes are stands where it is made or taken."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
