"""CW05: kinds, definitions and tables."""

from __future__ import annotations

from .page import page

PAGES = (
    page(
        "CW0501",
        "unknown field in a definition",
        """The kind does not declare this field, so nothing would ever read it. The message names the
        nearest field that exists.""",
        'boat skiff "Skiff" { sise: 3 yards }',
        'boat skiff "Skiff" { size: 3 yards }',
    ),
    page(
        "CW0502",
        "field missing",
        "The kind declares the field without a default, so each definition must give it.",
        """
        kind flag plural flags { printed colour: crew }
        flag pennant "Pennant" { }
        """,
        """
        kind flag plural flags { printed colour: crew }
        flag pennant "Pennant" { colour: red }
        """,
    ),
    page(
        "CW0503",
        "field given twice",
        "A definition gives each field once. Several values stand on one line, parted by commas.",
        'boat skiff "Skiff" { crew: red; crew: blue }',
        'boat skiff "Skiff" { crew: red, blue }',
    ),
    page(
        "CW0505",
        "value not allowed for this field",
        "The value has the type of the field, but the field holds something narrower.",
        'boat skiff "Skiff" { size: 3 yards, 4 yards }',
        'boat skiff "Skiff" { size: 3 yards }',
    ),
    page(
        "CW0507",
        "added field without a default",
        """A pack that adds a field to another pack's kind must give a default, because definitions of other
        packs exist that do not know of it.""",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        extend kind boat { printed draught: yards }
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        extend kind boat { printed draught: yards = 1 yard }
        """,
    ),
    page(
        "CW0508",
        "field declared twice",
        "The kind has a field, slot, zone or counter of this name already, perhaps from another pack.",
        "extend kind boat { printed size: yards = 1 yard }",
        "extend kind boat { printed draught: yards = 1 yard }",
    ),
    page(
        "CW0509",
        "slot not filled",
        "The kind promises that each of its definitions fills this slot, and gives no default.",
        """
        kind prize plural prizes { slot worth(p: player) -> stars }
        prize cup "Cup" { }
        """,
        """
        kind prize plural prizes { slot worth(p: player) -> stars }
        prize cup "Cup" { worth(p) = 3 stars }
        """,
    ),
    page(
        "CW0510",
        "unknown slot",
        "The kind declares no slot of this name, so nothing would ever use what is put into it.",
        """
        kind prize plural prizes { slot worth(p: player) -> stars }
        prize cup "Cup" { worth(p) = 3 stars; wroth(p) = 4 stars }
        """,
        """
        kind prize plural prizes { slot worth(p: player) -> stars }
        prize cup "Cup" { worth(p) = 3 stars }
        """,
    ),
    page(
        "CW0511",
        "slot filled in another form",
        """A slot is filled with as many parameters as it is declared with; a slot with `->` gets a value
        after `=`, one without gets statements in braces.""",
        """
        kind prize plural prizes { slot worth(p: player) -> stars }
        prize cup "Cup" { worth() = 3 stars }
        """,
        """
        kind prize plural prizes { slot worth(p: player) -> stars }
        prize cup "Cup" { worth(p) = 3 stars }
        """,
    ),
    page(
        "CW0512",
        "slot filled twice",
        "A definition fills each slot once; nobody could say which of two fillings holds.",
        """
        kind prize plural prizes { slot worth(p: player) -> stars }
        prize cup "Cup" { worth(p) = 3 stars; worth(p) = 4 stars }
        """,
        """
        kind prize plural prizes { slot worth(p: player) -> stars }
        prize cup "Cup" { worth(p) = 3 stars }
        """,
    ),
    page(
        "CW0513",
        "table row missing",
        "The table has no row for this value, and no `else` for values it does not name.",
        """
        rule extra(c: crew) -> stars = table c { red: 1 star }
        """,
        """
        rule extra(c: crew) -> stars = table c { red: 1 star, blue: 2 stars }
        """,
    ),
    page(
        "CW0514",
        "table row twice",
        "Two rows have the same key, so only one of them would ever be read.",
        "rule extra(n: number) -> stars = table n { 1: 1 star, 1: 2 stars, else: 0 stars }",
        "rule extra(n: number) -> stars = table n { 1: 1 star, 2: 2 stars, else: 0 stars }",
    ),
    page(
        "CW0515",
        "wrong number of columns",
        "Each row gives one value for each column, in the order of the columns.",
        """
        list of boat (size, crew) {
          skiff "Skiff": 3 yards
        }
        """,
        """
        list of boat (size, crew) {
          skiff "Skiff": 3 yards, [red]
        }
        """,
    ),
    page(
        "CW0516",
        "unknown column",
        "The table has no column of this name. Columns are listed after `columns`, at the top of the table.",
        """
        table supply by player_count { columns boats: number; 2: 3; else: 4 }
        rule start() -> number = supply.ships(player_count)
        """,
        """
        table supply by player_count { columns boats: number; 2: 3; else: 4 }
        rule start() -> number = supply.boats(player_count)
        """,
    ),
    page(
        "CW0517",
        "table without `else`",
        """The table asks for a number, or for something to which later packs may add, and says nothing
        about what it does not name. Add `else`.""",
        "rule extra(n: number) -> stars = table n { 1: 1 star, 2: 2 stars }",
        "rule extra(n: number) -> stars = table n { 1: 1 star, 2: 2 stars, else: 0 stars }",
    ),
    page(
        "CW0518",
        "plural missing or taken",
        "A kind has a plural that differs from its singular and that nothing else is called.",
        "kind fish plural boats { }",
        "kind fish plural fishes { }",
    ),
    page(
        "CW0519",
        "title missing",
        "People see the title, not the name. An action, a pack and an option that one chooses must have one.",
        "action rest in sail { gain 1 shell as trade }",
        'action rest "Rest" in sail { gain 1 shell as trade }',
    ),
    page(
        "CW0520",
        "declaration not allowed here",
        "This sort of declaration has no meaning inside the construct around it.",
        'boat skiff "Skiff" { effect wage() { gain 1 shell as trade } }',
        """
        boat skiff "Skiff" { size: 3 yards }
        effect wage() { gain 1 shell as trade }
        """,
    ),
    page(
        "CW0521",
        "face unknown or declared twice",
        "A piece has the faces that its definition declares, each once.",
        'boat skiff "Skiff" { face up { size: 3 yards }; face up { size: 4 yards } }',
        'boat skiff "Skiff" { face up { size: 3 yards }; face down { size: 4 yards } }',
    ),
    page(
        "CW0522",
        "number of copies makes no sense",
        "The number of copies is a plain number from 1 to 1,000.",
        """
        kind pebble plural pebbles { printed copies: number = 1 }
        pebble grey "Grey pebble" { copies: 0 }
        """,
        """
        kind pebble plural pebbles { printed copies: number = 1 }
        pebble grey "Grey pebble" { copies: 8 }
        """,
    ),
    page(
        "CW0523",
        "`keeps` without a first value",
        "A number or flag that is remembered must begin with something.",
        "keeps storms: number seen by everyone",
        "keeps storms: number = 0 seen by everyone",
    ),
    page(
        "CW0524",
        "`through` something that gives no face",
        """A field read `through` a rule is read from the piece which that rule gives. The rule must have
        one parameter of the kind, and the type `face of` the kind.""",
        """
        rule shown(b: boat) -> yesno = yes
        extend kind boat { printed flag: crew = red through shown }
        """,
        """
        rule shown(b: boat) -> face of boat = b
        extend kind boat { printed flag: crew = red through shown }
        """,
    ),
    page(
        "CW0525",
        "`active while` missing or given twice",
        """A kind says once when the texts on its pieces are in force. It must say so if pieces of it carry
        changes or hooks: there is no answer that would be right when it is left out.""",
        """
        kind law plural laws { active while self is in laws_in_force; active while self is in laws_in_force }
        zone laws_in_force: row of law seen by everyone
        """,
        """
        kind law plural laws { active while self is in laws_in_force }
        zone laws_in_force: row of law seen by everyone
        """,
    ),
    page(
        "CW0526",
        "source missing",
        """A definition says where it comes from: `cites` an entry of the rulebook's ledger, `attested`,
        `found` with the place, or `house` for what was made up. This is a warning; `castlewright check
        --sources` asks for it.""",
        'boat skiff "Skiff" { size: 3 yards }',
        'boat skiff "Skiff" { house; size: 3 yards }',
    ),
    page(
        "CW0527",
        "phrase with an unknown placeholder",
        "A `reads` phrase may name the parameters of what it describes, in braces, and nothing else.",
        'rule toll(p: player) -> shells = 1 shell reads "{q}\'s toll"',
        'rule toll(p: player) -> shells = 1 shell reads "{p}\'s toll"',
    ),
    page(
        "CW0528",
        "unknown icon or colour",
        """`icon` names an icon of the library that drawings have, and after `in` one of its colours. The
        message names the nearest one, or all of them.""",
        'boat skiff "Skiff" { size: 3 yards; icon "boot in blue" }',
        'boat skiff "Skiff" { size: 3 yards; icon "boat in blue" }',
    ),
)
