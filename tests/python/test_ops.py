# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Ops that run at once, and their functions."""

import copy
import pickle
import re
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import opgraft
from opgraft import ops

ZERO_OUT = "examples/first_op/zero_out.so"


def test_an_op_runs_at_once():
    y = ops.add_v2([1, 2], 3)
    assert isinstance(y, opgraft.Tensor) and y.dtype == np.int32 and y.shape == (2,)
    assert y.numpy().tolist() == [4, 5] and y.eval().tolist() == [4, 5]
    assert ops.add_v2([1.5], np.float64([2])).dtype == "float64"
    assert ops.add_v2(y, y).tolist() == [8, 10]


def test_lists_go_in_and_out():
    assert ops.concat_v2([[1], [2, 3]], 0).tolist() == [1, 2, 3]
    assert [part.tolist() for part in ops.split(0, [1, 2, 3, 4], 2)] == [[1, 2], [3, 4]]
    values, indices = ops.top_kv2([1.0, 5.0, 3.0], 2)
    assert values.tolist() == [5, 3] and indices.tolist() == [1, 2]
    assert ops.top_kv2([1.0, 5.0], 1).values.tolist() == [5]
    assert [p.tolist() for p in ops.unpack([[1, 2], [3, 4]], 2)] == [[1, 2], [3, 4]]
    assert ops.identity_n([[1], ["a"]])[1].tolist() == [b"a"]


def test_strings_and_other_dtypes():
    assert ops.string_join(["a", "b"], separator="-").numpy() == b"a-b"
    assert ops.cast([1.7], "int64").dtype == opgraft.int64
    assert ops.cast([1], opgraft.bfloat16).dtype == "bfloat16"
    assert ops.sum([[1, 2], [3, 4]], 1).tolist() == [3, 7]


def test_python_operators():
    a = opgraft.constant([1.0, 2.0])
    assert (a + 1).tolist() == [2, 3] and (1 - a).tolist() == [0, -1] and (-a).tolist() == [-1, -2]
    assert (a * a).tolist() == [1, 4] and (a / 2).tolist() == [0.5, 1] and (a > 1).tolist() == [False, True]
    assert (np.float32([1, 1]) + a).tolist() == [2, 3] and a[1] == 2 and len(a) == 2
    assert np.add(a, 1).tolist() == [2, 3] and float(a[0]) == 1 and [x.item() for x in a] == [1, 2]
    assert np.from_dlpack(a).tolist() == [1, 2] and pickle.loads(pickle.dumps(a)).tolist() == [1, 2]
    with pytest.raises(ValueError):
        a.numpy()[0] = 5  # others may share it
    assert "dtype=float32" in repr(a) and str(a) == "[1. 2.]"


@pytest.mark.parametrize("call, error, text", [
    (lambda: ops.ad_v2(1, 2), AttributeError, "nearest: 'add_v2'"),
    (lambda: ops.add_v2(1, "a"), opgraft.InvalidArgumentError, "'y' is made of strings"),
    (lambda: ops.add_v2([1, 2], [1, 2, 3]), opgraft.InvalidArgumentError, "Incompatible shapes"),
    (lambda: ops.add_v2(np.float32(1), np.int32(1)), opgraft.InvalidArgumentError, "astype"),
    (lambda: ops.concat_v2(1, 0), opgraft.InvalidArgumentError, "put it in \\[\\]"),
    (lambda: ops.cast([1], "flaot32"), TypeError, "nearest: 'float32'"),
    (lambda: ops.split(0, [1, 2], "a"), TypeError, "attr 'num_split' is of type int"),
    (lambda: ops.add_v2(1), TypeError, "y"),
    (lambda: ops.add_n([]), opgraft.InvalidArgumentError, "at least minimum 1"),
    (lambda: ops.conv2d(np.ones((1, 2, 2, 1), np.float32), np.ones((1, 1, 1, 1), np.float32), 5, "SAME"),
     TypeError, "strides"),
    (lambda: opgraft.load_op_library("nowhere.so"), opgraft.NotFoundError, "nowhere.so"),
    (lambda: opgraft.load_op_library("README.md"), opgraft.InvalidArgumentError, ""),
])
def test_wrong_calls_say_what_to_do(call, error, text):
    with pytest.raises(error, match=text or None):
        call()


@pytest.mark.parametrize("call, attr", [
    (lambda: ops.mat_mul([[1.0]], [[1.0]], transpose_b="False"), "transpose_b' is of type bool, not 'False'"),
    (lambda: ops.mat_mul([[1.0]], [[1.0]], transpose_b=2), "transpose_b"),
    (lambda: ops.mat_mul([[1.0]], [[1.0]], transpose_b=[]), "transpose_b"),
    (lambda: ops.split(0, [1, 2], "2"), "num_split' is of type int, not '2'"),
    (lambda: ops.split(0, [1, 2], 1.5), "num_split"),
    (lambda: ops.leaky_relu([1.0], alpha="0.5"), "alpha' is of type float, not '0.5'")])
def test_attrs_of_another_kind_are_refused(call, attr):
    with pytest.raises(TypeError, match=attr):
        call()


def test_attrs_of_numpys_numbers_are_taken():
    for true in (True, 1, np.bool_(True), np.int64(1)):
        assert ops.mat_mul([[1.0, 2.0]], [[3.0, 4.0]], transpose_b=true).tolist() == [[11]]
    assert len(ops.split(0, [1, 2], np.int8(2))) == 2 and len(ops.split(0, [1, 2], 2.0)) == 2
    assert ops.leaky_relu([-2.0], alpha=np.float64(0.5)).tolist() == [-1]


def test_every_op_has_a_function():
    names = dir(ops)
    assert len(names) > 700
    for name in names:
        function = getattr(ops, name)
        assert callable(function) and function.__doc__, name


def test_no_function_crashes_on_odd_values():
    for name in dir(ops):
        function = getattr(ops, name)
        count = function.__code__.co_argcount - len(function.__defaults__ or ())
        for value in (0, [], [1.5], "a", None, [[1], [2]]):
            try:
                function(*[copy.copy(value)] * count)
            except (opgraft.OpError, TypeError, ValueError, KeyError):
                pass


def test_a_library_of_ops_is_a_module():
    module = opgraft.load_op_library(ZERO_OUT)
    assert module.zero_out([5, 4, 3, 2, 1]).tolist() == [5, 0, 0, 0, 0]
    assert module.zero_out([5, 4, 3], preserve_index=1).tolist() == [0, 4, 0]
    assert ops.zero_out(np.float64([2, 1])).tolist() == [2, 0]
    with pytest.raises(opgraft.OpError, match="preserve_index"):
        module.zero_out([1], preserve_index=7)
    assert "Keeps one element" in module.zero_out.__doc__


def test_modules_that_the_command_wrote_run(tmp_path):
    text = subprocess.run(["tools/opgraft", "gen", "python", "AddV2", "Sum", "TopKV2", "NoOp"],
                          check=True, capture_output=True, text=True).stdout
    (tmp_path / "mine.py").write_text(text)
    sys.path.insert(0, str(tmp_path))
    import mine  # pylint: disable=import-error
    assert mine.add_v2([1], [2]).tolist() == [3] and mine._sum([1, 2], 0).item() == 3
    assert mine.top_kv2([3, 1, 2], 2).values.tolist() == [3, 2]
    assert mine.no_op() is None
    with opgraft.Graph() as g:
        y = mine.add_v2(opgraft.placeholder("x", "float32", [1]), 1, name="y")
    assert g.compile()(x=[2])["y"] == [3] and y.name == "y:0"


def test_a_test_of_tensorflows_guide_runs(tmp_path):
    (tmp_path / "zero_out_test.py").write_text(textwrap.dedent('''
        import opgraft as tf

        class ZeroOutTest(tf.test.TestCase):
          def testZeroOut(self):
            zero_out_module = tf.load_op_library('./%s')
            with self.test_session():
              result = zero_out_module.zero_out([5, 4, 3, 2, 1])
              self.assertAllEqual(result.eval(), [5, 0, 0, 0, 0])

          def testFails(self):
            self.assertAllEqual(tf.constant([1]), [2])

        if __name__ == "__main__":
          tf.test.main()
        ''') % ZERO_OUT)
    ran = subprocess.run([sys.executable, tmp_path / "zero_out_test.py", "-v"], capture_output=True,
                         text=True, check=False)
    assert re.search(r"testZeroOut .*ok", ran.stderr) and re.search(r"testFails .*FAIL", ran.stderr)
    assert "Ran 2 tests" in ran.stderr
