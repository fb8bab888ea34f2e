"""The language reference: Markdown pages made from the declarations of constructs and built-in questions.

Every example on these pages stands in the small world of `reference_world` and is checked there by a test.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from castlewright.compiler.publish import reference_world as world
from castlewright.compiler.publish.parts import Part, parts_of
from castlewright.compiler.typed.builtins import FACTS, QUESTIONS, Question
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.tables import load_tables, spellings

__all__ = ["PAGES", "TYPE_WORDS", "page_of", "reference_pages", "words_of_the_language"]

NOTICE: Final = (
    "<!-- Made from the nodes of rules_dsl and the questions in compiler/typed by `make golden`. -->\n"
)


@dataclass(frozen=True, slots=True)
class Page:
    """A page of constructs: its title, what it is about, and the areas it shows."""

    title: str
    about: str
    areas: tuple[str, ...]


PAGES: Final[Mapping[str, Page]] = {
    "expressions": Page(
        "Expressions",
        "An expression has a value and changes nothing. What binds tightest stands first: `'s` and calls, "
        "then `*`, `/` and `per`, then `+` and `-`, then comparisons, `not`, `and`, `or`. `where`, `else` "
        "and `satisfies` reach as far as they can.",
        ("expression",),
    ),
    "statements": Page(
        "Statements",
        "Statements stand in the blocks of effects, steps, turns, actions, hooks and effect slots, one a "
        "line or parted by `;`. `[P]` is who acts; left out, it is `you`. Verbs may take an `s`: `p gains`.",
        ("statement",),
    ),
    "declarations": Page(
        "Declarations",
        "What stands at the top of a file; the parts of packs and placings; limits and texts.",
        ("declaration", "pack", "placing", "limit", "text"),
    ),
    "kinds": Page(
        "Kinds and definitions",
        "A kind says what its definitions print, fill and keep; a definition is one thing of a kind.",
        ("kind", "definition"),
    ),
    "flow": Page("Flow", "The order of play: stages, rounds, turns and steps.", ("flow",)),
    "examples": Page(
        "Examples",
        "What stands in the blocks of an `example`: it is run as a test and drawn in the rulebook.",
        ("example",),
    ),
}
"""The pages of constructs by file name."""

_OTHER_PAGES: Final = (
    ("questions", "Built-in questions", "what the engine answers by itself"),
    ("types", "Types and units", "what values there are, and what nothing is"),
    ("words", "Words", "words of the language, and those that can be no names"),
    ("world", "The world of the examples", "the pack in which all examples stand"),
)

_SHOWN_NAMES: Final = {"running_number": "NAME_number", "holder": "KIND"}
"""Built-in names that stand for many: how they are written."""

TYPE_WORDS: Final = {
    "number": "a whole number",
    "yesno": "yes or no",
    "text": "a text",
    "player": "a player",
    "side": "a side of a piece on a plan",
    "spot": "a place where a piece may be put",
    "region": "an empty area of a plan",
    "drawing": "a drawing, one character a cell",
    "face": "a face of a piece",
    "place": "a place of a ranking",
}
"""The built-in types and what they mean."""

_ZEROS: Final = (
    ("number, and amounts of a unit", "0"),
    ("yesno", "no"),
    ("text", "the empty text"),
    ("set of T, list of T, sides of FEATURE", "the empty set"),
    ("everything else", "none"),
)


def page_of(area: str) -> str:
    """The file name, without ending, of the page that shows an area."""
    return next((name for name, page in PAGES.items() if area in page.areas), "types")


def reference_pages() -> dict[str, str]:
    """All pages: file names below `docs/language/reference/` and their Markdown."""
    pages = {"index.md": _index()}
    for name, page in PAGES.items():
        pages[f"{name}.md"] = _page(page)
    pages["questions.md"] = _questions()
    pages["types.md"] = _types()
    pages["words.md"] = _words()
    pages["world.md"] = _world()
    return pages


def _index() -> str:
    rows = ["| page | what it holds |", "| --- | --- |"]
    for name, page in PAGES.items():
        words = ", ".join(f"`{n.CONSTRUCTS[c].word}`" for c in _constructs(page.areas))
        rows.append(f"| [{page.title}]({name}.md) | {_cell(words)} |")
    rows += [f"| [{title}]({name}.md) | {about} |" for name, title, about in _OTHER_PAGES]
    return _joined(
        NOTICE,
        "# Language reference\n",
        "Each construct with its form, its parts and an example. In a form, `[…]` may be left out, `|` parts "
        "alternatives, words in capitals stand for what an author puts there, and everything else is written "
        "as it stands.\n",
        "\n".join(rows) + "\n",
    )


def _joined(*parts: str) -> str:
    return "\n".join(parts)


def _constructs(areas: Iterable[str]) -> list[type[n.Node]]:
    """The constructs of some areas, area by area, as declared."""
    return [c for area in areas for c, told in n.CONSTRUCTS.items() if told.area == area]


def _page(page: Page) -> str:
    parts = [NOTICE, f"# {page.title}\n", f"{page.about} Examples stand in [this world](world.md).\n"]
    for construct in _constructs(page.areas):
        parts += _construct(construct)
    return _joined(*parts)


def _construct(construct: type[n.Node]) -> list[str]:
    told = n.CONSTRUCTS[construct]
    forms = told.syntax.replace(" | ", "\n") if len(told.syntax) > 60 else told.syntax
    parts = [
        f"## {_escaped(told.word)}\n",
        _escaped(told.summary) + "\n",
        _block(forms),
        "For example:\n",
        _block(told.example),
    ]
    read = parts_of(construct)
    if read:
        parts.append(f"Its parts: {', '.join(_part_words(part) for part in read)}.\n")
    return parts


def _part_words(part: Part) -> str:
    several = ", several" if part.several else ""
    optional = ", may be missing" if part.optional else ""
    return f"`{part.name}` ({part.holds}{several}{optional})"


# ----------------------------------------------------------------------------------------- built-in questions


def _questions() -> str:
    return _joined(
        NOTICE,
        "# Built-in questions\n",
        "What the engine answers by itself. No content can change these names; a name with several readings "
        "means the first that fits. Questions marked *chance* draw a random number: they stand in effects "
        "only; those marked *fixed* are answered at link time.\n",
        "## Questions\n",
        _table_of(
            (f"`{_cell(_question(name, reading))}`", reading, world.QUESTION_EXAMPLES[name])
            for name, readings in QUESTIONS.items()
            for reading in readings
        ),
        "## Facts of a thing\n",
        "Written `X's NAME`; a fact that is yes or no may be asked with `X is NAME`.\n",
        _table_of(
            (f"`{_cell(_fact(name, reading))}`", reading, world.FACT_EXAMPLES[name])
            for name, readings in FACTS.items()
            for reading in readings
        ),
    )


def _table_of(readings: Iterable[tuple[str, Question, str]]) -> str:
    rows = ["| question | answer | what it says | example |", "| --- | --- | --- | --- |"]
    for form, reading, example in readings:
        marks = (" *Chance.*" if reading.chance else "") + (" *Fixed.*" if reading.folded else "")
        words = _cell(_escaped(reading.summary)) + marks
        rows.append(f"| {form} | `{_cell(str(reading.result))}` | {words} | `{example}` |")
    return "\n".join(rows) + "\n"


def _question(name: str, reading: Question) -> str:
    if name in _SHOWN_NAMES:
        return _SHOWN_NAMES[name]
    return f"{name}({', '.join(str(param) for param in reading.params)})" if reading.params else name


def _fact(name: str, reading: Question) -> str:
    return f"{reading.params[0]}'s {_SHOWN_NAMES.get(name, name)}"


# ------------------------------------------------------------------------------------------ types and words


def _types() -> str:
    types = ["| type | meaning |", "| --- | --- |"]
    types += [f"| `{name}` | {words} |" for name, words in TYPE_WORDS.items()]
    zeros = ["| type | nothing is |", "| --- | --- |"]
    zeros += [f"| {names} | {zero} |" for names, zero in _ZEROS]
    return _joined(
        NOTICE,
        "# Types and units\n",
        "Every expression has a type, found out by the compiler. Types are written where something is "
        "declared: parameters, results, printed fields, what is kept.\n",
        *_construct(n.TypeRef),
        "\n".join(types) + "\n",
        "A declared unit is a type, named by its plural. A declared kind is a type: of its members if it "
        "`is value`, else of its pieces. A type may be named in the plural where that reads better.\n",
        "## Nothing\n",
        "A value of a type `T or none` may be missing. A field of none is the nothing of the field's type; "
        "none is equal only to none, and lies in nothing:\n",
        "\n".join(zeros) + "\n",
        "Where a `T` is due, a `T or none` has to be asked first: `is not none`, `there is`, `if`, `and`.\n",
    )


def words_of_the_language() -> tuple[list[str], list[str]]:
    """The words that can never be names, and the words and phrases that mean something at some places."""
    tables = load_tables()
    phrases = {" ".join(words) for pattern in tables.patterns.values() for words in spellings(pattern)}
    return sorted(tables.reserved), sorted(phrases - tables.reserved)


def _words() -> str:
    reserved, phrases = words_of_the_language()
    return _joined(
        NOTICE,
        "# Words\n",
        "## Words that can be no names\n",
        f"{_listed(reserved)}.\n",
        "## Other words of the language\n",
        "These mean something where the grammar expects them, and may be names everywhere else.\n",
        f"{_listed(phrases)}.\n",
        "## Names\n",
        "A name begins with a lower-case letter and goes on with lower-case letters, digits and `_`. Units, "
        "steps and values have namespaces of their own, so that a word may be a unit and a counter.\n",
    )


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _world() -> str:
    return _joined(
        NOTICE,
        "# The world of the examples\n",
        "Every example of the reference stands in this pack and is checked there by a test. Where an example "
        "is a part of something, such as a statement, it is put into an effect with the parameters `b` (a "
        "boat), `r` (a raft), `i` (an islet), `p` (a player), `n` (a number), `s` (a side), `g` (a region) "
        "and `k` (a place of a ranking).\n",
        _block(world.world_text().rstrip("\n")),
    )


# ------------------------------------------------------------------------------------------ Markdown


def _block(text: str) -> str:
    return f"```text\n{text}\n```\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _escaped(text: str) -> str:
    """`text` outside of code spans kept from meaning anything in Markdown or HTML."""
    parts = text.split("`")
    for at in range(0, len(parts), 2):
        for plain, shown in (("\\", "\\\\"), ("<", "&lt;"), ("*", "\\*"), ("_", "\\_")):
            parts[at] = parts[at].replace(plain, shown)
    return "`".join(parts)
