"""The declarations of a book, for the words of its expressions: phrases, titles of values, units, fields, kinds of variables."""

from __future__ import annotations

from fractions import Fraction

from rulewright.base.keywords import FactKind
from rulewright.base.numerals import number_text
from rulewright.rulebook.model import Rulebook
from rulewright.rulebook.renaming import book_of_edition
from rulewright.semantics.setup_rules import with_set_ups
from rulewright.site.wording.slots import LONGEST_LETTERS, Scope, complete_phrase, fill_slots
from rulewright.site.wording.words import noun_phrase, plural, spell_out
from rulewright.syntax import nodes
from rulewright.syntax.traversal import walk_nodes

Phrased = nodes.Fact | nodes.Value | nodes.Verdict | nodes.Predicate | nodes.Group | nodes.Table


class Vocabulary:
    """The declarations of one book by their names."""

    def __init__(self, book: Rulebook, edition: str | None = None) -> None:
        """`edition`: whose words the phrases are, where a term was renamed; without it they are as the vocabulary has them."""
        views = list(book.views.values())
        if edition is not None:
            book = book_of_edition(book, edition)
            views.sort(key=lambda view: view.edition.name != edition)
        self._called: dict[str, Phrased] = {}
        self._fields: dict[str, list[tuple[str, nodes.FieldDecl]]] = {}
        self._measures: dict[str, str] = {}
        self._titles: dict[str, str] = {}
        self._titles_of: dict[str, dict[str, str]] = {}
        self._records: dict[str, str] = {}
        self._classes: dict[str, tuple[str, ...]] = {}
        for declared in book.declarations:
            self._note_declaration(declared.node)
        for view in views:
            for declared in with_set_ups(book, view)[0].declarations[len(book.declarations) :]:
                self._note_declaration(declared.node)
            for provision in view.provisions_in_force():
                if isinstance(provision.node, nodes.Table):
                    self._called.setdefault(provision.node.name, provision.node)

    def _note_declaration(self, node: object) -> None:
        match node:
            case nodes.Fact() | nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Group():
                self._called.setdefault(node.name, node)
            case nodes.Record():
                self._records[node.name] = node.name
                for field_decl in node.fields:
                    self._fields.setdefault(field_decl.name, []).append((node.name, field_decl))
            case nodes.Class():
                self._classes[node.name] = node.members
            case nodes.Measure():
                self._measures[node.name] = node.title
            case nodes.Enum() | nodes.Scale():
                self._titles_of[node.name] = {value.name: value.title or spell_out(value.name) for value in node.values}
                for value in node.values:
                    if value.title:
                        self._titles.setdefault(value.name, value.title)
            case _:  # open: other declarations have no words for expressions
                pass

    def is_statement(self, name: str) -> bool:
        """Return True if the phrase of a name is a sentence (`{u} draws forage`) and not a thing (`the allowance of {u}`)."""
        declared: Phrased | nodes.FieldDecl | None = self._called.get(name)
        if declared is None and name in self._fields:
            declared = self._fields[name][0][1]
        yes_no = isinstance(declared, nodes.Fact | nodes.FieldDecl | nodes.Value | nodes.Table) and isinstance(declared.type, nodes.YesNo)
        return yes_no or isinstance(declared, nodes.Verdict | nodes.Predicate)

    def unit_name(self, unit: str) -> str:
        """A unit as people call it, of many: `movement points`."""
        return plural(self._measures.get(unit, spell_out(unit)))

    def number_with_unit(self, value: Fraction, unit: str | None, *, decimal: int = 0) -> str:
        """`3 hexes`, `1 movement point`; `1½`-like halves as `3/2`, and as `1.5` where they are written so."""
        text = number_text(value, decimal=decimal)
        if unit is None:
            return text
        title = self._measures.get(unit, spell_out(unit))
        return f"{text} {title if value == 1 else plural(title)}"

    def _kind_of(self, expr: nodes.Expr) -> str | None:
        """The name of the enum that a fact, field or value takes its values from; None where its name alone does not say."""
        named_type = self._type_of(expr)
        return None if named_type is None else named_type.name

    def _type_of(self, expr: nodes.Expr) -> nodes.Named | None:
        """The enum or kind that a fact, field or value takes its values from; None where its name alone does not say."""
        named_types = {type_expr.name: type_expr for type_expr in self._types_of(expr) if isinstance(type_expr, nodes.Named)}
        return next(iter(named_types.values())) if len(named_types) == 1 else None

    def _types_of(self, expr: nodes.Expr) -> list[nodes.TypeExpr]:
        """The declared type of a fact or value, those of all fields of a name."""
        if isinstance(expr, nodes.Field):
            return [field_decl.type for _, field_decl in self._fields.get(expr.name, [])]
        declared = self._called.get(expr.name) if isinstance(expr, nodes.Call) else None
        return [declared.type] if isinstance(declared, nodes.Fact | nodes.Value | nodes.Table) else []

    def _is_date(self, expr: nodes.Expr) -> bool:
        """Return True if an expression is a date, or a fact, field or value of the turns of a calendar."""
        return isinstance(expr, nodes.MonthDate) or any(
            isinstance(type_, nodes.Range) and type_.calendar is not None for type_ in self._types_of(expr)
        )

    def field_of(self, name: str, owner: str) -> str | None:
        """A field of something as the book calls it: `the arm of the unit`; None where it has no phrase, or has several."""
        phrases = {field_decl.phrase for _, field_decl in self._fields.get(name, [])}
        phrase = phrases.pop() if len(phrases) == 1 else None
        return fill_slots(phrase, {"it": owner}) if phrase else None

    def value_name(self, name: str) -> str:
        """A value of an enum as people call it."""
        return self._titles.get(name, spell_out(name))

    def _complete_phrase(self, declared: Phrased) -> str:
        """The phrase of what is declared, with the values that it does not name behind it."""
        values = [param.name for param in declared.params if not (isinstance(param.type, nodes.Named) and param.type.name in self._records)]
        return complete_phrase(noun_phrase(declared.phrase or ""), values, is_statement=self.is_statement(declared.name))

    def _has_phrase(self, name: str) -> bool:
        return name in self._called and bool(self._called[name].phrase)

    def _value_of(self, expr: nodes.Expr, kind: str | None, scope: Scope) -> str | None:
        """The name of a value of that enum, as people call it; None for what is none."""
        if isinstance(expr, nodes.Call) and not expr.args and expr.name not in scope.kinds and kind is not None:
            return self._titles_of.get(kind, {}).get(expr.name)
        return None

    @staticmethod
    def _slot_phrases(declared: Phrased, arguments: list[str]) -> dict[str, str]:
        slots = {param.name: text for param, text in zip(declared.params, arguments, strict=False)}
        if isinstance(declared, nodes.Fact) and declared.kind is FactKind.STATUS and arguments:
            slots.setdefault("it", arguments[0])
        return slots

    def scope_of(self, node: nodes.Node | tuple[nodes.Node, ...]) -> Scope:
        """Return the variables with their kinds: bound to a parameter with a kind, bound by `some unit v`, or owner of a field."""
        kinds: dict[str, str] = {}
        binders: set[str] = set()
        is_rule = isinstance(node, nodes.Rule | nodes.Relation)
        for part in walk_nodes(node):
            if isinstance(part, nodes.Binder):
                binders.add(part.variable)
            match part:
                case nodes.Call() if part.args and part.name in self._called:
                    for param, arg in zip(self._called[part.name].params, part.args, strict=False):
                        self._bind_variable(kinds, arg, param.type)
                case nodes.Compare() if is_rule:
                    for side, other in ((part.left, part.right), (part.right, part.left)):
                        if (type_ := self._type_of(other)) is not None:
                            self._bind_variable(kinds, side, type_)
                case nodes.Binder() if part.type_name:
                    kinds.setdefault(part.variable, self._record_of(part.type_name))
                case nodes.Binder() if part.among is not None and isinstance(part.among, nodes.Call):
                    group = self._called.get(part.among.name)
                    if isinstance(group, nodes.Group):
                        kinds.setdefault(part.variable, self._record_of(group.type_name))
                case nodes.Field() if isinstance(part.of, nodes.Call) and not part.of.args and part.of.name not in kinds:
                    owners = {record for record, _ in self._fields.get(part.name, [])}
                    if len(owners) == 1:
                        kinds.setdefault(part.of.name, owners.pop())
                case _:  # open: other nodes say nothing about kinds
                    pass
        for name in list(kinds):
            is_word = len(name) > LONGEST_LETTERS and not any(ch.isdigit() for ch in name)
            if name not in binders and (name in self._titles or name in self._called or (is_word and not is_rule)):
                del kinds[name]  # a thing or value with a name of its own
        return Scope(kinds)

    def _bind_variable(self, kinds: dict[str, str], arg: nodes.Expr, type_: nodes.TypeExpr) -> None:
        if not (isinstance(arg, nodes.Call) and not arg.args and isinstance(type_, nodes.Named)):
            return
        if type_.name in self._records or arg.name not in self._titles_of.get(type_.name, {arg.name: ""}):
            kinds.setdefault(arg.name, type_.name)

    def _record_of(self, name: str) -> str:
        if name in self._records:
            return name
        return next((record for record in self._records if plural(record) == name or record + "s" == name), name)
