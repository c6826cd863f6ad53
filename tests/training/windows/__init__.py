"""Window pictures by chance: any die that a shop sells, under any cup, traced as the camera sees them.

`python -m tests.training.windows --out DIR` makes them. Lengths are mm, z points up from the
plate's top, and colours are linear red, green, blue.
"""
