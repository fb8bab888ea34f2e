"""CW02: packs."""

from __future__ import annotations

from .page import page

PAGES = (
    page(
        "CW0201",
        "file belongs to no pack",
        """Each folder of rules is a pack, and one of its files begins with the `pack` declaration: name,
        title, version, and what it needs. Without it nobody knows which names the files may use.""",
        """
        --- reefs/pack.rules
        unit pearl pearls
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1 }
        unit pearl pearls
        """,
    ),
    page(
        "CW0202",
        "pack declared twice",
        "A folder holds one pack, so only one of its files may have a `pack` declaration.",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1 }
        --- reefs/more.rules
        pack more_reefs "More reefs" { version "1.0"; language 1 }
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1 }
        --- more_reefs/pack.rules
        pack more_reefs "More reefs" { version "1.0"; language 1; needs reefs }
        """,
    ),
    page(
        "CW0203",
        "unknown line in a pack declaration",
        """A pack declaration reads `needs`, `after`, `conflicts`, `version`, `language`, `game`, `players`,
        options and sources. Anything else would be read by nobody.""",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; require islands }
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        """,
    ),
    page(
        "CW0204",
        "line missing in a pack declaration",
        """A pack must say its `version`, so that a saved game can name it, and its `language`, so that a
        later version of the language can still read it.""",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0" }
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1 }
        """,
    ),
    page(
        "CW0205",
        "needed pack is missing",
        "The pack needs another one that is not there under this name.",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs island }
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        """,
    ),
    page(
        "CW0206",
        "packs need each other in a circle",
        """If pack A needs B, then B comes before A in everything: its names are known to A, A may change
        its rules. Two packs cannot both come first. Move what both use into a third pack.""",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs tides }
        --- tides/pack.rules
        pack tides "Tides" { version "1.0"; language 1; needs reefs }
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1 }
        --- tides/pack.rules
        pack tides "Tides" { version "1.0"; language 1; needs reefs }
        """,
    ),
    page(
        "CW0207",
        "packs exclude each other",
        "One of the chosen packs says `conflicts` of another chosen one: they cannot be played together.",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands; conflicts islands }
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        """,
    ),
    page(
        "CW0208",
        "language version too new",
        """The pack is written for a later version of the language than this program knows. Update the
        program, or ask for an older version of the pack.""",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 99 }
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1 }
        """,
    ),
    page(
        "CW0209",
        "two packs of one name",
        "Two folders hold packs of the same name, so `needs` could mean either.",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1 }
        --- coral/pack.rules
        pack reefs "Coral" { version "1.0"; language 1 }
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1 }
        --- coral/pack.rules
        pack coral "Coral" { version "1.0"; language 1 }
        """,
    ),
    page(
        "CW0210",
        "unknown option or option value",
        "None of the chosen packs has an option of this name, or the option cannot have this value.",
        'castlewright.load("islands", options={"storm": "yes"})',
        'castlewright.load("islands", options={"storms": True})',
        form="python",
    ),
    page(
        "CW0211",
        "option declared twice",
        "Options of all packs share one list, because people choose from it. Rename one of the two.",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" {
          version "1.0"; language 1
          option storms: yesno = no
          option storms: yesno = yes
        }
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; option storms: yesno = no }
        """,
    ),
    page(
        "CW0213",
        "pack declaration in the wrong place",
        "The `pack` declaration is the first one of its file: it says under which rules the rest is read.",
        """
        --- reefs/pack.rules
        unit pearl pearls
        pack reefs "Reefs" { version "1.0"; language 1 }
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1 }
        unit pearl pearls
        """,
    ),
    page(
        "CW0214",
        "unknown pack",
        "There is no pack of this name among the packs that were found.",
        """
        rule deep() -> yesno = in_play(reef)
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        rule deep() -> yesno = in_play(reefs)
        """,
    ),
    page(
        "CW0215",
        "`only if` over something that is not fixed at set-up",
        """`only if` decides which texts exist, once, before the game begins. It may ask for options, for
        packs in play and for the number of players, not for anything that changes in play. Put such a
        condition into the rule, hook or change itself.""",
        "only if round_number is 1 { effect wage() { gain 1 shell as trade } }",
        "only if player_count is 2 { change price to 2 shells }",
    ),
    page(
        "CW0216",
        "two packs insert at one place",
        """Two packs of which neither needs the other insert a step on the same side of the same step, and
        the order of the two steps could matter. Nobody has said which comes first. Let one of them name the
        other with `after` in its pack declaration, or anchor it elsewhere.""",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        insert step ebb after round.rest { for each player p in players { p pays 1 shell to none } }
        --- tides/pack.rules
        pack tides "Tides" { version "1.0"; language 1; needs islands }
        insert step flood after round.rest { for each player p in players { p gains 1 shell as trade } }
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        insert step ebb after round.rest { for each player p in players { p pays 1 shell to none } }
        --- tides/pack.rules
        pack tides "Tides" { version "1.0"; language 1; needs islands; after reefs }
        insert step flood after round.rest { for each player p in players { p gains 1 shell as trade } }
        """,
    ),
    page(
        "CW0217",
        "two packs replace or drop one step",
        "A step can be replaced or dropped once. Which of the two texts holds, nobody has said.",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        drop step round.rest
        --- tides/pack.rules
        pack tides "Tides" { version "1.0"; language 1; needs islands }
        replace step round.rest { for each player p in players { p gains 2 shells as trade } }
        """,
        """
        --- tides/pack.rules
        pack tides "Tides" { version "1.0"; language 1; needs islands }
        replace step round.rest { for each player p in players { p gains 2 shells as trade } }
        """,
    ),
    page(
        "CW0218",
        "malformed version",
        'A version is two or three numbers with full stops between them, in quotes: "1.2" or "1.2.3".',
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "newest"; language 1 }
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1 }
        """,
    ),
    page(
        "CW0219",
        "packs ordered in a circle",
        "The `after` and `needs` lines of these packs, taken together, put each of them behind the other.",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands; after tides }
        --- tides/pack.rules
        pack tides "Tides" { version "1.0"; language 1; needs islands; after reefs }
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        --- tides/pack.rules
        pack tides "Tides" { version "1.0"; language 1; needs islands; after reefs }
        """,
    ),
    page(
        "CW0220",
        "pack holds no rules file",
        "The folder was given as a pack, but holds no file that ends in `.rules`.",
        "castlewright check empty_folder",
        "castlewright check islands",
        form="words",
    ),
    page(
        "CW0221",
        "choice refused",
        """A pack says with `refuse` that it is not played with these packs and options, and the message says
        why. Choose others, or write the condition around it anew. Numbers of players are refused too, but
        only the fewest or the most, so that those that remain have no gap.

        A mode on which only other modes build is refused where a game is to be played or built: name one of
        the others.""",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        only if in_play(islands) { refuse "reefs are played far from islands" }
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        only if not in_play(islands) { refuse "reefs are played far from islands" }
        """,
    ),
)
