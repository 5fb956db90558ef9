"""The language server: requests of the protocol, each handed to the module that answers it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

import rulewright
from rulewright.base.errors import WrongInput
from rulewright.base.runtime import nests_deep
from rulewright.base.source import Location
from rulewright.interfaces.lsp import (
    actions,
    asking,
    colours,
    completion,
    formatting,
    hover,
    lenses,
    navigation,
    pages,
    rename,
    signatures,
    symbols,
)
from rulewright.interfaces.lsp.desk import Desk, OpenBook
from rulewright.interfaces.lsp.draft import Draft
from rulewright.interfaces.lsp.names import NameKind
from rulewright.interfaces.lsp.said import plain
from rulewright.interfaces.lsp.text import Text, width_of

T = TypeVar("T")

_ITEM_KINDS = {
    NameKind.FACT: types.CompletionItemKind.Variable,
    NameKind.FIELD: types.CompletionItemKind.Field,
    NameKind.QUESTION: types.CompletionItemKind.Function,
    NameKind.KIND: types.CompletionItemKind.Struct,
    NameKind.VALUE: types.CompletionItemKind.EnumMember,
    NameKind.MEASURE: types.CompletionItemKind.Unit,
    NameKind.CASE: types.CompletionItemKind.Reference,
    NameKind.THING: types.CompletionItemKind.Variable,
    NameKind.TERM: types.CompletionItemKind.Text,
}
SETTLED = "rulewright/settled"
"""A notice of our own: what is wrong with the texts of a book as it is now is shown, and if `whole` all that is to be found."""
RUN_EXAMPLE = "rulewright.runExample"
PAGE_OF = "rulewright.pageOf"


class Server(LanguageServer):
    """The server with its desk. What is asked of a place is answered in one thread, one request after the other."""

    def __init__(self) -> None:
        super().__init__("rulewright", rulewright.__version__, types.TextDocumentSyncKind.Full)
        self.desk = Desk(self.text_document_publish_diagnostics, self._settled)
        self._thread = ThreadPoolExecutor(1, "rulewright-requests")

    def begin(self) -> None:
        encoding = self.server_capabilities.position_encoding
        self.desk.begin(asyncio.get_running_loop(), width_of(encoding))

    def shutdown(self) -> None:
        self.desk.close()
        self._thread.shutdown(wait=False, cancel_futures=True)
        super().shutdown()  # type: ignore[no-untyped-call]

    async def ask(self, uri: str, otherwise: T, work: Callable[[Page], T]) -> T:
        """What is made of an open file; `otherwise` where it is not one of a book."""
        found = self.desk.draft(uri)
        if found is None:
            return otherwise
        page = Page(self, *found)
        return await asyncio.get_running_loop().run_in_executor(self._thread, nests_deep(work), page)

    def _settled(self, book: OpenBook, whole: bool) -> None:
        self.protocol.notify(SETTLED, {"folder": str(book.folder), "number": book.number, "whole": whole})
        if whole and self.client_capabilities.workspace and self.client_capabilities.workspace.code_lens:
            self.workspace_code_lens_refresh(None)


class Page:
    """A file of a draft, with the ways between the client's places and those of the passes."""

    def __init__(self, server: Server, draft: Draft, path: str) -> None:
        self._desk, self.draft, self.path = server.desk, draft, path
        self.text = self.text_of(path)

    def text_of(self, path: str) -> Text:
        return Text(self.draft.sources.get(path, ""), self._desk.width)

    def uri(self, path: str) -> str:
        book = self._desk.books.get(self.draft.inputs.folder)
        name = path.rpartition("/")[2]
        return self._desk.uri(book, path) if book is not None else (self.draft.inputs.folder / name).absolute().as_uri()

    def path_of(self, uri: str) -> str:
        """The path in findings of a file that the client names."""
        return f"{self.draft.inputs.shown}/{uri.rpartition('/')[2]}"

    def location(self, at: Location) -> types.Location:
        return types.Location(self.uri(at.path), self.text_of(at.path).range(at))

    def place(self, at: types.Location) -> Location:
        """The place that the client means."""
        path = self.path_of(at.uri)
        text = self.text_of(path)
        return Location(path, *text.place(at.range.start), *text.place(at.range.end))

    def edit(self, edits: list[tuple[Location, str]]) -> types.WorkspaceEdit:
        """Words at places, as the client writes them."""
        texts: dict[str, Text] = {}
        changes: dict[str, list[types.TextEdit]] = {}
        for at, words in edits:
            text = texts.setdefault(at.path, self.text_of(at.path))
            changes.setdefault(self.uri(at.path), []).append(types.TextEdit(text.range(at), words))
        return types.WorkspaceEdit(changes=changes)


server = Server()


# ---- documents ---------------------------------------------------------------------------------------------------------------------


@server.feature(types.INITIALIZED)
def initialized(ls: Server, params: types.InitializedParams) -> None:
    ls.begin()


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def opened(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    document = params.text_document
    ls.desk.changed(document.uri, document.version, document.text)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def changed(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    document = params.text_document
    ls.desk.changed(document.uri, document.version, ls.workspace.get_text_document(document.uri).source)


@server.feature(types.TEXT_DOCUMENT_DID_SAVE)
def saved(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    ls.desk.on_disk(params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
def closed(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    ls.desk.closed(params.text_document.uri)


@server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
def on_disk(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    for change in params.changes:
        ls.desk.on_disk(change.uri)


# ---- what is at a place ------------------------------------------------------------------------------------------------------------


@server.feature(types.TEXT_DOCUMENT_HOVER)
async def on_hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    def work(page: Page) -> types.Hover | None:
        line, column = page.text.place(params.position)
        for asked in asking.asked_in(page.text.whole):
            if asked.line == line and asked.column <= column:
                return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, asking.answer(page.draft, asked.words)[1]))
        found = hover.hover(page.draft, page.path, line, column)
        if found is None:
            return None
        said, use = found
        at = page.text.range(use.at) if use is not None else None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, said), at)

    return await ls.ask(params.text_document.uri, None, work)


@server.feature(types.TEXT_DOCUMENT_DEFINITION)
async def on_definition(ls: Server, params: types.DefinitionParams) -> list[types.Location]:
    def work(page: Page) -> list[types.Location]:
        return [page.location(at) for at in navigation.definition(page.draft, page.path, *page.text.place(params.position))]

    return await ls.ask(params.text_document.uri, [], work)


@server.feature(types.TEXT_DOCUMENT_REFERENCES)
async def on_references(ls: Server, params: types.ReferenceParams) -> list[types.Location]:
    def work(page: Page) -> list[types.Location]:
        place = page.text.place(params.position)
        return [page.location(at) for at in navigation.all_places(page.draft, page.path, *place, params.context.include_declaration)]

    return await ls.ask(params.text_document.uri, [], work)


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
async def on_highlight(ls: Server, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    def work(page: Page) -> list[types.DocumentHighlight]:
        found = navigation.all_places(page.draft, page.path, *page.text.place(params.position), True)
        return [types.DocumentHighlight(page.text.range(at)) for at in found if at.path == page.path]

    return await ls.ask(params.text_document.uri, [], work)


@server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
async def on_prepare_rename(ls: Server, params: types.PrepareRenameParams) -> types.Range | None:
    def work(page: Page) -> types.Range | None:
        use = rename.renamed_at(page.draft, page.path, *page.text.place(params.position))
        return page.text.range(use.at) if use is not None else None

    return await ls.ask(params.text_document.uri, None, work)


@server.feature(types.TEXT_DOCUMENT_RENAME)
async def on_rename(ls: Server, params: types.RenameParams) -> types.WorkspaceEdit | None:
    def work(page: Page) -> types.WorkspaceEdit | None:
        use = rename.renamed_at(page.draft, page.path, *page.text.place(params.position))
        return page.edit(rename.rename(page.draft, use, params.new_name)) if use is not None else None

    try:
        return await ls.ask(params.text_document.uri, None, work)
    except WrongInput as fault:
        raise JsonRpcException(plain(fault.message), types.LSPErrorCodes.RequestFailed) from None


@server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[".", "[", " "]))
async def on_completion(ls: Server, params: types.CompletionParams) -> types.CompletionList:
    def work(page: Page) -> types.CompletionList:
        offers = completion.completions(page.draft, page.path, *page.text.place(params.position))
        return types.CompletionList(is_incomplete=False, items=[_item(one) for one in offers])

    return await ls.ask(params.text_document.uri, types.CompletionList(False, []), work)


def _item(offer: completion.Offer) -> types.CompletionItem:
    kind = types.CompletionItemKind.Keyword if offer.kind is None else _ITEM_KINDS.get(offer.kind, types.CompletionItemKind.Value)
    shown = plain(offer.word)
    written = offer.written or (offer.word if shown != offer.word else None)
    return types.CompletionItem(
        shown, kind=kind, detail=plain(offer.detail) or None, sort_text=f"{offer.rank.value}{offer.word}", insert_text=written
    )


@server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, types.SignatureHelpOptions(trigger_characters=["(", ","]))
async def on_signature(ls: Server, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    def work(page: Page) -> types.SignatureHelp | None:
        line, column = page.text.place(params.position)
        found = signatures.signature(page.draft, page.text.line(line), column)
        if found is None:
            return None
        named = [types.ParameterInformation(one) for one in found.params]
        shown = types.SignatureInformation(f"{found.name}({', '.join(found.params)})", plain(found.phrase) or None, named)
        return types.SignatureHelp([shown], 0, found.active)

    return await ls.ask(params.text_document.uri, None, work)


# ---- what is in a file -------------------------------------------------------------------------------------------------------------


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
async def on_outline(ls: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    return await ls.ask(params.text_document.uri, [], lambda page: symbols.outline(page.draft, page.path, page.text))


@server.feature(types.WORKSPACE_SYMBOL)
async def on_symbols(ls: Server, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
    def work(page: Page) -> list[types.WorkspaceSymbol]:
        found = symbols.named(page.draft, params.query)
        return [types.WorkspaceSymbol(page.location(at), plain(name.text), kind) for name, kind, at in found]

    found: list[types.WorkspaceSymbol] = []
    for book in list(ls.desk.books.values()):
        found += await ls.ask(next(iter(book.open.values())).uri, [], work)
    return found


@server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
async def on_folds(ls: Server, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    return await ls.ask(params.text_document.uri, [], lambda page: symbols.folds(page.draft, page.path))


@server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, colours.LEGEND)
async def on_colours(ls: Server, params: types.SemanticTokensParams) -> types.SemanticTokens:
    def work(page: Page) -> types.SemanticTokens:
        return types.SemanticTokens(colours.colours(page.draft, page.path, page.text))

    return await ls.ask(params.text_document.uri, types.SemanticTokens([]), work)


@server.feature(types.TEXT_DOCUMENT_FORMATTING)
async def on_formatting(ls: Server, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    return await ls.ask(params.text_document.uri, [], lambda page: formatting.formatted(page.text))


# ---- what can be done --------------------------------------------------------------------------------------------------------------


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite]),
)
async def on_actions(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    def work(page: Page) -> list[types.CodeAction]:
        found: list[types.CodeAction] = []
        for shown in params.context.diagnostics:
            if shown.source == "rulewright" and isinstance(shown.data, dict):
                at = page.place(types.Location(params.text_document.uri, shown.range))
                others = [page.place(one.location) for one in shown.related_information or ()]
                problem = actions.Problem.of(at, others, shown.data)
                for one in actions.actions(page.draft, problem):
                    edit = page.edit(list(one.edits))
                    found.append(types.CodeAction(plain(one.title), types.CodeActionKind.QuickFix, [shown], one.whole or None, edit=edit))
        named = actions.naming(page.draft, page.path, page.text.place(params.range.start)[0])
        if named is not None:
            found.append(types.CodeAction(plain(named.title), types.CodeActionKind.RefactorRewrite, edit=page.edit(list(named.edits))))
        return found

    return await ls.ask(params.text_document.uri, [], work)


@server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=True))
async def on_lenses(ls: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
    def work(page: Page) -> list[types.CodeLens]:
        return [
            types.CodeLens(page.text.range(one.at), data=[params.text_document.uri, one.kind.value, one.at.line, one.about])
            for one in lenses.lenses(page.draft, page.path)
        ]

    return await ls.ask(params.text_document.uri, [], work)


@server.feature(types.CODE_LENS_RESOLVE)
async def on_lens(ls: Server, lens: types.CodeLens) -> types.CodeLens:
    if not isinstance(lens.data, list | tuple):
        return lens
    uri, kind, line, about = lens.data

    def work(page: Page) -> str:
        return lenses.said(page.draft, lenses.LensKind(kind), Location(page.path, int(line), 1, int(line), 1), str(about))

    said = await ls.ask(str(uri), "", work)
    example = kind == lenses.LensKind.EXAMPLE
    lens.command = types.Command(plain(said), RUN_EXAMPLE if example else "", arguments=[uri, line] if example else None)
    return lens


@server.command(RUN_EXAMPLE)
async def run_example(ls: Server, uri: str, line: int) -> str:
    """Runs the example at a line and says how it came out."""

    def work(page: Page) -> str:
        return lenses.result_of(page.draft, Location(page.path, int(line), 1, int(line), 1))

    said = await ls.ask(uri, "", work)
    ls.window_show_message(types.ShowMessageParams(types.MessageType.Info, plain(said)))
    return said


@server.command(PAGE_OF)
async def page_of(ls: Server, uri: str, line: int) -> str | None:
    """The page of the site for a line, counted from 0, and the place on it; from the top of the site."""
    return await ls.ask(uri, None, lambda page: pages.page_of(page.draft, page.path, int(line) + 1))


def start() -> None:
    """Serve on standard input and output until the client goes."""
    server.start_io()
