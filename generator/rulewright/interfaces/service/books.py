"""The rulebooks that are served, and the addresses of their clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import quote

from rulewright.base.errors import WrongInput
from rulewright.base.prose_lists import listing
from rulewright.base.suggestions import did_you_mean
from rulewright.interfaces.api.book import Book

if TYPE_CHECKING:
    from rulewright.engines.interpreter.answer import Answer
    from rulewright.site.html.addresses import Addresses
    from rulewright.workspace.open_book import OpenBook

Speaker: TypeAlias = Callable[["OpenBook", "Answer"], str]
"""A function that returns an answer in words, with its argument."""
SCHEME = "rulewright"


@dataclass(frozen=True)
class ServedBook:
    """A rulebook that is served; `site` is the address of the published site that has it, empty if there is none."""

    workspace: OpenBook
    speak: Speaker
    site: str = ""
    api: Book = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "api", Book(self.workspace))

    @property
    def name(self) -> str:
        return self.workspace.name

    @cached_property
    def page_addresses(self) -> Addresses:
        """The addresses of its clauses on a site, which shows the last edition."""
        from rulewright.site.html.addresses import Addresses

        return Addresses(self.workspace.book, self.workspace.book.views[self.workspace.edition(None)])

    def page_of(self, clause: str) -> str | None:
        """Return the address of a clause on the published site; None without a site, or if its pages do not have the clause."""
        if not self.site:
            return None
        address = self.page_addresses.address_of_case(clause) or self.page_addresses.address_of_reading(clause)
        return None if address is None else f"{self.site.rstrip('/')}/{self.page_addresses.folder}/{address.href_from()}"

    @property
    def book_uri(self) -> str:
        """The address of the book as a resource."""
        return f"{SCHEME}://{quote(self.name, safe='')}"

    def uri_of(self, kind: str, name: str) -> str:
        """Return the address of a case or table as a resource: `rulewright://leipzig/case/COMBAT%20%28D%29`."""
        return f"{self.book_uri}/{kind}/{quote(name, safe='')}"


class ServedBooks:
    """The rulebooks that are served, by name."""

    def __init__(self, books: Iterable[OpenBook], speak: Speaker, site: str = "") -> None:
        """Raises `WrongInput` if two books have the same name."""
        self.by_name: dict[str, ServedBook] = {}
        for workspace in books:
            if workspace.name in self.by_name:
                raise WrongInput(f"two of these books have the name `{workspace.name}`: a question could not say which one it asks")
            self.by_name[workspace.name] = ServedBook(workspace, speak, site)

    def __iter__(self) -> Iterator[ServedBook]:
        return iter(self.by_name.values())

    def find_book(self, name: str | None) -> ServedBook:
        """Return the book of that name; without a name, the only one. Raises `WrongInput`."""
        names: Mapping[str, ServedBook] = self.by_name
        if name is None and len(names) == 1:
            return next(iter(names.values()))
        books = f"the books here are {listing(names, 'and')}"
        if name is None:
            raise WrongInput("no book is named", hints=[books])
        if name not in names:
            raise WrongInput(f"there is no book `{name}` here", hints=[did_you_mean(name, names) or books])
        return names[name]
