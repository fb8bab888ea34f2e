"""Measures every row of the budgets, side by side with its peer: `python benchmarks/run.py [--json FILE]
[--quick]`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import compiling
import playing
import score_rule
from measure import Row
from rich.console import Console
from rich.table import Table

import docs


def score_rows() -> Iterator[Row]:
    """Compiled score rules beside the same written by hand."""
    for row in score_rule.rows():
        yield Row(
            f"compiled rule: {row.name}",
            row.ratio,
            "x",
            1.2,
            "1.2 x by hand",
            False,
            "by hand",
            1.0,
            f"{row.compiled:.1f} us against {row.by_hand:.1f} us",
        )


def shown(value: float, unit: str) -> str:
    """A measured value with its unit."""
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:,.{digits}f} {unit}"


def table(rows: list[Row]) -> Table:
    """The rows as a table."""
    sheet = Table(title="Budgets", title_justify="left", box=None, pad_edge=False, header_style="bold")
    for heading in ("What", "Measured", "To reach", "Peer", "", "Note"):
        sheet.add_column(heading, justify="right" if heading in ("Measured", "Peer") else "left")
    for row in rows:
        peer = "" if row.peer_value is None else f"{row.peer} {shown(row.peer_value, row.unit)}"
        mark = "[green]reached[/]" if row.reached else "[red]not yet[/]"
        sheet.add_row(row.what, shown(row.value, row.unit), row.limit_text, peer, mark, row.note)
    return sheet


def machine() -> dict[str, Any]:
    """Where this was measured."""
    return {
        "python": platform.python_version(),
        "system": platform.platform(terse=True),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "catanatron": version("catanatron"),
    }


def main() -> None:
    """Measure, print the table, write the JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows as JSON")
    parser.add_argument("--quick", action="store_true", help="fewer runs: quicker, and less sure")
    words = parser.parse_args()
    times = 2 if words.quick else 7
    rows: list[Row] = []
    for source in (compiling.rows(times), playing.rows(times), score_rows(), docs.rows(times)):
        for row in source:
            rows.append(row)
            print(f"{row.what}: {shown(row.value, row.unit)}", file=sys.stderr)
    Console().print(table(rows))
    if words.json is not None:
        words.json.parent.mkdir(parents=True, exist_ok=True)
        data = {"machine": machine(), "rows": [row.to_json() for row in rows]}
        words.json.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
