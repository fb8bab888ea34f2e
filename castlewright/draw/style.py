"""The look that plans, grids and legends share: one style sheet, one frame."""

from __future__ import annotations

from .contract import Drawing
from .describe import score_of
from .lettering import shorten, width_of
from .markup import element, escape, number, text_at

FONT = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif"
WALL = 3.4  # thickness of a piece's own wall; two pieces side by side make a wall of twice that
MARGIN = 16.0

# Fills of pieces stay light in the dark scheme (they are printed tiles), the paper does not.
STYLE = (
    f"text{{font-family:{FONT}}}"
    ".cw-paper{fill:#fbfaf6}.cw-grid{stroke:#e3dfd3;stroke-width:1;fill:none}"
    ".cw-title{fill:#14202b;font-weight:700}.cw-text{fill:#2c3a47}.cw-line{stroke:#2c3a47;fill:none}"
    ".cw-earth{fill:#d9cfbd}.cw-sod{stroke:#5f5138;stroke-width:3;fill:none}"
    ".cw-wall{stroke:#14202b;stroke-linejoin:miter}"
    ".cw-edge{stroke:#14202b;stroke-width:1.2}.cw-ink{fill:#14202b}"
    ".cw-name{fill:#14202b;font-weight:600}.cw-small{fill:#14202b}"
    ".cw-pill{fill:#fff;stroke:#14202b;stroke-width:1.2}.cw-pill-text{fill:#14202b;font-weight:700}"
    ".cw-mark{fill:#fff;fill-opacity:.8;stroke:#14202b;stroke-width:.8}"
    ".cw-tag{fill:#14202b}.cw-tag-icon{fill:#fff}.cw-tag-text{fill:#fff;font-weight:700}"
    ".cw-done{fill:#14663b;stroke:#fff;stroke-width:1}"
    ".cw-tick{stroke:#fff;fill:none;stroke-linecap:round;stroke-linejoin:round}"
    ".cw-gap{fill:#fff}.cw-jamb{fill:#14202b}"
    ".cw-rail{stroke:#5f4413;stroke-width:1.3;fill:none}.cw-post{fill:#5f4413}"
    ".cw-water{stroke:#12599c;stroke-width:1.5;fill:none;stroke-linecap:round}.cw-bank{fill:#d4ecff}"
    ".cw-band{fill:#f4f0e6;fill-opacity:.92;stroke:#14202b;stroke-width:2;stroke-dasharray:4 2}"
    ".cw-inlay{fill:none;stroke:#fff;stroke-opacity:.5;stroke-width:1.2}.cw-ghost{fill:#14202b;fill-opacity:.07}"
    ".cw-halo{fill:none;stroke:#fff;stroke-width:5.6;stroke-linejoin:round}"
    ".cw-marked{fill:none;stroke:#c22f1d;stroke-width:3;stroke-linejoin:round}"
    ".cw-number{fill:#c22f1d;stroke:#fff;stroke-width:1.6}.cw-number-text{fill:#fff;font-weight:700}"
    ".cw-sign{fill:#7a1fa2;stroke:#fff;stroke-width:.8}"
    "@media (prefers-color-scheme:dark){"
    ".cw-paper{fill:#171c22}.cw-grid{stroke:#262d35}.cw-title{fill:#f2f5f8}.cw-text{fill:#d3dae1}"
    ".cw-line{stroke:#d3dae1}.cw-earth{fill:#2d2820}.cw-sod{stroke:#a8926a}"
    ".cw-wall{stroke:#93a0b0}.cw-edge{stroke:#93a0b0}.cw-jamb{fill:#93a0b0}.cw-gap{fill:#171c22}"
    ".cw-band{stroke:#93a0b0}.cw-marked{stroke:#ff6a55}.cw-number{fill:#d8402c}"
    "}"
)


def head_of(data: Drawing) -> float:
    """The height that the heading takes."""
    return 10.0 if data.get("bare") else 40.0


def heading(data: Drawing, width: float) -> str:
    """The title at the left, the score at the right, cut rather than laid over one another."""
    if data.get("bare"):
        return ""
    title, score = data.get("title", ""), score_of(data)
    right = width_of(score, 18) if score else 0.0
    shown = shorten(title, 18, width - 2 * MARGIN - right - (14 if score else 0))
    parts = [text_at(MARGIN, 27, shown, 18, "cw-title")]
    if score:
        parts.append(text_at(width - MARGIN, 27, score, 18, "cw-title", "end"))
    return "".join(parts)


def frame(
    body: str, width: float, height: float, prefix: str, title: str, description: str, *, paper: bool
) -> str:
    """The whole SVG: style, paper, names for those who cannot see it, and the body."""
    names = element("title", escape(title), id=f"{prefix}-title")
    names += element("desc", escape(description), id=f"{prefix}-desc")
    sheet = element("rect", width=width, height=height, rx=10, class_="cw-paper") if paper else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(width)}" height="{number(height)}" role="img" '
        f'aria-labelledby="{escape(prefix)}-title {escape(prefix)}-desc">'
        f"{names}<style>{STYLE}</style>{sheet}{body}</svg>\n"
    )
