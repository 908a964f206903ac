#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Elements by their values, in another order, in blocks, in bags."""
import numpy as np
from openvino import opset1, opset2, opset3, opset4, opset6, opset7, opset10, opset11, opset13 as ov
from openvino import opset15, opset16
from openvino.utils.node_factory import NodeFactory

from answers import param
from array_values import count, f, ints, op

# TopK, Unique, NonZero.
ties = param("t", [2, 6])
tied = {"t": f([[3, 1, 3, 2, 1, 3], [-1, np.inf, 0, -0.0, -np.inf, 2]])}
for mode in ("max", "min"):
    for sort in ("value", "index"):
        op(opset11.topk(ties, ints(4), -1, mode, sort, "i64"), tied)
op(opset11.topk(ties, ints(2), 1, "max", "value", "i32", True), tied, dynamic=True)
op(opset3.topk(ties, ints(1, np.int32), 0, "min", "value"), tied)
op(opset1.topk(ties, ints(6), 1, "max", "none"), {"t": f([[6, 5, 4, 3, 2, 1]] * 2)})
op(opset11.topk(ties, param("k", [], "i64"), -1, "max", "value"), dict(tied, k=np.int64(3)))
op(opset11.topk(ties, param("k", [], "i64"), -1, "max", "value"), dict(tied, k=np.int64(7)),
   oracle="cpu")
op(opset11.topk(param("n", [5], "i64"), ints(3), 0, "max", "value"),
   {"n": np.int64([2**40 + 1, -2**62, 2**40, 5, 2**40 + 1])}, oracle="reference")
op(opset11.topk(param("b", [2, 4], "boolean"), ints(3), 1, "max", "value", "i64", True),
   {"b": np.array([[False, True, False, True], [True, False, False, False]])}, oracle="cpu")
u = param("u", [5])
uniques = {"u": f([3, 1, 3, 2, 1])}
op(opset10.unique(u, None, True), uniques, dynamic=True)
op(opset10.unique(u, None, False, "i32", "i32"), uniques)
matrix = param("m", [3, 3])
repeated = {"m": f([[2, 1, 2], [3, 4, 3], [2, 1, 2]])}
op(opset10.unique(matrix, ints(1), True), repeated, dynamic=True)
op(opset10.unique(matrix, ints([0]), False), repeated)
op(opset10.unique(matrix), repeated)
op(opset10.unique(param("n", [4], "i32"), None, True), {"n": np.int32([-5, 7, -5, 0])})
op(opset3.non_zero(param("z", [2, 3])), {"z": f([[1, 0, -0.0], [0, np.nan, -2]])}, dynamic=True)
op(opset3.non_zero(param("z", [4], "boolean"), "i32"), {"z": np.array([True, False, True, True])})
op(opset3.non_zero(param("z", [])), {"z": f(3)})

# In another order.
x = param("x", [2, 3, 4])
two = {"x": count(2, 3, 4)}
op(opset7.roll(x, ints([1, -5]), ints([0, 2])), two, dynamic=True)
op(opset7.roll(x, ints([1, 1], np.int32), ints([-1, -1], np.int32)), two)
op(opset7.roll(x, ints(2), ints([1])), two)
op(opset1.reverse_sequence(x, ints([2, 3], np.int32), 0, 1), two, dynamic=True)
op(opset1.reverse_sequence(x, param("l", [4]), -1, 0), dict(two, l=f([2, 0, 1, 2])))
op(opset1.reverse_sequence(x, param("l", [2], "i64"), 0, 1), dict(two, l=np.int64([2, 4])))

reverse = NodeFactory("opset1")  # it has no function in Python
op(reverse.create("Reverse", [x, ints([0, -1])], {"mode": "index"}), two, dynamic=True)
mask = ov.constant(np.array([False, True, True]))
op(reverse.create("Reverse", [x, mask], {"mode": "mask"}), two)

# Blocks.
image = param("i", [1, 8, 2, 4])
pixels = {"i": count(1, 8, 2, 4)}
for mode in ("blocks_first", "depth_first"):
    op(opset1.depth_to_space(image, mode, 2), pixels, dynamic=True)
    op(opset1.space_to_depth(image, mode, 2), pixels, dynamic=True)
op(opset1.depth_to_space(param("v", [1, 8, 1, 2, 1]), "depth_first", 2),
   {"v": count(1, 8, 1, 2, 1)})
op(opset1.space_to_depth(param("v", [2, 1, 4]), "blocks_first", 2), {"v": count(2, 1, 4)})
op(opset2.batch_to_space(param("b", [4, 3, 1]), ints([1, 2, 1]), ints([0, 1, 0]), ints([0, 0, 0])),
   {"b": count(4, 3, 1)}, dynamic=True)
op(opset2.space_to_batch(param("b", [2, 3, 1], "i32"), ints([1, 2, 1]), ints([0, 1, 0]),
                         ints([0, 0, 0])), {"b": np.arange(6, dtype=np.int32).reshape(2, 3, 1)},
   dynamic=True)
op(opset3.shuffle_channels(image, 1, 4), pixels, dynamic=True)
op(opset3.shuffle_channels(image, -1, 2), pixels)
op(opset3.reorg_yolo(param("i", [1, 4, 4, 4]), [2]), {"i": count(1, 4, 4, 4)}, dynamic=True)
small = param("i", [1, 2, 3, 4])
for pad in ("VALID", "SAME_UPPER", "SAME_LOWER"):
    op(opset3.extract_image_patches(small, [2, 2], [2, 1], [1, 1], pad), {"i": count(1, 2, 3, 4)})
op(opset3.extract_image_patches(small, [2, 3], [1, 1], [2, 1], "SAME_UPPER"),
   {"i": count(1, 2, 3, 4)}, dynamic=True)
op(opset15.col2im(param("c", [1, 8, 4]), ints([3, 3]), ints([2, 2])), {"c": count(1, 8, 4)},
   dynamic=True)
op(opset15.col2im(param("c", [4, 9]), ints([3, 3]), ints([2, 2]), [1, 1], [2, 2], [1, 1], [1, 1]),
   {"c": count(4, 9)})
op(opset15.col2im(param("c", [1, 6, 4]), ints([4, 5]), ints([2, 3]), [2, 2], [1, 1], [0, 0],
                  [0, 0]), {"c": count(1, 6, 4)})

# Bags and segments.
table = param("t", [5, 2])
entries = {"t": count(5, 2) - 3}
members, begins = ints([0, 2, 3, 4]), ints([0, 2, 2])
weights = ov.constant(f([0.5, 1, 2, -1]))
op(opset3.embedding_bag_offsets_sum(table, members, begins), entries)
op(opset3.embedding_bag_offsets_sum(table, members, begins, ints(1), weights), entries)
op(opset15.embedding_bag_offsets(table, members, begins, ints(-1)), entries)
op(opset15.embedding_bag_offsets(table, members, begins, ints(1), None, "mean"), entries)
pairs = ints([[0, 2], [3, 4]], np.int32)
op(opset3.embedding_bag_packed_sum(table, pairs), entries)
op(opset3.embedding_bag_packed_sum(table, pairs, ov.constant(f([[0.5, 1], [2, -1]]))), entries)
op(opset15.embedding_bag_packed(table, pairs, None, "mean"), entries)
op(opset15.embedding_bag_packed(table, param("i", [1, 2], "i64"), None, "sum"),
   dict(entries, i=np.int64([[0, 7]])))
op(opset3.embedding_segments_sum(table, ints([0, 2, 3]), ints([0, 2, 2]), ints(4)), entries)
op(opset3.embedding_segments_sum(table, ints([0, 2, 3]), ints([0, 2, 2]), ints(4), ints(1),
                                 ov.constant(f([1, 2, 3]))), entries)
ids = ints([0, 0, 2, 2, 3])
op(opset16.segment_max(table, ids, None, "zero"), entries)
op(opset16.segment_max(table, ids, ints(3), "lowest"), entries)
op(opset16.segment_max(table, ids, ints(6), "zero"), entries)

# Sparse rows, labels, strings.
op(opset16.sparse_fill_empty_rows(param("v", [4]), ints([5, 6]),
                                  ints([[0, 1], [3, 3], [2, 0], [3, 1]]), ov.constant(f(-1))),
   {"v": f([1, 2, 3, 4])})
scores = f([[.1, .6, .3], [.1, .7, .2], [.2, .1, .7], [.6, .2, .2], [.1, .8, .1]])
logits = param("l", [5, 1, 3])
for merges in (True, False):
    op(opset1.ctc_greedy_decoder(logits, ov.constant(f([[1], [1], [1], [1], [0]])), merges),
       {"l": scores.reshape(5, 1, 3)})
batch = param("l", [1, 5, 3])
op(opset6.ctc_greedy_decoder_seq_len(batch, ints([5], np.int32)), {"l": scores.reshape(1, 5, 3)})
op(opset6.ctc_greedy_decoder_seq_len(batch, ints([4], np.int32), ints(1, np.int32), False, "i64",
                                     "i64"), {"l": scores.reshape(1, 5, 3)})
op(opset15.string_tensor_pack(param("b", [2], "i32"), param("e", [2], "i32"),
                              param("s", [5], "u8")),
   {"b": np.int32([0, 3]), "e": np.int32([3, 3]), "s": np.frombuffer(b"abcde", np.uint8)})
op(opset15.string_tensor_unpack(param("s", [1, 2], "string")), {"s": np.array([["abc", "de"]])})
op(opset16.identity(table), entries)
wide = param("l", [1, 5, 3])
random_scores = f([[1.764, 0.4, 0.979, 2.241, 1.868, -0.977, 0.95, -0.151, -0.103, 0.411, 0.144,
                    1.454, 0.761, 0.122, 0.444]]).reshape(1, 5, 3)
for labels in ([1, 1, 2, 0, 0], [2, 2, 2, 0, 0]):
    for merges in (True, False):
        for attrs in ((False, merges, False), (True, merges, False), (False, merges, True)):
            op(opset4.ctc_loss(wide, ints([5]), ints([labels]), ints([3]), ints(0), *attrs),
               {"l": random_scores})
op(opset4.ctc_loss(wide, ints([4]), ints([[1, 0, 1, 0, 0]]), ints([3])), {"l": random_scores})
op(opset4.ctc_loss(wide, param("n", [1], "i64"), ints([[1, 0, 1, 0, 0]]), ints([3])),
   {"l": random_scores, "n": np.int64([2])})
