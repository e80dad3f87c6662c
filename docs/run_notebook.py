"""Run the tutorial notebook and write what it shows into it: `python docs/run_notebook.py`.

`pip install '.[plot]' --group docs` installs what this needs, with pip 25.1 or newer.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).with_name("notebook.ipynb")


def run(path: Path) -> None:
    """Run all cells in a kernel of this Python, in the folder of the docs."""
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(NOTEBOOK.parent)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
    for cell in notebook.cells:
        cell.metadata.clear()  # times of the run
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    nbformat.write(notebook, path)


if __name__ == "__main__":
    run(Path(sys.argv[1]) if len(sys.argv) > 1 else NOTEBOOK)
