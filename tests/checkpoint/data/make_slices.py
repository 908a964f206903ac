# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the checkpoint `slices`, whose tensors TensorFlow stored in parts.

python3 make_slices.py, with a Python that has TensorFlow 2.21.
"""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np  # pylint: disable=wrong-import-position
import tensorflow as tf  # pylint: disable=wrong-import-position

ROWS = np.arange(12, dtype=np.float32).reshape(4, 3)
LONG = np.zeros(200, np.int8)
PARTS = [("rows", "4 3 0,3:-", ROWS[:3]), ("rows", "4 3 3,1:-", ROWS[3:]),
         ("tiles", "4 3 0,4:0,1", ROWS[:, :1]), ("tiles", "4 3 0,2:1,2", ROWS[:2, 1:]), ("tiles", "4 3 2,2:1,2", ROWS[2:, 1:]),
         ("whole", "4 3 -:-", ROWS), ("gap", "200 0,100", LONG[:100]), ("gap", "200 150,50", LONG[150:]),
         ("far", "9000000 8999999,1", LONG[:1]), ("far", "9000000 70000,1", LONG[:1]), ("farther", "1099511627776 1099511627775,1", LONG[:1]),
         ("n\0\xff", "2 1,1", np.int64([7])), ("n\0\xff", "2 0,1", np.int64([6]))]

names, slices, tensors = zip(*PARTS)
tf.raw_ops.SaveV2(prefix=os.path.join(os.path.dirname(os.path.abspath(__file__)), "slices"),
                  tensor_names=[n.encode("latin-1") for n in names], shape_and_slices=list(slices),
                  tensors=[tf.constant(t) for t in tensors])
