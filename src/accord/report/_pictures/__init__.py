"""The pictures of reports as SVG, one module per picture; `svg` has what they share."""
