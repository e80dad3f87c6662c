"""How results look: tables as text, Markdown, CSV and HTML, numbers for people, and colours."""
