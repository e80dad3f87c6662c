"""The pictures of a report as SVG: one module per picture."""
