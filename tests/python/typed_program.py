# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""What a user writes, with types: checked, not run."""

from typing import Dict

import numpy as np

import opgraft


def total(path: str) -> float:
    model: opgraft.Model = opgraft.load(path, num_threads=2)
    request: opgraft.Request = model.request()
    outputs: Dict[str, np.ndarray] = request.run(x=np.ones(1, np.float32), timeout=1.0)  # type: ignore[type-arg]
    with request.transaction():
        for outputs in request.stream({"x": [v]} for v in (1, 2)):
            pass
    request.states["sum"].value = np.zeros(1, np.float32)
    state: bytes = request.save()
    request.load(state)
    try:
        request.run({})
    except opgraft.InvalidArgumentError as error:
        print(error.node, error.hint)
    dtype: opgraft.DType = model.inputs["x"].dtype
    value: float = outputs["out"].item()
    return value + dtype.size
