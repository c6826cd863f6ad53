"""A table's own dice: how it learns them, and what it then says of a throw."""
