# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays of every dtype, however they lie: strides, byte orders, no elements, no alignment."""

import functools

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import opgraft
from conftest import echo
from opgraft import dtypes

OPAQUE = ("resource", "variant")
DTYPES = [dtype.name for dtype in dtypes.ALL if dtype.name not in (*OPAQUE, "string")]
REQUESTS = {name: echo(name).request() for name in [*DTYPES, "string"]}
SHAPES = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=5)
SETTINGS = hypothesis.settings(max_examples=25, deadline=None, derandomize=True)


def numpys(dtype):
    """What an array of this dtype is: of those that NumPy has not the bits, or ml_dtypes'."""
    return opgraft.as_dtype(dtype).as_numpy_dtype


def bits(dtype):
    """The dtype that such an array may have in any case."""
    return np.dtype(opgraft.as_dtype(dtype)._bits or dtype)


def unaligned(array):
    """The same array as a field of records of odd sizes."""
    records = np.zeros(array.shape, np.dtype([("before", "u1"), ("it", array.dtype)]))
    records["it"] = array
    return records["it"]


def spread(array):
    """With another axis in front, of length 3 and stride 0."""
    return np.broadcast_to(array, (3, *array.shape))


VIEWS = [
    lambda array: array[::-1] if array.ndim else array,
    lambda array: array[..., ::2] if array.ndim else array,
    lambda array: array[1:] if array.ndim else array,
    lambda array: array[None],
    lambda array: array.T,
    lambda array: np.swapaxes(array, 0, -1) if array.ndim else array,
    lambda array: np.asfortranarray(array) if array.ndim else array,
    unaligned,
    spread,
]


@st.composite
def layouts(draw, dtype):
    order = draw(st.sampled_from("<>"))
    elements = None
    if bits(dtype).kind == "b":  # other bytes than 0 and 1 are no bools
        elements = st.booleans()
    array = draw(hnp.arrays(bits(dtype).newbyteorder(order), draw(SHAPES), elements=elements))
    for view in draw(st.lists(st.sampled_from(VIEWS), max_size=3)):
        array = view(array)
    if draw(st.booleans()):
        array = array.view()
        array.flags.writeable = False
    return array


def in_order(array):
    """The bytes of the elements in C order, in this machine's order of bytes; by NumPy."""
    return np.ascontiguousarray(array.astype(array.dtype.newbyteorder("="))).tobytes()


@pytest.mark.parametrize("dtype", DTYPES)
@SETTINGS
@hypothesis.given(data=st.data())
def test_what_goes_in_comes_out(dtype, data):
    array = data.draw(layouts(dtype))
    before = array.tobytes()
    out = REQUESTS[dtype].run(x=array)["y"]
    assert out.dtype == numpys(dtype) and out.shape == array.shape
    assert out.dtype.isnative and out.flags.c_contiguous and out.flags.writeable
    assert out.tobytes() == in_order(array) and array.tobytes() == before
    if out.size:
        assert not np.shares_memory(out, array)


@pytest.mark.parametrize("dtype", DTYPES)
@SETTINGS
@hypothesis.given(data=st.data())
def test_a_tensor_holds_them_too(dtype, data):
    array = data.draw(layouts(dtype))
    tensor = opgraft.convert_to_tensor(array, dtype)
    assert tensor.dtype == dtype and tensor.shape == array.shape
    assert tensor.numpy().tobytes() == in_order(array)
    assert not array.size or not tensor.numpy().flags.writeable


@functools.lru_cache(maxsize=None)
def request_with_variable(dtype):
    with opgraft.Graph() as graph:
        init = opgraft.placeholder("init", dtype)  # which tells no shape
        opgraft.ops.identity(opgraft.variable("v", init).value, name="y")
    return graph.compile().request()


@pytest.mark.parametrize("dtype", DTYPES)
@SETTINGS
@hypothesis.given(data=st.data())
def test_a_variable_takes_them(dtype, data):
    array = data.draw(layouts(dtype))
    request = request_with_variable(dtype)
    request.states["v"].value = array
    value = request.states["v"].value
    assert value.dtype == numpys(dtype) and value.tobytes() == in_order(array)


@pytest.mark.parametrize("dtype", DTYPES)
@SETTINGS
@hypothesis.given(data=st.data())
def test_buffers_of_ones_own_are_filled_or_refused(dtype, data):
    array = data.draw(layouts(dtype))
    order = data.draw(st.sampled_from("<>"))
    buffer = np.zeros(array.shape, bits(dtype).newbyteorder(order))
    for view in data.draw(st.lists(st.sampled_from([np.transpose, unaligned]), max_size=1)):
        buffer = view(buffer)
    buffer.flags.writeable = data.draw(st.booleans())
    fits = (buffer.shape == array.shape and buffer.flags.carray and buffer.flags.writeable
            and buffer.dtype.isnative)
    if fits:
        assert REQUESTS[dtype].run(x=array, out={"y": buffer})["y"] is buffer
        assert buffer.tobytes() == in_order(array)
        return
    before = buffer.tobytes()
    with pytest.raises(opgraft.InvalidArgumentError, match="writable array in C order"):
        REQUESTS[dtype].run(x=array, out={"y": buffer})
    assert buffer.tobytes() == before


@SETTINGS
@hypothesis.given(data=st.data())
def test_strings_of_all_kinds(data):
    kind = data.draw(st.sampled_from(["O", "<U5", ">U5", "S5"]))
    texts = st.text(st.characters(blacklist_categories=["Cs"]), max_size=5)
    if kind == "O":
        elements = st.one_of(texts, st.binary(max_size=5))
    else:
        elements = texts if "U" in kind else st.binary(max_size=5)
    shape = data.draw(SHAPES)
    size = int(np.prod(shape))
    values = data.draw(st.lists(elements, min_size=size, max_size=size))
    array = np.empty(size, kind)
    array[:] = values
    array = array.reshape(shape)
    for view in data.draw(st.lists(st.sampled_from(VIEWS[:-2] + [spread]), max_size=3)):
        array = view(array)
    out = REQUESTS["string"].run(x=array)["y"]
    wanted = [s.encode() if isinstance(s, str) else bytes(s) for s in array.ravel().tolist()]
    assert out.dtype == object and out.shape == array.shape and out.ravel().tolist() == wanted


def limits(dtype):
    """The least and the greatest integer; of narrow ones by the number of their bits."""
    kind = opgraft.as_dtype(dtype)
    if dtype in ("int2", "int4", "uint2", "uint4", "u1"):
        width = int(dtype.lstrip("uint"))
        return (0, 2**width - 1) if dtype[0] == "u" else (-2**(width - 1), 2**(width - 1) - 1)
    info = np.iinfo(kind.as_numpy_dtype)
    return int(info.min), int(info.max)


INTEGERS = [d.name for d in dtypes.ALL if d.is_integer or d.is_quantized]


@pytest.mark.parametrize("value", [[0.5], [1, None], [float("inf")], [1j], ["1"]])
def test_what_is_no_integer_is_refused(value):
    with pytest.raises(opgraft.InvalidArgumentError, match="int64 is wanted"):
        REQUESTS["int64"].run(x=value)


@pytest.mark.parametrize("dtype", ["int64", "float32", "string", "bool"])
def test_rows_that_differ_in_length_are_refused(dtype):
    with pytest.raises(opgraft.InvalidArgumentError, match="differ in length"):
        REQUESTS[dtype].run(x=[["1"], ["2", "3"]] if dtype == "string" else [[1], [2, 3]])


@pytest.mark.parametrize("dtype", INTEGERS)
@SETTINGS
@hypothesis.given(data=st.data())
def test_integers_of_python_keep_their_value_or_are_refused(dtype, data):
    least, greatest = limits(dtype)
    # Of those beyond int64 NumPy makes uint64, floats or objects.
    near = st.sampled_from([least - 1, least, -1, 0, 1, True, 1.0, greatest, greatest + 1])
    values = data.draw(st.lists(near, max_size=4))
    if all(least <= value <= greatest for value in values):
        assert REQUESTS[dtype].run(x=values)["y"].astype(object).tolist() == values
    else:
        with pytest.raises(opgraft.InvalidArgumentError, match=rf"range.*holds {least} to {greatest}"):
            REQUESTS[dtype].run(x=values)


def nearest_bfloat16(value):
    """The bits of the bfloat16 next to a float32, ties to even: by the definition, among all."""
    every = (np.arange(2**16, dtype=np.uint32) << 16).view(np.float32).astype(np.float64)
    every[~np.isfinite(every)] = np.inf
    distance = np.abs(every - value)
    best = np.flatnonzero(distance == np.nanmin(distance))
    signed = [int(b) for b in best if (b >> 15) == (np.signbit(value))]
    return next(b for b in signed if b % 2 == 0) if len(signed) > 1 else signed[0]


@pytest.mark.parametrize("value", [0.0, -0.0, 1.0, 1.5, -3.14159, 1.00390625, 1.01171875, 1e-3, 3e38, 1e-39])
def test_numbers_of_python_become_bfloat16(value):
    out = REQUESTS["bfloat16"].run(x=[value])["y"]
    assert out.view(np.uint16).tolist() == [nearest_bfloat16(np.float32(value))]


@pytest.mark.skipif(numpys("float8_e5m2") != np.uint8, reason="ml_dtypes converts")
def test_numbers_for_types_that_numpy_has_not_are_refused_with_advice():
    with pytest.raises(opgraft.InvalidArgumentError, match="ml_dtypes"):
        REQUESTS["float8_e5m2"].run(x=[1.0])
