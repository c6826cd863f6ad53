"""The program on Debian's arm64 under qemu-user, and what of that can be believed."""
