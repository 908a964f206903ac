# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Optimisers and changes of variables, of handles and of references."""
import numpy as np
import tensorflow as tf
from answers import story
from tensorflow.python.framework import kernels, op_def_registry

raw = tf.raw_ops
SCALARS = {"lr": 0.1, "alpha": 0.1, "momentum": 0.9, "rho": 0.8, "epsilon": 1e-2, "l1": 0.05, "l2": 0.02, "l2_shrinkage": 0.03,
           "lr_power": -0.5, "beta1": 0.7, "beta2": 0.8, "beta1_power": 0.49, "beta2_power": 0.64, "logbase": 1.0,
           "sign_decay": 0.5, "beta": 0.6}
SIGNED = ("var", "m", "linear", "gradient_accumulator", "mg", "mom")
VALUES = np.arange(12).reshape(4, 3) / 4 - 1


def after(*ops):
    return tf.control_dependencies(ops)


class Cell:
    """A variable, by its handle or by reference, that starts as `value`."""

    def __init__(self, x, is_resource, value):
        self.is_resource = is_resource
        self.dtype = tf.string if value.dtype == object else tf.as_dtype(value.dtype)
        if is_resource:
            name = tf.compat.v1.get_default_graph().unique_name("v")
            self.at = raw.VarHandleOp(dtype=self.dtype, shape=None, shared_name=name)
            self.made = raw.AssignVariableOp(resource=self.at, value=x(value))
        else:
            self.ref = raw.VariableV2(shape=value.shape, dtype=self.dtype)
            self.made = self.at = raw.Assign(ref=self.ref, value=x(value))

    def read(self):
        return raw.ReadVariableOp(resource=self.at, dtype=self.dtype) if self.is_resource else raw.Identity(input=self.at)


def done(op):
    return op if isinstance(op, tf.Operation) else op.op


def dtypes_of(op):
    named = {t for kernel in kernels.get_registered_kernels_for_op(op).kernel if kernel.device_type == "CPU"
             for c in kernel.constraint if c.name in ("T", "dtype") for t in c.allowed_values.list.type}
    return [t for t in (tf.float32,) if t.as_datatype_enum in named]


def optimized(op, dtype, **flags):
    spec = op_def_registry.get(op)
    is_resource = op.startswith("Resource")
    sparse = "Sparse" in op

    def ask(x):
        inputs, cells = {}, []
        for arg in spec.input_arg:
            if arg.is_ref or arg.type == tf.resource.as_datatype_enum:
                value = VALUES if arg.name in SIGNED else np.abs(VALUES) + 1
                cells.append(Cell(x, is_resource, value.astype(dtype)))
                inputs[arg.name] = cells[-1].at
            elif arg.name in ("grad", "delta"):
                inputs[arg.name] = x((VALUES[:2] if sparse else VALUES)[::-1].astype(dtype))
            elif arg.name == "indices":
                inputs[arg.name] = x(np.int32([2, 0]))
            else:
                inputs[arg.name] = x(np.int64(3) if arg.name == "global_step" else dtype(SCALARS[arg.name]))
        with after(*[c.made for c in cells]):
            updated = getattr(raw, op)(**inputs, **flags)
        with after(done(updated)):
            return [c.read() for c in cells]
    story(op, ask, rtol=1e-5, atol=1e-6)


def changed(op, value, *inputs, **attrs):
    """`op` on a variable; `inputs` by their names in the OpDef."""
    names = [arg.name for arg in op_def_registry.get(op).input_arg]
    is_resource = op_def_registry.get(op).input_arg[0].type == tf.resource.as_datatype_enum

    def ask(x):
        cell = Cell(x, is_resource, value)
        with after(cell.made):
            more = {name: x(v) for name, v in zip(names[1:], inputs)}
            made = getattr(raw, op)(**{names[0]: cell.at}, **more, **attrs)
        with after(done(made)):
            looked_at = [] if isinstance(made, tf.Operation) or not is_resource else [made]
            return looked_at + [cell.read()]
    story(op, ask)


for name in sorted(dir(raw)):
    if not name.startswith(("Apply", "SparseApply", "ResourceApply", "ResourceSparseApply")):
        continue
    for kind in dtypes_of(name):
        flags = [a.name for a in op_def_registry.get(name).attr if a.name in ("use_nesterov", "update_slots", "multiply_linear_by_lr")]
        for flag in [{}] + [{f: v} for f in flags for v in (True, False)]:
            optimized(name, kind.as_numpy_dtype, **flag)

TEXTS = np.array([b"a", b"bb", b"", b"d"], object)
for prefix in ("Resource", ""):
    for kind in (np.float32, np.int32):
        cell = (VALUES * 4).astype(kind)
        for verb in ("Update", "Add", "Sub", "Mul", "Div", "Min", "Max"):
            changed(f"{prefix}Scatter{verb}", cell, np.int32([3, 0]), kind(2) * np.ones([2, 3], kind))
            changed(f"{prefix}Scatter{verb}", cell, np.int64([[1], [2]]), np.array(3, kind))
        for verb in ("Update", "Add", "Sub", "Min", "Max"):
            changed(f"{prefix}ScatterNd{verb}", cell, np.int32([[2, 1], [0, 0]]), np.array([7, -8], kind))
            changed(f"{prefix}ScatterNd{verb}", cell, np.int64([[1], [3]]), kind(2) * np.ones([2, 3], kind))
        cut = [np.int32(v) for v in ([0, 2], [4, 0], [2, -1])]
        changed(prefix + "StridedSliceAssign", cell, *cut, kind(5) * np.ones([2, 2], kind))
        changed(prefix + "StridedSliceAssign", cell, *cut, np.ones([], kind), begin_mask=1, shrink_axis_mask=2)
        changed(prefix + "StridedSliceAssign", cell, np.int32([0, 0]), np.int32([4, 1]), np.int32([1, -1]), kind(5) * np.ones([2, 2], kind))
    changed(prefix + "ScatterUpdate", TEXTS, np.int32([3, 0]), TEXTS[:2])
    changed(prefix + "ScatterNdUpdate", TEXTS, np.int32([[3], [0]]), TEXTS[:2])
    changed(prefix + "CountUpTo", np.int32(3), limit=5, **({"T": tf.int32} if prefix else {}))
    changed(prefix + "CountUpTo", np.int64(5), limit=5, **({"T": tf.int64} if prefix else {}))
for kind in (np.float32, np.int64, np.complex64):
    cell = (VALUES * 4).astype(kind)
    for verb in ("Add", "Sub"):
        changed(f"Assign{verb}VariableOp", cell, cell + kind(1))
        changed("Assign" + verb, cell, cell + kind(1))
    changed("AssignVariableOp", cell, cell + kind(1))
    changed("ResourceGather", cell, np.int32([[2, 0]]), dtype=tf.as_dtype(kind))
    changed("ResourceGather", cell, np.int64([[1], [0], [2], [1]]), dtype=tf.as_dtype(kind), batch_dims=1)
    changed("ResourceGatherNd", cell, np.int32([[2, 0], [1, 1]]), dtype=tf.as_dtype(kind))
    changed("VariableShape", cell, out_type=tf.int64)
    changed("VarIsInitializedOp", cell)
