"""What an editor says to `rulewright lsp`: JSON-RPC on its standard streams, with the standard library alone.

rulewright new demo     makes the book that is worked on
python client.py demo   prints what the server answers; no file is changed
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

Json = dict[str, Any]


class Server:
    """A language server that this program starts. It prints findings and messages as they come."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "rulewright", "lsp"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.asked = 0

    def write(self, **message: Any) -> None:
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def read(self) -> Json:
        assert self.process.stdout is not None
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
        if not length:
            sys.exit("the server has ended")
        message: Json = json.loads(self.process.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":  # all findings of a file, in place of those before
            print("    findings:", len(message["params"]["diagnostics"]))
            for finding in message["params"]["diagnostics"]:
                line_number = finding["range"]["start"]["line"] + 1
                print(f"        line {line_number}: {finding['code']} {finding['data']['message']}")
        if message.get("method") == "window/showMessage":
            print("    shown:", message["params"]["message"])
        return message

    def notify(self, method: str, **params: Any) -> None:
        self.write(method=method, params=params)

    def request(self, method: str, **params: Any) -> int:
        self.asked += 1
        self.write(id=self.asked, method=method, params=params)
        return self.asked

    def answer(self, number: int) -> Any:
        """The result of a request, or its error as a line."""
        while (message := self.read()).get("id") != number:
            pass
        return message["result"] if "result" in message else "{code} {message}".format(**message["error"])

    def settled(self, number: int) -> None:
        """Waits for all findings of the text as it is after so many notifications."""
        while True:
            message = self.read()
            params = message.get("params", {})
            if message.get("method") == "rulewright/settled" and params["whole"] and params["number"] >= number:
                return


def position(text: str, words: str) -> Json:
    """Where words begin: line and column, from 0. Columns are UTF-16 units: equal to characters, as long as there is no emoji."""
    before = text.partition(words)[0]
    return {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}


def main(folder: Path) -> None:
    file = (folder / "first.case").resolve()
    text = file.read_text(encoding="utf-8")
    document = {"uri": file.as_uri()}
    start = position(text, "raining\n\n")  # the end of the rule: `may march when and only when not raining`
    end = {**start, "character": start["character"] + len("raining")}
    server = Server()
    started = server.answer(server.request("initialize", processId=None, rootUri=None, capabilities={}))
    print("server:", started["serverInfo"]["name"], started["capabilities"]["positionEncoding"])
    server.notify("initialized")

    print("opened")
    opened = {**document, "languageId": "rulewright", "version": 1, "text": text}
    server.notify("textDocument/didOpen", textDocument=opened)
    server.settled(1)
    hover = server.answer(server.request("textDocument/hover", textDocument=document, position=start))
    print("hover:", hover["contents"]["value"])

    print("a slip is typed over the word")
    edit = {"range": {"start": start, "end": end}, "text": "rainning"}
    server.notify("textDocument/didChange", textDocument={**document, "version": 2}, contentChanges=[edit])
    server.settled(2)
    print("the whole text is sent as it was")
    server.notify("textDocument/didChange", textDocument={**document, "version": 3}, contentChanges=[{"text": text}])
    server.settled(3)

    for name in ("wet", "march"):
        asked = server.request("textDocument/rename", textDocument=document, position=start, newName=name)
        renamed = server.answer(asked)  # edits for each file, which an editor then makes; or why it is refused
        print(f"rename to {name}:", renamed if isinstance(renamed, str) else f"{len(renamed['changes'][file.as_uri()])} edits")

    lenses = server.request("textDocument/codeLens", textDocument=document)
    server.notify("$/cancelRequest", id=lenses)
    print("lenses, cancelled:", server.answer(lenses))

    line = position(text, 'example "a dry day"')["line"] + 1  # this command counts lines from 1
    arguments = [document["uri"], line]
    run = server.request("workspace/executeCommand", command="rulewright.runExample", arguments=arguments)
    print("example:", server.answer(run))

    server.notify("textDocument/didClose", textDocument=document)
    server.answer(server.request("shutdown"))
    server.notify("exit")
    print("ended with", server.process.wait())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
