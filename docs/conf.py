"""Sphinx settings of the site, which `python docs/build_site.py` builds."""

from pathlib import Path

import accord

project = "accord"
author = "The accord developers"
project_copyright = author
version = release = accord.__version__

extensions = ["myst_parser", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
root_doc = "index"

# ---- Markdown ------------------------------------------------------------------------------------

myst_enable_extensions = ["attrs_inline"]
#: Headings have the anchors that code hosts give them.
myst_heading_anchors = 4
#: A session may show something that is no Python, and a page may skip a level of headings.
suppress_warnings = ["myst.header"]

# ---- API reference -------------------------------------------------------------------------------

add_module_names = False
toc_object_entries = False
python_maximum_signature_line_length = 80
highlight_language = "none"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# ---- look ----------------------------------------------------------------------------------------

html_theme = "pydata_sphinx_theme"
html_title = f"accord {version}"
html_static_path = ["static"]
html_css_files = ["accord.css"]
html_search_scorer = str(Path(__file__).with_name("search_scorer.js"))
html_extra_path = ["llms.txt"]
html_show_sourcelink = False
html_copy_source = False
html_sidebars = {"index": []}
html_theme_options = {
    "logo": {"text": "accord"},
    "navbar_align": "left",
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "show_prev_next": True,
}

# ---- links to other sites (python docs/build_site.py --links) ------------------------------------

linkcheck_timeout = 15
linkcheck_retries = 2
#: Example addresses.
linkcheck_ignore = [r"http://127\.0\.0\.1.*", r"https://example\..*"]
