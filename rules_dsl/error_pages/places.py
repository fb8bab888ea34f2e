"""CW08: drawings and places."""

from __future__ import annotations

from .page import page

PAGES = (
    page(
        "CW0801",
        "unknown character in a drawing",
        r"""A drawing is made of `#` (a cell), `.` (no cell), `/` and `\` (a cell with one corner
        cut off) and `o` (a cell that lies over another piece). In a drawing of one line, `|` parts the
        rows.""",
        'shape pier { drawing: "##x##" }',
        'shape pier { drawing: "##.##|#####" }',
    ),
    page(
        "CW0802",
        "drawing with nothing in it",
        """A shape has at least one cell that is full or lies over another piece, and its outermost rows and
        columns are not empty: sides are counted along the edges of the drawing.""",
        'shape pier { drawing: "..." }',
        'shape pier { drawing: "###" }',
    ),
    page(
        "CW0803",
        "drawing in several parts",
        "All cells of a shape hang together by their edges; a piece cannot be in two places.",
        'shape pier { drawing: "##.##" }',
        'shape pier { drawing: "#####" }',
    ),
    page(
        "CW0804",
        "cut corner in the wrong place",
        r"""A stroke cuts one corner off a cell, and full cells must lie on the other side of it: `/` cuts the
        upper left or the lower right, `\` the upper right or the lower left.""",
        r'shape pier { drawing: "###|#/#|###" }',
        r'shape pier { drawing: "/##|###|##/" }',
    ),
    page(
        "CW0805",
        "side off the drawing",
        """A side is named by an edge of the drawn box and a place counted from 1, from left to right or
        from top to bottom. The drawing has fewer columns or rows than this.""",
        """
        feature ring { }
        shape pier { drawing: "###" }
        kind quay plural quays { printed shape: shape; printed rings: sides of ring }
        quay long_quay "Long quay" { shape: pier; rings: top 9 }
        """,
        """
        feature ring { }
        shape pier { drawing: "###" }
        kind quay plural quays { printed shape: shape; printed rings: sides of ring }
        quay long_quay "Long quay" { shape: pier; rings: top 3 }
        """,
    ),
    page(
        "CW0806",
        "side without an edge",
        """There is no full cell in this column or row of the drawing. A feature needs the edge of one to lie
        on.""",
        """
        feature ring { }
        shape buoy { drawing: "/##" }
        kind quay plural quays { printed shape: shape; printed rings: sides of ring }
        quay round_quay "Round quay" { shape: buoy; rings: top 1 }
        """,
        """
        feature ring { }
        shape buoy { drawing: "/##" }
        kind quay plural quays { printed shape: shape; printed rings: sides of ring }
        quay round_quay "Round quay" { shape: buoy; rings: top 2 }
        """,
    ),
    page(
        "CW0807",
        "side named twice",
        "The same side is given twice for the same feature.",
        """
        feature ring { }
        shape pier { drawing: "###" }
        kind quay plural quays { printed shape: shape; printed rings: sides of ring }
        quay long_quay "Long quay" { shape: pier; rings: top 1 to 2, top 2 }
        """,
        """
        feature ring { }
        shape pier { drawing: "###" }
        kind quay plural quays { printed shape: shape; printed rings: sides of ring }
        quay long_quay "Long quay" { shape: pier; rings: top 1 to 2, top 3 }
        """,
    ),
    page(
        "CW0808",
        "unknown feature",
        "No feature of this name is declared. A feature is what an edge of a cell may bear.",
        "kind quay plural quays { printed rings: sides of rung = [] }",
        """
        feature ring { }
        kind quay plural quays { printed rings: sides of ring = [] }
        """,
    ),
    page(
        "CW0809",
        "zone without places",
        "Only a `plan` or a `grid` has places. In other zones things lie without one.",
        "effect moor(b: boat) { place b at first(spots(b, harbour)) }",
        "effect moor(b: boat) { move b to harbour }",
    ),
    page(
        "CW0810",
        "need declared twice",
        "Each need of a placing has a name of its own, so that other packs can change it.",
        """
        zone bay: grid of boat seen by everyone
        placing boat in bay {
          need free = it is not loaded else "it is loaded"
          need free = its size < 9 yards else "it is too long"
        }
        """,
        """
        zone bay: grid of boat seen by everyone
        placing boat in bay {
          need free = it is not loaded else "it is loaded"
          need short = its size < 9 yards else "it is too long"
        }
        """,
    ),
    page(
        "CW0811",
        "need without a reason",
        "A need says after `else` what a player is told who may not put the piece there.",
        """
        zone bay: grid of boat seen by everyone
        placing boat in bay { need free = it is not loaded }
        """,
        """
        zone bay: grid of boat seen by everyone
        placing boat in bay { need free = it is not loaded else "it is loaded" }
        """,
    ),
    page(
        "CW0812",
        "piece without a shape",
        """What is laid into a plan must have an outline: a field that holds a drawing, or a definition that
        prints one.""",
        """
        zone bay: plan of boat seen by everyone
        placing boat in bay { need free = it is not loaded else "it is loaded" }
        """,
        """
        shape hull { drawing: "###" }
        kind ferry plural ferries { printed shape: shape = hull; keeps loaded: yesno = no seen by everyone }
        zone bay: plan of ferry seen by everyone
        placing ferry in bay { need free = it is not loaded else "it is loaded" }
        """,
    ),
    page(
        "CW0814",
        "question of another sort of plan",
        """Rows, columns and neighbours by direction exist on a `grid`; sides, regions and contacts in a
        `plan`. Either sort has questions of its own.""",
        """
        zone bay: grid of boat seen by everyone
        rule areas() -> number = number of bay's regions
        """,
        """
        zone bay: grid of boat seen by everyone
        rule tall() -> number = number of (boats in bay where its row > 0)
        """,
    ),
    page(
        "CW0815",
        "malformed side",
        """A side is `top`, `right`, `bottom` or `left` and a number from 1, or a range `2 to 4` that goes
        upwards.""",
        """
        feature ring { }
        shape pier { drawing: "###" }
        kind quay plural quays { printed shape: shape; printed rings: sides of ring }
        quay long_quay "Long quay" { shape: pier; rings: top 3 to 1 }
        """,
        """
        feature ring { }
        shape pier { drawing: "###" }
        kind quay plural quays { printed shape: shape; printed rings: sides of ring }
        quay long_quay "Long quay" { shape: pier; rings: top 1 to 3 }
        """,
    ),
)
