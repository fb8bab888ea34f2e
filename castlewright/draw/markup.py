"""Writing SVG and HTML: escaping, elements, numbers."""

from __future__ import annotations

import re

# Characters that XML 1.0 cannot carry, escaped or not.
_UNPRINTABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(text: object) -> str:
    """A text as it may stand in element content and in quoted attributes."""
    clean = _UNPRINTABLE.sub("\ufffd", str(text))
    return clean.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def number(value: float) -> str:
    """A coordinate with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def element(tag: str, content: str = "", **attributes: object) -> str:
    """One element; `content` is markup. `class_` becomes `class`, underscores become hyphens.

    Numbers are shortened, `None` leaves the attribute out, everything else is escaped.
    """
    parts = [tag]
    for name, value in attributes.items():
        if value is None:
            continue
        shown = number(value) if isinstance(value, int | float) else escape(value)
        parts.append(f'{name.rstrip("_").replace("_", "-")}="{shown}"')
    head = " ".join(parts)
    return f"<{head}>{content}</{tag}>" if content else f"<{head}/>"


def text_at(x: float, y: float, text: str, size: float, css: str, anchor: str = "start") -> str:
    """A line of text whose baseline begins, centres or ends (`anchor`) at a point."""
    return element("text", escape(text), x=x, y=y, font_size=size, class_=css, text_anchor=anchor)
