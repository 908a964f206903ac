# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays, strings and numbers in and out; test_layouts.py has arrays of all layouts."""

import numpy as np
import pytest

import opgraft
from conftest import echo

NUMBERS = ["float32", "float64", "float16", "int8", "int16", "int32", "int64", "uint8", "uint16",
           "uint32", "uint64", "bool", "complex64", "complex128"]
BITS = {"bfloat16": "uint16", "int4": "int8", "uint4": "uint8", "float8_e5m2": "uint8",
        "qint8": "int8", "quint8": "uint8", "qint32": "int32", "qint16": "int16"}
REQUESTS = {name: echo(name).request() for name in [*NUMBERS, *BITS, "string"]}


@pytest.mark.parametrize("dtype", NUMBERS)
def test_large_arrays_are_shared_and_stay_the_callers(dtype):
    array = np.arange(100_000).astype(dtype)
    first = REQUESTS[dtype].run(x=array)["y"]
    first_bytes = first.tobytes()
    assert first_bytes == array.tobytes()
    array[:] = 1
    second = REQUESTS[dtype].run(x=array)["y"]
    second[:] = 0
    assert first.tobytes() == first_bytes and (array == 1).all()


def test_unaligned_arrays():
    raw = np.zeros(4 * 3000 + 1, np.uint8)[1:]
    array = raw.view(np.float32)
    array[:] = np.arange(3000)
    assert not array.flags.aligned
    assert (REQUESTS["float32"].run(x=array)["y"] == np.arange(3000)).all()


@pytest.mark.parametrize("dtype", sorted(BITS))
def test_dtypes_that_numpy_has_not_are_their_bits(dtype):
    wanted = opgraft.as_dtype(dtype).as_numpy_dtype
    array = np.array([0, 1, 2, 3], BITS[dtype])
    out = REQUESTS[dtype].run(x=array)["y"]
    assert out.dtype == wanted and out.tobytes() == array.tobytes()
    assert REQUESTS[dtype].run(x=out)["y"].tobytes() == array.tobytes()


@pytest.mark.parametrize("value", [
    np.array(["a", "b\u00e9"]), np.array([b"a", b"\xff"]), np.array(["a", b"b"], dtype=object),
    ["a", "b"], [b"a", "b"], [["a"], ["bc"]], np.array([], dtype=object).reshape(0, 2),
    np.array(["a", "b", "c", "d"], dtype=object)[::2], "alone", b"alone"])
def test_strings(value):
    out = REQUESTS["string"].run(x=value)["y"]
    wanted = np.asarray(value)
    flat = [s.encode() if isinstance(s, str) else bytes(s) for s in wanted.ravel().tolist()]
    assert out.dtype == object and out.shape == wanted.shape and out.ravel().tolist() == flat


@pytest.mark.parametrize("value", [np.array(["a", 1, None], dtype=object), ["a", None],
                                   np.array([None]), np.array(["\ud800"], dtype=object)])
def test_objects_that_are_no_strings_are_named(value):
    with pytest.raises(TypeError, match="element"):
        REQUESTS["string"].run(x=value)


@pytest.mark.parametrize("value", [None, object(), 2**70])
def test_what_no_tensor_can_hold_is_named(value):
    with pytest.raises(TypeError, match="'input' is made of objects.*element 0 is"):
        opgraft.ops.identity(value)


@pytest.mark.parametrize("dtype, value, text", [
    ("int32", [1.5], "integers"), ("int8", [300], "range"), ("uint8", [-1], "range"),
    ("int32", 2**40, "range"), ("string", [1], "str or bytes"), ("bool", ["x"], "bool"),
    ("int32", np.float32([1]), "astype"), ("float32", np.array(["a"], object), "astype")])
def test_values_that_would_be_changed_are_refused(dtype, value, text):
    with pytest.raises(opgraft.InvalidArgumentError, match=text):
        REQUESTS[dtype].run(x=value)


def test_masked_arrays_are_refused():
    masked = np.ma.array(np.float32([1, 2]), mask=[True, False])
    for value in (masked, masked[::-1]):
        with pytest.raises(opgraft.InvalidArgumentError, match="filled"):
            REQUESTS["float32"].run(x=value)
    with pytest.raises(opgraft.InvalidArgumentError, match="filled"):
        opgraft.convert_to_tensor(masked)


@pytest.mark.skipif(not hasattr(getattr(np, "dtypes", None), "StringDType"), reason="NumPy 1")
def test_strings_of_numpy_2():
    strings = np.array(["a", "\u00e9"], np.dtypes.StringDType())
    assert REQUESTS["string"].run(x=strings)["y"].tolist() == [b"a", b"\xc3\xa9"]
    assert opgraft.convert_to_tensor(strings).tolist() == [b"a", b"\xc3\xa9"]


def test_python_numbers_become_what_is_wanted():
    assert REQUESTS["int8"].run(x=[True, -5])["y"].tolist() == [1, -5]
    assert REQUESTS["float16"].run(x=2)["y"] == 2
    assert REQUESTS["int32"].run(x=[2.0])["y"].tolist() == [2]
    assert REQUESTS["float32"].run(x=[])["y"].shape == (0,)


def test_dlpack_and_scalars_of_numpy():
    class Foreign:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **arguments):
            return self.array.__dlpack__()

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    array = np.arange(5, dtype=np.float32)
    out = REQUESTS["float32"].run(x=Foreign(array))["y"]
    assert (np.from_dlpack(out) == array).all()
    assert REQUESTS["int64"].run(x=np.int64(7))["y"] == 7


@pytest.mark.parametrize("dtype", [opgraft.bfloat16, opgraft.float8_e5m2])
def test_dlpack_of_types_that_numpy_has_not(dtype):
    class Foreign:
        def __init__(self, tensor):
            self.tensor = tensor

        def __dlpack__(self, **arguments):
            return self.tensor.__dlpack__(**arguments)

        def __dlpack_device__(self):
            return self.tensor.__dlpack_device__()

    tensor = opgraft.ops.cast([[1.5, -2.0, 0.25]], dtype)
    again = opgraft.convert_to_tensor(Foreign(tensor))
    assert again.dtype == dtype and again.shape == (1, 3)
    assert opgraft.ops.cast(again, "float32").tolist() == [[1.5, -2, 0.25]]
    assert opgraft.ops.equal(tensor, Foreign(tensor)).numpy().all() if dtype == opgraft.bfloat16 else True
    with pytest.raises(opgraft.InvalidArgumentError, match=f"{dtype.name}, float32 is wanted"):
        REQUESTS["float32"].run(x=Foreign(tensor))
    for other in (opgraft.constant(["a"]), opgraft.ops.cast([1], "int4")):
        with pytest.raises(BufferError, match="use .numpy"):
            other.__dlpack__()


def test_memory_stays_flat():
    import resource
    request = REQUESTS["float32"]
    array = np.zeros(20_000, np.float32)
    for _ in range(2_000):
        request.run(x=array)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(50_000):
        request.run(x=array)
        request.run(x=[1.0])
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 2_000  # KiB
