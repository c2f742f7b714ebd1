"""Talks to the language server as an editor does, with a client that holds every answer to the protocol and to what
the editor said it can do. Run with pytest and pytest-lsp; CUTLIST is the program.
"""
import asyncio
import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

EDITORS = ["visual-studio-code", "neovim", "emacs"]

DOCUMENT = """\
timeline: 1
canvas: { size: 64x64, rate: 25 }
assets: { sky: { color: blue } }
tracks:
  - id: main
    kind: video
    segments:
      - { id: "Åska 👩‍🚀", clip: sky, duration: 2 }
      - { clip: sky, duration: 3s, opacity: { from: 1, to: 0, over: 0s..1s } }
"""


@pytest_lsp.fixture(
    params=EDITORS,
    config=ClientServerConfig(server_command=[os.environ["CUTLIST"], "lsp", "--rules-url", "https://example.org/rules"]),
)
async def client(request, lsp_client: LanguageClient):
    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(parameters: types.RegistrationParams):
        lsp_client.registered = [registration.method for registration in parameters.registrations]

    parameters = types.InitializeParams(capabilities=client_capabilities(request.param), workspace_folders=[])
    result = await lsp_client.initialize_session(parameters)
    lsp_client.encoding = result.capabilities.position_encoding
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def uri(tmp_path: pathlib.Path):
    return (tmp_path / "edit.yaml").as_uri()


async def opened(client, uri, text=DOCUMENT):
    item = types.TextDocumentItem(uri=uri, language_id="yaml", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    await client.wait_for_notification("textDocument/publishDiagnostics")
    return types.TextDocumentIdentifier(uri=uri)


async def changed(client, uri, version, *changes):
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=version),
            content_changes=list(changes),
        )
    )
    await client.wait_for_notification("textDocument/publishDiagnostics")


def place(word, text=DOCUMENT, within=1):
    """Where a word stands, counted in UTF-16, some way into it."""
    before = text[: text.index(word)]
    line = before.rsplit("\n", 1)[-1]
    return types.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2 + within)


def units(client, position, text=DOCUMENT):
    """The same in what was agreed to count in."""
    line = text.split("\n")[position.line].encode("utf-16-le")[: position.character * 2].decode("utf-16-le")
    size = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[client.encoding]
    return types.Position(position.line, len(line.encode(f"{client.encoding}-le" if size > 1 else "utf-8")) // size)


@pytest.mark.asyncio
async def test_a_mistake_is_found_and_mended(client, uri):
    document = await opened(client, uri)
    found = client.diagnostics[uri]
    assert [diagnostic.code for diagnostic in found] == ["bad-time"]
    start = units(client, place("2 }", within=0))
    assert found[0].range.start == start
    assert found[0].code_description.href == "https://example.org/rules/bad-time.md"
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=document, range=found[0].range, context=types.CodeActionContext(diagnostics=found)
        )
    )
    titles = [action.title for action in actions]
    assert titles == ["write `2s`", "write `2f`"]
    edit = actions[0].edit
    edits = edit.document_changes[0].edits if edit.document_changes else edit.changes[uri]
    await changed(
        client, uri, 2, types.TextDocumentContentChangePartial(range=edits[0].range, text=edits[0].new_text)
    )
    assert not client.diagnostics[uri]


@pytest.mark.asyncio
async def test_everything_can_be_asked(client, uri):
    document = await opened(client, uri, DOCUMENT.replace("2 }", "2s }"))
    position = place("sky")
    hover = await client.text_document_hover_async(types.HoverParams(text_document=document, position=position))
    assert "asset `sky`" in hover.contents.value or "asset sky" in hover.contents.value
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(text_document=document))
    assert "tracks" in [symbol.name for symbol in symbols]
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(text_document=document))
    assert (3, 8) in [(fold.start_line, fold.end_line) for fold in folds]
    uses = await client.text_document_references_async(
        types.ReferenceParams(
            text_document=document, position=position, context=types.ReferenceContext(include_declaration=True)
        )
    )
    assert len(uses) == 3
    names = await client.text_document_definition_async(
        types.DefinitionParams(text_document=document, position=uses[1].range.start)
    )
    assert [name.range for name in names] == [uses[0].range]
    highlights = await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(text_document=document, position=position)
    )
    assert len(highlights) == 3
    edit = await client.text_document_rename_async(
        types.RenameParams(text_document=document, position=position, new_name="himmel")
    )
    edits = edit.document_changes[0].edits if edit.document_changes else edit.changes[uri]
    assert [change.new_text for change in edits] == ["himmel"] * 3
    whole = types.Range(types.Position(0, 0), types.Position(9, 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(text_document=document, range=whole))
    assert [hint.label for hint in hints] == ["0 s", "2 s"]
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(text_document=document))
    assert len(tokens.data) % 5 == 0 and tokens.data
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(text_document=document))
    assert "frames are encoded" in lenses[0].command.title
    completion = await client.text_document_completion_async(
        types.CompletionParams(text_document=document, position=place("video"))
    )
    assert [item.label for item in completion.items] == ["video", "audio", "av"]
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    layout = await client.text_document_formatting_async(
        types.DocumentFormattingParams(text_document=document, options=options)
    )
    # The name needs no quotes.
    assert [edit.new_text for edit in layout] == ["      - { id: Åska 👩‍🚀, clip: sky, duration: 2s }\n"]


@pytest.mark.asyncio
async def test_a_document_is_written_letter_by_letter(client, uri):
    # Of an empty text there is nothing to say.
    item = types.TextDocumentItem(uri=uri, language_id="yaml", version=1, text="")
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    line = character = 0
    for version, letter in enumerate(DOCUMENT, start=2):
        at = units(client, types.Position(line, character), DOCUMENT)
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=version),
                content_changes=[
                    types.TextDocumentContentChangePartial(range=types.Range(start=at, end=at), text=letter)
                ],
            )
        )
        if letter == "\n":
            line, character = line + 1, 0
        else:
            character += len(letter.encode("utf-16-le")) // 2
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=types.TextDocumentIdentifier(uri=uri))
    )
    assert "tracks" in [symbol.name for symbol in symbols]
    while [diagnostic.code for diagnostic in client.diagnostics.get(uri, [])] != ["bad-time"]:
        await asyncio.sleep(0.05)
