"""Who comes in: the phone that asks, its language, its forms, and what is turned away."""
