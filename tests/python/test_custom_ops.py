# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Ops and kernels that are registered from Python."""

import os
import signal
import threading
import time

import numpy as np
import pytest

import opgraft
from opgraft import ops


def test_an_op_and_its_kernel():
    function = opgraft.register_op("PyHalve", inputs=["x: T"], outputs=["y: T"],
                                   attrs=["T: {float, double}", "by: float = 2.0"], doc="Halves.")

    @opgraft.kernel("PyHalve")
    def halve(x, by):
        assert not x.flags.writeable
        return x / x.dtype.type(by)

    assert function([3.0]).tolist() == [1.5] and ops.py_halve(np.float64([3]), by=3.0).tolist() == [1]
    assert "Halves." in function.__doc__
    with opgraft.Graph() as g:
        ops.py_halve(opgraft.placeholder("x", "float32", [None]), name="y")
    request = g.compile().request()
    assert request.run(x=[2.0])["y"] == [1]
    kept = [request.run(x=np.full(5000, v, np.float32))["y"] for v in (2, 4)]
    assert [k[0] for k in kept] == [1, 2]
    # The same once more is harmless.
    opgraft.register_op("PyHalve", inputs=["x: T"], outputs=["y: T"],
                        attrs=["T: {float, double}", "by: float = 2.0"], doc="Halves.")


def test_a_kernel_is_replaced():
    opgraft.register_op("PyConst", outputs=["y: int32"])
    for value in (1, 2):
        opgraft.kernel("PyConst")(lambda value=value: value)
        assert ops.py_const().item() == value


def test_kernels_by_dtype_attrs_and_several_outputs():
    opgraft.register_op("PyMany", inputs=["xs: N * T", "s: string"], outputs=["t: T", "names: string"],
                        attrs=["N: int >= 1", "T: {float, int32}", "mode: {'a', 'b'} = 'a'",
                               "dtype: type = DT_INT8", "sizes: list(int) = [1, 2]"])

    @opgraft.kernel("PyMany", T=np.float32)
    def floats(*arguments, mode=None, dtype=None, sizes=None):
        return arguments[0], [arguments[-1].item(), str(dtype), mode, str(sizes)]

    @opgraft.kernel("PyMany", T=[np.int32])
    def ints(*arguments):
        return np.int32(sum(arguments[:-1])), np.array([b"int"], dtype=object)

    total, names = ops.py_many([1.0, 2.0], "x", mode="b")
    assert total.item() == 1 and names.tolist() == [b"x", b"<dtype: 'int8'>", b"b", b"[1, 2]"]
    assert [v.tolist() for v in ops.py_many([1, 2], "x")] == [3, [b"int"]]


@pytest.mark.parametrize("arguments, texts", [
    (dict(name="PyBad1", inputs=["x: floot"]), ["^", "nearest: float"]),
    (dict(name="PyBad2", attrs=["T: {float, doubel}"]), ["^", "nearest: double"]),
    (dict(name="py_bad", inputs=["x: float"]), ["py_bad"]),
    (dict(name="AddV2", inputs=["x: float"]), ["AddV2"]),
])
def test_wrong_specs_are_shown_with_a_caret(arguments, texts):
    with pytest.raises(opgraft.InvalidArgumentError) as error:
        opgraft.register_op(**arguments)
    assert "test_custom_ops.py" in str(error.value)
    for text in texts:
        assert text in str(error.value)
    assert ops.add_v2(1, 2).item() == 3


def test_wrong_kernels():
    with pytest.raises(opgraft.NotFoundError, match="nearest|Nearest"):
        opgraft.kernel("PyHalv")
    opgraft.register_op("PyBadKernel", inputs=["x: T"], outputs=["y: T"], attrs=["T: {float, int32}"])
    with pytest.raises(opgraft.InvalidArgumentError, match="T"):
        opgraft.kernel("PyBadKernel", T="string")(lambda x: x)
    with pytest.raises(opgraft.InvalidArgumentError, match="U"):
        opgraft.kernel("PyBadKernel", U="float")(lambda x: x)
    with pytest.raises(TypeError, match="list of specs"):
        opgraft.register_op("PyWrong", inputs="x: float")

    @opgraft.kernel("PyBadKernel")
    def raises(x):
        raise KeyError("lost")

    with pytest.raises(opgraft.InternalError, match="KeyError: 'lost'") as error:
        ops.py_bad_kernel([1.0])
    assert isinstance(error.value.__cause__, KeyError) and error.value.op == "PyBadKernel"
    for wrong, text in ((lambda x: None, "float32"), (lambda x: (x, x, x), "3 values|3,"),
                        (lambda x: np.float64([1]), "astype"), (lambda: 1, "TypeError")):
        opgraft.kernel("PyBadKernel")(wrong)
        with pytest.raises(opgraft.OpError):
            if text.startswith("3"):
                opgraft.kernel("PyBadKernel")(lambda x: "a")
            ops.py_bad_kernel([1.0])


@pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit])
def test_what_is_no_error_goes_through_a_kernel(raised):
    opgraft.register_op("PyLeaving", inputs=["x: float"], outputs=["y: float"])

    @opgraft.kernel("PyLeaving")
    def leave(x):
        raise raised

    with opgraft.Graph() as g:
        ops.py_leaving(opgraft.placeholder("x", "float32", []), name="y")
    request = g.compile().request()
    for call in (lambda: ops.py_leaving(1.0), lambda: request.run(x=1)):
        with pytest.raises(raised) as left:
            call()
        assert any(entry.name == "leave" for entry in left.traceback)
    opgraft.kernel("PyLeaving")(lambda x: x)
    assert request.run(x=1)["y"] == 1 and ops.py_leaving(2.0) == 2


def test_ctrl_c_in_a_kernel_in_python():
    opgraft.register_op("PyEndless", inputs=["x: float"], outputs=["y: float"])

    @opgraft.kernel("PyEndless")
    def endless(x):
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        until = time.monotonic() + 10
        while time.monotonic() < until:
            pass
        return x

    with opgraft.Graph() as g:
        ops.py_endless(opgraft.placeholder("x", "float32", []), name="y")
    request = g.compile().request()
    for call in (lambda: ops.py_endless(1.0), lambda: request.run(x=1)):
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            call()
        assert time.monotonic() - began < 5


def test_a_kernel_may_use_opgraft_and_other_threads(model):
    inner = model.request()
    opgraft.register_op("PyInner", inputs=["x: float"], outputs=["y: float"])

    @opgraft.kernel("PyInner")
    def run_inner(x):
        return inner.run(x=x.reshape(1))["out"]

    assert ops.py_inner([1.0]).tolist() == [1] and ops.py_inner([1.0]).tolist() == [3]
    with opgraft.Graph() as g:
        ops.py_inner(opgraft.placeholder("x", "float32", [1]), name="y")
    outer = g.compile()
    opgraft.kernel("PyInner")(lambda x: x + 1)
    results = []
    threads = [threading.Thread(target=lambda: results.append(outer(x=[1.0])["y"].item()))
               for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [2] * 8


def test_kernels_are_listed():
    opgraft.register_op("PyListed", inputs=["x: T"], outputs=["y: T"], attrs=["T: {float, int32, int8}"])
    assert opgraft.kernels("PyListed").rows == [["PyListed", "", "has no kernel", ""]]
    for dtype in (np.float32, np.int32):
        opgraft.kernel("PyListed", T=dtype)(lambda x: x)
    table = opgraft.kernels("PyListed", "If")
    assert table.rows[0] == ["PyListed", "CPU", "T: float int32", ""]
    assert table.rows[1][0] == "If" and "step of the plan" in table.rows[1][2]
    assert str(table).splitlines()[1].split() == ["PyListed", "CPU", "T:", "float", "int32"]
    assert table._repr_html_().count("<tr>") == 3
    with pytest.raises(opgraft.NotFoundError, match="PyListed"):
        opgraft.kernels("PyListd")
    with pytest.raises(opgraft.NotFoundError, match="is not registered") as error:
        opgraft.load(b'node { name: "a" op: "UnlikeAllOthers" }')
    # Once for all ops of Python, and nothing of kernels, commands and linkers.
    assert str(error.value).count("Python, ") == 1 and " 0 ops" not in str(error.value)
    assert "load its library first: opgraft.load_op_library(path)" in str(error.value)
