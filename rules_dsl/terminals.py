"""What the terminals of the grammar are called in messages, and how a list of them is said in few words."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Final

from .lexer import BAD_CHARACTER, BAD_NAME, BAD_NUMBER, LONG_NAME, OPEN_DRAWING, OPEN_TEXT
from .tables import END, load_tables, spellings

__all__ = [
    "DECLARATIONS",
    "GROUPS",
    "PLAIN",
    "STATEMENTS",
    "VERBS",
    "expected",
    "is_word",
    "listed",
    "plain_name",
    "spelling",
]

PLAIN: Final[dict[str, str]] = {
    END: "the end",
    "NAME": "a name",
    "NUMBER": "a number",
    "TEXT": "a text in quotes",
    "DRAWING": "a drawing in triple quotes",
    "CITATION": "a citation such as `ABC-DEF-07`",
    "SIDE": "a side such as `top 2`",
    "_POSSESSIVE": "`'s`",
    "_ARROW": "`->`",
    "_LE": "`<=`",
    "_GE": "`>=`",
    "LESSTHAN": "`<`",
    "MORETHAN": "`>`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "TIMES_SIGN": "`*`",
    "SLASH": "`/`",
    "_NL": "the end of the line",
    "COMMENT": "a comment",
    "BLANK": "a blank",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "COMMA": "`,`",
    "COLON": "`:`",
    "DOT": "`.`",
    "EQUAL": "`=`",
    "STRUCTURE": "`pile`, `row`, `hand`, `bag`, `heap`, `plan` or `grid`",
    BAD_CHARACTER: "a character without a meaning",
    BAD_NAME: "a name with other than small letters, digits and `_`",
    BAD_NUMBER: "a malformed number",
    LONG_NAME: "a name that is too long",
    OPEN_TEXT: "a text without an end",
    OPEN_DRAWING: "a drawing without an end",
}
"""The terminals that are no words of the language."""

_VALUE_WORDS: Final = frozenset(
    """_NUMBER_OF TOTAL HIGHEST LOWEST DISTINCT THOSE_WITH_MOST THOSE_WITH_LEAST THERE_IS THERE_IS_NO
    _RANKING_OF _REACH_FROM LONGEST_PATH_OF MOST_PAIRS_OF _TABLE _IF _EVERY _NOT YES NO NONE YOU IT SELF
    OWNER ITS YOUR ORIGINAL""".split()
)
_OPERATORS: Final = frozenset(
    """PLUS MINUS TIMES_SIGN SLASH _PER _PER_FULL LESSTHAN MORETHAN _LE _GE IS IS_NOT IS_IN IS_NOT_IN
    IS_A IS_NOT_A _AND _OR""".split()
)
VERBS: Final = frozenset(
    """GAIN LOSE PAY _DRAW _MOVE _PLACE LOOK_AT REVEAL _DO _CHOOSE _CHOOSE_ONE _CHOOSE_AN_ACTION
    _MAY""".split()
)
STATEMENTS: Final = VERBS | frozenset(
    """_SHUFFLE _FLIP _SET _ADD _LET _GIVE _IF _FOR_EACH _REPEAT _LEAVE _AT_ONCE_FOR_EACH _WITHIN _END
    _SCHEDULE _CHANGE ALLOW FORBID _PUT _LAY_OUT _ANSWER _EXPECT _EXPECT_LINES""".split()
)
_TEXTS: Final = frozenset("CITES HOUSE ATTESTED FOUND ICON NOTE READS PROSE".split())
DECLARATIONS: Final = frozenset(
    """_PACK _UNIT _VALUES _KIND _EXTEND_KIND _LIST_OF _RULE _TABLE _PLACING _EFFECT _ACTION _FLOW
    _INSERT_STEP _REPLACE_STEP _DROP_STEP _CHANGE _CHANGES_BY ALLOW FORBID BEFORE AFTER INSTEAD_OF _KEEPS
    _ZONE _ONLY_IF _REFUSE _EXAMPLE""".split()
)
_TYPES: Final = frozenset("_SET_OF _LIST_OF _SIDES_OF _FACE_OF".split())
_HOOKS: Final = frozenset("BEFORE AFTER INSTEAD_OF _CHANGE ALLOW FORBID".split())

GROUPS: Final[tuple[tuple[str, frozenset[str], frozenset[str]], ...]] = (
    # What it is called, what must be due for it, what it stands for.
    ("a declaration", frozenset({"_RULE", "_EFFECT"}), DECLARATIONS | {"NAME"}),
    (
        "a statement",
        frozenset({"_LET", "GAIN"}),
        STATEMENTS | _VALUE_WORDS | frozenset("NAME NUMBER TEXT DRAWING SIDE LPAR LSQB MINUS".split()),
    ),
    (
        "a value",
        frozenset({"_NUMBER_OF", "NUMBER"}),
        _VALUE_WORDS | frozenset("NAME NUMBER TEXT DRAWING SIDE LPAR LSQB MINUS".split()),
    ),
    (
        "a value",
        frozenset({"NUMBER", "TEXT", "SIDE"}),
        _VALUE_WORDS | frozenset("NAME NUMBER TEXT DRAWING SIDE LPAR LSQB".split()),
    ),
    ("a type", frozenset({"_SET_OF"}), _TYPES | {"NAME"}),
    (
        "a field, a slot or a hook",
        frozenset({"_FACE", "_ACTION"}),
        _HOOKS | frozenset("NAME _FACE _KEEPS _ZONE _ACTION".split()),
    ),
    (
        "a part of a kind",
        frozenset({"_SLOT"}),
        frozenset("_PRINTED _SLOT _KEEPS _ZONE _ACTIVE_WHILE".split()),
    ),
    (
        "a stage or a step",
        frozenset({"_STEP", "_TURNS"}),
        frozenset("_STAGE _ROUNDS _STEP _TURNS _WINNER_BY".split()),
    ),
    (
        "a line of a manifest",
        frozenset({"NEEDS", "VERSION"}),
        frozenset("NEEDS AFTER CONFLICTS GAME VERSION LANGUAGE PLAYERS MODE _OPTION".split()),
    ),
    ("a verb such as `gains`", frozenset({"GAIN", "_DO"}), VERBS),
    ("a text such as `cites` or `note`", frozenset({"CITES", "HOUSE"}), _TEXTS),
    ("an operator", frozenset({"PLUS", "SLASH"}), _OPERATORS),
    ("an operator", frozenset({"_AND", "_OR"}), _OPERATORS),
    ("the end of the line", frozenset({"_NL"}), frozenset({"_NL", END, "RBRACE"})),
)
"""Terminals that are said together."""

_MOST_NAMED: Final = 5


_PROLONGERS: Final = (
    frozenset({"_POSSESSIVE"}),
    frozenset({"DOT"}),
    frozenset({"LSQB"}),
    frozenset({"_OR_NONE"}),
    frozenset({"NAME", "_IN"}),
    frozenset({"LPAR"}),
)


def is_word(terminal: str) -> bool:
    """Whether a terminal is a word or phrase of the language."""
    return terminal not in PLAIN or terminal == "STRUCTURE"


def spelling(terminal: str) -> str:
    """How a word terminal is written (in one way, if there are several)."""
    written = spellings(load_tables().patterns[terminal])
    # Of `gains` and `gain` the latter; of `a` and `an` the former.
    return min((" ".join(words) for words in written), key=len)


def plain_name(terminal: str) -> str:
    """A terminal in plain English; words of the language stand in back quotes."""
    return PLAIN[terminal] if terminal in PLAIN else f"`{spelling(terminal)}`"


def expected(due: Set[str]) -> list[str]:
    """What is due, in plain English, in few words: signs and words first, then sorts of things.

    Signs that could only prolong what stands there are left out where something else is due.
    """
    left = set(due)
    groups: list[str] = []
    for name, needed, members in GROUPS:
        if needed <= left:
            groups.append(name)
            left -= members
    if "NUMBER" not in due:
        # What could only prolong a name or a type is said where nothing else is due.
        for more in _PROLONGERS:
            if more <= left and len(left) + len(groups) > len(more):
                left -= more
    said = [plain_name(terminal) for terminal in sorted(left, key=_order)] + groups
    if len(said) > _MOST_NAMED:
        said = [*said[: _MOST_NAMED - 1], "…"]
    return said


def _order(terminal: str) -> tuple[int, str]:
    if terminal in ("LBRACE", "COLON", "EQUAL", "_ARROW", "RPAR", "RSQB"):
        return 0, terminal
    if is_word(terminal):
        return 2, terminal.strip("_")
    return 1, terminal


def listed(names: Iterable[str]) -> str:
    """`a`, `b` or `c`."""
    names = list(names)
    if len(names) < 2:
        return "".join(names)
    if names[-1] == "…":
        return ", ".join(names)
    return f"{', '.join(names[:-1])} or {names[-1]}"
