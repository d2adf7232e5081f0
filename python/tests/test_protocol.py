"""Every message of a conversation keeps to the schema, and its numbers keep every bit."""

import io
import json
from pathlib import Path

import numpy as np
import pytest

from neurofs import NeuroFSSelector
from neurofs import _engine_process as engine
from neurofs._frames import read_message, write_message

schema_file = Path(__file__).parents[2] / "schemas" / "protocol.schema.json"


def test_messages_come_through_unchanged():
    arrays = [
        np.array([np.nan, -0.0, np.inf, 0.1]),
        np.arange(6, dtype=np.int16).reshape(2, 3).T,
        np.array([True, False]),
        np.empty(0, np.float32),
        np.array([2**40, -1]),
    ]
    sent = io.BytesIO()
    write_message(sent.write, {"id": 1, "words": [{"ä": arrays[0]}, arrays[1:], "text\n", np.float32(0.5)]})
    write_message(sent.write, {"id": 2})
    sent.seek(0)
    first = read_message(sent)
    assert first["words"][0]["ä"].tobytes() == arrays[0].tobytes()
    for array, found in zip(arrays[1:], first["words"][1], strict=True):
        assert found.tolist() == array.reshape(-1).tolist()
    assert first["words"][2:] == ["text\n", 0.5]
    assert read_message(sent) == {"id": 2}
    assert read_message(sent) is None


def test_every_line_of_a_conversation_keeps_to_the_schema(planted, monkeypatch):
    jsonschema = pytest.importorskip("jsonschema")
    lines = []
    write, read = engine.write_message, engine.read_message

    def keep_written(send, message):
        whole = io.BytesIO()
        write(whole.write, message)
        lines.append(whole.getvalue().split(b"\n", 1)[0])
        write(send, message)

    def keep_read(stream):
        readline = stream.readline

        class Kept:
            readinto = stream.readinto

            def readline(self):
                lines.append(line := readline())
                return line

        return read(Kept())

    engine.end_engine()
    monkeypatch.setattr(engine, "write_message", keep_written)
    monkeypatch.setattr(engine, "read_message", keep_read)
    NeuroFSSelector(5, options={"epochs": 2}).fit(*planted)
    with pytest.raises(ValueError, match="must be"):
        NeuroFSSelector(50).fit(*planted)
    engine.call_engine("methods")
    engine.call_engine("cancel", 1)
    engine.end_engine()
    validator = jsonschema.Draft202012Validator(json.loads(schema_file.read_text()))
    kinds = []
    for line in filter(None, lines):
        message = json.loads(line)
        validator.validate(message)
        kinds.append(message.get("kind", "call"))
    assert set(kinds) == {"greeting", "call", "event", "answer", "failure"}
