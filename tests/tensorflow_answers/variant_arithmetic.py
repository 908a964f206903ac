# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""ZerosLike and AddN of variants that hold TensorLists and ragged tensors: what gradients of loops are made of."""
import numpy as np
import tensorflow as tf
from answers import story
from values import texts

raw = tf.raw_ops
ANY = np.int32(-1)
NUMBERS = (np.float32, np.float64, np.int32, np.int64, np.uint8, np.complex64, np.float16)


class Lists:
    """Writes lists into a graph."""

    def __init__(self, x):
        self.x = x

    def of_rows(self, rows, shape=ANY):
        """A row each, all of one shape."""
        return raw.TensorListFromTensor(tensor=self.x(rows), element_shape=self.x(shape))

    def of(self, elements, dtype, shape=ANY):
        """Elements of their own shapes; one that is None is not set."""
        handle = raw.TensorListReserve(element_shape=self.x(shape), num_elements=self.x(np.int32(len(elements))), element_dtype=dtype)
        for i, element in enumerate(elements):
            if element is not None:
                handle = raw.TensorListSetItem(input_handle=handle, index=self.x(np.int32(i)), item=self.x(element))
        return handle

    def hidden(self, handle):
        """The list, of which shape inference knows nothing."""
        return raw.Unpack(value=raw.Pack(values=[handle]), num=1)[0]

    def nested(self, lists):
        handle = raw.EmptyTensorList(element_shape=self.x(np.int32([])), max_num_elements=self.x(ANY), element_dtype=tf.variant)
        for inner in lists:
            handle = raw.TensorListPushBack(input_handle=handle, tensor=inner)
        return handle

    def length(self, handle):
        return raw.TensorListLength(input_handle=handle)

    def shape(self, handle):
        return raw.TensorListElementShape(input_handle=handle, shape_type=tf.int32)

    def item(self, handle, i, dtype, shape=ANY):
        return raw.TensorListGetItem(input_handle=handle, index=self.x(np.int32(i)), element_shape=self.x(shape), element_dtype=dtype)

    def all(self, handle, dtype, shape=ANY):
        return [raw.TensorListStack(input_handle=handle, element_shape=self.x(shape), element_dtype=dtype), self.length(handle),
                self.shape(handle)]


def zeros(of):
    story("ZerosLike", lambda x: of(x, Lists(x)))


def sums(of):
    story("AddN", lambda x: of(x, Lists(x)))


def rows(dtype, count=3):
    return (np.arange(count * 2) * 3 + 1).reshape([count, 2]).astype(dtype)


# --- Zeros of a list ---

for of_type in (*NUMBERS, np.bool_):
    kind = tf.as_dtype(of_type)
    zeros(lambda x, lists: lists.all(raw.ZerosLike(x=lists.of_rows(rows(of_type))), kind))
zeros(lambda x, lists: lists.all(raw.ZerosLike(x=lists.of_rows(rows(np.float32), np.int32([2]))), tf.float32))
zeros(lambda x, lists: lists.all(raw.ZerosLike(x=lists.of_rows(texts("a", "b"), np.int32([]))), tf.string))
zeros(lambda x, lists: [lists.length(raw.ZerosLike(x=lists.of([], tf.float32)))])
# The kernel itself does not change the list that it is given.
zeros(lambda x, lists: (lambda given: lists.all(raw.ZerosLike(x=given), tf.float32) + lists.all(given, tf.float32))(
    lists.of_rows(rows(np.float32))))


def unset_zeros(shape, asked):
    """What is not set stays so: its shape is told by who reads it."""
    def ask(x, lists):
        handle = raw.ZerosLike(x=lists.of([np.float32([1, 2]), None, np.float32([3, 4])], tf.float32, shape))
        return [lists.length(handle), lists.shape(handle), lists.item(handle, 0, tf.float32), lists.item(handle, 1, tf.float32, asked)]
    zeros(ask)


unset_zeros(ANY, ANY)
unset_zeros(np.int32([-1]), np.int32([2]))
unset_zeros(np.int32([-1]), np.int32([5]))
zeros(lambda x, lists: [lists.item(raw.ZerosLike(x=lists.of([None, None], tf.int32)), 1, tf.int32, np.int32([3]))])
zeros(lambda x, lists: [lists.item(raw.ZerosLike(x=lists.of([None, None], tf.int32)), 1, tf.int32)])
zeros(lambda x, lists: [lists.item(raw.ZerosLike(x=lists.of([np.float32([1]), np.float32([[2, 3]])], tf.float32)), i, tf.float32) for i in (0, 1)])


def nested_zeros(x, lists):
    handle = raw.ZerosLike(x=lists.nested([lists.of_rows(rows(np.float32)), lists.of_rows(rows(np.float32, 1))]))
    return [lists.length(handle)] + [t for i in (0, 1) for t in lists.all(lists.item(handle, i, tf.variant, np.int32([])), tf.float32)]


zeros(nested_zeros)
# The most elements of a list are no part of its zeros.
zeros(lambda x, lists: [lists.length(raw.TensorListPushBack(tensor=x(np.float32(1)), input_handle=raw.ZerosLike(
    x=raw.EmptyTensorList(element_shape=x(ANY), max_num_elements=x(np.int32(0)), element_dtype=tf.float32))))])
# Only scalars have zeros.
zeros(lambda x, lists: [lists.length(raw.Unpack(value=raw.ZerosLike(x=raw.Pack(values=[lists.of_rows(rows(np.float32))])), num=1)[0])])


# --- Sums of lists ---

for of_type in (*NUMBERS, np.bool_):
    kind = tf.as_dtype(of_type)
    for count in (1, 2, 3):
        sums(lambda x, lists: lists.all(raw.AddN(inputs=[lists.of_rows(rows(of_type) * of_type(i + 1)) for i in range(count)]), kind))
sums(lambda x, lists: lists.all(raw.AddN(inputs=[lists.of_rows(texts("a", "b"), np.int32([]))] * 2), tf.string))
# The same values in the order in which they are added.
for count in range(2, 12):
    terms = np.float32([1e8, 1, -1e8, 3, 1e9, -5, 7e7, -1e9, 0.25, 2e8, 1])[:count]
    sums(lambda x, lists: lists.all(raw.AddN(inputs=[lists.of_rows(term.reshape([1])) for term in terms]), tf.float32))


def sums_of(*given, asked=ANY, dtype=tf.float32):
    """Of lists that are given as (elements, element shape)."""
    def ask(x, lists):
        handle = raw.AddN(inputs=[lists.hidden(lists.of(elements, kind, shape)) for elements, shape, kind in given])
        return [lists.length(handle), lists.shape(handle)] + [lists.item(handle, i, dtype, asked) for i in range(len(given[0][0]))]
    sums(ask)


F = tf.float32
ONE, TWO, ROW = np.float32([1, 2]), np.float32([10, 20]), np.float32([[1, 2]])
sums_of(([ONE, None], ANY, F), ([None, TWO], ANY, F))
sums_of(([ONE, None, TWO], ANY, F), ([None, None, TWO], ANY, F), asked=np.int32([2]))
sums_of(([ONE, None], np.int32([2]), F), ([TWO, None], ANY, F))
sums_of(([ONE, None], np.int32([-1]), F), ([TWO, None], np.int32([2]), F))
sums_of(([ONE, None], ANY, F), ([TWO, None], np.int32([2]), F), ([TWO, TWO], np.int32([-1]), F))
sums_of(([ONE], np.int32([2]), F), ([np.float32([1, 2, 3])], np.int32([3]), F))
sums_of(([ONE], ANY, F), ([np.float32([1, 2, 3])], ANY, F))
sums_of(([ONE], ANY, F), ([ROW], ANY, F))
sums_of(([ONE], ANY, F), ([np.int32([1, 2])], ANY, tf.int32))
sums_of(([None], ANY, F), ([None], ANY, tf.int32))
sums_of(([ONE], ANY, F), ([ONE, TWO], ANY, F))
sums_of(([], ANY, F), ([], ANY, F))
sums(lambda x, lists: (lambda a, b: lists.all(raw.AddN(inputs=[a, b]), F) + lists.all(a, F) + lists.all(b, F))(
    lists.of_rows(rows(np.float32)), lists.of_rows(rows(np.float32))))
sums(lambda x, lists: (lambda a: lists.all(raw.AddN(inputs=[a, a]), F))(lists.of_rows(rows(np.float32))))


def nested_sums(x, lists):
    def made(scale):
        return lists.nested([lists.of_rows(rows(np.float32) * np.float32(scale)), lists.of_rows(rows(np.float32, 1))])
    handle = raw.AddN(inputs=[made(1), made(10), made(100)])
    return [lists.length(handle)] + [t for i in (0, 1) for t in lists.all(lists.item(handle, i, tf.variant, np.int32([])), F)]


sums(nested_sums)
sums(lambda x, lists: [lists.length(raw.TensorListPushBack(tensor=x(np.float32(1)), input_handle=raw.AddN(inputs=[raw.EmptyTensorList(
    element_shape=x(ANY), max_num_elements=x(np.int32(0)), element_dtype=F) for _ in range(2)])))])
for count in (1, 2):
    sums(lambda x, lists: [lists.length(raw.Unpack(
        value=raw.AddN(inputs=[raw.Pack(values=[lists.of_rows(rows(np.float32))])] * count), num=1)[0])])

# --- Ragged tensors ---


def ragged(x, values, *splits):
    return raw.RaggedTensorToVariant(rt_nested_splits=[x(s) for s in splits], rt_dense_values=x(values), batched_input=False)


def parts(encoded, values, *splits):
    nested, dense = raw.RaggedTensorFromVariant(encoded_ragged=encoded, input_ragged_rank=len(splits), output_ragged_rank=len(splits),
                                                Tvalues=tf.as_dtype(values.dtype), Tsplits=splits[0].dtype)
    return [*nested, dense]


TWO_LEVELS = (np.int64([0, 2, 3]), np.int64([0, 1, 1, 4]))
FOUR = np.float32([1, 2, 3, 4])
for values in (FOUR, np.int32([[1, 2], [3, 4], [5, 6], [7, 8]]), np.array([True, False, True, True])):
    for splits in (TWO_LEVELS, TWO_LEVELS[1:], (np.int32([0, 4]),)):
        zeros(lambda x, lists: parts(raw.ZerosLike(x=ragged(x, values, *splits)), values, *splits))
        sums(lambda x, lists: parts(raw.AddN(inputs=[ragged(x, values, *splits) for _ in range(3)]), values, *splits))


def unlike(*given):
    sums(lambda x, lists: parts(raw.AddN(inputs=[ragged(x, *one) for one in given]), *given[0]))


unlike((FOUR, *TWO_LEVELS), (FOUR, TWO_LEVELS[1]))
unlike((FOUR, np.int64([0, 4])), (FOUR, np.int64([0, 2, 4])))
unlike((FOUR, np.int64([0, 2, 4])), (FOUR, np.int64([0, 3, 4])))
unlike((FOUR, np.int64([0, 4])), (FOUR, np.int32([0, 4])))
unlike((FOUR, np.int64([0, 4])), (np.int32([1, 2, 3, 4]), np.int64([0, 4])))
unlike((FOUR, np.int64([0, 4])), (FOUR.reshape([4, 1]), np.int64([0, 4])))
sums(lambda x, lists: [lists.length(raw.AddN(inputs=[lists.of_rows(FOUR), ragged(x, FOUR, np.int64([0, 4]))]))])
# A list of ragged tensors, as the gradient of a loop over the rows of one has.
zeros(lambda x, lists: parts(lists.item(raw.ZerosLike(x=lists.nested([ragged(x, FOUR, np.int64([0, 4]))])), 0, tf.variant, np.int32([])),
                             FOUR, np.int64([0, 4])))
sums(lambda x, lists: parts(lists.item(raw.AddN(inputs=[lists.nested([ragged(x, FOUR, np.int64([0, 4]))])] * 2), 0, tf.variant, np.int32([])),
                            FOUR, np.int64([0, 4])))
# Parts of a sparse tensor, each a variant, have neither zeros nor sums.
SPARSE = (np.int64([[0, 1], [2, 0]]), np.float32([1, 2]), np.int64([4, 5]))


def sparse(x):
    indices, values, shape = SPARSE
    return raw.SerializeSparse(sparse_indices=x(indices), sparse_values=x(values), sparse_shape=x(shape), out_type=tf.variant)


zeros(lambda x, lists: [lists.length(raw.ZerosLike(x=raw.Unpack(value=sparse(x), num=3)[0]))])
sums(lambda x, lists: [lists.length(raw.AddN(inputs=[raw.Unpack(value=sparse(x), num=3)[i] for i in (0, 1)]))])
