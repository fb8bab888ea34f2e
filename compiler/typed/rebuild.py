"""Rebuilding typed expressions: mapping, substitution, and what statements hold, for the back end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from castlewright.compiler.typed import ir

E = TypeVar("E", bound=ir.Expr)


@dataclass(slots=True, eq=False)
class Let(ir.Expr):
    """`value` under the name of `var` in `body`: made by the optimiser only, when it inlines a rule."""

    var: ir.Var
    value: ir.Expr
    body: ir.Expr


Make = Callable[[ir.Expr], ir.Expr]


def _maybe(node: ir.Expr | None, make: Make) -> ir.Expr | None:
    return None if node is None else make(node)


def map_query(query: ir.Query, make: Make) -> ir.Query:
    """The query with `make` applied to its source and condition."""
    source, where = make(query.source), _maybe(query.where, make)
    if source is query.source and where is query.where:
        return query
    return ir.Query(query.var, source, where, query.span)


_PARTS: dict[type[ir.Expr], tuple[str, ...]] = {
    ir.GetField: ("base",),
    ir.GetKeep: ("base",),
    ir.GetZone: ("base",),
    ir.PieceOf: ("base",),
    ir.Builtin: ("args",),
    ir.CallRule: ("args",),
    ir.CallSlot: ("base", "args"),
    ir.Arith: ("left", "right"),
    ir.Neg: ("operand",),
    ir.Cmp: ("left", "right"),
    ir.In: ("item", "group"),
    ir.HasFeature: ("side",),
    ir.IsKind: ("operand",),
    ir.IsDef: ("operand",),
    ir.Logic: ("left", "right"),
    ir.Not: ("operand",),
    ir.Cond: ("condition", "then", "otherwise"),
    ir.Select: ("subject", "rows", "otherwise"),
    ir.MakeSet: ("items",),
    ir.Filter: ("query",),
    ir.Fold: ("query", "value"),
    ir.Ranking: ("query", "key"),
    ir.Graph: ("start", "query"),
    Let: ("value", "body"),
}
"""The attributes of each expression that hold expressions; classes without any are left out."""


def _parts(value: object) -> Iterator[ir.Expr]:
    if isinstance(value, ir.Expr):
        yield value
    elif isinstance(value, ir.Query):
        yield value.source
        if value.where is not None:
            yield value.where
    elif isinstance(value, tuple):
        for element in cast("tuple[object, ...]", value):
            yield from _parts(element)


def children(node: ir.Expr) -> Iterator[ir.Expr]:
    """The expressions directly below `node`, in the order they are written."""
    for attribute in _PARTS.get(type(node), ()):
        yield from _parts(getattr(node, attribute))


def _mapped(value: object, make: Make) -> object:
    if isinstance(value, ir.Expr):
        return make(value)
    if isinstance(value, ir.Query):
        return map_query(value, make)
    if isinstance(value, tuple):
        before = cast("tuple[object, ...]", value)
        after = tuple(_mapped(v, make) for v in before)
        return before if all(a is b for a, b in zip(after, before, strict=True)) else after
    return value


def map_children(node: E, make: Make) -> E:
    """`node` with `make` applied to each expression directly below it; the same object if nothing changed."""
    changed: dict[str, object] = {}
    for attribute in _PARTS.get(type(node), ()):
        before = getattr(node, attribute)
        after = _mapped(before, make)
        if after is not before:
            changed[attribute] = after
    return replace(node, **changed) if changed else node


def walk(node: ir.Expr) -> Iterator[ir.Expr]:
    """`node` and all expressions below it, parents first."""
    yield node
    for child in children(node):
        yield from walk(child)


def size(node: ir.Expr, most: int) -> int:
    """How many expressions stand in `node`; counting stops soon after `most`."""
    count = 1
    for child in children(node):
        if count > most:
            break
        count += size(child, most)
    return count


def locals_read(node: ir.Expr) -> Iterator[ir.Var]:
    """The variables read in `node`, bound inside or not, once for each reading."""
    for part in walk(node):
        if isinstance(part, ir.Local):
            yield part.var


# --------------------------------------------------------------------------------------------- substitution


def query_of(node: ir.Expr) -> ir.Query | None:
    """The query in an expression that goes through a collection."""
    return node.query if isinstance(node, ir.Filter | ir.Fold | ir.Ranking | ir.Graph) else None


def substitute(node: ir.Expr, bound: dict[ir.Var, ir.Expr]) -> ir.Expr:
    """`node` with expressions in place of variables; binders inside are renamed, so nothing is captured."""
    if isinstance(node, ir.Local):
        return _put_in(node, bound.get(node.var, node))
    query = query_of(node)
    var = query.var if query is not None else node.var if isinstance(node, Let) else None
    if var is None:
        return map_children(node, lambda child: substitute(child, bound))
    fresh = ir.Var(var.name, var.type, var.role)
    inner = {**bound, var: ir.Local(fresh, type=var.type, span=node.span)}
    if isinstance(node, Let):
        value, body = substitute(node.value, bound), substitute(node.body, inner)
        return Let(fresh, value, body, type=node.type, span=node.span)
    return _with_query(node, cast("ir.Query", query), fresh, bound, inner)


def _put_in(node: ir.Local, found: ir.Expr) -> ir.Expr:
    """What takes the place of a reading; another name for the same variable is read as what it was read as.

    The test that sorts one kind out of a zone that holds two reads its variable as either.
    """
    if isinstance(found, ir.Local) and found.type is found.var.type and found.type is node.var.type:
        return found if node.type == found.type else replace(found, type=node.type)
    return found


def _with_query(
    node: ir.Expr,
    query: ir.Query,
    fresh: ir.Var,
    bound: dict[ir.Var, ir.Expr],
    inner: dict[ir.Var, ir.Expr],
) -> ir.Expr:
    where = _maybe(query.where, lambda e: substitute(e, inner))
    made = ir.Query(fresh, substitute(query.source, bound), where, query.span)
    match node:
        case ir.Filter():
            return replace(node, query=made)
        case ir.Fold():
            return replace(node, query=made, value=_maybe(node.value, lambda e: substitute(e, inner)))
        case ir.Ranking():
            return replace(node, query=made, key=substitute(node.key, inner))
        case ir.Graph():
            return replace(node, query=made, start=_maybe(node.start, lambda e: substitute(e, bound)))
        case _:
            raise TypeError(type(node).__name__)


# ----------------------------------------------------------------------------------------------- statements


_HELD: dict[type[ir.Stmt], tuple[str, ...]] = {
    ir.Change: ("holder", "amount", "other_holder", "about"),
    ir.Draw: ("actor", "count", "source", "target"),
    ir.Move: ("actor", "what", "target"),
    ir.Place: ("actor", "what", "spot"),
    ir.Look: ("who", "what"),
    ir.Shuffle: ("what", "into"),
    ir.Flip: ("what",),
    ir.SetKeep: ("base", "value"),
    ir.SetFace: ("piece", "face"),
    ir.SetLocal: ("value",),
    ir.Do: ("actor", "args"),
    ir.DoSlot: ("base", "actor", "args"),
    ir.If: ("condition",),
    ir.ForEach: ("query", "chooser"),
    ir.Repeat: ("count",),
    ir.Choose: ("who", "query", "least", "most"),
    ir.ChooseOne: ("who",),
    ir.ChooseAction: ("who",),
    ir.AtOnce: ("query",),
    ir.Schedule: ("player",),
    ir.PlayPart: ("actor",),
    ir.BeginPart: ("player",),
    ir.PutPiece: ("target",),
    ir.AnswerWith: ("value",),
    ir.ExpectTrue: ("condition",),
}
"""The attributes of each statement that hold expressions (bodies apart)."""


def expressions_of(statement: ir.Stmt) -> Iterator[ir.Expr]:
    """The expressions that stand directly in a statement, not in its bodies."""
    for attribute in _HELD.get(type(statement), ()):
        value = getattr(statement, attribute)
        if isinstance(value, ir.ZoneRef):
            value = value.base
        yield from _parts(value)
    if isinstance(statement, ir.ChooseOne):
        for option in statement.options:
            if option.condition is not None:
                yield option.condition


def map_statement(statement: ir.Stmt, make: Make) -> ir.Stmt:
    """The statement with `make` applied to every expression in it, in its bodies too."""
    changed: dict[str, object] = {}
    for attribute in _HELD.get(type(statement), ()):
        before = getattr(statement, attribute)
        if isinstance(before, ir.ZoneRef):
            base = _maybe(before.base, make)
            after: object = before if base is before.base else ir.ZoneRef(before.zone, base)
        else:
            after = _mapped(before, make)
        if after is not before:
            changed[attribute] = after
    match statement:
        case ir.If():
            changed["then"] = map_body(statement.then, make)
            changed["otherwise"] = map_body(statement.otherwise, make)
        case ir.ForEach() | ir.Repeat() | ir.AtOnce():
            changed["body"] = map_body(statement.body, make)
        case ir.Within():
            changed["body"], changed["late"] = map_body(statement.body, make), map_body(statement.late, make)
        case ir.ChooseOne():
            changed["options"] = tuple(
                ir.OptionBranch(o.title, _maybe(o.condition, make), map_body(o.body, make), o.span)
                for o in statement.options
            )
        case ir.ExpectTrue():
            changed["parts"] = tuple((words, make(part)) for words, part in statement.parts)
        case _:
            pass
    return replace(statement, **changed) if changed else statement


def map_body(body: ir.Body, make: Make) -> ir.Body:
    """A block with `make` applied to every expression in it."""
    return tuple(map_statement(statement, make) for statement in body)


def bodies_of(statement: ir.Stmt) -> tuple[ir.Body, ...]:
    """The blocks directly inside a statement."""
    match statement:
        case ir.If():
            return statement.then, statement.otherwise
        case ir.ForEach() | ir.Repeat() | ir.AtOnce():
            return (statement.body,)
        case ir.Within():
            return statement.body, statement.late
        case ir.ChooseOne():
            return tuple(option.body for option in statement.options)
        case _:
            return ()


def statements(body: ir.Body) -> Iterator[ir.Stmt]:
    """All statements of a block, nested ones too."""
    for statement in body:
        yield statement
        for inner in bodies_of(statement):
            yield from statements(inner)


def vars_bound(statement: ir.Stmt) -> Iterator[ir.Var]:
    """The variables that a statement itself gives a value to."""
    match statement:
        case ir.Draw():
            if statement.var is not None:
                yield statement.var
        case ir.SetLocal() | ir.Choose():
            yield statement.var
        case ir.ForEach() | ir.AtOnce():
            yield statement.query.var
        case _:
            pass
