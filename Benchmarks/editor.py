"""An editor that opens one document, asks what editors ask of it, and leaves: `editor.py PROGRAM FILE`."""

import json
import subprocess
import sys
from pathlib import Path


class Editor:
    def __init__(self, program: str) -> None:
        self.server = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0

    def send(self, method: str, params: dict | None, number: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if number is not None:
            message["id"] = number
        body = json.dumps(message).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.server.stdin.flush()

    def read(self) -> dict:
        length = 0
        while (header := self.server.stdout.readline().strip()):
            if header.lower().startswith(b"content-length:"):
                length = int(header.split(b":")[1])
        return json.loads(self.server.stdout.read(length))

    def ask(self, method: str, params: dict | None) -> object:
        self.last += 1
        self.send(method, params, self.last)
        while True:
            answer = self.read()
            if answer.get("id") == self.last and "method" not in answer:
                return answer.get("result")
            if "id" in answer:
                reply = json.dumps({"jsonrpc": "2.0", "id": answer["id"], "result": None}).encode()
                self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(reply) + reply)
                self.server.stdin.flush()


def main() -> int:
    program, file = sys.argv[1:]
    text = Path(file).read_text()
    uri = Path(file).resolve().as_uri()
    document = {"textDocument": {"uri": uri}}
    lines = text.split("\n")
    middle = {"line": len(lines) // 2, "character": len(lines[len(lines) // 2]) // 2}
    end = {"line": len(lines) - 1, "character": len(lines[-1])}
    editor = Editor(program)
    editor.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    editor.send("initialized", {})
    language = "json" if file.endswith(".json") else "yaml"
    editor.send("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": language, "version": 1, "text": text}})
    whole = {**document, "range": {"start": {"line": 0, "character": 0}, "end": end}}
    for place in (middle, end):
        editor.ask("textDocument/hover", {**document, "position": place})
        editor.ask("textDocument/completion", {**document, "position": place})
        editor.ask("textDocument/definition", {**document, "position": place})
    for method in ("documentSymbol", "semanticTokens/full", "foldingRange", "codeLens", "formatting"):
        editor.ask(f"textDocument/{method}", {**document, "options": {"tabSize": 2, "insertSpaces": True}})
    editor.ask("textDocument/inlayHint", whole)
    editor.ask("textDocument/codeAction", {**whole, "context": {"diagnostics": []}})
    # What is typed is followed.
    change = {"range": {"start": middle, "end": middle}, "text": " "}
    editor.send("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]})
    editor.ask("textDocument/documentSymbol", document)
    editor.ask("shutdown", None)
    editor.send("exit", None)
    editor.server.stdin.close()
    return editor.server.wait()


if __name__ == "__main__":
    sys.exit(main())
