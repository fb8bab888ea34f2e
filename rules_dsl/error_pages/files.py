"""CW00: files and limits."""

from __future__ import annotations

from .page import page

PAGES = (
    page(
        "CW0001",
        "file cannot be read",
        """The file does not exist, is a folder, a pipe or a device, or may not be opened. Nothing was read
        from it, so nothing in it was checked.""",
        "castlewright check no_such_file.rules",
        "castlewright check boats.rules",
        form="words",
    ),
    page(
        "CW0002",
        "file too large",
        """A file may have 2,000,000 bytes. Text written by people stays far below that; a larger file is a
        mistake or an attack, and it would be slow to check.

        Split a rules file: all `.rules` files of a folder make up one pack. Of a file of cases or of another
        sort, give a part at a time.""",
        "a file of 3,000,000 bytes",
        "two files of 1,500,000 bytes each, in the same folder",
        form="words",
    ),
    page(
        "CW0003",
        "file is not text",
        """The file holds a zero byte, which no text does. It is a picture, an archive or a damaged file, or
        it was saved as UTF-16.""",
        "a file saved as UTF-16",
        "the same file saved as UTF-8",
        form="words",
    ),
    page(
        "CW0004",
        "file is not UTF-8",
        """Rules are read as UTF-8. A byte in this file cannot be part of it; the message says where it is.
        Most often the file was saved in an older encoding such as Latin-1.""",
        "a file saved as Latin-1 with an ü in a title",
        "the same file saved as UTF-8",
        form="words",
    ),
    page(
        "CW0005",
        "invisible control character",
        """Control characters, and characters that turn the direction of writing round, cannot be seen, and
        can make a text look like another one. They may not stand in a rules file, not even in a comment.
        Tabs and line ends are allowed.""",
        'boat skiff "Ski\x0cff" { size: 3 yards }',
        'boat skiff "Skiff" { size: 3 yards }',
    ),
    page(
        "CW0006",
        "nested too deeply",
        """Brackets, blocks and expressions may lie within one another 64 deep. Give the inner part a name
        of its own: a rule for a value, an effect for statements.""",
        "a value with a hundred opening brackets",
        "the same value made of two rules",
        form="words",
    ),
    page(
        "CW0007",
        "too many definitions",
        """A pack may hold 20,000 declarations. What needs more is generated data; split it into several
        packs.""",
        "a pack with 30,000 definitions",
        "two packs with 12,000 each, one of which needs the other",
        form="words",
    ),
    page(
        "CW0008",
        "number too large",
        """Numbers in a text go up to 1,000,000,000,000. Larger ones have no use in a game and only cost
        time to add up.""",
        "rule far() -> yards = 9_000_000_000_000 yards",
        "rule far() -> yards = 9_000 yards",
    ),
    page(
        "CW0009",
        "name too long",
        "A name may have 64 characters, so that it fits into messages and file names.",
        f"rule {'long_' * 13}name() -> number = 1",
        "rule long_name() -> number = 1",
    ),
    page(
        "CW0010",
        "title too long",
        """A title may have 200 characters: it must fit into a menu and a table. Put longer texts into a
        `note`.""",
        f'boat skiff "{"a very " * 30}small boat" {{ size: 3 yards }}',
        'boat skiff "A small boat" { size: 3 yards; note "It is very, very small." }',
    ),
    page(
        "CW0011",
        "prose too long",
        "A piece of prose may have 20,000 characters. Divide it into several notes.",
        "a note of 30,000 characters",
        "two notes of 12,000 characters",
        form="words",
    ),
    page(
        "CW0012",
        "line too long",
        """A line may have 4,000 characters. Lines may be broken inside brackets and before words that go on
        with a sentence, such as `where` and `and`.""",
        "a line of 5,000 characters",
        "the same text on fifty lines",
        form="words",
    ),
    page(
        "CW0013",
        "too many files in a pack",
        "A pack may hold 2,000 files. Join small files, or make two packs.",
        "a folder with 3,000 files that end in `.rules`",
        "a folder with ten larger files",
        form="words",
    ),
    page(
        "CW0014",
        "drawing too large",
        "A drawing may be 64 cells wide and 64 cells high.",
        f'shape pier {{ drawing: "{"#" * 70}" }}',
        f'shape pier {{ drawing: "{"#" * 20}" }}',
    ),
    page(
        "CW0015",
        "table too long",
        "A table or a list may have 5,000 rows. Divide it into several.",
        "a `list of boat` with 6,000 rows",
        "two lists of 3,000 rows each",
        form="words",
    ),
    page(
        "CW0016",
        "file cannot be written",
        """The result could not be put where it was asked for: the folder does not exist, may not be written
        to, or the disk is full. Files are written whole or not at all, so what was there before is still
        there.""",
        "castlewright build islands -o /no/such/folder",
        "castlewright build islands -o out",
        form="words",
    ),
)
