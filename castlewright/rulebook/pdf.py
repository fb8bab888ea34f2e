"""A PDF of a page: with weasyprint, which is an extra."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

__all__ = ["MissingPdf", "pdf_writer", "write_pdf"]


class MissingPdf(ImportError):
    """The package that writes PDF, or a library that it needs, is not installed."""


def pdf_writer() -> Any:
    """The package that writes PDF. Raises `MissingPdf`."""
    try:
        return import_module("weasyprint")
    except (ImportError, OSError) as error:  # OSError: the package is there, the library pango is not
        raise MissingPdf(
            "writing PDF takes the package weasyprint and the library pango: "
            f"pip install 'castlewright[pdf]' ({error})"
        ) from error


def write_pdf(html: str, path: Path) -> None:
    """Write an HTML text as PDF. Raises `MissingPdf`, and OSError where the file cannot be written."""
    weasyprint = pdf_writer()
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    weasyprint.HTML(string=html, base_url=str(path.parent)).write_pdf(str(part))
    part.replace(path)
