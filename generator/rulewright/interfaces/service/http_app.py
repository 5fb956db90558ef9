"""The rulebooks by HTTP: an application for starlette. Every answer is JSON, every error a sentence; all is read, nothing is written."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.base.control_characters import escape_in_json
from rulewright.base.errors import Error
from rulewright.base.stopping import Stopped
from rulewright.base.version import __version__
from rulewright.interfaces.service import documents
from rulewright.interfaces.service.books import ServedBook, ServedBooks
from rulewright.interfaces.service.hosts import LOCAL_HOSTS, is_allowed_host
from rulewright.interfaces.service.openapi import openapi_document
from rulewright.interfaces.service.requests import Query, parse_request
from rulewright.workspace.inputs import LoadError

T = TypeVar("T")
Document: TypeAlias = dict[str, Any]
Handler: TypeAlias = Callable[[Request], Awaitable[Document]]
WORKERS = 4
"""So many requests are worked on at a time; the others wait."""
MAX_REQUESTS_WAITING = 64
MAX_BYTES_OF_REQUEST = 1_000_000
MAX_SECONDS_OF_REQUEST = 30.0
"""Beyond these limits a request is refused, or its remaining questions are; `serve --api --seconds N` sets another time."""


class RequestError(Error):
    """An error with the status of the response."""

    def __init__(self, status: int, message: str, hints: Collection[str] = ()) -> None:
        super().__init__(message, list(hints))
        self.status = status


@dataclass
class Stop:
    """The end of work: when its time is over, or nobody waits for it any more."""

    seconds: float
    event: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._deadline = time.monotonic() + self.seconds

    @property
    def seconds_left(self) -> float:
        return 0 if self.event.is_set() else max(0, self._deadline - time.monotonic())


def answer_query(served: ServedBook, query: Query | Error, stop: Stop) -> Document:
    """Return the answer to a query, or what is wrong with it; `stop` ends the work."""
    try:
        if isinstance(query, Error):
            raise query
        if not (seconds := stop.seconds_left):
            raise _time_is_over(stop)
        return documents.ask_document(served, query, seconds=seconds, stop=stop.event)
    except Stopped:
        return documents.error_document(_time_is_over(stop))
    except Error as error:
        return documents.error_document(error)


def _time_is_over(stop: Stop) -> RequestError:
    return RequestError(504, f"the time of a request, {stop.seconds:g} s, is over", ["ask fewer questions at a time"])


class Service:
    """The handlers of requests. Work is done in threads, and ended where the client hangs up."""

    def __init__(self, books: ServedBooks, seconds: float = MAX_SECONDS_OF_REQUEST) -> None:
        self._books, self._seconds = books, seconds
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="rulewright")
        self._places = threading.BoundedSemaphore(MAX_REQUESTS_WAITING)

    # ---- documents -----------------------------------------------------------------------------------------------------------------

    async def list_books(self, request: Request) -> Document:
        _read_parameters(request)
        books = await self._run_work(request, lambda stop: [documents.book_document(served) for served in self._books])
        return {"rulewright": __version__, "books": books}

    def handle_edition(self, make: Callable[[ServedBook, str | None], Document]) -> Handler:
        """Return the handler for a document of an edition of a book."""

        async def send_document(request: Request) -> Document:
            served, edition = self._find_book(request), _read_parameters(request, "edition").get("edition")
            return await self._run_work(request, lambda stop: make(served, edition))

        return send_document

    async def show_case(self, request: Request) -> Document:
        case = request.path_params["case"]
        return await self.handle_edition(lambda served, edition: documents.case_document(served, case, edition))(request)

    async def find_questions(self, request: Request) -> Document:
        served, parameters = self._find_book(request), _read_parameters(request, "words", "edition")
        if not parameters.get("words", "").strip():
            raise RequestError(400, "`words` is missing: the question in plain words")
        return await self._run_work(request, lambda stop: documents.find_document(served, parameters["words"], parameters.get("edition")))

    async def ask_questions(self, request: Request) -> Document:
        served = self._find_book(request)
        _read_parameters(request)
        queries = parse_request(await self._read_body(request))
        results: list[Document] = []
        try:
            await self._run_work(request, lambda stop: results.extend(answer_query(served, query, stop) for query in queries))
        except RequestError as error:
            if error.status != 504:
                raise
            results = results[:]  # the thread may go on for a while
            results += [documents.error_document(error)] * (len(queries) - len(results))
        return {"book": served.name, "results": results}

    async def describe_api(self, request: Request) -> Document:
        _read_parameters(request)
        return await self._run_work(request, lambda stop: openapi_document(self._books))

    # ---- requests ------------------------------------------------------------------------------------------------------------------

    def _find_book(self, request: Request) -> ServedBook:
        try:
            return self._books.find_book(request.path_params["book"])
        except Error as error:
            raise RequestError(404, error.message, error.hints) from None

    async def _read_body(self, request: Request) -> str:
        """Return the body of a request as text, read within its time and up to its size."""
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise RequestError(415, "the body must be JSON: `Content-Type: application/json`")
        data = bytearray()
        try:
            async with asyncio.timeout(self._seconds):
                async for chunk in request.stream():
                    data += chunk
                    if len(data) > MAX_BYTES_OF_REQUEST:
                        raise RequestError(413, f"the body is larger than {MAX_BYTES_OF_REQUEST:,} bytes")
        except TimeoutError:
            raise RequestError(408, f"the body did not come within {self._seconds:g} s") from None
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise RequestError(400, "the body is not UTF-8 text") from None

    async def _run_work(self, request: Request, work: Callable[[Stop], T]) -> T:
        """Return what the work returns; end it where its time is over or the client is gone."""
        if not self._places.acquire(blocking=False):
            raise RequestError(503, "too many requests are waiting", ["ask again in a while"])
        stop = Stop(self._seconds)
        job = self._pool.submit(work, stop)
        job.add_done_callback(lambda _: self._places.release())
        future, gone = asyncio.wrap_future(job), asyncio.ensure_future(_wait_disconnected(request))
        awaited: set[asyncio.Future[Any]] = {future, gone}
        try:
            await asyncio.wait(awaited, timeout=self._seconds, return_when=asyncio.FIRST_COMPLETED)
            if future.done():
                return future.result()
            if gone.done():
                raise ClientDisconnect
            raise _time_is_over(stop)
        finally:
            stop.event.set()
            future.cancel()
            gone.cancel()


def _read_parameters(request: Request, *names: str) -> dict[str, str]:
    """Return the parameters of an address; refuse those that are not known here, or given twice."""
    pairs = request.query_params.multi_items()
    for name, _ in pairs:
        if name not in names:
            raise RequestError(
                400, f"`{name}` is no parameter here", [f"known here: {', '.join(f'`{each}`' for each in names)}"] if names else []
            )
    if len({name for name, _ in pairs}) < len(pairs):
        raise RequestError(400, "a parameter is given twice")
    return dict(pairs)


async def _wait_disconnected(request: Request) -> None:
    """Return when the client has hung up; the body is read by then."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


# ---- responses -----------------------------------------------------------------------------------------------------------------------


def json_response(document: Document, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    text = escape_in_json(json.dumps(document, ensure_ascii=False))
    return Response(text.encode("utf-8", "replace"), status, headers, "application/json")


def status_of(error: Error) -> int:
    """Return the status for an error: 404 for a book, an edition or a clause that is not there, 400 for what cannot be read."""
    if isinstance(error, RequestError):
        return error.status
    return 404 if isinstance(error, LoadError) or " has no " in error.message else 400


def build_app(books: ServedBooks, hosts: frozenset[str] | None = LOCAL_HOSTS, seconds: float = MAX_SECONDS_OF_REQUEST) -> Starlette:
    """Return the application; it answers to these names of hosts alone, None: to any."""
    service = Service(books, seconds)

    def describe_book(served: ServedBook, edition: str | None) -> Document:
        return openapi_document([served], edition)

    def make_endpoint(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        async def respond_to(request: Request) -> Response:
            try:
                if not is_allowed_host(request.headers.get("host", ""), hosts):
                    raise RequestError(421, "this server answers to the names of this machine only", ["`--host` opens it to the network"])
                return json_response(await handler(request))
            except Error as error:
                return json_response(documents.error_document(error), status_of(error))
            except ClientDisconnect:
                return Response(status_code=499)
            except Exception as fault:
                bug = Error(f"this is a bug in rulewright, not in the request: {type(fault).__name__}: {fault}")
                return json_response(documents.error_document(bug), 500)

        return respond_to

    async def refuse_address(request: Request, fault: Exception) -> Response:
        status = fault.status_code if isinstance(fault, HTTPException) else 500
        message = f"`{request.method}` is not possible here" if status == 405 else f"there is nothing at `{request.url.path}`"
        error = Error(message, ["`/openapi.json` has the addresses"])
        return json_response(documents.error_document(error), status)

    routes = [
        Route("/", make_endpoint(service.list_books)),
        Route("/books", make_endpoint(service.list_books)),
        Route("/openapi.json", make_endpoint(service.describe_api)),
        Route("/books/{book}", make_endpoint(service.handle_edition(documents.book_document))),
        Route("/books/{book}/openapi.json", make_endpoint(service.handle_edition(describe_book))),
        Route("/books/{book}/questions", make_endpoint(service.handle_edition(documents.questions_document))),
        Route("/books/{book}/find", make_endpoint(service.find_questions)),
        Route("/books/{book}/ask", make_endpoint(service.ask_questions), methods=["POST"]),
        Route("/books/{book}/cases", make_endpoint(service.handle_edition(documents.contents_document))),
        Route("/books/{book}/cases/{case:path}", make_endpoint(service.show_case)),
    ]
    return Starlette(routes=routes, exception_handlers={404: refuse_address, 405: refuse_address})
