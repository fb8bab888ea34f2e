"""A finished game as one HTML page: no script, no font, no address outside of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .contract import Drawing, GamePage, LogLine, PlayerPart
from .describe import full_title, key_words, score_of
from .markup import element, escape, number
from .page_style import PAGE_STYLE
from .show import draw


def draw_page(game: GamePage) -> str:
    """The page: ranking, score table, every drawing with a list of its pieces, the log."""
    title = game.get("title", "") or "A finished game"
    sections = [
        _section("Ranking", _ranking(game)),
        _section("Points by reason", _score_table(game)),
        _drawings(game),
        _section("Every line of the score", _log(game)) if game.get("log") else "",
    ]
    subtitle = game.get("subtitle", "")
    header = element("h1", escape(title)) + (element("p", escape(subtitle)) if subtitle else "")
    body = element("header", header) + element("main", "".join(sections)) + _foot(game)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title><style>{PAGE_STYLE}</style></head><body>{body}</body></html>\n"
    )


def signed(amount: int | str) -> str:
    """An amount with a real minus sign, and a plus where it is above zero."""
    if isinstance(amount, str):
        return amount
    return f"+{amount}" if amount > 0 else _plain(amount)


def _plain(amount: int) -> str:
    return str(amount).replace("-", "\u2212")


def _section(title: str, content: str) -> str:
    return element("section", element("h2", escape(title)) + content) if content else ""


def _in_order(players: Iterable[PlayerPart]) -> list[PlayerPart]:
    """By place, and by order of the data within a place or without one."""
    return sorted(players, key=lambda player: player.get("place", 10_000))


def _ranking(game: GamePage) -> str:
    players = _in_order(game.get("players", ()))
    most = max((player.get("total", 0) for player in players), default=0)
    unit = game.get("unit", "points")
    rows: list[str] = []
    for player in players:
        total = player.get("total", 0)
        share = max(0.0, 100 * total / most) if most > 0 else 0.0
        place = str(player.get("place", "")) or "\u2013"
        note = element("span", escape(player.get("note", "")), class_="note") if player.get("note") else ""
        bar = element("i", " ", style=f"width:{number(share)}%")
        rows.append(
            element(
                "li",
                element("span", place, class_="place")
                + element("span", escape(player.get("name", "")) + note, class_="who")
                + element("span", bar, class_="bar", aria_hidden="true")
                + element("b", f"{_plain(total)} <small>{escape(unit)}</small>"),
                class_="first" if player.get("place") == 1 else None,
            )
        )
    return element("ol", "".join(rows), class_="ranking") if rows else ""


def _reasons(game: GamePage) -> list[str]:
    """Rows of the score table: the given order, then whatever else scored."""
    met = [reason for player in game.get("players", ()) for reason in player.get("by_reason", {})]
    return list(dict.fromkeys([*(r for r in game.get("reasons", ()) if r in met), *met]))


def _score_table(game: GamePage) -> str:
    players = _in_order(game.get("players", ()))
    reasons = _reasons(game)
    if not reasons:
        return ""
    names = "".join(element("th", escape(player.get("name", "")), scope="col") for player in players)
    head = element("tr", element("th", "Reason", scope="col") + names)
    rows: list[str] = []
    for reason in reasons:
        amounts = [player.get("by_reason", {}).get(reason, 0) for player in players]
        best = max(amounts)
        cells = "".join(
            element(
                "td",
                _plain(amount) if amount else "\u00b7",
                class_="best" if amount == best and amount > 0 else "none" if not amount else None,
            )
            for amount in amounts
        )
        rows.append(element("tr", element("th", escape(reason), scope="row") + cells))
    totals = "".join(element("td", _plain(player.get("total", 0))) for player in players)
    total = element("tr", element("th", "Total", scope="row") + totals)
    table = element("thead", head) + element("tbody", "".join(rows)) + element("tfoot", total)
    return _scrolled("Points by reason", element("table", table, class_="scores"))


def _scrolled(name: str, content: str) -> str:
    """Wide content in a box that scrolls by itself and can be reached with the keyboard."""
    return element("div", content, class_="wide", tabindex=0, role="region", aria_label=name)


def _drawings(game: GamePage) -> str:
    owned = [
        (player.get("name", ""), drawing)
        for player in _in_order(game.get("players", ()))
        for drawing in player.get("drawings", ())
    ]
    owned += [("", drawing) for drawing in game.get("drawings", ())]
    keys = sorted(
        {piece.get("colour_key", "") for _, drawing in owned for piece in drawing.get("pieces", ())}
    )
    figures = [
        _figure(_on_page(drawing, owner, keys), owner, f"d{n}") for n, (owner, drawing) in enumerate(owned, 1)
    ]
    return _section("What was built", element("div", "".join(figures), class_="figures")) if figures else ""


def _on_page(drawing: Drawing, owner: str, keys: Sequence[str]) -> Drawing:
    """The drawing without a heading, and with the colours that the whole page shares."""
    shared = drawing.copy()
    shared["bare"] = True
    shared["keys"] = [*drawing.get("keys", ()), *keys]
    shared["title"] = drawing.get("title", "") or owner
    return shared


def _figure(drawing: Drawing, owner: str, prefix: str) -> str:
    title = drawing.get("title", "") or owner
    score = score_of(drawing)
    caption = element("span", escape(title)) + (element("b", escape(score)) if score else "")
    svg = draw(drawing, prefix).rstrip()
    # The drawing's own width bounds how far the page may shrink it: its texts stay legible.
    natural = svg[svg.index('width="') + 7 :].split('"', 1)[0]
    scrolled = element(
        "div",
        svg,
        class_="wide",
        style=f"--natural:{natural}px",
        tabindex=0,
        role="region",
        aria_label=f"Drawing: {title}",
    )
    head = element("figcaption", caption) + _beside(drawing)
    return element("figure", head + scrolled + _pieces(drawing, title))


def _beside(drawing: Drawing) -> str:
    """What lies beside what is drawn, a line for each place."""
    return "".join(
        element(
            "p", element("b", escape(f"{place[:1].upper()}{place[1:]}:")) + " " + escape(", ".join(titles))
        )
        for place, titles in drawing.get("beside", {}).items()
    )


def _pieces(drawing: Drawing, title: str) -> str:
    """The pieces of a drawing as a table, for small screens and for screen readers."""
    titles = drawing.get("key_titles", {})
    rows: list[str] = []
    for piece in drawing.get("pieces", ()):
        rule = ", ".join(str(part) for part in (piece.get("small", ""), *piece.get("marks", ())) if part)
        cells = [full_title(piece), key_words(piece, titles), str(piece.get("badge", "")), rule]
        done = element("td", "\u2713" if piece.get("complete") else "")
        head = element("th", escape(cells[0]), scope="row")
        rows.append(element("tr", head + "".join(element("td", escape(cell)) for cell in cells[1:]) + done))
    if not rows:
        return ""
    columns = ("Piece", "Type", "Value", "Rule and tokens", "Complete")
    head = element("thead", element("tr", "".join(element("th", name, scope="col") for name in columns)))
    table = element("table", head + element("tbody", "".join(rows)))
    return element(
        "details",
        element("summary", f"List of the {len(rows)} pieces") + _scrolled(f"Pieces: {title}", table),
    )


def _log(game: GamePage) -> str:
    lines = game.get("log", ())
    by_player: dict[str, list[LogLine]] = {
        player.get("name", ""): [] for player in _in_order(game.get("players", ()))
    }
    for line in lines:
        by_player.setdefault(line.get("player", ""), []).append(line)
    parts = [
        _log_part(f"{name or 'The game'}: {len(own)} lines", own, with_player=False)
        for name, own in by_player.items()
        if own
    ]
    parts.append(_log_part(f"All {len(lines)} lines in the order of play", lines, with_player=True))
    return "".join(parts)


def _log_part(summary: str, lines: Sequence[LogLine], *, with_player: bool) -> str:
    columns = ["#", "When", *(["Player"] if with_player else []), "Amount", "Reason", "For", "What", "Rule"]
    head = element("thead", element("tr", "".join(element("th", name, scope="col") for name in columns)))
    rows = "".join(_log_row(line, with_player=with_player) for line in lines)
    table = element("table", head + element("tbody", rows), class_="log")
    return element("details", element("summary", escape(summary)) + _scrolled(summary, table))


def _log_row(line: LogLine, *, with_player: bool) -> str:
    amount = f"{signed(line.get('amount', ''))} {line.get('unit', '')}".strip()
    cells = [
        element("td", escape(line.get("number", ""))),
        element("td", escape(line.get("moment", ""))),
        *([element("td", escape(line.get("player", "")))] if with_player else []),
        element("td", escape(amount), class_="amount"),
        element("td", escape(line.get("reason", ""))),
        element("td", escape(line.get("about", ""))),
        element("td", escape(line.get("text", ""))),
        element("td", element("code", escape(line.get("source", ""))) if line.get("source") else ""),
    ]
    return element("tr", "".join(cells))


def _foot(game: GamePage) -> str:
    facts: Mapping[str, str] = game.get("facts", {})
    terms = "".join(
        element("div", element("dt", escape(name)) + element("dd", escape(fact)))
        for name, fact in facts.items()
    )
    return element("footer", element("dl", terms)) if terms else ""
