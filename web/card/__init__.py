"""The card to print: what stands on it, and the same drawing as SVG and as PDF."""
