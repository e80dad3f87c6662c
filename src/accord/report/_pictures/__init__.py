"""The pictures of a report, drawn as SVG: one module per picture."""
