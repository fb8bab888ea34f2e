"""Blocks of a page as a rulebook lays them out: entries with their small print in the margin, cards, figures,
call-outs, steps in discs.

Works on the tokens of the Markdown reader; what a block is follows from its shape alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from markdown_it.token import Token

from castlewright.draw.icons import ICONS

__all__ = ["dressed", "legend_of", "ui_symbols"]

CALLS = {"note": "book", "reading": "eye", "example": "dice", "aside": "scroll"}
"""The icon of each sort of call-out."""
STANDINGS = {"attested": "attested", "house": "house", "found": "found", "made in the house": "house"}
"""Words for how sure a thing is, and the mark of each."""

_STANDING = re.compile(r"(<small>|<td>)(attested|made in the house|found(?=: ))")
_STEP = re.compile(r"^(\d+)\\?\. ")
_STRONG = re.compile(r"<strong>(.*?)</strong>", re.DOTALL)
_PERIOD = re.compile(r"[.:]?(</strong>)[.:]?\s*")
_TAGS = re.compile(r"<[^>]+>")
_LEADS = ("note", "reading", "example")

Renderer = Callable[[Sequence[Token]], str]


@dataclass(frozen=True, slots=True)
class _Block:
    """A block at the top of a page; `sort`: "head", "figures", "small", "entry", "call", "table", "text"."""

    sort: str
    html: str
    tokens: Sequence[Token] = ()


def ui_symbols() -> str:
    """The icons of call-outs, to be used wherever they stand."""
    return "".join(
        f'<symbol id="call-{name}" viewBox="0 0 24 24"><path fill-rule="evenodd" d="{ICONS[icon]}"/></symbol>'
        for name, icon in CALLS.items()
    )


def legend_of(html: str) -> str:
    """What the marks for how sure a thing is mean, where a page has any."""
    if 'class="standing ' not in html:
        return ""
    meanings = (
        ("attested", "printed in a rulebook"),
        ("found", "in a public source"),
        ("made in the house", "designed for this book"),
    )
    told = " ".join(f"<span>{_mark(word)} {meaning}</span>" for word, meaning in meanings)
    return f'<p class="legend">{told}</p>'


def dressed(tokens: Sequence[Token], render: Renderer, *, cards: str = "") -> str:
    """The HTML of a page. With `cards`, the markup of an icon or a blank, its entries are cards."""
    parts: list[str] = []
    group: list[_Block] = []
    row: list[str] = []  # cards side by side

    def close_group() -> None:
        if group:
            (row if cards and _is_card(group) else parts).append(_grouped(group, cards))
            group.clear()

    def close_row() -> None:
        close_group()
        if row:
            parts.append(f'<div class="cards">{"".join(row)}</div>')
            row.clear()

    pictures = ""
    for block in map(_block_of(render), _blocks(tokens)):
        if pictures and block.sort == "figures" and _is_single(pictures) and _is_single(block.html):
            pictures = _joined(pictures, block.html)
            continue
        if pictures and block.sort != "table":
            parts.append(pictures)
        if block.sort == "head":
            close_row()
            parts.append(block.html)
        elif block.sort == "figures" and not group and len(parts) == 1 and parts[0].startswith("<h1"):
            parts.append(block.html.replace('class="figures"', 'class="figures opener"', 1))
        elif block.sort == "figures" and "<figcaption>" not in block.html:
            close_row()
            parts.append(block.html)
        elif block.sort == "figures":
            close_row()
            pictures = block.html
            continue
        elif block.sort == "table" and pictures:
            parts.append(f'<div class="worked">{pictures}{block.html}</div>')
        elif block.sort == "table" and cards and not (group and _is_card(group)):
            close_row()
            row.extend(_faces(block.tokens, render, cards))
            close_row()
        elif block.sort == "table" and not (cards and group):
            close_row()
            parts.append(block.html)
        else:
            if block.sort == "entry":
                close_group()
            group.append(block)
        pictures = ""
    close_row()
    return "".join(parts) + pictures


def _is_single(figures: str) -> bool:
    """Are these pictures of boards that did not change: each its own one?"""
    return "<figcaption>Before" not in figures and ", before</figcaption>" not in figures


def _joined(before: str, after: str) -> str:
    """Two rows of figures as one."""
    return before.rstrip().removesuffix("</div>") + after.replace('<div class="figures">', "", 1)


def _blocks(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The tokens of each block at the top."""
    block: list[Token] = []
    for token in tokens:
        block.append(token)
        if token.level == 0 and token.nesting <= 0:
            yield block
            block = []


def _block_of(render: Renderer) -> Callable[[list[Token]], _Block]:
    def made(tokens: list[Token]) -> _Block:
        _with_figures(tokens)
        first = tokens[0].type
        children = (tokens[1].children or []) if len(tokens) > 1 else []
        if first == "heading_open":
            return _Block("head", _with_step(tokens, children, render))
        if first == "blockquote_open":
            return _Block("call", _called(tokens, render))
        if first == "table_open":
            return _Block("table", _STANDING.sub(_standing, render(tokens)), tokens)
        if first != "paragraph_open":
            return _Block("text", render(tokens))
        if tokens[0].tag == "div":
            return _Block("figures", render(tokens))
        if children and children[0].content == "<small>":
            return _Block("small", _STANDING.sub(_standing, render(tokens)))
        if children and children[0].content.startswith("<a id="):
            return _Block("entry", render(tokens))
        return _Block("text", render(tokens))

    return made


def _with_figures(tokens: list[Token]) -> None:
    """Make of paragraphs of pictures what may hold figures; in lists and call-outs too."""
    for before, inline, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        children = inline.children or []
        if before.type == "paragraph_open" and children and all(map(_is_picture, children)):
            before.tag = after.tag = "div"
            before.attrSet("class", "figures")


def _is_picture(token: Token) -> bool:
    return token.type == "softbreak" or bool(token.meta.get("picture"))


def _with_step(tokens: list[Token], children: Sequence[Token], render: Renderer) -> str:
    """A heading; a number at its beginning becomes a disc."""
    for child in children:
        found = _STEP.match(child.content) if child.type in ("text", "text_special") else None
        if found:
            child.type = "html_inline"
            rest = escape(child.content[found.end() :])
            child.content = f'<span class="disc">{found[1]}<span class="unseen">.</span></span> {rest}'
            break
        if child.type != "html_inline":
            break
    return render(tokens)


def _called(tokens: list[Token], render: Renderer) -> str:
    """A remark set apart: its sort by the bold word at its beginning, with the icon of that sort."""
    html = render(tokens)
    strong = _STRONG.search(html)
    word = _TAGS.sub("", strong[1]).strip(" .:").lower() if strong else ""
    sort = next((lead for lead in _LEADS if word.startswith(lead)), "aside")
    icon = f'<svg class="call-icon" aria-hidden="true"><use href="#call-{sort}"/></svg>'
    return html.replace("<blockquote", f'<blockquote class="{sort}"', 1).replace(">", f">{icon}", 1)


def _standing(found: re.Match[str]) -> str:
    return found[1] + _mark(found[2])


def _mark(word: str) -> str:
    return f'<span class="standing {STANDINGS[word]}">{word}</span>'


def _is_card(group: Sequence[_Block]) -> bool:
    """Is this the entry of one thing, with its name in bold, and not the introduction of a page?"""
    return group[0].sort == "entry" and "<strong>" in group[0].html


def _grouped(group: Sequence[_Block], cards: str) -> str:
    """An entry with all that belongs to it; what is small comes last, for the margin or the foot."""
    body = "".join(block.html for block in group if block.sort != "small")
    small = "".join(block.html for block in group if block.sort == "small")
    foot = f'<div class="small">{small}</div>' if small else ""
    if not body:
        return foot
    if cards and _is_card(group):
        return _card(_PERIOD.sub(r"\1", body, count=1) + foot, cards)
    return f'<div class="entry">{body}{foot}</div>'


def _card(html: str, icon: str) -> str:
    return f'<div class="card"><span class="card-icon" aria-hidden="true">{icon}</span>{html}</div>'


def _faces(tokens: Sequence[Token], render: Renderer, icon: str) -> Iterator[str]:
    """A card for each row of a table: its first cell is the name, its last one tells where it is from."""
    heads: list[str] = []
    cells: list[str] = []
    for number, token in enumerate(tokens):
        if token.type == "inline":
            (heads if tokens[number - 1].type == "th_open" else cells).append(render([token]))
        elif token.type == "tr_close" and cells:
            yield _card(_face(heads, cells), icon)
            cells = []


def _face(heads: Sequence[str], cells: Sequence[str]) -> str:
    told = [(head, cell) for head, cell in zip(heads[1:-1], cells[1:-1], strict=False) if cell.strip()]
    name = f"<p><strong>{cells[0]}</strong></p>"
    labels = len(heads) > 3
    body = "".join(f"<p>{f'<b>{head}.</b> ' if labels else ''}{cell}</p>" for head, cell in told)
    foot = _STANDING.sub(_standing, cells[-1])
    return f'{name}{body}<div class="small"><p>{foot}</p></div>' if foot else name + body
