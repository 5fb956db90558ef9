"""The rulebooks by HTTP: documents, many questions in one request, what is refused, and clients that hang up."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

from interfaces.cli.ferry import FRONT, RULES, write_book
from interfaces.service.transcripts import hold
from patience import PATIENCE
from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.serving import extra_missing
from rulewright.interfaces.service import documents, http_app
from rulewright.interfaces.service.books import ServedBook, ServedBooks
from rulewright.interfaces.service.hosts import LOCAL_HOSTS, allowed_hosts, is_allowed_host
from rulewright.interfaces.service.http_app import build_app
from rulewright.interfaces.service.requests import MAX_QUESTIONS_OF_REQUEST, parse_request
from rulewright.workspace.open_book import load

HORSE = {"u.arm": "horse", "weather": "mud"}


def client_of(books: ServedBooks, **settings: Any) -> TestClient:
    return TestClient(build_app(books, **settings), base_url="http://localhost:8000")


@pytest.fixture(scope="module")
def client(served: ServedBooks) -> TestClient:
    return client_of(served)


def ask(client: TestClient, *queries: Any, **others: Any) -> list[dict[str, Any]]:
    reply = client.post("/books/ferry/ask", json={"questions": list(queries), **others})
    assert reply.status_code == 200, reply.text
    results: list[dict[str, Any]] = reply.json()["results"]
    return results


def refusal(reply: httpx.Response, status: int) -> str:
    """The sentence of an error, which has that status."""
    assert reply.status_code == status, reply.text
    assert reply.headers["content-type"] == "application/json"
    error = reply.json()["error"]
    assert set(error) == {"message", "hints"} and "Traceback" not in reply.text
    return str(error["message"])


# ---- documents -----------------------------------------------------------------------------------------------------------------------


def test_a_book_its_questions_and_its_cases(client: TestClient) -> None:
    (book,) = client.get("/books").json()["books"]
    assert book == client.get("/books/ferry").json() and book["editions"][1]["name"] == "errata"
    assert client.get("/books/ferry/questions").json()["questions"][0]["question"] == "allowance(u)"
    numbers = {
        edition: len(client.get("/books/ferry/cases", params={"edition": edition}).json()["contents"]) for edition in ("printed", "errata")
    }
    assert numbers == {"printed": 4, "errata": 5}
    case = client.get("/books/ferry/cases/1.2").json()
    assert case["case"]["title"] == "Mud" and case["url"].endswith("/ferry/crossing.html#case-1.2")
    found = client.get("/books/ferry/find", params={"words": "May a horse cross in snow?"}).json()
    assert found["clear"] == "cross(u)"


def test_each_question_has_its_own_answer_or_error(client: TestClient) -> None:
    results = ask(
        client,
        {"question": "allowance(u)", "facts": HORSE},
        {"question": "alowance(u)"},
        {"question": "allowance(u)", "facts": {"weather": "hail"}},
        {"question": None},
        {"question": "cross(u)", "facts": {"u": {"arm": "foot"}, "weather": "snow"}, "readings": {"tow": "left"}},
        {"question": "allowance(u)", "facts": {"weather": "mud"}},
        {"question": "allowance(u)", "fact": {}},
        7,
        {"question": "allowance(u)", "facts": HORSE, "edition": "printed"},
    )
    said = [one["error"]["message"] if "error" in one else one["status"] for one in results]
    assert said == [
        "answered",
        "there is no question `alowance`",
        "`hail` is not a value of `weather`, which is clear, mud or snow",
        "`question 4`: `/questions/3/question` is null, but text is expected",
        "conflict",
        "missing",
        "`question 7`: `/questions/6/fact` is not known here; did you mean `facts`?",
        "`question 8`: `/questions/7` is 7, but an object is expected",
        "answered",
    ]
    assert results[0]["argument"].startswith("the allowance of u: 6 MP") and results[0]["citations"][0]["case"] == "1.1"
    assert results[5]["ask_next"]["fact"] == "u.arm"
    assert [results[0]["edition"], results[8]["edition"]] == ["errata", "printed"]
    assert [one["edition"] for one in ask(client, {"question": "rest(u)"}, edition="printed")] == ["printed"]


def test_a_decimal_of_one_question_loses_no_other(client: TestClient) -> None:
    body = '{"questions": [{"question": "rest(u)", "facts": {"weather": 1.5}}, {"question": "rest(u)", "facts": {"weather": "clear"}}]}'
    results = client.post("/books/ferry/ask", content=body, headers={"content-type": "application/json; charset=utf-8"}).json()["results"]
    assert "is the decimal 1.5" in results[0]["error"]["message"] and results[1]["value"] == "permitted"


def test_a_fact_that_may_be_none_takes_the_word_and_no_null(tmp_path: Path, serve: Callable[..., ServedBooks]) -> None:
    front = FRONT.replace("fact weather", 'fact flag: arm or none "the flag"\n\nfact weather', 1)
    client = client_of(serve(write_book(tmp_path / "ferry", front=front)))
    schema = client.get("/books/ferry/openapi.json").json()["components"]["schemas"]["ferry.fact.flag"]
    for value in ("foot", "none", None):
        (result,) = ask(client, {"question": "rest(u)", "facts": {"flag": value}})
        assert Draft202012Validator(schema).is_valid(value) == ("error" not in result) == (value is not None)


def test_the_note_is_a_sentence(tmp_path: Path, serve: Callable[..., ServedBooks]) -> None:
    client = client_of(serve(write_book(tmp_path / "ferry")))
    assert client.get("/books/ferry").json()["note"] == "the book has not been checked as it is now"


# ---- what is refused -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "says"),
    [
        ("GET", "/nowhere", None, 404, "there is nothing at `/nowhere`"),
        ("GET", "/books/fery", None, 404, "there is no book `fery` here"),
        ("GET", "/books/ferry?edition=third", None, 404, "`ferry` has no edition `third`"),
        ("GET", "/books/ferry?editon=printed", None, 400, "`editon` is no parameter here"),
        ("GET", "/books/ferry?edition=printed&edition=errata", None, 400, "a parameter is given twice"),
        ("GET", "/books/ferry/cases/9.9", None, 404, "`ferry` has no case `9.9` in the edition errata"),
        ("GET", "/books/ferry/find", None, 400, "`words` is missing"),
        ("GET", "/books/ferry/ask", None, 405, "`GET` is not possible here"),
        ("POST", "/books", None, 405, "`POST` is not possible here"),
        ("POST", "/books/ferry/ask", "{", 400, "the request is not JSON"),
        ("POST", "/books/ferry/ask", "[" * 100_000, 400, "nested too deeply"),
        ("POST", "/books/ferry/ask", b"\xff", 400, "the body is not UTF-8 text"),
        ("POST", "/books/ferry/ask", "{}", 400, "lacks `questions`"),
        ("POST", "/books/ferry/ask", '{"questions": []}', 400, "has too few entries"),
        ("POST", "/books/ferry/ask", '{"questions": [{}], "questions": []}', 400, "is given twice"),
        ("POST", "/books/ferry/ask", json.dumps({"questions": [{"question": "rest(u)"}] * (MAX_QUESTIONS_OF_REQUEST + 1)}), 400, "too many entries"),
        ("POST", "/books/ferry/ask", " " * 1_000_001, 413, "larger than 1,000,000 bytes"),
    ],
)  # fmt: skip
def test_an_error_is_a_sentence(client: TestClient, method: str, path: str, body: Any, status: int, says: str) -> None:
    reply = client.request(method, path, content=body, headers={"content-type": "application/json"})
    sentence = refusal(reply, status)
    assert says in " ".join([sentence, *reply.json()["error"]["hints"]])


def test_a_form_of_another_site_is_refused(client: TestClient) -> None:
    body = json.dumps({"questions": [{"question": "rest(u)"}]})
    assert "must be JSON" in refusal(client.post("/books/ferry/ask", content=body, headers={"content-type": "text/plain"}), 415)


@pytest.mark.parametrize(
    ("host", "is_answered"),
    [("localhost", True), ("127.0.0.1:8000", True), ("[::1]:80", True), ("[::1]", True), ("rules.example.org", False), ("[::1", False), ("", False)],
)  # fmt: skip
def test_hosts_are_checked(client: TestClient, host: str, is_answered: bool) -> None:
    reply = client.get("/books/ferry", headers={"Host": host})
    assert reply.status_code == (200 if is_answered else 421)
    if not is_answered:
        assert "names of this machine only" in refusal(reply, 421)


def test_a_server_that_is_opened_answers_to_more() -> None:
    assert allowed_hosts("127.0.0.1") == LOCAL_HOSTS and allowed_hosts("Rules.lan") == LOCAL_HOSTS | {"rules.lan"}
    assert is_allowed_host("anything.example.org", allowed_hosts("0.0.0.0"))
    assert not is_allowed_host("anything.example.org", allowed_hosts("rules.lan"))


def test_a_bug_is_said_as_one(served: ServedBooks, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **limits: object) -> dict[str, Any]:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(documents, "ask_document", fail)
    reply = client_of(served).post("/books/ferry/ask", json={"questions": [{"question": "rest(u)"}]})
    assert refusal(reply, 500) == "this is a bug in rulewright, not in the request: ZeroDivisionError: oh"


def test_texts_of_a_book_are_data(tmp_path: Path, serve: Callable[..., ServedBooks]) -> None:
    rules = RULES.replace("A unit may rest.", "</script><script>alert(1)</script>")
    books = serve(write_book(tmp_path / "harm", rules=rules, front=FRONT))
    reply = client_of(books).get("/books/harm/cases/1.4")
    assert reply.json()["case"]["text"][0]["text"] == "</script><script>alert(1)</script>"
    assert reply.headers["content-type"] == "application/json" and reply.headers["x-content-type-options"] == "nosniff"


# ---- time, and clients that hang up --------------------------------------------------------------------------------------------------


class Slow:
    """Answers that take a while each, and their count."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
        self.count = 0
        real = documents.ask_document

        def answer_slowly(served: ServedBook, query: Any, **limits: Any) -> dict[str, Any]:
            self.count += 1
            time.sleep(seconds)
            return real(served, query, **limits)

        monkeypatch.setattr(documents, "ask_document", answer_slowly)


def test_when_the_time_is_over_the_rest_has_an_error(served: ServedBooks, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch, 0.4)
    results = ask(client_of(served, seconds=1.0), *[{"question": "allowance(u)", "facts": HORSE}] * 20)
    done = [one for one in results if "error" not in one]
    assert len(results) == 20 and len(done) < 4
    assert results[-1]["error"]["message"] == "the time of a request, 1 s, is over"
    assert slow.count < 5


def test_work_on_one_question_ends_with_its_time() -> None:
    served = ServedBooks([load("leipzig", budget=1_000_000)], lambda workspace, answer: "").find_book("leipzig")
    query = next(iter(parse_request('{"questions": [{"question": "outmatched(u, b)"}]}')))
    result = http_app.answer_query(served, query, http_app.Stop(0.05))
    assert result["error"]["message"] == "the time of a request, 0.05 s, is over"


def test_too_many_requests_are_refused(served: ServedBooks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_app, "MAX_REQUESTS_WAITING", 1)
    slow = Slow(monkeypatch, 1.0)
    client = client_of(served)
    body = {"questions": [{"question": "rest(u)"}]}
    first = threading.Thread(target=lambda: client.post("/books/ferry/ask", json=body))
    first.start()
    while not slow.count and first.is_alive():
        time.sleep(0.05)
    assert refusal(client.post("/books/ferry/ask", json=body), 503) == "too many requests are waiting"
    first.join()
    assert client.post("/books/ferry/ask", json=body).status_code == 200


@contextmanager
def running(served: ServedBooks) -> Iterator[int]:
    """The port of a server that runs in a thread."""
    import uvicorn

    from rulewright.interfaces.service.http_server import open_port, quiet_config

    listener = open_port("127.0.0.1", 0)
    server = uvicorn.Server(quiet_config(build_app(served)))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield int(listener.getsockname()[1])
    server.should_exit = True
    thread.join(PATIENCE)
    listener.close()


def test_work_ends_where_the_client_hangs_up(
    served: ServedBooks, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    slow = Slow(monkeypatch, 0.2)
    with running(served) as port:
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(f"http://127.0.0.1:{port}/books/ferry/ask", json={"questions": [{"question": "rest(u)"}] * 50}, timeout=0.7)
        count = -1
        while count != slow.count:
            count = slow.count
            time.sleep(2.0)
        assert count < 50
    assert capfd.readouterr().err == ""


# ---- the command ---------------------------------------------------------------------------------------------------------------------


@contextmanager
def command(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`rulewright serve` with the address that it says."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "rulewright", "serve", *arguments, "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("serving "):
            break
    else:
        raise AssertionError(process.communicate())
    try:
        yield process, line.split()[1]
    finally:
        process.kill()
        process.communicate()


def hang_up(port: int, sent: bytes) -> None:
    """Send a request and close at once, with a reset."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        connection.sendall(sent)


@pytest.mark.parametrize("what", ["api", "site"])
def test_sixty_clients_that_hang_up_leave_no_word(what: str, ferry: Path, tmp_path: Path) -> None:
    body = json.dumps({"questions": [{"question": "allowance(u)", "facts": HORSE}] * 20})
    request = (
        f"POST /books/ferry/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    )
    sent = [request.encode(), request.encode()[:-50], b"GET /books HTTP/1.1\r\nHost: localhost\r\n\r\n", b"nonsense\r\n\r\n", b""]
    path = "/books/ferry"
    if what == "site":
        sent = [b"GET / HTTP/1.1\r\nHost: [::1]\r\n\r\n", b"GET /index.html HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET / HT", b""]
        path = "/index.html"
    options = ["--api"] if what == "api" else ["--out", str(tmp_path / "site")]
    with command(str(ferry), *options) as (process, address):
        for number in range(60):
            hang_up(int(address.rpartition(":")[2]), sent[number % len(sent)])
        assert httpx.get(f"{address}{path}", timeout=PATIENCE).status_code == 200
        assert httpx.get(f"{address}{path}", timeout=PATIENCE, headers={"Host": "[::1]:8000"}).status_code == 200
        process.terminate()
        _, errors = process.communicate(timeout=PATIENCE)
    assert errors == ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--api", "--out", "x"], "`--api` serves none"),
        (["--seconds", "3"], "are of `--api`"),
        (["--api", "--host", "256.256.256.256"], "of 256.256.256.256 cannot be used"),
        (["--api", "--seconds", "0"], "0"),
    ],
)
def test_wrong_options_get_a_sentence(arguments: list[str], says: str, ferry: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", "serve", str(ferry), *arguments], capture_output=True, text=True, check=False, timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.returncode == 2 and says in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(("module", "extra"), [("starlette.routing", "api"), ("mcp.types", "mcp"), ("rulewright.nowhere", "")])
def test_an_extra_that_is_not_installed_is_named(module: str, extra: str) -> None:
    missing = ModuleNotFoundError(f"No module named '{module}'", name=module)
    error = extra_missing(missing, "it needs a package", extra, ("starlette", "mcp"))
    assert error is missing if not extra else isinstance(error, WrongCommand) and error.hints == (f'pip install "rulewright[{extra}]"',)


# ---- the schema of a book ------------------------------------------------------------------------------------------------------------


def validator_of(document: dict[str, Any], component: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/components/schemas/{component}", "components": document["components"]})


def test_the_schema_is_of_this_book(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    assert document["openapi"] == "3.1.0"
    schemas = document["components"]["schemas"]
    assert schemas["ferry.fact.weather"]["enum"] == ["clear", "mud", "snow"]
    assert schemas["ferry.fact.unit.arm"]["description"] == "Is it foot or horse?"
    query = validator_of(document, "ferry.query.allowance")
    for facts, is_valid in (
        (HORSE, True),
        ({"u": {"arm": "horse"}}, True),
        ({"world": "u, v: unit", "u.arm": "foot"}, True),
        ({"u.arm": "wagon"}, False),
        ({"u": {"arm": "wagon"}}, False),
        ({"weather": "hail"}, False),
        ({"weather": True}, False),
    ):
        assert query.is_valid({"question": "allowance(u)", "facts": facts}) == is_valid, facts
        assert ("error" not in ask(client, {"question": "allowance(u)", "facts": facts})[0]) == is_valid, facts
    assert not query.is_valid({"question": "cross(u)"}) and not query.is_valid({"question": "allowance(u)", "fact": {}})
    (answer,) = ask(client, {"question": "allowance(u)", "facts": HORSE})
    assert validator_of(document, "ferry.answer.allowance").is_valid(answer)
    assert not validator_of(document, "ferry.answer.allowance").is_valid({**answer, "unit": "SP"})
    assert not validator_of(document, "ferry.answer.cross").is_valid({**answer, "unit": None, "value": "maybe"})


def test_the_schema_is_of_an_edition(client: TestClient, serve: Callable[..., ServedBooks]) -> None:
    both = client_of(serve("war-in-europe"))
    facts = {
        edition: set(both.get("/books/war-in-europe/openapi.json", params={"edition": edition}).json()["components"]["schemas"])
        for edition in [one["name"] for one in both.get("/books/war-in-europe").json()["editions"]]
    }
    assert len(facts) > 1 and len({frozenset(names) for names in facts.values()}) > 1


@pytest.mark.slow
def test_every_question_of_a_shipped_book_fits_its_schema(serve: Callable[..., ServedBooks]) -> None:
    books = serve("leipzig-lite")
    client = client_of(books)
    document = client.get("/openapi.json").json()
    for served in books:
        for info in served.api.questions().questions:
            reply = client.post(f"/books/{served.name}/ask", json={"questions": [{"question": info.name, "brief": True}]})
            (answer,) = reply.json()["results"]
            name = info.name.partition("(")[0]
            if "error" not in answer:
                faults = [fault.message for fault in validator_of(document, f"{served.name}.answer.{name}").iter_errors(answer)]
                assert not faults, (info.name, faults[:2])
            assert validator_of(document, f"{served.name}.query.{name}").is_valid({"question": info.name}), info.name


# ---- the manual ----------------------------------------------------------------------------------------------------------------------


def test_requests_of_the_manual_are_answered_as_it_says(root: Path, serve: Callable[..., ServedBooks]) -> None:
    client = client_of(serve("la-grande-armee"))

    def answer(line: str) -> Any:
        method, path, *body = line.split(" ", 2)
        reply = client.request(method, path, content="".join(body) or None, headers={"content-type": "application/json"})
        return reply.json()

    hold(root / "site/pages/project/services.md", "requests", 2, answer)
