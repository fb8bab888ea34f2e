"""From the syntax tree to the JSON form.

Values of fields are written as JSON wherever they are plain: numbers, `true`, `false`, `null`, names, amounts
and sides as texts, sets as lists. Everything else is a text of the language, laid out by the formatter.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from . import nodes as n
from .formatter import format_module
from .source import Source

if TYPE_CHECKING:
    from .json_models import DefinitionJson, FaceJson, FileJson, ItemJson, ListJson, OnlyIfJson, ValueJson

__all__ = [
    "definition_to_json",
    "items_to_json",
    "json_text",
    "list_to_json",
    "module_to_json",
    "value_to_json",
]

_VERSION = 1
_MEMBERS: dict[type[n.Item], str] = {
    n.KeepsDecl: "keeps",
    n.ZoneDecl: "zones",
    n.Change: "changes",
    n.Hook: "hooks",
    n.ActionDecl: "actions",
}


def definition_to_json(node: n.Definition) -> DefinitionJson:
    """The JSON form of a definition.

    Its keys stand in the order in which the definition has them first; `definition_from_json` gives an equal
    tree back if the definition keeps members of a sort together and cites in one place (else one that says
    the same in that order). Raises ValueError for what is an error in the text as well: a field or slot given
    twice.
    """
    out: dict[str, Any] = {"kind": node.kind.text, "name": node.name.text}
    if node.title is not None:
        out["title"] = node.title.value
    for item in node.items:
        match item:
            case n.FieldItem():
                _put(out.setdefault("fields", {}), item.name.text, _field(item.values))
            case n.FaceDecl():
                _put(out.setdefault("faces", {}), item.name.text, _face(item))
            case n.SlotFilling():
                head, body = _slot(item)
                _put(out.setdefault("slots", {}), head, body)
            case n.TextItem():
                _text(out, item)
            case _:
                out.setdefault(_MEMBERS[type(item)], []).append(_written(item))
    return out  # pyright: ignore[reportReturnType]


def list_to_json(node: n.ListDecl) -> ListJson:
    """The JSON form of a table of definitions."""
    out: dict[str, Any] = {"list_of": node.kind.text, "columns": [column.text for column in node.columns]}
    _texts(out, node.items)
    out["rows"] = [_row(row) for row in node.rows]
    return out  # pyright: ignore[reportReturnType]


def items_to_json(items: Iterable[n.Item]) -> list[ItemJson]:
    """The JSON form of definitions, tables of definitions, and `only if` around them.

    Raises ValueError for items of other sorts, which have no JSON form.
    """
    return [_item(item) for item in items]


def module_to_json(module: n.Module) -> FileJson:
    """The JSON form of a file that holds nothing but definitions. Raises ValueError as `items_to_json`
    does."""
    return {"version": _VERSION, "items": items_to_json(module.items)}


def json_text(value: object) -> str:
    """JSON data as text: two blanks a level, a line end behind the last line."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _item(item: n.Item) -> ItemJson:
    match item:
        case n.Definition():
            return definition_to_json(item)
        case n.ListDecl():
            return list_to_json(item)
        case n.OnlyIf():
            made: OnlyIfJson = {
                "only_if": _expression(item.condition),
                "items": items_to_json(item.items),
            }
            return made
        case _:
            raise ValueError(f"{item.span}: only definitions have a JSON form")


def _put(target: dict[str, Any], key: str, value: object) -> None:
    if key in target:
        raise ValueError(f"`{key}` stands twice")
    target[key] = value


# ----------------------------------------------------------------------------------------------------- values


def value_to_json(expr: n.Expr) -> ValueJson:
    """The JSON form of one value of a field."""
    match expr:
        case n.Number():
            return expr.value
        case n.Negate(operand=n.Number(value=value)) if value:
            return -value
        case n.Negate(operand=n.Amount(value=value, unit=unit)) if value:
            return f"-{value} {unit.text}"
        case n.Amount():
            return f"{expr.value} {expr.unit.text}"
        case n.Literal():
            return {"yes": True, "no": False, "none": None}[expr.word]
        case n.Name():
            return expr.path.text
        case n.SideSpec():
            last = f" to {expr.last}" if expr.last != expr.first else ""
            return f"{expr.edge} {expr.first}{last}"
        case n.Text():
            return {"text": expr.value}
        case n.Drawing() if expr.rows:
            return {"drawing": list(expr.rows)}
        case n.SetExpr():
            return [value_to_json(item) for item in expr.items]
        case _:
            return {"expression": _expression(expr)}


def _field(values: Sequence[n.Expr]) -> ValueJson:
    """One value as itself, several as a list; a single set is a list in a list."""
    if len(values) == 1 and not (isinstance(values[0], n.SetExpr) and values[0].items):
        return value_to_json(values[0])
    return [value_to_json(value) for value in values]


def _face(node: n.FaceDecl) -> FaceJson:
    out: dict[str, Any] = {}
    if node.title is not None:
        out["title"] = node.title.value
    for item in node.items:
        if isinstance(item, n.FieldItem):
            _put(out.setdefault("fields", {}), item.name.text, _field(item.values))
        elif isinstance(item, n.TextItem):
            _text(out, item)
    return out  # pyright: ignore[reportReturnType]


def _row(node: n.ListRow) -> Any:
    out: dict[str, Any] = {"name": node.name.text}
    if node.title is not None:
        out["title"] = node.title.value
    out["values"] = [value_to_json(value) for value in node.values]
    _texts(out, node.items)
    return out


# ------------------------------------------------------------------------------------------------------ texts


def _texts(out: dict[str, Any], items: Iterable[n.Item]) -> None:
    for item in items:
        if isinstance(item, n.TextItem):
            _text(out, item)


def _text(out: dict[str, Any], item: n.TextItem) -> None:
    match item.word:
        case "cites":
            out.setdefault("cites", []).extend(item.values)
        case "note":
            out.setdefault("notes", []).extend(item.values)
        case "prose":
            out.setdefault("prose", []).extend(item.values)
        case "reads" | "icon":
            _one_or_more(out, item.word, item.values[0])
        case "found":
            _one_or_more(out, "standing", {"found": item.values[0]})
        case _:
            _one_or_more(out, "standing", item.word)


def _one_or_more(out: dict[str, Any], key: str, value: object) -> None:
    """Put a value under a key; a second one makes a list of it."""
    if key not in out:
        out[key] = value
    elif isinstance(out[key], list):
        out[key].append(value)
    else:
        out[key] = [out[key], value]


# -------------------------------------------------------------------------------------- texts of the language


def _written(item: n.Item) -> str:
    """An item as the formatter writes it."""
    return format_module(n.Module((item,)), Source("", "")).rstrip("\n")


def _expression(expr: n.Expr) -> str:
    head = "x: "
    return _written(n.FieldItem(n.Ident("x"), (expr,))).removeprefix(head)


def _slot(node: n.SlotFilling) -> tuple[str, str]:
    """The head of a slot filling, and what it holds: an expression, or a block in braces."""
    params = ", ".join(param.name.text for param in node.params)
    head = f"{node.name.text}({params})"
    if node.limit is not None:
        often = "once" if node.limit.times == 1 else f"at most {node.limit.times} times"
        head += f" {often} per {node.limit.per.text}"
    text = _written(node)
    body = text[len(head) :].lstrip()
    if body.startswith("="):
        return head, _dedented(body[1:])
    if body.startswith(":"):
        return head, "{ " + body[1:].strip() + " }"
    return head, body


def _dedented(text: str) -> str:
    """The value behind a `=`, which the formatter may have put on lines of its own."""
    first, *rest = text.split("\n")
    if first.strip():
        return text.strip()
    margin = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
    return "\n".join(line[margin:] for line in rest).strip()
