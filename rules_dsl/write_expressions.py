"""Writing expressions: from nodes to documents for `layout`, with no more parentheses than the grammar
needs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from . import nodes as n
from .layout import HARD, LINE, SOFT, Behind, Doc, Fill, Group, Indent, Parts

__all__ = ["CommentQueue", "ExpressionWriter", "number_text", "quoted"]

# How tightly an expression holds together; the grammar's ladder.
OR, AND, NOT, COMPARE, SUM, PRODUCT, PREFIX, POSTFIX = range(1, 9)

GROUPED_FROM: Final = 10_000
"""Smallest number whose thousands are grouped."""

_BINARY: Final = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT}


def number_text(value: int) -> str:
    """A number as it is written: thousands are grouped from five digits on."""
    return f"{value:_}" if value >= GROUPED_FROM else str(value)


def quoted(value: str) -> str:
    """A text in quotes."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


class CommentQueue:
    """The comments of a file, handed out in order, each once."""

    def __init__(self, comments: Sequence[n.Comment]) -> None:
        self._comments = comments
        self._next = 0

    def before(self, offset: int) -> list[n.Comment]:
        """Take the comments that begin before `offset`."""
        first = self._next
        while self._next < len(self._comments) and self._comments[self._next].span.start < offset:
            self._next += 1
        return list(self._comments[first : self._next])

    def take(self) -> None:
        """Take the next comment."""
        self._next += 1

    def peek(self) -> n.Comment | None:
        """The next comment; it stays in the queue."""
        return self._comments[self._next] if self._next < len(self._comments) else None


def level(expr: n.Expr) -> int:
    """How tightly `expr` holds together."""
    match expr:
        case n.Logic():
            return OR if expr.op == "or" else AND
        case n.Not():
            return NOT
        case n.Compare() | n.IsKind():
            return COMPARE
        case n.Binary():
            return _BINARY[expr.op]
        case n.Per() | n.PerFull():
            return PRODUCT
        case (
            n.Negate()
            | n.IfExpr()
            | n.TableExpr()
            | n.Query()
            | n.Count()
            | n.Fold()
            | n.ThoseWith()
            | n.Exists()
            | n.Every()
            | n.Ranking()
            | n.Graph()
        ):
            return PREFIX
        case _:
            return POSTFIX


def is_open(expr: n.Expr) -> bool:
    """Whether `expr`, written without parentheses, reaches on to the right of its end."""
    while True:
        match expr:
            case n.IfExpr() | n.Every():
                return True
            case n.Query():
                if expr.where is not None:
                    return True
                expr = expr.source
            case n.Logic() | n.Compare() | n.Binary():
                # A right side that would need parentheses for its level has them, and ends there.
                if level(expr.right) < _right_level(expr):
                    return False
                expr = expr.right
            case n.Not() | n.Negate():
                if level(expr.operand) < level(expr):
                    return False
                expr = expr.operand
            case n.Per() | n.Count() | n.Fold() | n.ThoseWith() | n.Exists():
                if level(expr.source) < PREFIX:
                    return False
                expr = expr.source
            case n.PerFull():
                if level(expr.of) < PREFIX:
                    return False
                expr = expr.of
            case n.Ranking():
                if level(expr.key) < PREFIX:
                    return False
                expr = expr.key
            case _:
                return False


def _right_level(expr: n.Logic | n.Compare | n.Binary) -> int:
    match expr:
        case n.Logic():
            return AND if expr.op == "or" else NOT
        case n.Compare():
            return SUM
        case _:
            return PRODUCT if expr.op in "+-" else PREFIX


class ExpressionWriter:
    """Writes expressions."""

    def __init__(self, comments: CommentQueue) -> None:
        self.comments = comments

    # --------------------------------------------------------------------------------------- pieces

    def gap(self, line: Doc, following: n.Node) -> Doc:
        """A possible line end before `following`, with the comments that stand there."""
        if following.span.end == 0:
            return line
        found = self.comments.before(following.span.start)
        return Parts((*self.comment_lines(found), HARD)) if found else line

    def comment_lines(self, comments: Sequence[n.Comment]) -> list[Doc]:
        """Comments inside of something: the first may stand behind what is there, the others have lines."""
        docs: list[Doc] = []
        for comment in comments:
            docs += [HARD, comment.text] if comment.own_line or docs else [Behind(comment.text)]
        return docs

    def listed(self, items: Sequence[n.Node], write: Callable[[Any], Doc]) -> Doc:
        """Items with commas between them, as many a line as fit."""
        pieces: list[Doc] = []
        for index, item in enumerate(items):
            if index:
                pieces.append(self.gap(LINE, item))
            comma = "," if index + 1 < len(items) else ""
            pieces.append(Parts((write(item), comma)))
        return Fill(tuple(pieces))

    def bracketed(self, opening: str, items: Sequence[n.Expr], closing: str) -> Doc:
        """`(a, b)` or `[a, b]`."""
        if not items:
            return opening + closing
        first = self.gap(SOFT, items[0])
        inner = self.listed(items, self.expr)
        return Group(Parts((opening, Indent(Parts((first, inner))), SOFT, closing)))

    def names(self, names: Sequence[n.Ident]) -> str:
        """`a, b, c`."""
        return ", ".join(name.text for name in names)

    def type(self, type: n.TypeRef) -> str:
        """A type; it is never broken over lines."""
        name = type.name.text if type.name is not None else ""
        match type.form:
            case "set" | "list":
                text = f"{type.form} of {self.type(type.item) if type.item else ''}"
            case "sides" | "face":
                text = f"{type.form} of {name}"
            case _:
                text = name
        return f"{text} or none" if type.or_none else text

    # ---------------------------------------------------------------------------------- expressions

    def expr(self, expr: n.Expr) -> Doc:
        """An expression where any may stand."""
        return self.operand(expr, OR, opened=True)

    def operand(self, expr: n.Expr, least: int, *, opened: bool) -> Doc:
        """An expression where it must hold together at level `least`, and may reach on to the right if
        `opened`.
        """
        if level(expr) < least or (not opened and is_open(expr)):
            inner = Parts((self.gap(SOFT, expr), self.expr(expr)))
            return Group(Parts(("(", Indent(inner), SOFT, ")")))
        match expr:
            case n.Logic() | n.Binary():
                return self._chain(expr, opened)
            case n.Number():
                return number_text(expr.value)
            case n.Amount():
                return f"{number_text(expr.value)} {expr.unit.text}"
            case n.Text():
                return quoted(expr.value)
            case n.Drawing():
                return self._drawing(expr.rows)
            case n.Literal() | n.Pronoun():
                return expr.word
            case n.SideSpec():
                more = f" to {expr.last}" if expr.last != expr.first else ""
                return f"{expr.edge} {expr.first}{more}"
            case n.Name():
                return expr.path.text
            case n.FieldOf():
                printed = "printed " if expr.printed else ""
                return Parts((self._base(expr.base), printed, expr.name.text))
            case n.Call():
                base = self._base(expr.base) if expr.base is not None else ""
                return Parts((base, expr.path.text, self.bracketed("(", expr.args, ")")))
            case n.Index():
                return Parts((self.operand(expr.base, POSTFIX, opened=False), "[", self.expr(expr.key), "]"))
            case n.SetExpr():
                return self.bracketed("[", expr.items, "]")
            case n.SpotExpr():
                return f"at {expr.column}, {expr.row}{self.turned(expr.turned, expr.face)}"
            case _:
                return self._compound(expr, opened)

    def turned(self, turned: int, face: n.Ident | None) -> str:
        """How a piece lies: ` turned 90 showing back`."""
        angle = f" turned {turned}" if turned else ""
        return f"{angle} showing {face.text}" if face is not None else angle

    def _compound(self, expr: n.Expr, opened: bool) -> Doc:
        match expr:
            case n.Compare():
                left = self.operand(expr.left, SUM, opened=False)
                right = self.operand(expr.right, SUM, opened=opened)
                if isinstance(expr.right, n.Name) and expr.right.path.text in ("a", "an"):
                    right = f"({expr.right.path.text})"  # Else `is a` might be read as the article.
                return Parts((left, f" {expr.op} ", right))
            case n.IsKind():
                word = "is not" if expr.negated else "is"
                article = "an" if expr.kind.text[0] in "aeiou" else "a"
                return Parts(
                    (self.operand(expr.operand, SUM, opened=False), f" {word} {article} {expr.kind.text}")
                )
            case n.Not():
                return Parts(("not ", self.operand(expr.operand, NOT, opened=opened)))
            case n.Negate():
                return Parts(("-", self.operand(expr.operand, PREFIX, opened=opened)))
            case n.IfExpr():
                return self._if(expr)
            case n.TableExpr():
                return self._table(expr)
            case n.Query():
                return self.query(expr, opened=opened)
            case n.Count():
                return Parts(("number of ", self.source(expr.source, opened=opened)))
            case n.Per():
                left = self.operand(expr.amount, PRODUCT, opened=False)
                return Parts((left, " per ", self.source(expr.source, opened=opened)))
            case n.PerFull():
                left = self.operand(expr.amount, PRODUCT, opened=False)
                step = self.operand(expr.step, POSTFIX, opened=False)
                return Parts((left, " per full ", step, " of ", self.operand(expr.of, PREFIX, opened=opened)))
            case n.Fold():
                return self._among(expr.op, expr.value, expr.source, opened)
            case n.ThoseWith():
                return self._among(f"those with {expr.op}", expr.value, expr.source, opened)
            case n.Exists():
                word = "there is no " if expr.negated else "there is "
                return Parts((word, self.source(expr.source, opened=opened)))
            case n.Every():
                query = self.query(expr.source, opened=True, least=POSTFIX)
                test = Parts((self.gap(LINE, expr.test), "satisfies ", self.expr(expr.test)))
                return Group(Parts(("every ", query, Indent(test))))
            case n.Ranking():
                source = self.source(expr.source, opened=True)
                return Parts(("ranking of ", source, " by ", self.operand(expr.key, PREFIX, opened=opened)))
            case n.Graph():
                return self._graph(expr)
            case _:
                raise TypeError(f"not an expression: {type(expr).__name__}")

    def _base(self, base: n.Expr) -> Doc:
        if isinstance(base, n.Pronoun) and base.word in ("it", "you"):
            return "its " if base.word == "it" else "your "
        return Parts((self.operand(base, POSTFIX, opened=False), "'s "))

    def _chain(self, expr: n.Logic | n.Binary, opened: bool) -> Doc:
        """`a and b and c`, `a + b - c`: as a flat list, which breaks before each sign or nowhere."""
        own = level(expr)
        rest: list[tuple[str, n.Expr]] = []
        first: n.Expr = expr
        while isinstance(first, n.Logic | n.Binary) and level(first) == own:
            rest.append((first.op, first.right))
            first = first.left
        right = _right_level(expr)
        head = self._inner_operand(first, own)
        parts: list[Doc] = []
        for index, (op, operand) in enumerate(reversed(rest)):
            last = index == len(rest) - 1
            if op == "-":
                # A line that begins with a minus would be a line of its own.
                parts += [" -", self.gap(LINE, operand)]
            else:
                parts += [self.gap(LINE, operand), f"{op} "]
            if last:
                parts.append(self.operand(operand, right, opened=opened))
            else:
                parts.append(self._inner_operand(operand, right))
        return Group(Parts((head, Indent(Parts(tuple(parts))))))

    def _inner_operand(self, expr: n.Expr, least: int) -> Doc:
        """An operand that others follow: a sum or query in words stands in parentheses, for the reader's
        sake.
        """
        wordy = isinstance(expr, n.Query | n.Fold | n.ThoseWith | n.Ranking | n.Graph)
        if wordy or (isinstance(expr, n.Count) and isinstance(expr.source, n.Query)):
            least = POSTFIX
        return self.operand(expr, least, opened=False)

    def _if(self, expr: n.IfExpr) -> Doc:
        return Group(
            Parts(
                (
                    "if ",
                    self.expr(expr.condition),
                    Indent(
                        Parts(
                            (
                                self.gap(LINE, expr.then),
                                "then ",
                                self.expr(expr.then),
                                self.gap(LINE, expr.otherwise),
                                "else ",
                                self.expr(expr.otherwise),
                            )
                        )
                    ),
                )
            )
        )

    def _table(self, expr: n.TableExpr) -> Doc:
        subject = self.operand(expr.subject, POSTFIX, opened=False)
        parts: list[Doc] = []
        for index, row in enumerate(expr.rows):
            parts.append(self.gap(LINE, row))
            key = "else" if row.key is None else self.operand(row.key, SUM, opened=False)
            comma = "," if index + 1 < len(expr.rows) else ""
            parts += [key, ": ", self.expr(row.values[0]), comma]
        return Group(Parts(("table ", subject, " {", Indent(Parts(tuple(parts))), LINE, "}")))

    def query(self, query: n.Query, *, opened: bool, least: int = PREFIX) -> Doc:
        """`thing x in S where C`."""
        words = [name.text for name in (query.kind, query.binder) if name is not None]
        head = " ".join([*words, "in", ""]) if words else ""
        if query.where is not None:
            least = POSTFIX
        source = self.operand(query.source, least, opened=opened and query.where is None)
        if query.where is None:
            return Parts((head, source))
        where = Parts((self.gap(LINE, query.where), "where ", self.expr(query.where)))
        return Group(Parts((head, source, Indent(where))))

    def source(self, source: n.Expr, *, opened: bool) -> Doc:
        """What a count, a sum or the like runs over."""
        return self.operand(source, PREFIX, opened=opened)

    def _among(self, word: str, value: n.Expr, source: n.Expr, opened: bool) -> Doc:
        # Comments are handed out in order, so what stands first is written first.
        written = self.operand(value, SUM, opened=False)
        among = Parts((self.gap(LINE, source), "among ", self.source(source, opened=opened)))
        return Group(Parts((f"{word} ", written, Indent(among))))

    def _graph(self, expr: n.Graph) -> Doc:
        if expr.start is not None:
            start = self.operand(expr.start, SUM, opened=False)
            head = Parts(("reach from ", start))
            body = Parts((self.gap(LINE, expr.source), "among ", self.source(expr.source, opened=True)))
        else:
            head = f"{expr.op} of "
            body = self.source(expr.source, opened=True)
        linked = Parts((self.gap(LINE, expr.rule), f"linked by {expr.rule.text}"))
        return Group(Parts((head, Indent(Parts((body, linked))))))

    def _drawing(self, rows: tuple[str, ...]) -> Doc:
        if len(rows) == 1:
            return f'"""{rows[0]}"""'
        lines: list[Doc] = []
        for row in rows:
            lines += [HARD, row]
        return Parts(('"""', Indent(Parts((*lines, HARD, '"""')))))
