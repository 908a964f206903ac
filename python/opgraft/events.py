# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Event files, which TensorBoard reads: records of Events (tensorflow/core/util/event.proto)."""

from __future__ import annotations

import os
import socket
import struct
import time
from typing import Any

from opgraft import _core

# Fields of Event, with their wire types.
_WALL_TIME = b"\x09"
_FILE_VERSION = b"\x1a"
_GRAPH_DEF = b"\x22"


def _checksum(data: bytes) -> bytes:
    return struct.pack("<I", _core.masked_crc32c(data))


def _record(data: bytes) -> bytes:
    length = struct.pack("<Q", len(data))
    return b"".join((length, _checksum(length), data, _checksum(data)))


def _bytes_field(tag: bytes, value: bytes) -> bytes:
    size, length = b"", len(value)
    while length > 127:
        size += bytes((length & 127 | 128,))
        length >>= 7
    return b"".join((tag, size, bytes((length,)), value))


def save(model: Any, folder: Any) -> str:
    """A new file in the folder with the model's graph; its name."""
    now = time.time()
    began = _WALL_TIME + struct.pack("<d", now)
    records = [_record(began + _bytes_field(_FILE_VERSION, b"brain.Event:2")),
               _record(began + _bytes_field(_GRAPH_DEF, model.graph_def()))]
    folder = os.fsdecode(folder)
    os.makedirs(folder, exist_ok=True)
    name = f"events.out.tfevents.{time.time_ns():019d}.{socket.gethostname()}.{os.getpid()}"
    path = os.path.join(folder, name)
    _core.write_file(path, b"".join(records))
    return path
