"""The routes of the server, one module per area, each with a `router`."""
