# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the cases of the ops on variables that stand beside it, with TensorFlow's answers.

python3 make_cases.py, with a Python that has TensorFlow 2.21.
"""
import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""
import numpy as np  # pylint: disable=wrong-import-position
import tensorflow as tf  # pylint: disable=wrong-import-position
from tensorflow.python.framework import kernels, op_def_registry  # pylint: disable=wrong-import-position

raw = tf.raw_ops
HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = {"float32": "float", "float64": "double", "float16": "half", "object": "string"}
CODES = {"InvalidArgumentError": "INVALID_ARGUMENT", "FailedPreconditionError": "FAILED_PRECONDITION",
         "NotFoundError": "NOT_FOUND", "OutOfRangeError": "OUT_OF_RANGE", "UnimplementedError": "UNIMPLEMENTED"}
SCALARS = {"lr": 0.1, "alpha": 0.1, "momentum": 0.9, "rho": 0.8, "epsilon": 1e-2, "l1": 0.05, "l2": 0.02,
           "l2_shrinkage": 0.03, "lr_power": -0.5, "beta1": 0.7, "beta2": 0.8, "beta1_power": 0.49,
           "beta2_power": 0.64, "logbase": 1.0, "sign_decay": 0.5, "beta": 0.6}
SLOTS = ("var", "accum", "accum_update", "m", "v", "vhat", "ms", "mom", "mg", "linear",
         "gradient_accumulator", "gradient_squared_accumulator")


def tensor(value):
    value = np.asarray(value)
    kind = "bfloat16" if value.dtype == tf.bfloat16.as_numpy_dtype else NAMES.get(value.dtype.name, value.dtype.name)
    if value.dtype.kind == "c":
        data = [[float(x.real), float(x.imag)] for x in value.flat]
    elif value.dtype.kind in "iub":
        data = [bool(x) if value.dtype.kind == "b" else int(x) for x in value.flat]
    elif value.dtype.kind == "O":
        data = [x.decode("latin1") for x in value.flat]
    else:
        data = [float(x) for x in value.flat]
    return {"type": kind, "shape": list(value.shape), "data": data}


def steps_text(steps):
    return "[\n" + ",\n".join("    " + json.dumps(s) for s in steps) + "\n  ]"


class Case:
    def __init__(self, name, about):
        self.name, self.about, self.steps, self.graph = name, about, [], tf.Graph()

    def write(self, rtol=1e-5, atol=1e-6):
        folder = os.path.join(HERE, self.name)
        os.makedirs(folder, exist_ok=True)
        def_ = self.graph.as_graph_def()
        with open(os.path.join(folder, "graph.pb"), "wb") as f:
            f.write(def_.SerializeToString(deterministic=True))
        steps = []
        with tf.compat.v1.Session(graph=self.graph) as session:
            for targets, fetches in self.steps:
                step = {"do": "run"}
                try:
                    values = session.run({"f": fetches, "t": targets})["f"]
                    if targets:
                        step["targets"] = [t.name for t in targets]
                    if fetches:
                        step["outputs"] = {f.name.replace(":0", ""): tensor(v) for f, v in zip(fetches, values)}
                except tf.errors.OpError as e:
                    if targets:
                        step["targets"] = [t.name for t in targets]
                    if fetches:
                        step["fetch"] = [f.name.replace(":0", "") for f in fetches]
                    step["error"] = {"code": CODES[type(e).__name__]}
                steps.append(step)
        case = {"id": "variables/" + self.name, "about": self.about, "model": "graph.pb",
                "features": sorted({n.op for n in def_.node}), "must": "ok",
                "tolerance": {"rtol": rtol, "atol": atol}, "steps": steps}
        with open(os.path.join(folder, "case.json"), "w") as f:
            f.write("{\n" + ",\n".join("  %s: %s" % (json.dumps(k), steps_text(v) if k == "steps" else json.dumps(v)) for k, v in case.items()) + "\n}")
            f.write("\n")


def handle(name, dtype, shape):
    return raw.VarHandleOp(dtype=dtype, shape=shape, shared_name=name, name=name)


def fill(rng, shape, dtype):
    value = rng.uniform(-2, 2, shape)
    if dtype.is_complex:
        value = value + 1j * rng.uniform(-2, 2, shape)
    if dtype.is_integer:
        value = rng.integers(1, 9, shape)
    return tf.constant(value.astype(dtype.as_numpy_dtype) if dtype != tf.bfloat16 else
                       np.asarray(value, np.float32).astype(tf.bfloat16.as_numpy_dtype), dtype)


def optimizer_case(name, resource, dtypes):
    rng = np.random.default_rng(7)
    case = Case(name, "Optimizers' ops on %s." % ("handles" if resource else "references"))
    with case.graph.as_default():
        for op in sorted(dir(raw)):
            prefix = "Resource" if resource else ""
            if not op.startswith((prefix + "Apply", prefix + "SparseApply")):
                continue
            for k, dtype in enumerate(dtypes):
                definition = tf.raw_ops.__dict__[op]
                spec = op_def_registry.get(op)
                allowed = {int(c.allowed_values.list.type[0]) for kernel in
                           kernels.get_registered_kernels_for_op(op).kernel if kernel.device_type == "CPU"
                           for c in kernel.constraint if c.name == "T"}
                if dtype.as_datatype_enum not in allowed:
                    continue
                sparse = "Sparse" in op
                inputs, inits, reads = {}, [], []
                for arg in spec.input_arg:
                    place = "%s_%d_%s" % (op, k, arg.name)
                    if arg.name in SLOTS:
                        shape = [3, 2] if sparse else [4]
                        value = fill(rng, shape, dtype)
                        if arg.name not in ("var", "m", "linear", "gradient_accumulator", "mg", "mom"):
                            value = tf.abs(value) + tf.constant(5, dtype) if not dtype.is_complex else value
                        if resource:
                            inputs[arg.name] = handle(place, dtype, shape)
                            inits.append(raw.AssignVariableOp(resource=inputs[arg.name], value=value))
                            reads.append(raw.ReadVariableOp(resource=inputs[arg.name], dtype=dtype))
                        else:
                            inputs[arg.name] = raw.VariableV2(shape=shape, dtype=dtype, name=place)
                            inits.append(raw.Assign(ref=inputs[arg.name], value=value).op)
                            reads.append(tf.identity(inputs[arg.name]))
                    elif arg.name in ("grad", "delta"):
                        inputs[arg.name] = fill(rng, [3, 2] if sparse else [4], dtype)
                    elif arg.name == "indices":
                        inputs[arg.name] = tf.constant([2, 0, 2], tf.int32 if k % 2 else tf.int64)
                    elif arg.name == "global_step":
                        inputs[arg.name] = tf.constant(3, tf.int64)
                    else:
                        inputs[arg.name] = tf.cast(tf.constant(SCALARS[arg.name]), dtype)
                flags = [a.name for a in spec.attr if a.name in ("use_nesterov", "update_slots", "multiply_linear_by_lr")]
                for flag in [{}] + [{f: v} for f in flags for v in (True, False)]:
                    update = definition(**inputs, **flag)
                    case.steps.append((inits, []))
                    case.steps.append(([update if isinstance(update, tf.Operation) else update.op], []))
                    case.steps.append(([], reads))
    return case


def scatter_case(resource):
    rng = np.random.default_rng(8)
    case = Case("%sscatter" % ("" if resource else "ref_"), "Changes of parts of variables.")
    with case.graph.as_default():
        def variable(name, dtype, shape, value):
            if resource:
                v = handle(name, dtype, shape)
                return v, raw.AssignVariableOp(resource=v, value=value), raw.ReadVariableOp(resource=v, dtype=dtype)
            v = raw.VariableV2(shape=shape, dtype=dtype, name=name)
            return v, raw.Assign(ref=v, value=value).op, tf.identity(v)

        def add(init, op, read):
            case.steps.append(([init], []))
            case.steps.append(([op if isinstance(op, tf.Operation) else op.op], []))
            case.steps.append(([], [read]))
        prefix = "Resource" if resource else ""
        for dtype in (tf.float32, tf.int32, tf.half, tf.bfloat16, tf.float64, tf.int64):
            for kind in ("Update", "Add", "Sub", "Mul", "Div", "Min", "Max"):
                value = fill(rng, [4, 2], dtype)
                if dtype == tf.bfloat16 and kind in ("Min", "Max"):
                    continue
                v, init, read = variable("s%s_%s" % (kind, dtype.name), dtype, [4, 2], value)
                op = getattr(raw, prefix + "Scatter" + kind)
                ref = {"resource": v} if resource else {"ref": v}
                add(init, op(**ref, indices=tf.constant([3, 0, 3]), updates=fill(rng, [3, 2], dtype)), read)
                add(init, op(**ref, indices=tf.constant([1, 2], tf.int64), updates=tf.cast(3, dtype)), read)
            for kind in ("Update", "Add", "Sub", "Min", "Max"):
                if dtype == tf.bfloat16:
                    continue
                v, init, read = variable("n%s_%s" % (kind, dtype.name), dtype, [3, 2, 2], fill(rng, [3, 2, 2], dtype))
                op = getattr(raw, prefix + "ScatterNd" + kind)
                add(init, op(ref=v, indices=tf.constant([[2, 1], [0, 0], [2, 1]]), updates=fill(rng, [3, 2], dtype)), read)
                add(init, op(ref=v, indices=tf.constant([[1]], tf.int64), updates=fill(rng, [1, 2, 2], dtype)), read)
        v, init, read = variable("text", tf.string, [3], tf.constant(["a", "bb", "ccc"]))
        ref = {"resource": v} if resource else {"ref": v}
        add(init, getattr(raw, prefix + "ScatterUpdate")(**ref, indices=[2, 0], updates=["x", "y"]), read)
        v, init, read = variable("bad", tf.float32, [3], tf.constant([1., 2, 3]))
        ref = {"resource": v} if resource else {"ref": v}
        # What TensorFlow leaves of an update that fails is not looked at: here it is taken back.
        for op in (getattr(raw, prefix + "ScatterAdd")(**ref, indices=[0, 3], updates=[1., 1]),
                   getattr(raw, prefix + "ScatterAdd")(**ref, indices=[0, -1], updates=[1., 1]),
                   getattr(raw, prefix + "ScatterNdAdd")(ref=v, indices=[[0], [3]], updates=[1., 1])):
            case.steps += [([init], []), ([op if isinstance(op, tf.Operation) else op.op], [])]
        if resource:
            v, init, read = variable("slice", tf.float32, [4, 3], tf.constant(np.arange(12, dtype=np.float32).reshape(4, 3)))
            cut = dict(ref=v, begin=[0, 2], end=[4, 0], strides=[2, -1])
            add(init, raw.ResourceStridedSliceAssign(**cut, value=[[1., 2], [3, 4]]), read)
            add(init, raw.ResourceStridedSliceAssign(**cut, value=[[7.], [8]]), read)
            add(init, raw.ResourceStridedSliceAssign(**cut, value=9.), read)
            add(init, raw.ResourceStridedSliceAssign(ref=v, begin=[1, 0], end=[0, 2], strides=[1, 1], shrink_axis_mask=1,
                                                     value=[5., 6]), read)
    return case


def whole_case(resource):
    case = Case("%swhole" % ("" if resource else "ref_"), "Reads and changes of whole variables, with errors.")
    with case.graph.as_default():
        s = case.steps
        if resource:
            a = handle("a", tf.float32, [3, 2])
            read, init = raw.ReadVariableOp(resource=a, dtype=tf.float32), raw.AssignVariableOp(resource=a, value=[[1., 2], [3, 4], [5, 6]])
            known = raw.VarIsInitializedOp(resource=a)
            add = raw.AssignAddVariableOp(resource=a, value=tf.fill([3, 2], 10.))
            sub = raw.AssignSubVariableOp(resource=a, value=tf.fill([3, 2], 1.))
            gather = raw.ResourceGather(resource=a, indices=[[2, 0]], dtype=tf.float32)
            batched = raw.ResourceGather(resource=a, indices=[[1], [0], [1]], batch_dims=1, dtype=tf.float32)
            bad = raw.ResourceGather(resource=a, indices=[3], dtype=tf.float32)
            shape = raw.VariableShape(input=a, out_type=tf.int64)
            gone = raw.DestroyResourceOp(resource=a, ignore_lookup_error=False)
            other = handle("a2", tf.float32, None)
            other_shape = raw.AssignVariableOp(resource=other, value=[1., 2], validate_shape=True)
            other_init = raw.AssignVariableOp(resource=other, value=[1.], validate_shape=True)
            int_init = raw.AssignVariableOp(resource=raw.VarHandleOp(dtype=tf.int32, shape=None, shared_name="a"), value=[1])
            wrong = raw.AssignAddVariableOp(resource=raw.VarHandleOp(dtype=tf.float32, shape=None, shared_name="a"), value=[1.])
            counter = handle("c", tf.int32, [])
            s += [([], [known]), ([], [read]), ([add], []), ([gone], []), ([], [shape]), ([init], []), ([], [known]), ([add], []), ([sub], []),
                  ([], [read, gather, batched, shape]), ([], [bad]), ([int_init], []), ([wrong], []), ([], [read]),
                  ([other_init], []), ([other_shape], []), ([gone], []), ([], [known]), ([], [read]),
                  ([raw.AssignVariableOp(resource=counter, value=1)], [])]
            count = raw.ResourceCountUpTo(resource=counter, limit=3, T=tf.int32)
        else:
            a = raw.VariableV2(shape=[2], dtype=tf.float32, name="a")
            read, init = tf.identity(a), raw.Assign(ref=a, value=[1., 2])
            known = raw.IsVariableInitialized(ref=a)
            add, sub = raw.AssignAdd(ref=a, value=[10., 10]), raw.AssignSub(ref=a, value=[1., 1])
            wrong = raw.Assign(ref=a, value=tf.compat.v1.placeholder_with_default([[1.]], None))
            with tf.control_dependencies([raw.AssignAdd(ref=a, value=[100., 100])]):
                later = tf.identity(a) * 2
            s += [([], [known]), ([], [read]), ([add.op], []), ([init.op], []), ([], [known]), ([], [add]), ([], [sub]), ([], [read]),
                  ([wrong.op], []), ([], [later]), ([], [read])]
            counter = raw.VariableV2(shape=[], dtype=tf.int32, name="c")
            s += [([raw.Assign(ref=counter, value=1).op], [])]
            count = raw.CountUpTo(ref=counter, limit=3)
        s += [([], [count]), ([], [count]), ([], [count])]
    return case


def generator_case():
    case = Case("generators", "Random numbers of a generator whose state is a variable, and errors.")
    with case.graph.as_default():
        g = handle("g", tf.int64, [3])
        init = raw.AssignVariableOp(resource=g, value=np.int64([1, 2, 3]))
        read = raw.ReadVariableOp(resource=g, dtype=tf.int64)
        short, wrong = handle("short", tf.int64, [2]), handle("wrong", tf.float32, [3])
        matrix = handle("matrix", tf.int64, [1, 3])
        case.steps += [([init, raw.AssignVariableOp(resource=short, value=np.int64([1, 2])),
                         raw.AssignVariableOp(resource=wrong, value=[1., 2, 3]),
                         raw.AssignVariableOp(resource=matrix, value=np.int64([[1, 2, 3]]))], [])]
        draws = []
        for dtype in (tf.float32, tf.float64, tf.float16):
            for op in (raw.StatefulUniform, raw.StatefulStandardNormalV2, raw.StatefulTruncatedNormal):
                draws.append(op(resource=g, algorithm=1, shape=[2, 3], dtype=dtype))
        for dtype in (tf.int32, tf.int64, tf.uint32, tf.uint64):
            draws.append(raw.StatefulUniformFullInt(resource=g, algorithm=3, shape=np.int32([5]), dtype=dtype))
        for dtype in (tf.int32, tf.int64):
            ends = [tf.constant(end, dtype) for end in (-7, 100)]
            draws.append(raw.StatefulUniformInt(resource=g, algorithm=1, shape=[9], minval=ends[0], maxval=ends[1]))
        draws.append(raw.StatefulUniform(resource=g, algorithm=1, shape=[0, 3]))
        draws.append(raw.RngReadAndSkip(resource=g, alg=1, delta=tf.constant(7, tf.uint64)))
        case.steps += [step for draw in draws for step in (([], [draw]), ([], [read]))]
        skip = raw.RngSkip(resource=g, algorithm=1, delta=-5)
        case.steps += [([skip], []), ([], [read])]
        one, zero = tf.constant(1, tf.int64), tf.constant(0, tf.int64)
        for bad in (raw.StatefulUniform(resource=g, algorithm=2, shape=[2]),
                    raw.StatefulUniform(resource=short, algorithm=1, shape=[2]),
                    raw.StatefulUniform(resource=wrong, algorithm=1, shape=[2]),
                    raw.StatefulUniform(resource=matrix, algorithm=1, shape=[2]),
                    raw.StatefulUniformInt(resource=g, algorithm=1, shape=[2], minval=one, maxval=zero),
                    raw.RngReadAndSkip(resource=short, alg=1, delta=tf.constant(7, tf.uint64))):
            case.steps += [([], [bad]), ([], [read])]
    return case


if __name__ == "__main__":
    generator_case().write()
    optimizer_case("training_resource", True, [tf.float32, tf.float64]).write()
    optimizer_case("training_ref", False, [tf.float32]).write()
    optimizer_case("training_half", True, [tf.half]).write(rtol=2e-2, atol=2e-2)
    optimizer_case("training_complex", True, [tf.complex64]).write()
    for by_handle in (True, False):
        scatter_case(by_handle).write(rtol=1e-2, atol=0)
        whole_case(by_handle).write()
