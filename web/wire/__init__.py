"""How pages travel: event streams, shared and compressed pages, and the server."""
