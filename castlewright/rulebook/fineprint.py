"""Fine print of a page: what a player wants to see beneath a rule, and what is put away for the appendix."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

__all__ = ["Detail", "FinePrint"]

BETWEEN = " · "
"""What stands between the parts of the fine print."""
STANDINGS = ("attested", "found", "made in the house")
"""Words for how sure a thing is, with which a part begins."""

_TAG = re.compile(r"<[^>]+>")
_SOURCE = re.compile(r'<a href="#(?:[a-z0-9-]+--)?coverage--')
_MARKS = re.compile(
    r'<a id="(?P<anchor>[^"]+)">|<strong>(?P<name>.*?)</strong>|<small>(?P<small>.*?)</small>', re.DOTALL
)
_NAME = re.compile(r"<strong>(.*?)</strong>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Detail:
    """What was put away: the `title` of the entry, the anchor nearest to it, and HTML."""

    title: str
    anchor: str
    html: str


@dataclass(slots=True)
class FinePrint:
    """Reads the blocks of a page in order, and knows of which entry each of them speaks."""

    title: str
    anchor: str
    details: list[Detail] = field(default_factory=list[Detail])
    _named: bool = True

    def head(self, title: str, anchor: str) -> None:
        """A heading: what follows speaks of it, until an entry begins."""
        self.title, self.anchor, self._named = title, anchor, True

    def without(self, html: str) -> str:
        """A block without what is put away."""
        return _MARKS.sub(self._mark, html)

    def _mark(self, found: re.Match[str]) -> str:
        if found["anchor"]:
            self.anchor, self._named = found["anchor"], False
        elif found["name"]:
            self._name(found["name"])
        else:
            return self._small(found["small"])
        return found[0]

    def _name(self, html: str) -> None:
        if not self._named:
            self.title, self._named = _text(html).rstrip(".:"), True

    def _small(self, html: str) -> str:
        name = _NAME.search(html)
        if name is not None:
            self._name(name[1])
        parts = html.split(BETWEEN)
        away = [part for part in parts if _is_detail(part)]
        if away:
            self.details.append(Detail(self.title, self.anchor, BETWEEN.join(away)))
        kept = BETWEEN.join(part for part in parts if part not in away)
        return f"<small>{kept}</small>" if kept.strip() else ""


def _is_detail(part: str) -> bool:
    return "<code>" in part or bool(_SOURCE.search(part)) or _text(part).startswith(STANDINGS)


def _text(html: str) -> str:
    return unescape(_TAG.sub("", html)).strip()
