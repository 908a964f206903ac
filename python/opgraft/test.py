# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""opgraft.test: what tests of custom ops that were written for TensorFlow use."""

from __future__ import annotations

import contextlib
import unittest
from typing import Any, Iterator, Optional

import numpy as np

from opgraft import errors
from opgraft.session import Session
from opgraft.tensor import Tensor


def _array(value: Any) -> Any:
    if hasattr(value, "_is_symbolic"):
        return value.eval()
    return value.numpy() if isinstance(value, Tensor) else np.asarray(value)


def _comparable(value: Any) -> Any:
    """Strings are bytes in tensors."""
    array = _array(value)
    if array.dtype.kind == "U":
        array = np.char.encode(array, "utf-8")
    return array.astype(object) if array.dtype.kind == "S" else array


class TestCase(unittest.TestCase):
    """unittest's, with TensorFlow's assertions over tensors and arrays."""

    def evaluate(self, value: Any) -> Any:
        """The arrays of tensors, of lists and of dicts of them."""
        if isinstance(value, dict):
            return {key: self.evaluate(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.evaluate(item) for item in value]
        return _array(value)

    @contextlib.contextmanager
    def session(self, graph: Any = None, **_: Any) -> Iterator[Session]:
        """A session; ops outside of a graph run at once."""
        yield Session(graph)

    cached_session = session

    @property
    def test_session(self) -> Any:
        """session(), by its old name; no method, which unittest would take for a test."""
        return self.session

    def assertAllEqual(self, a: Any, b: Any, msg: Optional[str] = None) -> None:
        """The same shape and the same elements; NaN equals NaN."""
        a, b = _comparable(a), _comparable(b)
        self.assertEqual(a.shape, b.shape, msg)
        same = (a == b) | ((a != a) & (b != b))
        if not np.all(same):
            np.testing.assert_array_equal(a, b, err_msg=msg or "")
            self.fail(msg or f"not equal at {np.argwhere(~np.asarray(same))[:5].tolist()}")

    def assertNotAllEqual(self, a: Any, b: Any, msg: Optional[str] = None) -> None:
        with self.assertRaises(AssertionError, msg=msg):
            self.assertAllEqual(a, b)

    def assertAllClose(self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6,
                       msg: Optional[str] = None) -> None:
        """Elements differ by atol + rtol * |b| at most."""
        if isinstance(a, dict):
            self.assertEqual(set(a), set(b), msg)
            for key in a:
                self.assertAllClose(a[key], b[key], rtol, atol, msg)
            return
        a, b = _array(a), _array(b)
        self.assertEqual(a.shape, b.shape, msg)
        if a.dtype == np.float16 or b.dtype == np.float16:
            rtol, atol = max(rtol, 1e-3), max(atol, 1e-3)
        np.testing.assert_allclose(np.asarray(a, np.float64) if a.dtype.kind != "c" else a, b, rtol,
                                   atol, err_msg=msg or "")

    assertAllCloseAccordingToType = assertAllClose
    assertArrayNear = assertAllClose

    def assertNear(self, a: Any, b: Any, err: float, msg: Optional[str] = None) -> None:
        self.assertTrue(abs(float(a) - float(b)) <= err, msg or f"{a} and {b} differ by more than {err}")

    def assertAllInSet(self, target: Any, expected: Any) -> None:
        self.assertLessEqual(set(_array(target).ravel().tolist()), set(expected))

    def assertShapeEqual(self, a: Any, b: Any, msg: Optional[str] = None) -> None:
        self.assertEqual(tuple(a.shape), tuple(b.shape), msg)

    def assertDTypeEqual(self, target: Any, expected: Any) -> None:
        self.assertEqual(_array(target).dtype, np.dtype(getattr(expected, "as_numpy_dtype", expected)))

    @contextlib.contextmanager
    def assertRaisesOpError(self, text: str) -> Iterator[None]:
        with self.assertRaisesRegex(errors.OpError, text):
            yield

    @contextlib.contextmanager
    def assertRaisesWithPredicateMatch(self, kind: Any, text: Any) -> Iterator[None]:
        """An exception of a kind that a text matches, or that a function approves of."""
        with self.assertRaises(kind) as caught:
            yield
        if callable(text):
            self.assertTrue(text(caught.exception))
        else:
            self.assertRegex(str(caught.exception), text)


def main(argv: Any = None) -> None:
    """Runs the tests of the program."""
    unittest.main(argv=argv)
