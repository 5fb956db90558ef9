"""Mutants: the sources of the package with one place changed, as a slip of a programmer would change it.

A mutant changes one expression, or one simple statement. Left alone are texts for people, annotations, decorators, assertions (`zip` with
`strict` and `raise AssertionError` among them), what only the type checker reads (`__all__`, too), and numbers of `LIMIT` and more: limits
of work, of which one more is no fault.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate, islice

from mutation.copies import ROOT

PACKAGES = ("syntax", "rulebook", "semantics", "core", "engines", "analysis", "checks")
LIMIT = 100
_WORDING = frozenset({"help", "notes", "strict", "digest_size"})
"""Arguments that are texts for people, or of which another value is no fault."""
_DECLARING = frozenset({"field", "TypeVar", "cast", "dataclass", "assert_never"})
"""Calls that say what something is, not what is done."""


@dataclass(frozen=True, slots=True, order=True)
class Mutant:
    """A place of a source, in bytes, and what is written there instead."""

    path: str
    line: int
    start: int
    end: int
    old: str
    new: str
    lines: tuple[int, ...]
    """The lines of the statement in which it is, without those of its body."""
    called: bool
    """Whether it is in a function: what is not is done when the module is imported, by no test."""
    within: str
    """The line of the source on which it begins."""

    def of(self, source: bytes) -> bytes:
        """The source with the change."""
        return source[: self.start] + self.new.encode() + source[self.end :]

    def __str__(self) -> str:
        *_, old, new = self.name
        return f"{self.path}:{self.line}: {old}  ->  {new}"

    @property
    def name(self) -> tuple[str, str, str, str]:
        """What it is, wherever in its file it is now: its file and line, the old text and the new, of long ones only what differs."""
        old, new = " ".join(self.old.split()), " ".join(self.new.split())
        try:
            old = ast.unparse(ast.parse(old.strip()))  # as the new text is printed
            new = ast.unparse(ast.parse(new.strip()))
        except SyntaxError:  # a pattern, or a word that is no statement by itself
            pass
        if max(len(old), len(new)) <= _SHOWN:
            return self.path, self.within, old, new
        before = max(0, _alike(old, new) - _AROUND)
        after = max(0, min(_alike(old[::-1], new[::-1]), len(old) - before - _AROUND, len(new) - before - _AROUND) - _AROUND)
        return self.path, self.within, _cut(old, before, after), _cut(new, before, after)


_SHOWN = 120
_AROUND = 30


def _alike(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    return next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _cut(text: str, before: int, after: int) -> str:
    return ("… " if before else "") + text[before : len(text) - after] + (" …" if after else "")


def sources() -> list[str]:
    """The files that are changed, by their paths from the top."""
    folder = ROOT / "generator" / "rulewright"
    return [path.relative_to(ROOT).as_posix() for name in PACKAGES for path in sorted((folder / name).rglob("*.py"))]


def all_mutants() -> list[Mutant]:
    """Every mutant of every file, in order."""
    return sorted(mutant for path in sources() for mutant in mutants(path, (ROOT / path).read_bytes()))


def sample(count: int, seed: int, of: list[Mutant]) -> list[Mutant]:
    """Some of these mutants, always the same ones for a seed and the same sources."""
    mixed = list(of)
    random.Random(seed).shuffle(mixed)
    chosen = (mutant for mutant in mixed if is_another(mutant, (ROOT / mutant.path).read_bytes()))
    return list(islice(chosen, count))


def is_another(mutant: Mutant, source: bytes) -> bool:
    """Whether the mutant can be read, and says something else than the source."""
    try:
        return ast.dump(ast.parse(mutant.of(source))) != ast.dump(ast.parse(source))
    except SyntaxError:
        return False


def mutants(path: str, source: bytes) -> Iterator[Mutant]:
    """The mutants of one file, some of which may say the same as the source or nothing that can be read (`is_another`)."""
    tree = ast.parse(source)
    lines = source.splitlines(keepends=True)
    starts = [0, *accumulate(len(line) for line in lines)]
    seen: set[tuple[int, int, str]] = set()
    for node, around in _walk(tree, ()):
        for new in _changes(node, around):
            start, end = starts[node.lineno - 1] + node.col_offset, starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            old = source[start:end].decode()
            if (start, end, new) not in seen:
                seen.add((start, end, new))
                called = any(isinstance(one, _FUNCTIONS) for one in around)
                within = lines[node.lineno - 1].decode().strip()
                yield Mutant(path, node.lineno, start, end, old, new, _lines(node, around), called, within)


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Place = ast.expr | ast.stmt | ast.pattern


def _lines(node: ast.AST, around: tuple[ast.AST, ...]) -> tuple[int, ...]:
    """The lines of the innermost statement, or branch of a `match`, without its body."""
    for one in (node, *reversed(around)):
        if isinstance(one, ast.match_case):
            return tuple(range(one.pattern.lineno, one.body[0].lineno))
        if isinstance(one, ast.stmt):
            body = getattr(one, "body", None) or getattr(one, "cases", None)
            first = body[0].pattern.lineno if body and isinstance(body[0], ast.match_case) else body[0].lineno if body else None
            return tuple(range(one.lineno, max(one.lineno + 1, first if first else (one.end_lineno or one.lineno) + 1)))
    return ()


# ---- where changes are made -----------------------------------------------------------------------------------------------------------------


def _walk(node: ast.AST, around: tuple[ast.AST, ...]) -> Iterator[tuple[_Place, tuple[ast.AST, ...]]]:
    """Every expression, statement and pattern in which a change would be a fault, with what it is in, outermost first."""
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _left_alone(node, name, child):
                if isinstance(child, ast.expr | ast.stmt | ast.pattern):
                    yield child, (*around, node)
                yield from _walk(child, (*around, node))


def _left_alone(node: ast.AST, name: str, child: ast.AST) -> bool:
    if name in ("annotation", "returns", "decorator_list", "bases", "keywords") and not isinstance(node, ast.Call):
        return True
    if isinstance(child, ast.JoinedStr | ast.Assert) or (isinstance(child, ast.keyword) and child.arg in _WORDING):
        return True
    if isinstance(child, ast.Raise) and isinstance(child.exc, ast.Call) and _called(child.exc) == "AssertionError":
        return True
    if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
        return True
    if isinstance(child, ast.Call) and _called(child) in _DECLARING:
        return True
    if isinstance(child, ast.AnnAssign):
        return isinstance(child.annotation, ast.Name) and child.annotation.id == "TypeAlias"
    if isinstance(child, ast.Assign) and isinstance(child.targets[0], ast.Name) and child.targets[0].id == "__all__":
        return True
    return isinstance(node, ast.Module) and isinstance(child, ast.Assign) and isinstance(child.value, ast.BinOp | ast.Subscript)


def _called(node: ast.Call) -> str:
    """The name of what is called, without what it is of."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:  # open: whatever else can be called has no name
            return ""


# ---- what is changed ------------------------------------------------------------------------------------------------------------------------


def _changes(node: _Place, around: tuple[ast.AST, ...]) -> Iterator[str]:
    """What may be written instead."""
    changes = _CHANGES.get(type(node))
    changed = list(changes(node, around)) if changes else []
    if isinstance(node, ast.expr) and _is_condition(node, around[-1]):
        changed += [ast.UnaryOp(ast.Not(), node), ast.Constant(False)]
    for new in changed:
        text = ast.unparse(new)
        yield f"({text})" if isinstance(node, ast.expr) and not isinstance(new, ast.Constant) else text


def _is_condition(node: ast.expr, within: ast.AST) -> bool:
    """Whether it says if something is done: it may be turned round, and what it is about may be lost."""
    match within:
        case ast.If(test=test) | ast.While(test=test) | ast.match_case(guard=test):
            return node is test
        case _:  # open: whatever else holds an expression
            return False


def _with(node: ast.AST, **changed: object) -> ast.AST:
    """The node with some fields changed."""
    return type(node)(**{**dict(ast.iter_fields(node)), **changed})


def _without(items: list[ast.expr]) -> Iterator[list[ast.expr]]:
    """The items with one lost, each in turn."""
    for place in range(len(items)):
        yield items[:place] + items[place + 1 :]


_TURNED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
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
_OTHER_SIGN: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_OTHER_CALL = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "startswith": "endswith",
    "endswith": "startswith",
    "partition": "rpartition",
    "rpartition": "partition",
    "union": "intersection",
    "intersection": "union",
}


def _compare(node: ast.Compare, _: tuple[ast.AST, ...]) -> Iterator[ast.AST]:
    for place, sign in enumerate(node.ops):
        for other in _TURNED[type(sign)]:
            yield _with(node, ops=[*node.ops[:place], other(), *node.ops[place + 1 :]])


def _bool_op(node: ast.BoolOp, _: tuple[ast.AST, ...]) -> Iterator[ast.AST]:
    yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    for values in _without(node.values):
        yield values[0] if len(values) == 1 else _with(node, values=values)


def _unary(node: ast.UnaryOp, _: tuple[ast.AST, ...]) -> Iterator[ast.AST]:
    yield node.operand


def _branch(node: ast.IfExp, _: tuple[ast.AST, ...]) -> Iterator[ast.AST]:
    yield node.body
    yield node.orelse


def _constant(node: ast.Constant, around: tuple[ast.AST, ...]) -> Iterator[ast.AST]:
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int) and abs(value) < LIMIT:
        yield ast.Constant(value + 1)
        if value > 0:
            yield ast.Constant(value - 1)


def _bin_op(node: ast.BinOp, around: tuple[ast.AST, ...]) -> Iterator[ast.AST]:
    texts = any(
        isinstance(one, ast.JoinedStr) or (isinstance(one, ast.Constant) and isinstance(one.value, str)) for one in (node.left, node.right)
    )
    lists = any(isinstance(one, ast.List | ast.Tuple | ast.ListComp) for one in (node.left, node.right))
    types = isinstance(around[-1], ast.Call) and _called(around[-1]) in ("isinstance", "issubclass")
    if isinstance(node.op, ast.Add | ast.BitOr | ast.BitAnd):
        yield node.left
        yield node.right
    if type(node.op) in _OTHER_SIGN and not (texts or lists or types):
        yield _with(node, op=_OTHER_SIGN[type(node.op)]())


def _call(node: ast.Call, _: tuple[ast.AST, ...]) -> Iterator[ast.AST]:
    name = _called(node)
    if name in _OTHER_CALL:
        other = _OTHER_CALL[name]
        func = ast.Name(other) if isinstance(node.func, ast.Name) else _with(node.func, attr=other)
        yield _with(node, func=func)
    if name == "sorted":
        others = [one for one in node.keywords if one.arg != "reverse"]
        reverse = [] if len(others) < len(node.keywords) else [ast.keyword("reverse", ast.Constant(True))]
        yield _with(node, keywords=[*others, *reverse])
    if name in ("isinstance", "issubclass"):
        return
    if len(node.args) > 1:
        yield _with(node, args=node.args[:-1])
    for place, keyword in enumerate(node.keywords):
        if keyword.arg not in _WORDING and not (name == "sorted" and keyword.arg == "reverse"):
            yield _with(node, keywords=node.keywords[:place] + node.keywords[place + 1 :])


def _items(node: ast.List | ast.Set | ast.Tuple, around: tuple[ast.AST, ...]) -> Iterator[ast.AST]:
    """One lost: not of what is taken apart at once, where Python itself would say so."""
    within = around[-1]
    if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load) or len(node.elts) < 2:
        return
    if isinstance(node, ast.Tuple) and isinstance(within, ast.Subscript | ast.For | ast.Assign):
        return
    if isinstance(node, ast.Tuple) and isinstance(within, ast.Return | ast.Yield) and len(node.elts) < 4:
        return
    for elts in _without(node.elts):
        yield _with(node, elts=elts)


def _dict(node: ast.Dict, _: tuple[ast.AST, ...]) -> Iterator[ast.AST]:
    if len(node.values) > 1:
        for place in range(len(node.values)):
            yield _with(node, keys=node.keys[:place] + node.keys[place + 1 :], values=node.values[:place] + node.values[place + 1 :])


def _comprehension(node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, _: tuple[ast.AST, ...]) -> Iterator[ast.AST]:
    for place, part in enumerate(node.generators):
        for ifs in _without(part.ifs):
            yield _with(node, generators=[*node.generators[:place], _with(part, ifs=ifs), *node.generators[place + 1 :]])


def _slice(node: ast.Subscript, _: tuple[ast.AST, ...]) -> Iterator[ast.AST]:
    if isinstance(node.slice, ast.Slice):
        if node.slice.lower is not None:
            yield _with(node, slice=_with(node.slice, lower=None))
        if node.slice.upper is not None:
            yield _with(node, slice=_with(node.slice, upper=None))


def _pattern(node: ast.MatchOr, _: tuple[ast.AST, ...]) -> Iterator[ast.AST]:
    for place in range(len(node.patterns)):
        rest = node.patterns[:place] + node.patterns[place + 1 :]
        yield rest[0] if len(rest) == 1 else _with(node, patterns=rest)


def _return(node: ast.Return, around: tuple[ast.AST, ...]) -> Iterator[ast.AST]:
    value = node.value
    if value is None or isinstance(value, ast.Constant):
        return
    function = next(one for one in reversed(around) if isinstance(one, _FUNCTIONS))
    if isinstance(function.returns, ast.Name) and function.returns.id == "bool":
        yield _with(node, value=ast.Constant(True))
        yield _with(node, value=ast.Constant(False))
    else:
        yield _with(node, value=ast.Constant(None))


def _expression(node: ast.Expr, _: tuple[ast.AST, ...]) -> Iterator[ast.AST]:
    if isinstance(node.value, ast.Call) and _called(node.value) not in _DECLARING:
        yield ast.Pass()
    elif isinstance(node.value, ast.Yield | ast.YieldFrom):
        yield ast.Expr(ast.BoolOp(ast.And(), [ast.Constant(False), node.value]))


def _other(*others: Callable[[], ast.stmt]) -> Callable[[ast.stmt, tuple[ast.AST, ...]], Iterator[ast.AST]]:
    return lambda node, around: (other() for other in others)


_CHANGES: dict[type[ast.AST], Callable[..., Iterator[ast.AST]]] = {
    ast.Compare: _compare,
    ast.BoolOp: _bool_op,
    ast.UnaryOp: _unary,
    ast.IfExp: _branch,
    ast.Constant: _constant,
    ast.BinOp: _bin_op,
    ast.Call: _call,
    ast.List: _items,
    ast.Set: _items,
    ast.Tuple: _items,
    ast.Dict: _dict,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _comprehension,
    ast.Subscript: _slice,
    ast.MatchOr: _pattern,
    ast.Return: _return,
    ast.Expr: _expression,
    ast.AugAssign: _other(ast.Pass),
    ast.Raise: _other(ast.Pass),
    ast.Continue: _other(ast.Pass, ast.Break),
    ast.Break: _other(ast.Pass, ast.Continue),
}
