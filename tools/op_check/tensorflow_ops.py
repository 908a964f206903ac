# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes tensorflow_ops.txt, with a Python that has TensorFlow 2.21:

    python3 -m venv tf && tf/bin/pip install tensorflow-cpu==2.21.0
    tf/bin/python tools/op_check/tensorflow_ops.py > tools/op_check/tensorflow_ops.txt

A line is an op's name; behind it, if TensorFlow has kernels for a CPU, the dtypes that any of them
takes for each attr that they constrain, or `*` if they constrain none:

    Cast DstT=bfloat16,bool,... SrcT=...
    NoOp *
    TPUExecute
"""

import collections
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import tensorflow as tf  # noqa: E402
from tensorflow.core.framework import op_def_pb2, types_pb2  # noqa: E402
from tensorflow.python.client import pywrap_tf_session  # noqa: E402
from tensorflow.python.framework import kernels  # noqa: E402

HEAD = "# TensorFlow's ops and the dtypes of their kernels. Made by tensorflow_ops.py; do not edit."


def dtype_name(value):
    return types_pb2.DataType.Name(value)[len("DT_"):].lower()


def cpu_dtypes():
    """op -> attr -> dtypes, of the kernels that a CPU can run without a label."""
    table = {}
    for kernel in kernels.get_all_registered_kernels().kernel:
        if kernel.device_type not in ("CPU", "DEFAULT") or kernel.label:
            continue
        attrs = table.setdefault(kernel.op, collections.defaultdict(set))
        for constraint in kernel.constraint:
            types = constraint.allowed_values.list.type
            attrs[constraint.name].update(dtype_name(t) for t in types)
    return table


def line_of(name, table):
    if name not in table:
        return name
    attrs = {a: types for a, types in table[name].items() if types}
    told = [f"{a}={','.join(sorted(types))}" for a, types in sorted(attrs.items())]
    return " ".join([name] + (told or ["*"]))


def main():
    ops = op_def_pb2.OpList.FromString(
        pywrap_tf_session.TF_GetBuffer(pywrap_tf_session.TF_GetAllOpList()))
    table = cpu_dtypes()
    print(HEAD)
    # Without those of TensorFlow's own tests.
    for name in sorted(op.name for op in ops.op if hasattr(tf.raw_ops, op.name)):
        print(line_of(name, table))


if __name__ == "__main__":
    main()
