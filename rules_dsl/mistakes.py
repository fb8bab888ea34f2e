"""What to say where parsing stops: which mistake it is, in the author's words, and how to mend it.

Each rule below knows one mistake that people make.  They are asked in order, the surest first; where
none knows better, the message lists what is due.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, NamedTuple

from . import limits
from .driver import Stop
from .lexer import BAD_CHARACTER, BAD_NAME, BAD_NUMBER, CONTINUES, LONG_NAME, OPEN_DRAWING, OPEN_TEXT
from .names import nearest
from .tables import END, Tables, load_tables
from .terminals import DECLARATIONS, STATEMENTS, VERBS, expected, is_word, listed, spelling

__all__ = ["Mistake", "find_mistake"]

_WORDS: Final = re.compile(r'"""|"[^"\n]*"?|#[^\n]*|\w+|\'s|->|<=|>=|\S')
_LOOK_BACK: Final = 4
"""How many lines a sentence is followed back."""

_COMPARISONS: Final = frozenset(
    {"LESSTHAN", "MORETHAN", "_LE", "_GE", "IS", "IS_NOT", "IS_IN", "IS_NOT_IN", "IS_A"}
)
_COMPARISON_WORDS: Final = frozenset({"<", ">", "<=", ">=", "is"})
_BEFORE_OF: Final = frozenset("number ranking face set list sides path pairs full instead any".split())
"""Words that `of` goes on with in the language itself."""
_AT_THE_TOP: Final = frozenset("effect rule table flow placing kind unit values example pack insert".split())
"""Words of declarations that stand at the top of a file only."""
_PACK_WORDS: Final = frozenset("NEEDS AFTER CONFLICTS GAME VERSION LANGUAGE PLAYERS MODE _OPTION".split())
_PACK_LINES: Final = {"requires": "needs", "depends": "needs", "uses": "needs", "clashes": "conflicts"}
"""What other languages call the lines of a pack."""
_LINE_ENDS: Final = frozenset({"_NL", END, "RBRACE"})

_LOOKALIKES: Final = {
    "“": '`"`', "”": '`"`', "„": '`"`', "«": '`"`', "»": '`"`', "’": "`'`", "‘": "`'`",
    "–": "`-`", "—": "`-`", "−": "`-`", "×": "`*`", "·": "`*`", "÷": "`/`",
    "≤": "`<=`", "≥": "`>=`", "≠": "`is not`", "→": "`->`", "…": "`to`",
    "!": "`is not` or `not`", "&": "`and`", "|": "`or`",
    "'": '`"` around a text, `\'s` for what belongs to something',
}  # fmt: skip


class _Word(NamedTuple):
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mistake:
    """What to report."""

    code: str
    start: int
    end: int
    message: str
    help: str | None = None
    label: str = ""
    replacement: str | None = None
    """What to put in the place of the marked text to mend it."""


def find_mistake(stop: Stop, text: str) -> Mistake:
    """Tell what is wrong at `stop`, where parsing of `text` came to its end."""
    place = _Place(stop, text, load_tables())
    for rule in _RULES:
        found = rule(place)
        if found is not None:
            return found
    return _something_else(place)


class _Place:
    """The place of an error, and what can be told from it."""

    def __init__(self, stop: Stop, text: str, tables: Tables) -> None:
        self.stop = stop
        self.text = text
        self.tables = tables
        self.terminal = stop.terminal

    @cached_property
    def due(self) -> Set[str]:
        """The terminals that fit here."""
        stack = self.stop.stack
        accepts = self.tables.accepts
        return frozenset(t for t in self.tables.actions[stack[-1]] if accepts(stack, t))

    @property
    def found(self) -> str:
        """What stands here instead."""
        return self.text[self.stop.start : self.stop.stop]

    @property
    def ends(self) -> bool:
        """Whether the sentence stops short."""
        return self.terminal in _LINE_ENDS

    @property
    def line_ended(self) -> bool:
        """Whether the sentence stops short at the end of a line."""
        if self.terminal == "RBRACE":
            return "\n" in self.text[self.stop.last : self.stop.start]
        return self.terminal in ("_NL", END) and self.found != ";"

    @cached_property
    def words(self) -> list[_Word]:
        """The words of this sentence before the place."""
        begin = self._sentence_start()
        found = [_Word(m.group(), *m.span()) for m in _WORDS.finditer(self.text, begin, self.stop.start)]
        words = [word for word in found if not word.text.startswith("#")]
        opened: list[int] = []
        first = 0
        for index, word in enumerate(words):
            if word.text == "{":
                opened.append(index)
            elif word.text == "}" and opened:
                opened.pop()
            elif word.text == ";":
                first = index + 1
        if opened:
            first = max(first, opened[-1] + 1)
        return words[first:]

    def _sentence_start(self) -> int:
        line = self.text.rfind("\n", 0, self.stop.start) + 1
        for _ in range(_LOOK_BACK):
            blanks = len(self.text[line : line + 200]) - len(self.text[line : line + 200].lstrip(" \t"))
            goes_on = CONTINUES.match(self.text, line + blanks) is not None
            before = self.text[max(line - 80, 0) : line].rstrip()
            if line <= self.stop.begin or not (goes_on or before.endswith((",", "(", "=", "["))):
                break
            line = self.text.rfind("\n", 0, line - 1) + 1
        return max(line, self.stop.begin)

    @property
    def before(self) -> str:
        """The last word before the place; empty if there is none."""
        return self.words[-1].text if self.words else ""

    @property
    def first(self) -> str:
        """The first word of the sentence."""
        return self.words[0].text if self.words else ""

    def says(self, *words: str) -> bool:
        """Whether one of `words` stands in this sentence before the place."""
        return any(word.text in words for word in self.words)

    @property
    def value_due(self) -> bool:
        return "_NUMBER_OF" in self.due

    @property
    def statement_due(self) -> bool:
        return "_LET" in self.due

    def here(
        self,
        code: str,
        message: str,
        help: str | None = None,
        label: str = "",
        replacement: str | None = None,
    ) -> Mistake:
        """A mistake at the terminal that does not fit."""
        start, end = self.stop.start, self.stop.stop
        if self.line_ended:
            # What is missing is missing behind the last word, not on the next line.
            start = end = self.stop.last
        return Mistake(code, start, end, message, help, label, replacement)

    def at(
        self, word: _Word, code: str, message: str, help: str | None = None, replacement: str | None = None
    ) -> Mistake:
        """A mistake at a word before the place."""
        return Mistake(code, word.start, word.end, message, help, "", replacement)


# --------------------------------------------------------------------------------------- characters


def _bad_terminal(place: _Place) -> Mistake | None:
    found = place.found
    match place.terminal:
        case t if t == OPEN_TEXT:
            return place.here(
                "CW0103",
                "this text in quotes has no end",
                'put `"` at its end, on the same line',
                "begins here",
            )
        case t if t == OPEN_DRAWING:
            return place.here(
                "CW0104", 'what begins with `"""` here has no end', 'put `"""` at its end', "begins here"
            )
        case t if t == BAD_CHARACTER:
            help = f"write {_LOOKALIKES[found]}" if found in _LOOKALIKES else None
            return place.here("CW0102", f"the character `{found}` means nothing here", help)
        case t if t == LONG_NAME:
            length = len(found)
            return place.here(
                "CW0009", f"this name has {length} characters; the limit is {limits.NAME_LENGTH}"
            )
        case t if t == BAD_NUMBER:
            return place.here(
                "CW0122",
                f"`{_short(found)}` is neither a number nor a name",
                "a number has digits only (and `_` between them), a name begins with a letter",
            )
        case _:
            return None


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}…"


def _citation(place: _Place) -> Mistake | None:
    if "CITATION" not in place.due or place.ends or place.terminal == "COMMA":
        return None
    end = place.stop.stop
    # Show what was meant as one citation, as far as it goes.
    while end < len(place.text) and (place.text[end].isalnum() or place.text[end] in "-_"):
        end += 1
    return Mistake(
        "CW0123",
        place.stop.start,
        end,
        f"`{_short(place.text[place.stop.start : end])}` is no citation",
        "a citation has capital letters, digits and hyphens, such as `ABC-DEF-07`",
    )


def _capital(place: _Place) -> Mistake | None:
    if place.terminal not in (BAD_NAME, "CITATION"):
        return None
    found = place.found
    plain = re.sub(r"[^a-z0-9_]", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", found).lower())
    if found.startswith("_"):
        message = f"`{_short(found)}` begins with `_`; names begin with a small letter"
        plain = plain.strip("_")
    elif found.isascii() and "-" not in found:
        message = f"`{_short(found)}` has a capital letter; names are written in small letters"
    else:
        message = f"`{_short(found)}` is no name; names have small letters, digits and `_`"
    usable = plain[:1].isalpha() and plain.isascii()
    return place.here(
        "CW0117", message, f"write `{plain}`" if usable else None, "", plain if usable else None
    )


def _number(place: _Place) -> Mistake | None:
    follows = place.text[place.stop.stop : place.stop.stop + 1]
    if place.terminal in ("DOT", "COMMA") and place.before.isdigit() and follows.isdigit():
        digits = re.compile(r"[0-9_.,]+").match(place.text, place.words[-1].start)
        assert digits is not None
        written = digits.group()
        if place.terminal == "COMMA" or re.fullmatch(r"\d{1,3}(\.\d{3})+", written):
            help = f"write `{written.replace(',', '_').replace('.', '_')}`"
        else:
            help = "numbers are whole; fractions do not exist in this language"
        start, end = digits.span()
        return Mistake("CW0122", start, end, f"`{written}` is not how a number is written", help)
    return None


# -------------------------------------------------------------------------------------- comparisons


def _chain(place: _Place) -> Mistake | None:
    if place.terminal not in _COMPARISONS or "_AND" not in place.due or place.due & _COMPARISONS:
        return None
    depth = 0
    for index in range(len(place.words) - 1, -1, -1):
        word = place.words[index].text
        if word in (")", "]", "}"):
            depth += 1
        elif word in ("(", "[", "{"):
            if depth == 0:
                break
            depth -= 1
        elif depth == 0 and word == "where":
            return place.here(
                "CW0110",
                f"`{place.found}` would belong to the condition after `where`, not to what is counted",
                "put brackets around the collection: `number of (… in … where …) >= …`",
            )
        elif depth == 0 and word in ("and", "or", "satisfies", "then", "else"):
            break
    return place.here(
        "CW0109",
        f"comparisons do not chain: there is one before `{place.found}` already",
        "join two comparisons with `and`: `a < b and b < c`",
    )


# --------------------------------------------------------------------------------- what is left out


def _choice_without_name(place: _Place) -> Mistake | None:
    if "_AS" in place.due and place.says("choose", "chooses") and not place.says("as"):
        return place.here(
            "CW0107",
            "this choice does not say what the answer is called",
            "add `as NAME` behind it, so that what follows can speak of what was chosen",
            "`as` is due",
        )
    return None


def _hook_without_subject(place: _Place) -> Mistake | None:
    if "_BY" in place.due and place.first in ("before", "after", "instead"):
        return place.here(
            "CW0108",
            f"this does not say whose events it hears; `by` is due, not {_name(place)}",
            "write `by owner`, `by any player`, `by any other player` or `by the game`",
        )
    return None


def _title_missing(place: _Place) -> Mistake | None:
    if "TEXT" in place.due and place.first == "action" and len(place.words) == 2:
        return place.here(
            "CW0519",
            f"this action has no title; a text in quotes is due, not {_name(place)}",
            f'write `action {place.before} "…"`: the title is what people choose from',
        )
    return None


def _need_without_reason(place: _Place) -> Mistake | None:
    if "_ELSE" in place.due and place.first == "need" and (place.ends or "_NL" in place.due):
        return place.here(
            "CW0811",
            "this need does not say what a player is told when it does not hold",
            'add `else "…"` behind it',
            "`else` is due",
        )
    return None


def _line_of_a_pack(place: _Place) -> Mistake | None:
    if not {"NEEDS", "LANGUAGE"} <= place.due or place.terminal != "NAME":
        return None
    meant = _PACK_LINES.get(place.found)
    near = [meant] if meant else nearest(place.found, (spelling(t) for t in place.due if is_word(t)), 1)
    lines = sorted(spelling(t) for t in place.due & _PACK_WORDS)
    return place.here(
        "CW0203",
        f"a pack declaration has no line `{_short(place.found)}`",
        f"did you mean `{near[0]}`?" if near else f"its lines are {listed([f'`{one}`' for one in lines])}",
        replacement=near[0] if near else None,
    )


def _declaration_in_definition(place: _Place) -> Mistake | None:
    word = place.words[0] if len(place.words) == 1 else None
    if word is None or word.text not in _AT_THE_TOP or place.terminal != "NAME" or "COLON" not in place.due:
        return None
    return place.at(
        word,
        "CW0520",
        f"`{word.text}` declares something of the whole pack: it cannot stand in a definition",
        "put it at the top of the file",
    )


def _if_without_else(place: _Place) -> Mistake | None:
    if (
        "_ELSE" in place.due
        and place.says("if")
        and place.says("then")
        and (place.ends or "_NL" in place.due)
    ):
        return place.here(
            "CW0111",
            "this `if … then …` has no `else`: a value must be there in every case",
            "add `else` and the value for the other case",
            "`else` is due",
        )
    return None


def _else_behind_line(place: _Place) -> Mistake | None:
    if place.terminal == "_ELSE" and "_NL" in place.due:
        return place.here(
            "CW0101",
            "`else` does not fit here: the `if` before it has no block in braces",
            "write `if … { … } else { … }`",
        )
    return None


def _brace_missing(place: _Place) -> Mistake | None:
    if "LBRACE" in place.due and place.terminal in ("_NL", END) and not place.value_due:
        return place.here(
            "CW0120", "the body is due here: `{` is missing", "put `{` at the end of this line", ""
        )
    return None


def _row_without_colon(place: _Place) -> Mistake | None:
    if "COLON" not in place.due or place.terminal in ("EQUAL",) or place.ends:
        return None
    # The row of a list is due a title or a colon; the key of a table may be any value, but most are numbers.
    in_list = place.due <= {"COLON", "TEXT"} and len(place.words) <= 2
    if in_list or (place.words and place.words[0].text.replace("_", "").isdigit() and len(place.words) == 1):
        return place.here(
            "CW0124",
            f"`:` is due between the name of the row and its values, not {_name(place)}",
            f"write `: {place.found}`",
        )
    return None


def _colon_missing(place: _Place) -> Mistake | None:
    key = place.words[-1] if place.words else None
    if (
        key is None
        or len(place.words) != 1
        or "COLON" not in place.due
        or not {"LPAR"} >= place.due - {"COLON"}
    ):
        return None
    if place.terminal == "EQUAL":
        # Show the sign that is wrong.
        return place.here("CW0112", f"a field is written with `:`, not `=`: `{key.text}: …`", None, "", ":")
    return place.here(
        "CW0112", f"`:` is due behind the name of the field, not {_name(place)}", f"write `{key.text}: …`"
    )


def _comma_too_many(place: _Place) -> Mistake | None:
    if place.terminal == "COMMA" and not place.words:
        return place.here(
            "CW0114", "nothing stands before this comma", "leave it out; each field has its own line"
        )
    comma = _last_comma(place)
    if comma < 0:
        return None
    if place.terminal == "COMMA" and place.before == ",":
        return place.here("CW0114", "there is a comma too many here", "leave one of the two out")
    if place.terminal in ("RSQB", "RPAR") and place.before == ",":
        return Mistake("CW0114", comma, comma + 1, "nothing comes after this comma", "leave it out")
    if place.terminal == "COLON" and len(place.words) >= 2 and place.words[-2].text == ",":
        return place.here(
            "CW0114",
            f"`{place.before}:` begins a new field, but the comma before it goes on with the old one",
            "leave the comma out and begin a new line",
        )
    return None


def _last_comma(place: _Place) -> int:
    for word in reversed(place.words):
        if word.text == ",":
            return word.start
    return -1


def _comma_missing(place: _Place) -> Mistake | None:
    if "COMMA" in place.due and place.terminal == "CITATION":
        return place.here(
            "CW0115", f"a comma is missing before `{place.found}`", None, "", f", {place.found}"
        )
    if place.due == {"_IN"} and _in_list(place):
        word = place.words[-1]
        return place.at(word, "CW0115", f"a comma is missing before `{word.text}`", None, f", {word.text}")
    if "COMMA" not in place.due or place.terminal not in {"NUMBER", "TEXT", "LSQB", "LPAR", "SIDE", "NAME"}:
        return None
    new_key = _KEY.match(place.text, place.stop.start) is not None
    rowlike = place.says(":") and (not new_key or place.first.isdigit())
    if _in_list(place) or rowlike or place.first in ("needs", "with", "after", "conflicts", "columns"):
        return place.here("CW0115", f"a comma is missing before `{_short(place.found)}`")
    return None


_KEY: Final = re.compile(r"\w+[ \t]*:")


def _in_list(place: _Place) -> bool:
    """Whether the place lies between square brackets."""
    depth = 0
    for word in reversed(place.words):
        if word.text in (")", "]", "}"):
            depth += 1
        elif word.text in ("(", "[", "{"):
            if depth == 0:
                return word.text == "["
            depth -= 1
    return False


def _two_names(place: _Place) -> Mistake | None:
    """`p worth` for `p's worth`, or `boat b p's fleet` for `boat b in p's fleet`."""
    if place.due == {"NAME", "_IN"} and place.terminal in ("_OF", "_FROM"):
        return place.here("CW0128", f"`in` is due here, not `{place.found}`", f"write `{place.before} in …`")
    if place.due != {"_IN"} or len(place.words) < 2:
        return None
    one, two = place.words[-2], place.words[-1]
    near = _nearest_word(two.text, frozenset({"where", "among", "satisfies", "linked", "from"}))
    if near is not None:
        return place.at(two, "CW0119", f"`{two.text}` does not fit here", f"did you mean `{near}`?", near)
    if place.first in ("move", "moves") and not place.says("to", "onto", "under", "into"):
        return place.at(two, "CW0101", f"`to`, `onto`, `under` or `into` is due here, not `{two.text}`")
    if place.terminal == "_AS" and place.says("choose", "chooses"):
        words = f"`in` is due between `{one.text}` and `{two.text}`"
        return place.at(two, "CW0128", words, f"write `{one.text} in {two.text}`", f"in {two.text}")
    if place.terminal == "NAME" or place.terminal in ("ITS", "YOUR", "_WHERE", "LSQB", "_OF", "_FROM"):
        run_in = re.fullmatch(r"in_?(\w+)", place.found)
        help = f"write `in {run_in.group(1)}`" if run_in else f"write `{one.text} {two.text} in …`"
        return place.here("CW0128", f"`in` is due here, not `{_short(place.found)}`", help)
    return Mistake(
        "CW0116",
        one.start,
        two.end,
        f"`{one.text} {two.text}` means nothing: two names cannot stand side by side",
        f"write `{one.text}'s {two.text}` for what belongs to `{one.text}`, "
        f"or `{one.text} {two.text} in …` for a collection",
        "",
        f"{one.text}'s {two.text}",
    )


# ------------------------------------------------------------------------- words in the wrong place


@cache
def _words_of(kind: str) -> frozenset[str]:
    """The first words of statements or declarations, or all words of the language."""
    terminals = {"statement": STATEMENTS, "declaration": DECLARATIONS, "verb": VERBS}.get(kind)
    return frozenset(
        first
        for first, words in load_tables().words.items()
        if terminals is None or any(word.terminal in terminals for word in words)
    )


def _statement_for_value(place: _Place) -> Mistake | None:
    # A verb cannot be told from a name where a value is due; what follows it gives it away.
    if len(place.words) < 2 or place.statement_due:
        return None
    word, before = place.words[-1], place.words[-2].text
    if word.text in _words_of("statement") and before in ("=", "then", "else", "(", "to", "give"):
        return place.at(
            word,
            "CW0121",
            f"a value is due here, but `{word.text}` begins a statement",
            "rules only name values; what does something stands in an effect",
        )
    return None


def _word_between(place: _Place) -> Mistake | None:
    """A word that was meant in another way: `size of b`, `choose a boat as b`, `for boat b in`."""
    found = place.found
    follows = re.compile(r"[ \t]+([a-z][a-z0-9_]*)").match(place.text, place.stop.stop)
    before = place.before
    if found == "of" and follows is not None and before.isidentifier() and before not in _BEFORE_OF:
        return place.here(
            "CW0116",
            "what belongs to something is written with `'s`, not with `of`",
            f"write `{follows[1]}'s {before}`",
        )
    if found == "as" and place.says("choose", "chooses") and not place.says("in"):
        return place.here(
            "CW0128",
            "this choice does not say from what",
            f"write `{place.before} in … as …`",
            "`in` is due",
        )
    if found == "for" and not place.words and place.statement_due:
        return place.here("CW0119", "`for` begins no statement", "did you mean `for each`?", "", "for each")
    return None


def _reserved_name(place: _Place) -> Mistake | None:
    if "NAME" not in place.due or place.value_due or not is_word(place.terminal):
        return None
    if place.found not in place.tables.reserved or "_SET_OF" in place.due:
        return None
    return place.here(
        "CW0118", f"`{place.found}` is a word of the language and cannot be a name", "choose another name"
    )


def _misspelt(place: _Place) -> Mistake | None:
    if place.terminal == "NAME":
        words = {spelling(t) for t in place.due if is_word(t)}
        for word in place.tables.words.get(place.found, ()):
            if word.terminal in place.due:
                phrase = spelling(word.terminal)
                return place.here(
                    "CW0119", f"`{place.found}` does not fit here", f"write `{phrase}`", "", phrase
                )
        near = _nearest_word(place.found, words)
        if near is not None:
            return place.here(
                "CW0119", f"`{place.found}` does not fit here", f"did you mean `{near}`?", "", near
            )
    first = place.words[0] if place.words else None
    if first is None or place.value_due:
        return None
    in_block = "_NL" in place.due or first.start > place.stop.begin or place.terminal in VERBS
    candidates = _words_of("statement") if in_block else _words_of("declaration")
    if first.text in candidates:
        return None
    near = _nearest_word(first.text, candidates)
    if near is None or len(place.words) > 2:
        return None
    return place.at(
        first, "CW0119", f"`{first.text}` is no word of the language", f"did you mean `{near}`?", near
    )


def _nearest_word(found: str, words: Set[str]) -> str | None:
    if len(found) < 3 or found in words:
        return None
    near = nearest(found, sorted(word for word in words if "_" not in found), 1)
    return near[0] if near else None


def _two_on_a_line(place: _Place) -> Mistake | None:
    if "_NL" not in place.due or not place.words or place.ends:
        return None
    first = re.match(r"\w+", place.found)
    if first is None or (first.group() not in _STARTS and _KEY.match(place.text, place.stop.start) is None):
        return None
    return place.here(
        "CW0113",
        f"`{place.found}` begins something new",
        "put it on a line of its own, or write `;` before it",
    )


_STARTS: Final = frozenset(
    """gain lose pay draw move place look reveal do choose may shuffle flip set add let give if for
    repeat leave at within end schedule change allow forbid put lay answer expect rule effect table
    placing action unit values kind zone keeps slot printed step stage rounds turns winner need face
    before after instead example option""".split()
)
"""Words that begin a line of a block or a declaration."""


def _equals(place: _Place) -> Mistake | None:
    if place.terminal == "EQUAL" and place.due & _COMPARISONS:
        return place.here(
            "CW0101", "`=` gives a value to a name; two values are compared with `is`", "write `is`"
        )
    return None


def _count_in_brackets(place: _Place) -> Mistake | None:
    if place.due == {"NUMBER", "LPAR"} and not place.ends:
        return place.here(
            "CW0101",
            f"a number or `(` is due here, not {_name(place)}",
            "a count that has to be worked out stands in brackets: `choose up to (f(x)) …`",
        )
    return None


def _not_a_declaration(place: _Place) -> Mistake | None:
    begin = place.stop.begin
    if place.words and place.words[0].start == begin and len(place.words) <= 2:
        first = place.words[0]
        if first.text in _words_of("statement") - _words_of("declaration"):
            return place.at(
                first,
                "CW0125",
                f"`{first.text}` begins a statement; here a declaration is due",
                "statements stand in the braces of an effect, a step or an action",
            )
    if place.stop.start == begin and {"_RULE", "_EFFECT"} <= place.due:
        return place.here(
            "CW0125",
            f"a declaration is due here, not {_name(place)}",
            "each begins with its word, such as `rule` or `effect`, or with the name of a kind",
        )
    return None


_VALUE_STARTS: Final = frozenset(
    "number total highest lowest distinct those there every ranking reach longest most table not".split()
)


def _value_for_statement(place: _Place) -> Mistake | None:
    first = place.words[0] if place.words else None
    if first is not None and len(place.words) <= 2 and first.text in _VALUE_STARTS and place.due & VERBS:
        return place.at(
            first,
            "CW0130",
            f"`{first.text}` begins a value; a statement is due here",
            "say what is to be done with it (`gain`, `set`, `move`, …), or name it: `let x = …`",
        )
    if place.ends and place.due & VERBS and place.words and not place.says("{"):
        start = place.words[0].start
        return Mistake(
            "CW0130",
            start,
            place.stop.last,
            "this only names a value; a statement is due here",
            "say what is to be done with it (`gain`, `set`, `move`, …), or name it: `let x = …`",
        )
    if place.statement_due and place.terminal not in _LINE_ENDS and not place.words:
        return place.here("CW0130", f"a statement is due here, not {_name(place)}")
    return None


def _empty(place: _Place) -> Mistake | None:
    if place.terminal == "RBRACE" and place.text[place.stop.last - 1 : place.stop.last] == "{":
        return Mistake(
            "CW0127",
            place.stop.last - 1,
            place.stop.stop,
            "nothing stands in these braces",
            f"{listed(expected(place.due))} is due",
        )
    return None


def _text_ends(place: _Place) -> Mistake | None:
    if place.terminal == END and not place.text[place.stop.stop :].strip():
        return place.here(
            "CW0129", "the text ends in the middle of a sentence", f"{listed(expected(place.due))} is due"
        )
    return None


def _name(place: _Place) -> str:
    if place.line_ended:
        return "the end of the line"
    return f"`{_short(place.found)}`"


def _something_else(place: _Place) -> Mistake:
    due = expected(place.due)
    if not due:
        return place.here("CW0101", f"{_name(place)} does not fit here")
    return place.here("CW0101", f"{listed(due)} is due here, not {_name(place)}")


_RULES: Final[tuple[Callable[[_Place], Mistake | None], ...]] = (
    _bad_terminal,
    _number,
    _citation,
    _comma_missing,
    _capital,
    _chain,
    _comma_too_many,
    _equals,
    _count_in_brackets,
    _not_a_declaration,
    _statement_for_value,
    _choice_without_name,
    _hook_without_subject,
    _title_missing,
    _need_without_reason,
    _line_of_a_pack,
    _declaration_in_definition,
    _if_without_else,
    _else_behind_line,
    _two_names,
    _colon_missing,
    _row_without_colon,
    _misspelt,
    _word_between,
    _reserved_name,
    _two_on_a_line,
    _empty,
    _value_for_statement,
    _brace_missing,
    _text_ends,
)
