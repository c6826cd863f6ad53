"""How pages travel: event streams, shared and compressed pages, files, and the server."""
