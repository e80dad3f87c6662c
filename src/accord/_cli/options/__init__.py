"""Options that several commands share: one concept per module."""
