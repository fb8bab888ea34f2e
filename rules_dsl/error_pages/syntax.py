"""CW01: words and sentences."""

from __future__ import annotations

from .page import page

PAGES = (
    page(
        "CW0101",
        "something else is due here",
        """The sentence is right up to the marked place, and cannot go on with the word that stands there.
        The message lists what could.""",
        "rule twice(n: number) -> number = 2 * * n",
        "rule twice(n: number) -> number = 2 * n",
    ),
    page(
        "CW0102",
        "unknown character",
        """This character has no meaning outside of texts in quotes and comments. Often it is a typographic
        quote or dash that a word processor put in the place of a plain one.""",
        "rule twice(n: number) -> number = 2 × n",
        "rule twice(n: number) -> number = 2 * n",
    ),
    page(
        "CW0103",
        "text in quotes not closed",
        """A text in quotes ends on the line on which it began. Put the closing quote, or use three quotes
        for text of several lines.""",
        'boat skiff "Skiff { size: 3 yards }',
        'boat skiff "Skiff" { size: 3 yards }',
    ),
    page(
        "CW0104",
        "drawing or text in three quotes not closed",
        "A text that begins with three quotes must end with three quotes; this one runs on to the end.",
        'shape pier { drawing: """\n  ###\n}',
        'shape pier { drawing: """\n  ###""" }',
    ),
    page(
        "CW0105",
        "bracket not closed",
        """The bracket or brace that is marked has no partner. The text was read on until a declaration
        began at the start of a line, which cannot lie inside another one.""",
        """
        effect unload(b: boat) {
          if b is loaded { set b's loaded to no
        }
        boat skiff "Skiff" { size: 3 yards }
        """,
        """
        effect unload(b: boat) {
          if b is loaded { set b's loaded to no }
        }
        boat skiff "Skiff" { size: 3 yards }
        """,
    ),
    page(
        "CW0106",
        "bracket closed that was not opened",
        "This closing bracket has no partner before it, or its partner is a bracket of another form.",
        "rule twice(n: number) -> number = (2 * n]",
        "rule twice(n: number) -> number = (2 * n)",
    ),
    page(
        "CW0107",
        "choice without a name for the answer",
        """What is chosen must have a name, given with `as`, or the statements that follow could not speak
        of it.""",
        'action take "Take a boat" in sail { choose a boat in harbour }',
        'action take "Take a boat" in sail { choose a boat in harbour as b; do buy(b) }',
    ),
    page(
        "CW0108",
        "hook without a subject",
        """`before`, `after` and `instead of` must say whose event they hear: `by owner`, `by any player`,
        `by any other player` or `by the game`. There is no answer that would be right when it is left out:
        one kind of text means its holder, the next means everybody.""",
        "after sail: gain 1 shell as trade",
        "after sail by any player: gain 1 shell as trade",
    ),
    page(
        "CW0109",
        "chained comparison",
        "Comparisons do not chain, because readers disagree about what a chain means. Use `and`.",
        "rule small(n: number) -> yesno = 1 < n < 5",
        "rule small(n: number) -> yesno = n > 1 and n < 5",
    ),
    page(
        "CW0110",
        "comparison after `where`",
        """`where` reaches to the end of its line, bracket or clause, so a comparison behind it would belong
        to the condition and not to the count. Put the collection in brackets.""",
        "rule many(p: player) -> yesno = number of boat b in p's fleet where b is loaded >= 3",
        "rule many(p: player) -> yesno = number of (boat b in p's fleet where b is loaded) >= 3",
    ),
    page(
        "CW0111",
        "`if` without `else`",
        """A value must be there in every case, so `if … then …` in a value needs its `else`. (A statement
        `if … { … }` does not.)""",
        "rule toll(p: player) -> shells = if number of p's fleet > 2 then 3 shells",
        "rule toll(p: player) -> shells = if number of p's fleet > 2 then 3 shells else 0 shells",
    ),
    page(
        "CW0112",
        "colon missing after a key",
        "A field is written `name: value`, with a colon and nothing else between the two.",
        'boat skiff "Skiff" { size = 3 yards }',
        'boat skiff "Skiff" { size: 3 yards }',
    ),
    page(
        "CW0113",
        "two statements on one line",
        "Each statement stands on a line of its own, or a semicolon parts it from the next.",
        "effect rest_day() { gain 1 shell as trade gain 1 star as catch }",
        "effect rest_day() { gain 1 shell as trade; gain 1 star as catch }",
    ),
    page(
        "CW0114",
        "comma too many",
        "Nothing stands between two commas, or after the last one. Leave the comma out.",
        'boat skiff "Skiff" { crew: [red,, blue] }',
        'boat skiff "Skiff" { crew: [red, blue] }',
    ),
    page(
        "CW0115",
        "comma missing",
        "Values of a list, columns of a row and names after `needs` are parted by commas.",
        'boat skiff "Skiff" { crew: [red blue] }',
        'boat skiff "Skiff" { crew: [red, blue] }',
    ),
    page(
        "CW0116",
        "`'s` missing",
        """What belongs to somebody is written with `'s`: `p's shells`, `its size`, `your fleet`. Two names
        side by side mean nothing.""",
        "rule wealth(p: player) -> shells = p shells",
        "rule wealth(p: player) -> shells = p's shells",
    ),
    page(
        "CW0117",
        "capital letter in a name",
        """Names are written in small letters, digits and `_`, and begin with a letter. What people read is
        the title, in quotes, where capitals are welcome.""",
        'boat Skiff "Skiff" { size: 3 yards }',
        'boat skiff "Skiff" { size: 3 yards }',
    ),
    page(
        "CW0118",
        "word of the language used as a name",
        """Some words join the parts of a sentence (`where`, `among`, `then`, …). If they could be names as
        well, a forgotten name would turn into another sentence without an error.""",
        "rule among(p: player) -> number = number of p's fleet",
        "rule boats_of(p: player) -> number = number of p's fleet",
    ),
    page(
        "CW0119",
        "misspelt word of the language",
        "No sentence begins with this word, or goes on with it; a word of the language is very near.",
        "efect unload(b: boat) { set b's loaded to no }",
        "effect unload(b: boat) { set b's loaded to no }",
    ),
    page(
        "CW0120",
        "opening brace missing",
        "The body of a declaration stands in braces, and `{` stands on the line of the title.",
        """
        boat skiff "Skiff"
          size: 3 yards
        }
        """,
        """
        boat skiff "Skiff" {
          size: 3 yards
        }
        """,
    ),
    page(
        "CW0121",
        "statement where a value is due",
        """A rule is a value: it may not do anything, so that it can be asked at any time and as often as
        one likes. What does something is an `effect`.""",
        "rule reward_of(p: player) -> shells = gain 3 shells",
        "rule reward_of(p: player) -> shells = 3 shells",
    ),
    page(
        "CW0122",
        "malformed number",
        """Numbers are written with digits, which may be grouped by `_`: `12_000`. Commas and full stops do
        not group digits, there are no fractions, and a number is not followed at once by letters.""",
        "rule far() -> yards = 12,000 yards",
        "rule far() -> yards = 12_000 yards",
    ),
    page(
        "CW0123",
        "malformed citation",
        """After `cites` come the names of ledger entries: capital letters, digits and hyphens, parted by
        commas, such as `ABC-DEF-07`.""",
        'boat skiff "Skiff" { cites page 7; size: 3 yards }',
        'boat skiff "Skiff" { cites ISL-BOATS-07; size: 3 yards }',
    ),
    page(
        "CW0124",
        "row without a colon",
        "A row begins with its name or its key, and a colon parts it from the values.",
        """
        list of boat (size) {
          skiff "Skiff" 3 yards
        }
        """,
        """
        list of boat (size) {
          skiff "Skiff": 3 yards
        }
        """,
    ),
    page(
        "CW0125",
        "declaration due here",
        """At the top of a file stand declarations: each begins with its word, such as `rule` or `effect`,
        or with the name of a kind. Statements stand inside effects, steps and actions only.""",
        "gain 1 shell as trade",
        "effect wage() { gain 1 shell as trade }",
    ),
    page(
        "CW0126",
        "unknown escape in a text",
        r"""In a text in quotes a backslash may stand before a quote, before another backslash, and before
        `n` for a line end.""",
        r'boat skiff "Sk\iff" { size: 3 yards }',
        'boat skiff "Skiff" { size: 3 yards }',
    ),
    page(
        "CW0127",
        "empty block",
        """A block that could only be there to do something is empty. Where nothing is meant to happen,
        leave the whole construct out.""",
        "after sail by any player { }",
        "after sail by any player { gain 1 shell as trade }",
    ),
    page(
        "CW0128",
        "`in` missing",
        """A collection is written `kind name in place`: what, its name (which may be left out), `in`, and
        where.""",
        "rule all_of(p: player) -> number = number of boat b p's fleet",
        "rule all_of(p: player) -> number = number of boat b in p's fleet",
    ),
    page(
        "CW0129",
        "text ends too early",
        "The file ends in the middle of a sentence. Something was cut off, or a bracket was left open.",
        "rule twice(n: number) -> number =",
        "rule twice(n: number) -> number = 2 * n",
    ),
    page(
        "CW0130",
        "value where a statement is due",
        """Inside effects, steps and actions each line must do something; this one only names a value. Name
        it with `let`, or say what is to be done with it.""",
        "effect count_up() { number of your fleet }",
        "effect count_up() { let n = number of your fleet; gain 1 shell * n as trade }",
    ),
)
