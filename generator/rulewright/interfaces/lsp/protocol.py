"""The messages of a client: read strictly, and whatever cannot be read is answered with its place and reason.

Codes of errors, whose `message` is a sentence for people: -32602, a parameter is missing or of a wrong kind; -32803, what is asked for is
refused, such as a rename to a name that is taken; -32800, the client has cancelled the request; -32601, -32600 and -32700, there is no such
method, the message is no request, it is no JSON. A notification that cannot be taken is shown (`window/showMessage`): after a change that
was not taken, the client opens the file again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, get_origin

from cattrs import Converter, transform_error
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method

from rulewright.interfaces.lsp.said import plain_text

_KIND_NAMES: dict[type, str] = {str: "a text", int: "a whole number", bool: "true or false"}
_MAX_FAULTS = 3
"""The number of faults of one message that its answer names."""
_PLACE_MARK = " @ $"
"""Separates the reason of a fault from its place."""
_CHUNK_SIZE = 65_536
_logger = logging.getLogger(__name__)


class Refusal(JsonRpcException):
    """The error that answers a request: a sentence, and a code of the protocol."""

    def __init__(self, message: str, code: int = types.ErrorCodes.InvalidParams) -> None:
        super().__init__(plain_text(message), code)


class DocumentServer(LanguageServer, ABC):
    """A language server that keeps the texts of open files itself."""

    @abstractmethod
    def open_file(self, document: types.TextDocumentItem) -> None: ...

    @abstractmethod
    def change_file(self, params: types.DidChangeTextDocumentParams) -> None: ...

    @abstractmethod
    def close_file(self, uri: str) -> None: ...

    def show_error(self, message: str) -> None:
        """Show a sentence in the editor, about something that is no request, and so has no answer."""
        self.window_show_message(types.ShowMessageParams(types.MessageType.Error, plain_text(message)))


class Protocol(LanguageServerProtocol):
    """The protocol of pygls; what cannot be read is answered too, and the texts of open files are the server's own."""

    _server: DocumentServer

    async def handle_messages(self, stream: asyncio.StreamReader) -> None:
        """Handle the messages of a client until it disconnects."""
        while (body := await _read_body(stream)) is not None:
            try:
                data = _parse_message(body)
            except Refusal as fault:
                self._send_data({"jsonrpc": self.VERSION, "id": None, "error": {"code": fault.code, "message": fault.message}})
                continue
            if "id" not in data and data.get("method") != types.CANCEL_REQUEST:
                await asyncio.sleep(0)  # requests before a change take the texts as they were
            self._receive_message(data)

    def _receive_message(self, data: dict[str, Any]) -> None:
        try:
            message = self.structure_message(data)
            if message is not None:
                self.handle_message(message)
        except Refusal as fault:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=fault.to_response_error())
            else:
                self._server.show_error(f"`{data.get('method', 'a response')}` was not taken: {fault.message}")
        except BrokenPipeError:
            raise
        except Exception:
            _logger.exception("a message of the client failed")

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return a message of the client; None if there is nothing to do. Raises `Refusal`."""
        method = data.get("method")
        if method is None:
            return self._structure_response(data)
        if not (method in self.fm.features or method in self.fm.builtin_features or method == types.CANCEL_REQUEST):
            if "id" in data:
                raise Refusal(f"there is no method `{method}`", types.ErrorCodes.MethodNotFound)
            if not method.startswith("$/"):  # which a server may pass over
                _logger.warning("there is no method `%s`", plain_text(method))
            return None
        is_started = self._workspace is not None or method == types.INITIALIZE
        if method != types.EXIT and (self._shutdown or not is_started):
            if "id" not in data:
                return None
            if is_started:
                raise Refusal("the server was told to shut down", types.ErrorCodes.InvalidRequest)
            raise Refusal("`initialize` comes first", types.ErrorCodes.ServerNotInitialized)
        try:
            message: Any = self._converter.structure(data, types.METHOD_TO_TYPES[method][0])
        except Exception as fault:
            raise Refusal(_describe_faults(fault, data)) from None
        if method == types.CANCEL_REQUEST and message.params.id not in list(self._request_futures):
            return None  # answered already
        return message

    def _structure_response(self, data: dict[str, Any]) -> Any:
        """Return an answer of the client; None if nothing was asked by that id."""
        if data.get("id") not in list(self._request_futures):
            return None
        try:
            return super().structure_message(data)
        except JsonRpcException as fault:
            raise Refusal(fault.message) from None

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        self._server.open_file(params.text_document)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        self._server.change_file(params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        self._server.close_file(params.text_document.uri)


# ---- reading -----------------------------------------------------------------------------------------------------------------------


def stream_of_input() -> asyncio.StreamReader:
    """Return standard input as a stream of the running loop.

    A thread reads as much as there is, so that many messages at once, with those that cancel others, are seen before work on them begins.
    """
    loop, stream = asyncio.get_running_loop(), asyncio.StreamReader()
    descriptor = sys.stdin.fileno()

    def read_input() -> None:
        while data := os.read(descriptor, _CHUNK_SIZE):
            loop.call_soon_threadsafe(stream.feed_data, data)
        loop.call_soon_threadsafe(stream.feed_eof)

    threading.Thread(target=read_input, name="rulewright-input", daemon=True).start()
    return stream


async def _read_body(stream: asyncio.StreamReader) -> bytes | None:
    """Return the body of the next message; None at the end of the stream."""
    length = 0
    while line := await stream.readline():
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            length = int(value)
        elif not line.strip() and length:
            try:
                return await stream.readexactly(length)
            except asyncio.IncompleteReadError:
                return None
    return None


def _parse_message(body: bytes) -> dict[str, Any]:
    """Return a message as JSON. Raises `Refusal` for anything that has no id by which it could be answered."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as fault:
        raise Refusal(f"the message is not JSON: {fault}", types.ErrorCodes.ParseError) from None
    if not isinstance(data, dict) or data.get("jsonrpc") != "2.0":
        raise Refusal('a message is an object with `"jsonrpc": "2.0"`', types.ErrorCodes.InvalidRequest)
    identifier, method = data.get("id", 0), data.get("method", "")
    if isinstance(identifier, bool) or (not isinstance(identifier, int | str) and (identifier is not None or method)):
        raise Refusal("`id` is a number or a text", types.ErrorCodes.InvalidRequest)
    if not isinstance(method, str):
        raise Refusal("`method` is a text", types.ErrorCodes.InvalidRequest)
    return data


def strict_converter() -> Converter:
    """Return a converter that takes no value for one of another kind: neither `"3"` nor `true` is a number."""
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]
    for kind in _KIND_NAMES:
        converter.register_structure_hook(kind, _strict_reader(kind))
    return converter


def _strict_reader(kind: type) -> Callable[[Any, type], Any]:
    def read_value(value: Any, expected: type) -> Any:
        if expected is not kind:
            return expected(value)  # an enumeration
        if kind is int and isinstance(value, float) and value.is_integer():
            return int(value)
        if type(value) is not kind:
            raise TypeError(value)
        return value

    return read_value


# ---- faults ------------------------------------------------------------------------------------------------------------------------


def _describe_faults(fault: Exception, data: dict[str, Any]) -> str:
    """Return a sentence with the first faults of a message that does not have the form of its method."""
    texts = transform_error(fault, format_exception=_describe_reason)
    faults = dict.fromkeys(_describe_fault(text.partition(_PLACE_MARK)[0], text.rpartition(_PLACE_MARK)[2], data) for text in texts)
    return "; ".join(list(faults)[:_MAX_FAULTS])


def _describe_reason(fault: BaseException, kind: type | None) -> str:
    if isinstance(fault, KeyError):
        return "is missing"
    if kind is None:
        return f"is out of range ({fault})"
    return f"is not {_KIND_NAMES.get(kind, 'a list' if kind is Sequence or get_origin(kind) is Sequence else 'an object')}"


def _describe_fault(reason: str, path: str, data: dict[str, Any]) -> str:
    """Return a fault with its place in the message; what should have contained the place is named if it is no object itself."""
    value: Any = data
    place = ""
    for step in re.findall(r"\.\w+|\[\d+\]", path):
        if step.startswith(".") and not isinstance(value, dict):
            return f"`{place}` is not an object" if value is not None else f"`{place}` is missing"
        name = _client_name(step)
        place += f"[{name}]" if isinstance(name, int) else f"{'.' if place else ''}{name}"
        try:
            value = value[name]
        except (KeyError, IndexError, TypeError):
            value = None
    return f"`{place}` {reason}"


def _client_name(step: str) -> str | int:
    """Return a step of a path as the protocol writes it: `textDocument` for `text_document`."""
    if step.startswith("["):
        return int(step[1:-1])
    first_word, *others = step[1:].split("_")
    return first_word + "".join(word.capitalize() for word in others)
