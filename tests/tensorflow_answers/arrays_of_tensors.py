# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Stacks, TensorArrays of all versions and TensorLists: what lives as long as a run."""
import numpy as np
import tensorflow as tf
from answers import story

raw = tf.raw_ops
DTYPES = (np.float32, np.int32, np.int64, np.bool_, object, np.complex64, np.float16)


def values(shape, dtype):
    numbers = (np.arange(int(np.prod(shape))) % 5).reshape(shape)
    return numbers.astype(str).astype(object) if dtype is object else numbers.astype(dtype)


def after(*ops):
    return tf.control_dependencies(ops)


def stacked(version, dtype, most):
    kind = tf.string if dtype is object else tf.as_dtype(dtype)

    def ask(x):
        handle = raw.StackV2(max_size=x(np.int32(most)), elem_type=kind) if version else raw.Stack(elem_type=kind)
        ops = []
        for shape in ([2], [], [1, 3]):
            with after(*ops):
                ops.append(getattr(raw, "StackPush" + version)(handle=handle, elem=x(values(shape, dtype))))
        for _ in range(3 if most != 2 else 2):
            with after(*ops):
                ops.append(getattr(raw, "StackPop" + version)(handle=handle, elem_type=kind))
        with after(*ops):
            getattr(raw, "StackClose" + version)(handle=handle)
        return ops
    story("StackPush" + version, ask)


class Array:
    """A TensorArray of a version; its methods put nodes into the graph."""

    def __init__(self, x, version, dtype, count, **more):
        self.version = version
        self.dtype = tf.string if dtype is object else tf.as_dtype(dtype)
        made = getattr(raw, "TensorArray" + version)(size=x(np.int32(count)), dtype=self.dtype, **more)
        self.handle, self.flow = made if version == "V3" else (made, x(np.float32(0)))

    def change(self, verb, **inputs):
        self.flow = getattr(raw, f"TensorArray{verb}{self.version}")(handle=self.handle, flow_in=self.flow, **inputs)

    def ask(self, verb, typed=True, **inputs):
        kind = {"dtype": self.dtype} if typed else {}
        return getattr(raw, f"TensorArray{verb}{self.version}")(handle=self.handle, flow_in=self.flow, **kind, **inputs)


def array_stories(version, dtype):
    """Written and read; scattered and gathered; split and concatenated; with gradients."""
    def written(x):
        a = Array(x, version, dtype, 2, dynamic_size=True, clear_after_read=False)
        for i in (1, 0, 3):
            a.change("Write", index=x(np.int32(i)), value=x(values([2, 2], dtype)))
        return [a.ask("Read", index=x(np.int32(1))), a.ask("Size", typed=False)]

    def scattered(x):
        a = Array(x, version, dtype, 3)
        a.change("Scatter", indices=x(np.int32([2, 0, 1])), value=x(values([3, 2], dtype)))
        return [a.ask("Gather", indices=x(np.int32([1, 2])))]

    def split(x):
        a = Array(x, version, dtype, 3)
        a.change("Split", value=x(values([5, 2], dtype)), lengths=x(np.int64([2, 0, 3])))
        return list(a.ask("Concat"))

    def packed(x):
        a = Array(x, version, dtype, 3)
        a.change("Unpack", value=x(values([3, 2], dtype)))
        return [a.ask("Pack")]

    def summed(x):
        a = Array(x, version, dtype, 2)
        a.change("Write", index=x(np.int32(0)), value=x(values([2], dtype)))
        made = getattr(raw, "TensorArrayGrad" + version)(handle=a.handle, flow_in=a.flow, source="s")
        g = Array.__new__(Array)
        g.version, g.dtype, (g.handle, g.flow) = version, a.dtype, made if version == "V3" else (made, a.flow)
        for i in (0, 1, 0):
            g.change("Write", index=x(np.int32(i)), value=x(values([2], dtype)))
        return [g.ask("Gather", indices=x(np.int32([0, 1]))), a.ask("Read", index=x(np.int32(0)))]

    def shaped(x):
        a = Array(x, version, dtype, 2)
        a.change("Scatter", indices=x(np.int32([0, 1])), value=x(values([2, 2], dtype)))
        made = raw.TensorArrayGradWithShape(handle=a.handle, flow_in=a.flow, source="s", shape_to_prepend=x(np.int32([3])))
        g = Array.__new__(Array)
        g.version, g.dtype, (g.handle, g.flow) = version, a.dtype, made
        g.change("Write", index=x(np.int32(1)), value=x(values([3, 2], dtype)))
        return [g.ask("Read", index=x(np.int32(i))) for i in (1, 0)]

    def closed(x):
        a = Array(x, version, dtype, 1)
        with after(getattr(raw, "TensorArrayClose" + version)(handle=a.handle)):
            return [raw.Identity(input=a.flow)]
    story("TensorArrayWrite" + version, written)
    story("TensorArrayScatter" + version, scattered)
    story("TensorArraySplit" + version, split)
    if not version:
        story("TensorArrayPack", packed)
    if version and dtype is not object and dtype is not np.bool_:
        story("TensorArrayGrad" + version, summed)
    if version == "V3" and dtype is not object and dtype is not np.bool_:
        story("TensorArrayGradWithShape", shaped)
    story("TensorArrayClose" + version, closed)


def list_stories(dtype):
    kind = tf.string if dtype is object else tf.as_dtype(dtype)
    shape = np.int32([2])

    def read(x, handle, *more):
        stacked = raw.TensorListStack(input_handle=handle, element_shape=x(shape), element_dtype=kind)
        return [stacked, raw.TensorListLength(input_handle=handle), *more]

    def from_tensor(x, count=3):
        return raw.TensorListFromTensor(tensor=x(values([count, 2], dtype)), element_shape=x(shape))

    def pushed(x):
        handle = raw.EmptyTensorList(element_shape=x(shape), max_num_elements=x(np.int32(-1)), element_dtype=kind)
        for _ in range(3):
            handle = raw.TensorListPushBack(input_handle=handle, tensor=x(values([2], dtype)))
        handle, last = raw.TensorListPopBack(input_handle=handle, element_shape=x(shape), element_dtype=kind)
        return read(x, handle, last)

    def set_items(x):
        handle = raw.TensorListReserve(element_shape=x(shape), num_elements=x(np.int32(2)), element_dtype=kind)
        handle = raw.TensorListSetItem(input_handle=handle, index=x(np.int32(1)), item=x(values([2], dtype)))
        handle = raw.TensorListResize(input_handle=handle, size=x(np.int32(3)))
        item = raw.TensorListGetItem(input_handle=handle, index=x(np.int32(1)), element_shape=x(shape), element_dtype=kind)
        return read(x, handle, item, raw.TensorListElementShape(input_handle=handle, shape_type=tf.int64))

    def gathered(x):
        return [raw.TensorListGather(input_handle=from_tensor(x), indices=x(np.int32([2, 0])), element_shape=x(shape), element_dtype=kind)]

    def scattered(x):
        handle = raw.TensorListScatterV2(tensor=x(values([2, 2], dtype)), indices=x(np.int32([2, 0])), element_shape=x(shape),
                                         num_elements=x(np.int32(-1)))
        handle = raw.TensorListScatterIntoExistingList(input_handle=handle, tensor=x(values([2, 2], dtype)), indices=x(np.int32([1, 3])))
        return read(x, handle)

    def scattered_at_first(x):
        return read(x, raw.TensorListScatter(tensor=x(values([2, 2], dtype)), indices=x(np.int32([2, 0])), element_shape=x(shape)))

    def split(x):
        handle = raw.TensorListSplit(tensor=x(values([5, 2], dtype)), element_shape=x(np.int32([-1, 2])), lengths=x(np.int64([2, 0, 3])))
        return list(raw.TensorListConcatV2(input_handle=handle, element_shape=x(np.int32([-1, 2])), leading_dims=x(np.int64([])),
                                           element_dtype=kind))

    def concatenated(x):
        handle = raw.TensorListSplit(tensor=x(values([4, 2], dtype)), element_shape=x(np.int32([-1, 2])), lengths=x(np.int64([1, 3])))
        return list(raw.TensorListConcat(input_handle=handle, element_dtype=kind, element_shape=None))

    def joined(x):
        return read(x, raw.TensorListConcatLists(input_a=from_tensor(x), input_b=from_tensor(x, 2), element_dtype=kind))

    def batched(x):
        handles = raw.Pack(values=[from_tensor(x, 1), from_tensor(x, 2)], axis=0)
        handles = raw.TensorListPushBackBatch(input_handles=handles, tensor=x(values([2, 2], dtype)))
        return read(x, raw.Unpack(value=handles, num=2, axis=0)[1])
    for op, ask in (("PushBack", pushed), ("SetItem", set_items), ("Gather", gathered), ("ScatterV2", scattered),
                    ("Scatter", scattered_at_first), ("Split", split), ("Concat", concatenated), ("ConcatLists", joined),
                    ("PushBackBatch", batched)):
        story("TensorList" + op, ask)


for element in DTYPES:
    for version_of_stack in ("", "V2"):
        stacked(version_of_stack, element, -1)
    stacked("V2", element, 2)
    for version_of_array in ("", "V2", "V3"):
        if element is not np.float16:
            array_stories(version_of_array, element)
    list_stories(element)
