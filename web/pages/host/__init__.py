"""What a host's phone alone may do: the people, the games' set-up, and the table itself."""
