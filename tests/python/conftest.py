# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""What the tests share."""

import numpy as np
import pytest

import opgraft

SUMMATOR = "examples/summator/summator.pbtxt"


@pytest.fixture
def model():
    return opgraft.load(SUMMATOR)


@pytest.fixture
def request_(model):
    return model.request()


# A placeholder of any type and shape, and what comes out of it again.
ECHO = """
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: %s } }
       attr { key: "shape" value { shape { unknown_rank: true } } } }
node { name: "y" op: "Identity" input: "x" attr { key: "T" value { type: %s } } }
"""


def echo(dtype):
    """A model that gives back what it is fed."""
    name = "DT_" + {"float32": "FLOAT", "float64": "DOUBLE", "float16": "HALF"}.get(dtype, dtype.upper())
    return opgraft.load((ECHO % (name, name)).encode())


@pytest.fixture
def spin():
    """A model whose run takes for ever, and has a variable that it would set."""
    return opgraft.load(LOOP.encode())


LOOP = """
node { name: "n" op: "Placeholder" attr { key: "dtype" value { type: DT_INT64 } }
       attr { key: "shape" value { shape {} } } }
node { name: "zero" op: "Const" attr { key: "dtype" value { type: DT_INT64 } }
       attr { key: "value" value { tensor { dtype: DT_INT64 tensor_shape {} int64_val: 0 } } } }
node { name: "loop" op: "StatelessWhile" input: "zero" input: "n"
       attr { key: "T" value { list { type: [DT_INT64, DT_INT64] } } }
       attr { key: "cond" value { func { name: "cond" } } }
       attr { key: "body" value { func { name: "body" } } } }
node { name: "out" op: "Identity" input: "loop" attr { key: "T" value { type: DT_INT64 } } }
node { name: "y" op: "Identity" input: "out" attr { key: "T" value { type: DT_INT64 } } }
node { name: "old" op: "ReadValue" attr { key: "variable_id" value { s: "v" } }
       attr { key: "variable_type" value { type: DT_INT64 } }
       attr { key: "variable_shape" value { shape {} } } }
node { name: "next" op: "AddV2" input: "old" input: "out" attr { key: "T" value { type: DT_INT64 } } }
node { name: "set" op: "Assign" input: "next" attr { key: "variable_id" value { s: "v" } }
       attr { key: "T" value { type: DT_INT64 } } }
library {
  function { signature { name: "cond" input_arg { name: "i" type: DT_INT64 }
                         input_arg { name: "n" type: DT_INT64 } output_arg { name: "go" type: DT_BOOL } }
    node_def { name: "less" op: "Less" input: "i" input: "n" attr { key: "T" value { type: DT_INT64 } } }
    ret { key: "go" value: "less:z:0" } }
  function { signature { name: "body" input_arg { name: "i" type: DT_INT64 }
                         input_arg { name: "n" type: DT_INT64 } output_arg { name: "j" type: DT_INT64 }
                         output_arg { name: "m" type: DT_INT64 } }
    node_def { name: "one" op: "Const" attr { key: "dtype" value { type: DT_INT64 } }
      attr { key: "value" value { tensor { dtype: DT_INT64 tensor_shape {} int64_val: 1 } } } }
    node_def { name: "add" op: "AddV2" input: "i" input: "one:output:0" attr { key: "T" value { type: DT_INT64 } } }
    ret { key: "j" value: "add:z:0" } ret { key: "m" value: "n" } }
}
"""
