"""Messages as bytes: a line of JSON, then the cells of its arrays as they stand in memory (docs/protocol.md)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, BinaryIO

import numpy as np

_types = ("float32", "float64", "uint8", "uint16", "uint32", "int8", "int16", "int32")
_block_bytes = 8 * 2**20


def wire_type(dtype: np.dtype[Any]) -> str:
    """The type in which cells of this one cross without loss."""
    if dtype.kind == "b":
        return "uint8"
    if dtype.name in _types:
        return dtype.name
    return "float32" if dtype.name == "float16" else "float64"


def write_message(write: Callable[[memoryview], None], message: dict[str, Any]) -> None:
    """An array that already has its place and type in memory is not copied, and of any other one block at a time."""
    arrays: list[np.ndarray[Any, Any]] = []

    def stand_in(value: object) -> object:
        if isinstance(value, np.ndarray):
            arrays.append(value)
            return {"$array": len(arrays) - 1}
        if isinstance(value, np.generic):
            return value.item()
        raise TypeError(f"a {type(value).__name__} cannot be sent to the engine")

    line = json.dumps(message, default=stand_in, allow_nan=False)
    listed = json.dumps([{"type": wire_type(array.dtype), "length": array.size} for array in arrays])
    whole = f'{line[:-1]},"arrays":{listed}}}\n' if arrays else f"{line}\n"
    write(memoryview(whole.encode()))
    for array in arrays:
        _write_cells(write, array)


def _write_cells(write: Callable[[memoryview], None], array: np.ndarray[Any, Any]) -> None:
    wire = np.dtype(wire_type(array.dtype)).newbyteorder("<")
    if array.size == 0:
        return
    if array.flags.c_contiguous and array.dtype == wire:
        write(memoryview(array.reshape(-1)).cast("B"))
        return
    row_bytes = wire.itemsize * (array.size // len(array))
    step = max(1, _block_bytes // row_bytes)
    for start in range(0, len(array), step):
        block = np.ascontiguousarray(array[start : start + step], dtype=wire)
        write(memoryview(block.reshape(-1)).cast("B"))


def read_message(stream: BinaryIO) -> dict[str, Any] | None:
    """The next message, or None where there is none any more."""
    line = stream.readline()
    if not line.endswith(b"\n"):
        return None
    message: dict[str, Any] = json.loads(line)
    arrays = []
    for listed in message.pop("arrays", []):
        array = np.empty(listed["length"], np.dtype(listed["type"]).newbyteorder("<"))
        if array.size and stream.readinto(memoryview(array).cast("B")) != array.nbytes:  # type: ignore[attr-defined]
            return None
        arrays.append(array)
    return _with_arrays(message, arrays) if arrays else message


def _with_arrays(value: Any, arrays: list[np.ndarray[Any, Any]]) -> Any:
    if isinstance(value, list):
        return [_with_arrays(each, arrays) for each in value]
    if not isinstance(value, dict):
        return value
    if "$array" in value:
        return arrays[value["$array"]]
    return {name: _with_arrays(each, arrays) for name, each in value.items()}
