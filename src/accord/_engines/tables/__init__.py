"""Tables that are lazy or elsewhere: reduced to node types by the engine that holds them."""
