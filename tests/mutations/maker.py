"""Small wrong programs made from a right one: one operator, number, boundary or branch is changed in each."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

COMPARISONS = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant(NamedTuple):
    """One change of a source."""

    line: int
    column: int
    kind: str
    before: str
    after: str
    text: str  # the whole changed source

    @property
    def name(self) -> str:
        """Where it is and what it does, on one line."""
        return f"{self.line}:{self.column} {self.kind}: {_short(self.before)} -> {_short(self.after)}"


def mutants(source: str) -> list[Mutant]:
    """List every change that is made of a source, in its order."""
    tree = ast.parse(source)
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    made = [_apply(source, starts, *change) for node in _code(tree) for change in _changes(node)]
    return sorted(made, key=lambda mutant: mutant[:5])


def _apply(source: str, starts: list[int], node: ast.AST, kind: str, after: str) -> Mutant:
    """Put a text in the place of a node; columns count bytes."""
    data = source.encode()
    begin = starts[node.lineno - 1] + node.col_offset
    end = starts[node.end_lineno - 1] + node.end_col_offset
    text = (data[:begin] + after.encode() + data[end:]).decode()
    return Mutant(node.lineno, node.col_offset + 1, kind, data[begin:end].decode(), after, text)


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """Walk over what is run: no annotations, texts, assertions or imports for type checkers."""
    if isinstance(node, ast.JoinedStr | ast.Assert | ast.Import | ast.ImportFrom | ast.Raise):
        return
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return
    yield node
    skipped = {"annotation", "returns", "decorator_list", "type_params"}
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and field not in skipped:
                yield from _code(child)


def _changes(node: ast.AST) -> Iterator[tuple[ast.AST, str, str]]:
    """Give (node, kind, new text) for each change of one node."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            for new in COMPARISONS[type(operator)]:
                yield node, "comparison", _text(ast.Compare(left, [new()], [right]))
        case ast.Compare(left=left, ops=operators, comparators=values):
            for place, operator in enumerate(operators):
                changed = [*operators[:place], COMPARISONS[type(operator)][0](), *operators[place + 1 :]]
                yield node, "comparison", _text(ast.Compare(left, changed, values))
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OPERATORS and not _is_no_number(left):
            yield node, "operator", _text(ast.BinOp(left, OPERATORS[type(operator)](), right))
        case ast.BoolOp(op=operator, values=values):
            yield node, "logic", _text(ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, "logic", _text(operand)
        case ast.Constant(value=bool() as value):
            yield node, "constant", str(not value)
        case ast.Constant(value=int() as value):
            yield node, "constant", str(value + 1)
            if value > 0:
                yield node, "constant", str(value - 1)
        case ast.Constant(value=float() as value):
            yield node, "constant", f"({value!r} * 1.5 + 0.1)"
        case ast.Call(func=ast.Name(id=name) as function) if name in CALLS:
            yield function, "function", CALLS[name]
        case ast.If(test=test) | ast.IfExp(test=test):
            yield test, "branch", "(True)"
            yield test, "branch", "(False)"
        case ast.AugAssign(target=target, op=operator, value=value) if type(operator) in OPERATORS:
            yield node, "operator", ast.unparse(ast.AugAssign(target, OPERATORS[type(operator)](), value))
            yield node, "dropped", "pass"
        case ast.Expr(value=ast.Call()) | ast.Continue() | ast.Break():
            yield node, "dropped", "pass"


def _is_no_number(node: ast.expr) -> bool:
    """Tell texts and collections, with which another operator fails at once, whatever the tests are."""
    is_text = isinstance(node, ast.Constant) and not isinstance(node.value, int | float)
    return is_text or isinstance(node, ast.JoinedStr | ast.Dict | ast.List | ast.Tuple)


def _text(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"


def _short(text: str) -> str:
    """One line of a text, cut."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:59]}…"
