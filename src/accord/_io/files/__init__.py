"""What all file formats share: sources, compression, atomic writing, and parsing by the core."""
