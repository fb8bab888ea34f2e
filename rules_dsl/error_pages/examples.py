"""CW09: examples."""

from __future__ import annotations

from .page import page

PAGES = (
    page(
        "CW0901",
        "example fails",
        """What the example expects does not hold. The values under the line are what the parts of the
        expression gave. Either the rule is wrong, or the example is.""",
        'example "Lengths" { then { expect dinghy\'s size is 6 yards } }',
        'example "Lengths" { then { expect dinghy\'s size is 5 yards } }',
        form="words",
    ),
    page(
        "CW0902",
        "example expects nothing",
        """An example without `then`, or with a `then` that expects nothing, can never fail and so says
        nothing.""",
        'example "A purchase" { given { put dinghy in harbour } }',
        'example "A purchase" { given { put dinghy in harbour } then { expect number of harbour is 1 } }',
    ),
    page(
        "CW0903",
        "impossible position",
        """The piece cannot lie where the example puts it: it would overlap another, or a need of its
        placing is not met.""",
        "a `put` of two pieces at the same place of a plan",
        "the same two pieces side by side",
        form="words",
    ),
    page(
        "CW0904",
        "answer not among the options",
        """The question that is open at this moment does not offer this answer. The message lists what it
        offers.""",
        """
        example "A purchase" {
          given { put dinghy in harbour }
          when { choose a boat in harbour as b; answer barge }
          then { expect number of harbour is 1 }
        }
        """,
        """
        example "A purchase" {
          given { put dinghy in harbour; put barge in harbour }
          when { choose a boat in harbour as b; answer barge }
          then { expect number of harbour is 2 }
        }
        """,
        form="words",
    ),
    page(
        "CW0905",
        "question left open",
        "The act of the example ends while somebody must still choose. Add an `answer`.",
        """
        example "A purchase" {
          given { put dinghy in harbour; put barge in harbour }
          when { choose a boat in harbour as b; do buy(b) }
          then { expect number of your fleet is 1 }
        }
        """,
        """
        example "A purchase" {
          given { put dinghy in harbour; put barge in harbour }
          when { choose a boat in harbour as b; do buy(b); answer dinghy }
          then { expect number of your fleet is 1 }
        }
        """,
        form="words",
    ),
    page(
        "CW0906",
        "answer without a question",
        "Nobody is asked anything at this moment: all questions of the act have been answered already.",
        """
        example "A wage" {
          when { gain 1 shell as trade; answer dinghy }
          then { expect your shells is 11 shells }
        }
        """,
        """
        example "A wage" {
          when { gain 1 shell as trade }
          then { expect your shells is 11 shells }
        }
        """,
        form="words",
    ),
    page(
        "CW0907",
        "lines differ",
        """The act wrote other lines of the score sheet than the example expects, or wrote them in another
        order.""",
        """
        example "A catch" {
          when { gain 1 star as catch }
          then { expect lines { 2 stars as catch } }
        }
        """,
        """
        example "A catch" {
          when { gain 1 star as catch }
          then { expect lines { 1 star as catch } }
        }
        """,
        form="words",
    ),
    page(
        "CW0908",
        "laid out wrongly",
        """A layout is a table of names: one for each space, `.` for an empty one, `-` for the rest of a
        wide piece; all lines have the same number of entries.""",
        """
        zone bay: grid of boat seen by everyone
        example "A bay" {
          given { lay out bay \"\"\"
            dinghy  barge
            . \"\"\" }
          then { expect number of bay is 2 }
        }
        """,
        """
        zone bay: grid of boat seen by everyone
        example "A bay" {
          given { lay out bay \"\"\"
            dinghy  barge
            .       . \"\"\" }
          then { expect number of bay is 2 }
        }
        """,
    ),
    page(
        "CW0909",
        "step or turn of the wrong player",
        """An example plays a turn for somebody: `you does sail()`. A step belongs to whom the flow says,
        so none is named there: `do round.rest()`.""",
        """
        example "A rest" {
          when { you does round.rest() }
          then { expect your shells is 11 shells }
        }
        """,
        """
        example "A rest" {
          when { do round.rest() }
          then { expect your shells is 11 shells }
        }
        """,
    ),
)
