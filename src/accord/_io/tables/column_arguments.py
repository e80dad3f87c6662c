"""Names of columns given where a clustering is expected, beside the table that has them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from accord.errors import InputError


def refuse_column_names(sides: Iterable[tuple[str, Any]]) -> None:
    """Raise InputError if a side is the name of a column of another side, a table, and no file."""
    named = list(sides)
    texts = [(name, data) for name, data in named if isinstance(data, str)]
    if not texts:
        return
    from accord._io.tables.table import as_table, is_table  # needed for texts only

    for table_name, table in named:
        if not is_table(table) or not hasattr(table, "columns"):
            continue
        columns = as_table(table).names
        for name, text in texts:
            if text in columns and not os.path.lexists(text):
                raise InputError(
                    f"{name} is {text!r}, which is a column of {table_name} and no file: "
                    f"pass the columns of labels themselves, as in table[{text!r}]"
                )
