"""One look at a throw: at a window that is known, at one that is not, or with no window at all."""
