"""What every file format needs: sources, compression, atomic writes, and text parsed by the C++ core."""
