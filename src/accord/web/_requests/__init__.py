"""The requests that the routes take, as models: what may be asked, with bounds and examples."""
