"""The language server: each request of the protocol, with the module that answers it."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.io_ import StdoutWriter

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
from rulewright.interfaces.lsp.protocol import DocumentServer, Protocol, Refusal, stream_of_input, strict_converter
from rulewright.interfaces.lsp.said import plain_text
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
ANALYSED_NOTIFICATION = "rulewright/settled"
"""A notification of our own: the text findings of a book are published, and with `whole` all findings.

Its `folder` is the path of the book's folder; `number` counts what the client has said of its files since the first of them was opened:
opened, changed, saved, changed on disk, closed. With `whole` the server also asks for the lenses again, if the client offers that.
"""
RUN_EXAMPLE = "rulewright.runExample"
PAGE_OF = "rulewright.pageOf"


class Server(DocumentServer):
    """The server with its open books. Requests about a position are answered in one thread, one after the other."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(
            "rulewright",
            rulewright.__version__,
            types.TextDocumentSyncKind.Incremental,
            protocol_cls=Protocol,
            converter_factory=strict_converter,
        )
        self.desk = Desk(self.text_document_publish_diagnostics, self._notify_analysed, self.show_error)
        self._thread = ThreadPoolExecutor(1, "rulewright-requests")
        self._preparations: set[asyncio.Future[None]] = set()

    def start_desk(self) -> None:
        encoding = self.server_capabilities.position_encoding
        self.desk.attach_loop(asyncio.get_running_loop(), width_of(encoding))

    def shutdown(self) -> None:
        self.desk.close()
        self._thread.shutdown(wait=False, cancel_futures=True)
        super().shutdown()  # type: ignore[no-untyped-call]

    def open_file(self, document: types.TextDocumentItem) -> None:
        """Register an open file, and prepare its book for requests."""
        self.desk.update_file(document.uri, document.version, document.text)
        task = asyncio.ensure_future(self._prepare_book(document.uri))
        self._preparations.add(task)
        task.add_done_callback(self._preparations.discard)

    def change_file(self, params: types.DidChangeTextDocumentParams) -> None:
        self.desk.change_file(params.text_document.uri, params.text_document.version, params.content_changes)

    def close_file(self, uri: str) -> None:
        self.desk.close_file(uri)

    async def _prepare_book(self, uri: str) -> None:
        """Compute what requests need of a book; those that need less of it come between the two steps."""
        await self.answer_request(uri, None, lambda page: page.draft.names)
        await self.answer_request(uri, None, lambda page: hover.prepare_hover(page.draft))

    async def serve_input(self) -> None:
        await self.protocol.handle_messages(stream_of_input())

    async def answer_request(self, uri: str, default: T, work: Callable[[Page], T]) -> T:
        """Return the result of `work` on an open file as it is now; `default` if it belongs to no book. Raises `Refusal`."""
        snapshot = self.desk.snapshot_of(uri)
        if snapshot is None:
            return default

        def answer() -> T:
            draft = self.desk.draft_of(snapshot)
            return default if draft is None else work(Page(self, draft, snapshot.path))

        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, nests_deep(answer))
        except WrongInput as fault:
            raise Refusal(fault.message, types.LSPErrorCodes.RequestFailed) from None

    def _notify_analysed(self, book: OpenBook, is_complete: bool) -> None:
        self.protocol.notify(ANALYSED_NOTIFICATION, {"folder": str(book.folder), "number": book.number, "whole": is_complete})
        if is_complete and self.client_capabilities.workspace and self.client_capabilities.workspace.code_lens:
            self.workspace_code_lens_refresh(None)


class Page:
    """A file of a draft, with conversions between the client's positions and locations of the passes."""

    def __init__(self, server: Server, draft: Draft, path: str) -> None:
        self._desk, self.draft, self.path = server.desk, draft, path
        self.text = self.text_of(path)

    def text_of(self, path: str) -> Text:
        return Text(self.draft.sources.get(path, ""), self._desk.width)

    def uri_of(self, path: str) -> str:
        book = self._desk.books.get(self.draft.inputs.folder)
        name = path.rpartition("/")[2]
        return self._desk.uri_of(book, path) if book is not None else (self.draft.inputs.folder / name).absolute().as_uri()

    def path_of(self, uri: str) -> str:
        """Return the path in findings of a file that the client names."""
        return f"{self.draft.inputs.shown_folder}/{uri.rpartition('/')[2]}"

    def client_location(self, to_client_location: Location) -> types.Location:
        return types.Location(self.uri_of(to_client_location.path), self.text_of(to_client_location.path).range(to_client_location))

    def location_of(self, client_location: types.Location) -> Location:
        """Return the location of the client's range."""
        path = self.path_of(client_location.uri)
        text = self.text_of(path)
        return Location(path, *text.place(client_location.range.start), *text.place(client_location.range.end))

    def workspace_edit(self, edits: list[tuple[Location, str]]) -> types.WorkspaceEdit:
        """Return replacements at locations as an edit of the client."""
        texts: dict[str, Text] = {}
        changes: dict[str, list[types.TextEdit]] = {}
        for location, words in edits:
            text = texts.setdefault(location.path, self.text_of(location.path))
            changes.setdefault(self.uri_of(location.path), []).append(types.TextEdit(text.range(location), words))
        return types.WorkspaceEdit(changes=changes)


server = Server()


# ---- documents ---------------------------------------------------------------------------------------------------------------------


@server.feature(types.INITIALIZED)
def initialized(ls: Server, params: types.InitializedParams) -> None:
    ls.start_desk()


@server.feature(types.TEXT_DOCUMENT_DID_SAVE)
def saved(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    ls.desk.note_disk_change(params.text_document.uri)


@server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
def on_disk(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    for change in params.changes:
        ls.desk.note_disk_change(change.uri)


# ---- what is at a place ------------------------------------------------------------------------------------------------------------


@server.feature(types.TEXT_DOCUMENT_HOVER)
async def on_hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    def work(page: Page) -> types.Hover | None:
        line, column = page.text.place(params.position)
        for question in asking.questions_in(page.text.content):
            if question.line == line and question.column <= column:
                return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, asking.answer_question(page.draft, question.words)[1]))
        hover_result = hover.hover_text(page.draft, page.path, line, column)
        if hover_result is None:
            return None
        markdown, use = hover_result
        hover_range = page.text.range(use.location) if use is not None else None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, markdown), hover_range)

    return await ls.answer_request(params.text_document.uri, None, work)


@server.feature(types.TEXT_DOCUMENT_DEFINITION)
async def on_definition(ls: Server, params: types.DefinitionParams) -> list[types.Location]:
    def work(page: Page) -> list[types.Location]:
        return [
            page.client_location(location)
            for location in navigation.definitions_at(page.draft, page.path, *page.text.place(params.position))
        ]

    return await ls.answer_request(params.text_document.uri, [], work)


@server.feature(types.TEXT_DOCUMENT_REFERENCES)
async def on_references(ls: Server, params: types.ReferenceParams) -> list[types.Location]:
    def work(page: Page) -> list[types.Location]:
        place = page.text.place(params.position)
        return [
            page.client_location(location)
            for location in navigation.all_places(page.draft, page.path, *place, params.context.include_declaration)
        ]

    return await ls.answer_request(params.text_document.uri, [], work)


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
async def on_highlight(ls: Server, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    def work(page: Page) -> list[types.DocumentHighlight]:
        locations = navigation.all_places(page.draft, page.path, *page.text.place(params.position), True)
        return [types.DocumentHighlight(page.text.range(location)) for location in locations if location.path == page.path]

    return await ls.answer_request(params.text_document.uri, [], work)


@server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
async def on_prepare_rename(ls: Server, params: types.PrepareRenameParams) -> types.Range | None:
    def work(page: Page) -> types.Range | None:
        use = rename.renamed_at(page.draft, page.path, *page.text.place(params.position))
        return page.text.range(use.location) if use is not None else None

    return await ls.answer_request(params.text_document.uri, None, work)


@server.feature(types.TEXT_DOCUMENT_RENAME)
async def on_rename(ls: Server, params: types.RenameParams) -> types.WorkspaceEdit | None:
    def work(page: Page) -> types.WorkspaceEdit | None:
        use = rename.renamed_at(page.draft, page.path, *page.text.place(params.position))
        return page.workspace_edit(rename.rename_edits(page.draft, use, params.new_name)) if use is not None else None

    return await ls.answer_request(params.text_document.uri, None, work)


@server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[".", "[", " "]))
async def on_completion(ls: Server, params: types.CompletionParams) -> types.CompletionList:
    def work(page: Page) -> types.CompletionList:
        offers = completion.completion_offers(page.draft, page.path, *page.text.place(params.position))
        return types.CompletionList(is_incomplete=False, items=[_completion_item(offer) for offer in offers])

    return await ls.answer_request(params.text_document.uri, types.CompletionList(False, []), work)


def _completion_item(offer: completion.Offer) -> types.CompletionItem:
    kind = types.CompletionItemKind.Keyword if offer.kind is None else _ITEM_KINDS.get(offer.kind, types.CompletionItemKind.Value)
    label = plain_text(offer.word)
    insert_text = offer.insert_text or (offer.word if label != offer.word else None)
    return types.CompletionItem(
        label, kind=kind, detail=plain_text(offer.detail) or None, sort_text=f"{offer.rank.value}{offer.word}", insert_text=insert_text
    )


@server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, types.SignatureHelpOptions(trigger_characters=["(", ","]))
async def on_signature(ls: Server, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    def work(page: Page) -> types.SignatureHelp | None:
        line, column = page.text.place(params.position)
        call = signatures.signature_at(page.draft, page.text.line(line), column)
        if call is None:
            return None
        parameters = [types.ParameterInformation(param) for param in call.params]
        information = types.SignatureInformation(f"{call.name}({', '.join(call.params)})", plain_text(call.phrase) or None, parameters)
        return types.SignatureHelp([information], 0, call.active)

    return await ls.answer_request(params.text_document.uri, None, work)


# ---- what is in a file -------------------------------------------------------------------------------------------------------------


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
async def on_outline(ls: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    return await ls.answer_request(params.text_document.uri, [], lambda page: symbols.document_symbols(page.draft, page.path, page.text))


@server.feature(types.WORKSPACE_SYMBOL)
async def on_symbols(ls: Server, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
    def work(page: Page) -> list[types.WorkspaceSymbol]:
        matches = symbols.matching_declarations(page.draft, params.query)
        return [types.WorkspaceSymbol(page.client_location(location), plain_text(name.text), kind) for name, kind, location in matches]

    result: list[types.WorkspaceSymbol] = []
    for book in list(ls.desk.books.values()):
        result += await ls.answer_request(next(iter(book.open.values())).uri, [], work)
    return result


@server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
async def on_folds(ls: Server, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    return await ls.answer_request(params.text_document.uri, [], lambda page: symbols.folding_ranges(page.draft, page.path))


@server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, colours.LEGEND)
async def on_colours(ls: Server, params: types.SemanticTokensParams) -> types.SemanticTokens:
    def work(page: Page) -> types.SemanticTokens:
        return types.SemanticTokens(colours.semantic_tokens(page.draft, page.path, page.text))

    return await ls.answer_request(params.text_document.uri, types.SemanticTokens([]), work)


@server.feature(types.TEXT_DOCUMENT_FORMATTING)
async def on_formatting(ls: Server, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    return await ls.answer_request(params.text_document.uri, [], lambda page: formatting.format_edits(page.text))


# ---- what can be done --------------------------------------------------------------------------------------------------------------


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite]),
)
async def on_actions(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    def work(page: Page) -> list[types.CodeAction]:
        result: list[types.CodeAction] = []
        for diagnostic in params.context.diagnostics:
            if diagnostic.source == "rulewright" and isinstance(diagnostic.data, dict):
                location = page.location_of(types.Location(params.text_document.uri, diagnostic.range))
                others = [page.location_of(information.location) for information in diagnostic.related_information or ()]
                problem = actions.Problem.of(location, others, diagnostic.data)
                for action in actions.actions_for(page.draft, problem):
                    edit = page.workspace_edit(list(action.edits))
                    result.append(
                        types.CodeAction(
                            plain_text(action.title), types.CodeActionKind.QuickFix, [diagnostic], action.resolves or None, edit=edit
                        )
                    )
        naming_action = actions.naming_action(page.draft, page.path, page.text.place(params.range.start)[0])
        if naming_action is not None:
            result.append(
                types.CodeAction(
                    plain_text(naming_action.title),
                    types.CodeActionKind.RefactorRewrite,
                    edit=page.workspace_edit(list(naming_action.edits)),
                )
            )
        return result

    return await ls.answer_request(params.text_document.uri, [], work)


@server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=True))
async def on_lenses(ls: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
    def work(page: Page) -> list[types.CodeLens]:
        return [
            types.CodeLens(
                page.text.range(lens.location), data=[params.text_document.uri, lens.kind.value, lens.location.line, lens.subject]
            )
            for lens in lenses.lenses_of_file(page.draft, page.path)
        ]

    return await ls.answer_request(params.text_document.uri, [], work)


@server.feature(types.CODE_LENS_RESOLVE)
async def on_lens(ls: Server, lens: types.CodeLens) -> types.CodeLens:
    uri, kind, line, subject = _lens_data(lens.data)

    def work(page: Page) -> str:
        return lenses.lens_title(page.draft, kind, Location(page.path, line, 1, line, 1), subject)

    title = await ls.answer_request(uri, "", work)
    example = kind is lenses.LensKind.EXAMPLE
    lens.command = types.Command(plain_text(title), RUN_EXAMPLE if example else "", arguments=[uri, line] if example else None)
    return lens


def _lens_data(data: object) -> tuple[str, lenses.LensKind, int, str]:
    """Return the parts of the `data` of a lens of this server. Raises `Refusal`."""
    match data:
        case [str(uri), str(kind), int(line), str(subject)] if kind in list(lenses.LensKind):
            return uri, lenses.LensKind(kind), line, subject
        case _:  # open: data of a client can be anything
            raise Refusal("`params.data` is not that of a lens of this server")


# ---- commands ----------------------------------------------------------------------------------------------------------------------


@server.command(RUN_EXAMPLE)
async def run_example(ls: Server, *arguments: object) -> str:
    """Run the example at a line, counted from 1, and show and return its result."""
    uri, line = _place_arguments(RUN_EXAMPLE, arguments, 1)

    def work(page: Page) -> str:
        if not lenses.is_example_line(page.draft.sources, page.path, line):
            raise WrongInput(f"no example begins in line {line}, counted from 1")
        return lenses.result_of(page.draft, Location(page.path, line, 1, line, 1))

    message = await ls.answer_request(uri, "", work)
    if not message:
        raise Refusal(f"`{uri}` is not an open file of a book", types.LSPErrorCodes.RequestFailed)
    ls.window_show_message(types.ShowMessageParams(types.MessageType.Info, plain_text(message)))
    return message


@server.command(PAGE_OF)
async def page_of(ls: Server, *arguments: object) -> str | None:
    """The page of the site for a line, counted from 0, with the anchor on it, relative to the root of the site."""
    uri, line = _place_arguments(PAGE_OF, arguments, 0)
    return await ls.answer_request(uri, None, lambda page: pages.page_of(page.draft, page.path, line + 1))


def _place_arguments(command: str, arguments: tuple[object, ...], first_line: int) -> tuple[str, int]:
    """Return file and line of a command. Raises `Refusal`."""
    match arguments:
        case (str(uri), int(line)) if line >= first_line and not isinstance(line, bool):
            return uri, line
        case _:  # open: a client can send anything
            raise Refusal(f"`{command}` takes two arguments: the URI of a file, and the number of a line, counted from {first_line}")


def start() -> None:
    """Serve on standard input and output until the client disconnects."""
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_unexpected)
    server.protocol.set_writer(StdoutWriter(sys.stdout.buffer))
    try:
        asyncio.run(server.serve_input())
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    finally:
        server.shutdown()


def _is_unexpected(entry: logging.LogRecord) -> bool:
    """Return False for the log entry of a refusal, of which the sentence is in the answer, and of a client that has gone.

    A traceback would say that the server has a fault.
    """
    return entry.exc_info is None or not isinstance(entry.exc_info[1], JsonRpcException | BrokenPipeError)
