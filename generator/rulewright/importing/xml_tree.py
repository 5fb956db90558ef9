"""XML from strangers -> a tree of elements: no entities, no document types, nothing is fetched, and all of it is bounded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from rulewright.base.errors import WrongInput

MAX_ELEMENTS = 400_000
"""The most elements of a document; the longest acts have a tenth of that."""
MAX_DEPTH = 120
"""How deep elements may stand in one another."""


@dataclass(slots=True)
class Element:
    """An element: its name and attributes without their namespaces, and its words and elements in their order."""

    name: str
    attributes: dict[str, str]
    line: int
    children: list[Element | str] = field(default_factory=list)

    def elements(self, *names: str) -> Iterator[Element]:
        """Yield the elements directly in it, those of some names if any are given."""
        yield from (child for child in self.children if isinstance(child, Element) and (not names or child.name in names))

    def first_element(self, *names: str) -> Element | None:
        """Return the first element of a name directly in it."""
        return next(self.elements(*names), None)

    def all_elements(self) -> Iterator[Element]:
        """Yield the element and all that are in it, in the order of the file."""
        yield self
        for child in self.elements():
            yield from child.all_elements()

    def plain_text(self) -> str:
        """Return the words in it, on one line."""
        return " ".join("".join(self._text_pieces()).split())

    def _text_pieces(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield from child._text_pieces()


def read_xml(data: bytes, name: str) -> Element:
    """Return the root of a document. Raises `WrongInput` for one that is not well formed, has a document type, or is too big."""
    parser = expat.ParserCreate(namespace_separator="\n")
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    root = Element("", {}, 1)
    stack, count = [root], 0

    def refuse_doctype(*_: object) -> None:
        raise WrongInput(f"`{name}` has a document type (`<!DOCTYPE …>`)", hints=["take it out: entities of XML are not read"])

    def start_element(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MAX_ELEMENTS or len(stack) > MAX_DEPTH:
            raise WrongInput(f"`{name}` is too big: at most {MAX_ELEMENTS:,} elements, {MAX_DEPTH} in one another")
        element = Element(_bare_name(tag), {_bare_name(key): value for key, value in attributes.items()}, parser.CurrentLineNumber)
        stack[-1].children.append(element)
        stack.append(element)

    parser.StartDoctypeDeclHandler = refuse_doctype
    parser.StartElementHandler = start_element
    parser.EndElementHandler = lambda _: stack.pop()
    parser.CharacterDataHandler = lambda words: stack[-1].children.append(words)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as fault:
        raise WrongInput(f"`{name}` is no XML: {expat.errors.messages.get(fault.code, 'unknown fault')}, line {fault.lineno}") from None
    except LookupError:
        raise WrongInput(f"`{name}` is in an encoding that is not known", hints=["save it as UTF-8"]) from None
    document_root = root.first_element()
    assert document_root is not None
    return document_root


def _bare_name(name: str) -> str:
    return name.rpartition("\n")[2]
