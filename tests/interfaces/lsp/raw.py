"""A client that sends whatever JSON it is told to, and keeps what comes back."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from types import TracebackType
from typing import Any

from patience import PATIENCE


class RawClient:
    """A server in a process of its own: its answers by id, its notifications in order, and what it wrote on standard error."""

    def __enter__(self) -> RawClient:
        self._errors = tempfile.TemporaryFile()
        command = [sys.executable, "-m", "rulewright", "lsp"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors)
        self.answers: dict[int | str | None, dict[str, Any]] = {}
        self.notifications: list[dict[str, Any]] = []
        self._news = threading.Condition()
        self._last = 0
        threading.Thread(target=self._read, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, where: TracebackType | None) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._errors.close()

    def initialize(self) -> dict[str, Any]:
        """What the server can do."""
        answer = self.ask("initialize", {"capabilities": {}, "processId": None, "rootUri": None})
        self.notify("initialized", {})
        return dict(answer["result"]["capabilities"])

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file; its name for the server."""
        item = {"uri": path.as_uri(), "languageId": "rulewright", "version": 1, "text": path.read_text("utf-8") if text is None else text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return path.as_uri()

    def message(self, method: str, *params: Any) -> tuple[int, dict[str, Any]]:
        """A request with a new id, not sent."""
        self._last += 1
        return self._last, {"jsonrpc": "2.0", "id": self._last, "method": method, **({"params": params[0]} if params else {})}

    def ask(self, method: str, *params: Any) -> dict[str, Any]:
        """The answer to a request."""
        number, message = self.message(method, *params)
        self.send(message)
        return self.wait_for(number)

    def notify(self, method: str, *params: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": method, **({"params": params[0]} if params else {})})

    def send(self, *messages: Any) -> None:
        """Send messages at once; a text as it is."""
        assert self._process.stdin is not None
        bodies = [one.encode() if isinstance(one, str) else json.dumps(one).encode() for one in messages]
        self._process.stdin.write(b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies))
        self._process.stdin.flush()

    def wait_for(self, number: int | str | None) -> dict[str, Any]:
        with self._news:
            assert self._news.wait_for(lambda: number in self.answers, PATIENCE), f"no answer after {PATIENCE} seconds"
            return self.answers.pop(number)

    def wait_until_settled(self) -> dict[str, Any]:
        """What the server says once all findings of a book are published."""

        def said() -> list[dict[str, Any]]:
            return [one["params"] for one in self.notifications if one["method"] == "rulewright/settled" and one["params"]["whole"]]

        with self._news:
            assert self._news.wait_for(said, PATIENCE), f"not settled after {PATIENCE} seconds"
            return said()[-1]

    def shown(self) -> list[str]:
        """The sentences that an editor would have shown, once all before is handled."""
        self.ask("workspace/symbol", {"query": "no such name"})
        return [one["params"]["message"] for one in self.notifications if one["method"] == "window/showMessage"]

    def errors(self) -> str:
        """What the server has written on standard error."""
        self._errors.seek(0)
        return self._errors.read().decode()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        while line := stream.readline():
            length = int(line.partition(b":")[2])
            while stream.readline().strip():
                pass
            message = json.loads(stream.read(length))
            with self._news:
                if "method" in message:
                    self.notifications.append(message)
                else:
                    self.answers[message["id"]] = message
                self._news.notify_all()
