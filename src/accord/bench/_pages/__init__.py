"""The results of a benchmark as a page: one HTML file, a module for each section."""
