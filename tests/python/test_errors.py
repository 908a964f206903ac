# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""What errors tell beside their text: node, op and hint."""

import pickle

import numpy as np
import pytest

import opgraft
from opgraft import errors, ops


@pytest.mark.parametrize("message, node, op", [
    ("{{node a/b}} MatMul: Matrix size-incompatible: In[0]: [1,2], In[1]: [1,2]", "a/b", "MatMul"),
    ("at f.py:3: {{node MatMul}} = MatMul[T=DT_FLOAT](x, y): no", "MatMul", "MatMul"),
    ("{{node x}} is fed twice", "x", None),
    ("{{node in}} OpenVINO>FromCache: bad; in call of 'f' at {{node call}}", "in", "OpenVINO>FromCache"),
    ("m.pb: node 'a' (AddV2): has 1 input", "a", "AddV2"),
    (r"node 'it\'s' (AddV2): has 1 input", r"it\'s", "AddV2"),
    ("layer 0 'init_value' (Const, opset6): no data", "init_value", "Const"),
    ("node 'x': the name is taken", "x", None),
    ("MatMul at f.py:26: node 'MatMul': Value for attr 'T' of string", "MatMul", "MatMul"),
    ("AddV2 at f.py:26: 'y' is float32", None, "AddV2"),
    ("the request is closed", None, None)])
def test_node_and_op(message, node, op):
    error = errors.make_error(3, message)
    assert (error.node, error.op) == (node, op)


@pytest.mark.parametrize("message, hint", [
    ("no op 'AddV3'. Nearest: 'AddV2'. 900 ops are known", "nearest: 'AddV2'"),
    ("no input 'y'; nearest: 'x'. Inputs: 'x'", "nearest: 'x'"),
    ("'x' is float64, float32 is wanted. Convert it: x.astype(np.float32)",
     "Convert it: x.astype(np.float32)"),
    ("the request is closed; make another one: model.request()", "make another one: model.request()"),
    ("out['y'] is read-only; it must be a writable array", "it must be a writable array"),
    ("add_n: 'xs' is a list of tensors, not int: put it in []", "put it in []"),
    ("Cast the input to float, or register it", "Cast the input to float, or register it"),
    ("is not registered. Load its library. Or not", "Load its library"),
    ("{{node a}} MatMul: Matrix size-incompatible: In[0]: [1,2], In[1]: [1,1]", ""),
    ("the branches give 1 and 2 values", ""),
    ("the model has no input 'z'. Inputs: 'x', 'z'", ""),
    ("the Python function raised ValueError: boom!", ""),
    ("feed 'x' has shape [2], it must fit [1]", "it must fit [1]"),
    ("feed 'x' is missing: the run needs a float of shape [1]", ""),
    ("input 'x': got float[3], want float[2]", "")])
def test_hint(message, hint):
    assert errors.make_error(3, message).hint == hint


@pytest.mark.parametrize("message, text", [
    ("load its library first: --load FILE or LoadLibrary(FILE); linked statically, it needs alwayslink "
     "(-Wl,--whole-archive).", "load its library first: opgraft.load_op_library(path)."),
    ("An unknown op may be a custom op: --load ITS_LIBRARY.so",
     "An unknown op may be a custom op: opgraft.load_op_library(path)"),
    ('MyOp is registered at my.py:3 without a kernel: add REGISTER_KERNEL_BUILDER(Name("MyOp").Device('
     "DEVICE_CPU), ...), or link the file that has it (alwayslink)",
     'MyOp is registered at my.py:3 without a kernel. Register one: @opgraft.kernel("MyOp"), or '
     "REGISTER_KERNEL_BUILDER in C++"),
    ("more than 5 steps (RunOptions::max_steps)", "more than 5 steps (run(max_steps=...))")])
def test_messages_name_what_python_has(message, text):
    assert str(errors.make_error(3, message)) == text


def test_errors_of_calls():
    with opgraft.Graph():
        x = opgraft.placeholder("x", "float32", [1, 2])
        with pytest.raises(opgraft.InvalidArgumentError) as error:
            ops.mat_mul(x, x)
        assert error.value.op == "MatMul"
    with pytest.raises(opgraft.InvalidArgumentError) as error:
        ops.mat_mul(np.zeros([1, 2], np.float32), np.zeros([1, 2], np.float32))
    assert (error.value.node, error.value.op) == ("MatMul", "MatMul")
    with pytest.raises(opgraft.InvalidArgumentError) as error:
        ops.mat_mul(opgraft.constant([["a"]]), opgraft.constant([["b"]]))
    assert error.value.op == "MatMul"
    with pytest.raises(opgraft.NotFoundError) as error:
        opgraft.load(b'node { name: "a" op: "UnlikeAllOthers" }')
    message = str(error.value)
    assert "--load" not in message and "alwayslink" not in message and "load_op_library" in message
    again = pickle.loads(pickle.dumps(error.value))
    assert (again.node, again.hint, str(again)) == (error.value.node, error.value.hint, message)
    with pytest.raises(opgraft.PermissionDeniedError) as error:
        ops.read_file("/etc/hostname")
    assert error.value.hint == "Name the folder: run(allow_files=[folder])"
