# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the cases of the ops on variables and other state that stand beside it, with TensorFlow's answers.

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
    if value.dtype.kind == "S":
        value = value.astype(object)
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
        # Its optimizer takes away pushes that nobody pops.
        config = tf.compat.v1.ConfigProto()
        config.graph_options.rewrite_options.disable_meta_optimizer = True
        with tf.compat.v1.Session(graph=self.graph, config=config) as session:
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


def gather_nd_case():
    case = Case("gather_nd", "Slices of variables that indices name, and errors.")
    with case.graph.as_default():
        inits, reads, bad = [], [], []
        for dtype in (tf.float32, tf.int8, tf.complex128, tf.bool, tf.string, tf.bfloat16):
            value = np.arange(12).reshape(3, 2, 2)
            value = value.astype(str).astype(object) if dtype == tf.string else value % 5
            v = handle("v_" + dtype.name, dtype, [3, 2, 2])
            inits.append(raw.AssignVariableOp(resource=v, value=tf.constant(value) if dtype == tf.string else tf.cast(value, dtype)))
            for indices in ([[2, 1], [0, 0]], [[1]], [[[2, 1, 0]], [[0, 0, 1]]], np.zeros([2, 0]), np.zeros([0, 2])):
                for index in (tf.int32, tf.int64):
                    reads.append(raw.ResourceGatherNd(resource=v, indices=tf.cast(indices, index), dtype=dtype))
            bad += [raw.ResourceGatherNd(resource=v, indices=[[3, 0]], dtype=dtype),
                    raw.ResourceGatherNd(resource=v, indices=[[0, -1]], dtype=dtype)]
        unset = handle("unset", tf.float32, [2])
        bad += [raw.ResourceGatherNd(resource=unset, indices=[[0]], dtype=tf.float32)]
        case.steps += [(inits, []), ([], reads)] + [([], [b]) for b in bad]
    return case


def temporary_case():
    case = Case("temporary", "Variables that live in one run.")
    with case.graph.as_default():
        for dtype in (tf.float32, tf.int64, tf.bool):
            sums = [([1, 1, 0], [0, 1, 1]), ([0, 1, 0], [0, 0, 1])]
            for k, (first, second) in enumerate(sums):
                v = raw.TemporaryVariable(shape=[3], dtype=dtype, var_name="t%d_%s" % (k, dtype.name))
                v = raw.Assign(ref=v, value=tf.cast(first, dtype))
                if dtype != tf.bool:
                    v = raw.AssignAdd(ref=v, value=tf.cast(second, dtype))
                else:
                    v = raw.ScatterUpdate(ref=v, indices=[0], updates=[True])
                end = raw.DestroyTemporaryVariable(ref=v, var_name="t%d_%s" % (k, dtype.name))
                case.steps += [([], [end])] * 2
    return case


def stack_case(resource):
    case = Case("%sstacks" % ("" if resource else "ref_"), "Stacks, and errors of theirs.")
    version = "V2" if resource else ""
    push, pop, close = (getattr(raw, op + version) for op in ("StackPush", "StackPop", "StackClose"))

    def stack(dtype, most=-1):
        return raw.StackV2(max_size=most, elem_type=dtype) if resource else raw.Stack(elem_type=dtype)

    def after(*ops):
        return tf.control_dependencies(ops)

    with case.graph.as_default():
        for dtype, values in ((tf.float32, ([1.5], [[2.0, 3]], 4.0)), (tf.string, (["a"], ["b", "cc"], "d")), (tf.bool, ([True], [], False))):
            s = stack(dtype)
            pushes = []
            for value in values:
                with after(*pushes):
                    pushes.append(push(handle=s, elem=tf.constant(value, dtype)))
            pops = []
            for _ in values:
                with after(*pushes, *pops):
                    pops.append(pop(handle=s, elem_type=dtype))
            case.steps += [([], pushes + pops)] * 2
        s = stack(tf.float32)
        case.steps += [([], [pop(handle=s, elem_type=tf.float32)]), ([], [push(handle=s, elem=[1])])]
        with after(close(handle=s)):
            case.steps += [([], [push(handle=s, elem=[1.0])]), ([], [pop(handle=s, elem_type=tf.float32)])]
        for most in (2, 1, 0) if resource else ():
            s = stack(tf.int32, most)
            with after(push(handle=s, elem=[1])):
                case.steps += [([], [push(handle=s, elem=[2])])]
    return case


def array_case(version):
    """TensorArrays of a version; "" is the first."""
    case = Case("arrays" + version.lower(), "TensorArrays%s, their gradients, and errors." % (" of version " + version[1] if version else " of the first version"))
    names = ("Write", "Read", "Gather", "Scatter", "Concat", "Split", "Size", "Close")
    write, read, gather, scatter, concat, split, size, close = (getattr(raw, "TensorArray%s%s" % (op, version)) for op in names)

    def array(dtype, count, **more):
        made = getattr(raw, "TensorArray" + version)(size=count, dtype=dtype, **more)
        return made if version == "V3" else (made, tf.constant(0.0))

    def gradient(handle, flow):
        if not version:  # it takes no reference, which nothing else gives
            return None
        made = getattr(raw, "TensorArrayGrad" + version)(handle=handle, flow_in=flow, source="s")
        return made if version == "V3" else (made, flow)

    with case.graph.as_default():
        # Graphs of today have no such ops.
        old = tf.compat.v1.GraphDef()
        old.versions.producer = {"": 15, "V2": 25, "V3": 27}[version]
        tf.graph_util.import_graph_def(old)
        for dtype in (tf.float32, tf.int64, tf.string):
            def value(x):
                x = np.asarray(x)
                return tf.constant(x.astype(str).astype(object)) if dtype == tf.string else tf.cast(x, dtype)
            handle, flow = array(dtype, 3)
            for i, element in enumerate(([[1, 2], [3, 4]], [[5, 6]], [[7, 8], [9, 0]])):
                flow = write(handle=handle, index=i, value=value(element), flow_in=flow)
            joined, lengths = concat(handle=handle, flow_in=flow, dtype=dtype)
            case.steps.append(([], [joined, lengths, size(handle=handle, flow_in=flow)]))
            handle, flow = array(dtype, 0, dynamic_size=True, clear_after_read=False)
            flow = scatter(handle=handle, indices=[2, 0], value=value([[1, 2], [3, 4]]), flow_in=flow)
            flow = split_flow = write(handle=handle, index=1, value=value([5, 6]), flow_in=flow)
            case.steps.append(([], [gather(handle=handle, indices=[2, 1, 0, 2], flow_in=flow, dtype=dtype),
                                    read(handle=handle, index=1, flow_in=flow, dtype=dtype), size(handle=handle, flow_in=flow)]))
            handle, flow = array(dtype, 2)
            flow = split(handle=handle, value=value([1, 2, 3]), lengths=tf.constant([1, 2], tf.int64), flow_in=flow)
            case.steps.append(([], [read(handle=handle, index=1, flow_in=flow, dtype=dtype)]))
            if not version:
                handle, flow = array(dtype, 3)
                flow = raw.TensorArrayUnpack(handle=handle, value=value([[1, 2], [3, 4], [5, 6]]), flow_in=flow)
                case.steps.append(([], [raw.TensorArrayPack(handle=handle, flow_in=flow, dtype=dtype)]))
        for dtype in (tf.float32, tf.complex128, tf.half) if version else ():
            handle, flow = array(dtype, 3)
            flow = write(handle=handle, index=0, value=tf.cast([1, 2], dtype), flow_in=flow)
            flow = write(handle=handle, index=2, value=tf.cast([3, 4], dtype), flow_in=flow)
            grad, flow = gradient(handle, flow)
            again, flow = gradient(handle, flow)
            flow = write(handle=grad, index=2, value=tf.cast([10, 20], dtype), flow_in=flow)
            flow = write(handle=again, index=2, value=tf.cast([5, 5], dtype), flow_in=flow)
            case.steps += [([], [read(handle=grad, index=2, flow_in=flow, dtype=dtype)]), ([], [read(handle=grad, index=0, flow_in=flow, dtype=dtype)]),
                           ([], [read(handle=grad, index=1, flow_in=flow, dtype=dtype)]),
                           ([], [write(handle=grad, index=0, value=tf.cast([1], dtype), flow_in=flow)]),
                           ([], [write(handle=handle, index=3, value=tf.cast([1, 1], dtype), flow_in=flow)])]
        if version == "V3":
            handle, flow = array(tf.float32, 2)
            flow = write(handle=handle, index=0, value=[1.0, 2], flow_in=flow)
            grad, flow = raw.TensorArrayGradWithShape(handle=handle, flow_in=flow, shape_to_prepend=[2], source="s")
            case.steps += [([], [read(handle=grad, index=0, flow_in=flow, dtype=tf.float32)])]
        handle, flow = array(tf.float32, 2)
        for index in (-1, 2):
            case.steps += [([], [write(handle=handle, index=index, value=[1.0], flow_in=flow)]),
                           ([], [read(handle=handle, index=index, flow_in=flow, dtype=tf.float32)])]
        case.steps += [([], [write(handle=handle, index=0, value=[1], flow_in=flow)]), ([], [read(handle=handle, index=0, flow_in=flow, dtype=tf.float32)])]
        twice = write(handle=handle, index=0, value=[1.0], flow_in=write(handle=handle, index=0, value=[1.0], flow_in=flow))
        case.steps += [([], [twice])]
        with tf.control_dependencies([close(handle=handle)]):
            case.steps += [([], [size(handle=handle, flow_in=flow)])]
    return case


def loop_gradient_case():
    case = Case("loop_gradients", "Gradients of loops of TensorFlow 1, which keep what they need in stacks and TensorArrays.")
    with case.graph.as_default():
        tf.compat.v1.disable_control_flow_v2()
        x, w = tf.constant([[1.0, 2], [3, 4], [5, 6]]), tf.constant([[0.5, -0.25], [0.125, 1]])

        def power(i, y):
            return i + 1, tf.tanh(tf.matmul(y, w))

        _, out = tf.compat.v1.while_loop(lambda i, _: i < 4, power, [0, x])
        case.steps += [([], [out, *tf.gradients(out, [x, w])])] * 2
        taken = tf.TensorArray(tf.float32, size=3).unstack(x)

        def step(i, state, outs):
            state = state * taken.read(i) + 0.5
            return i + 1, state, outs.write(i, tf.sin(state))

        start = tf.constant([0.1, 0.2])
        _, last, outs = tf.compat.v1.while_loop(lambda i, *_: i < 3, step, [0, start, tf.TensorArray(tf.float32, size=3)])
        stacked = outs.stack()
        case.steps += [([], [last, stacked, *tf.gradients([stacked, last], [x, start])])] * 2

        # What a branch pushes may be dead; a ControlTrigger waits for it nevertheless.
        def bend(i, y):
            return i + 1, tf.compat.v1.cond(tf.equal(i % 2, 0), lambda: y * y * w, lambda: tf.sin(y))

        def turn(i, y):
            def again():
                return tf.compat.v1.while_loop(lambda j, _: j < i + 1, lambda j, z: (j + 1, tf.sin(z) * w), [0, y])[1]

            return i + 1, tf.compat.v1.cond(tf.equal(i % 2, 0), again, lambda: y * w)

        for count in (0, 1, 4):
            _, turned = tf.compat.v1.while_loop(lambda i, _: i < tf.compat.v1.placeholder_with_default(count, []), turn, [0, w])
            case.steps.append(([], [turned, *tf.gradients(turned, [w])]))
            _, bent = tf.compat.v1.while_loop(lambda i, _: i < tf.compat.v1.placeholder_with_default(count, []), bend, [0, w])
            case.steps += [([], [bent, *tf.gradients(bent, [w])])] * 2
    return case


def condition_gradient_case():
    case = Case("condition_gradients", "Gradients of conditions of TensorFlow 1 that lie in one another; a branch decides on the inner one.")
    with case.graph.as_default():
        v1 = tf.compat.v1
        v1.disable_control_flow_v2()
        x, z = tf.constant([0.5, -1.0, 2.0]), tf.constant([1.0, 0.25, -2.0])
        for time in (1, 2, 3, 4):
            t = v1.placeholder_with_default(time, [])

            def step():
                out = tf.tanh(x * z)
                return v1.cond(t < 2, lambda: (out, out * x), lambda: (tf.where(z > 0, out, z), z))

            first, second = v1.cond(t >= 3, lambda: (z * 2.0, x), step)
            loss = tf.reduce_sum(first**2 + second)
            case.steps.append(([], [loss, *tf.gradients(loss, [x, z])]))
        table, rows = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), tf.constant([1, 1, 2])
        for taken in (True, False):
            some = v1.cond(v1.placeholder_with_default(taken, []), lambda: tf.gather(table, rows), lambda: tf.gather(table, rows[:1]))
            case.steps.append(([], [some, tf.convert_to_tensor(tf.gradients(some**2, table)[0])]))
    return case


def ref_call_case():
    case = Case("ref_calls", "Reference variables whose values functions take.")
    with case.graph.as_default():
        v = raw.VariableV2(shape=[2], dtype=tf.float32, name="v")
        w = raw.VariableV2(shape=[2], dtype=tf.float32, name="w")
        pair = [tf.TensorSpec([2])] * 2
        then = tf.function(lambda x, y: tf.exp(x * 2.0) + y).get_concrete_function(*pair)
        other = tf.function(lambda x, y: tf.exp(y) - x * 3.0).get_concrete_function(*pair)
        init = [raw.Assign(ref=r, value=value).op for r, value in ((v, [1.0, 0.5]), (w, [0.25, 2.0]))]

        def choose(decides):
            made = raw.If(cond=decides, input=[v, w], Tout=[tf.float32], then_branch=then, else_branch=other)
            return made[0] + v * w

        both = [choose(tf.compat.v1.placeholder_with_default(yes, [])) for yes in (True, False)]
        case.steps += [(init, []), ([], both), ([], [choose(raw.IsVariableInitialized(ref=v))])]
    return case


def ref_control_flow_case():
    case = Case("ref_control_flow", "Reference variables that branches and loops of TensorFlow 1 read and assign.")
    with case.graph.as_default():
        v1 = tf.compat.v1
        v1.disable_control_flow_v2()
        yes, no = v1.placeholder_with_default(True, []), v1.placeholder_with_default(False, [])

        def variable(name, value):
            made = raw.VariableV2(shape=np.shape(value), dtype=tf.float32, name=name)
            return made, raw.Assign(ref=made, value=value)

        v, init = variable("v", [1.0, 1.0])
        u, _ = variable("u", [0.0, 0.0])
        w, init_w = variable("w", [4.0, 2.0])

        def add():
            return tf.identity(raw.AssignAdd(ref=v, value=[2.0, 1.0]))

        def count(i, total):
            total += raw.AssignAdd(ref=v, value=[1.0, 2.0])
            with tf.control_dependencies([total]):
                return i + 1, tf.identity(total)

        def count_some(i, total):
            total += v1.cond(tf.equal(i % 2, 0), add, lambda: tf.identity(raw.AssignSub(ref=v, value=[0.5, 0.0])))
            with tf.control_dependencies([total]):
                return i + 1, tf.identity(total)

        def rows(i, total):
            return i + 1, loop(i, count, total)

        def loop(n, body, start):
            return v1.while_loop(lambda i, _: i < n, body, [0, start], parallel_iterations=1)[1]

        case.steps = [([init.op, init_w.op], [])]
        for taken in (yes, no):
            written = v1.cond(taken, add, lambda: tf.identity(raw.AssignSub(ref=w, value=[1.0, 3.0])))
            other = v1.cond(taken, lambda: raw.AssignAdd(ref=v, value=[2.0, 1.0]), lambda: raw.AssignSub(ref=w, value=[1.0, 3.0]))
            read = v1.cond(taken, lambda: tf.identity(v), lambda: tf.identity(w))
            is_set = v1.cond(raw.IsVariableInitialized(ref=v if taken is yes else u), lambda: tf.identity(v), lambda: tf.zeros([2]))
            looped = v1.cond(taken, lambda: loop(3, count, tf.zeros([2])), lambda: v1.cond(yes, add, lambda: tf.identity(w)))
            case.steps += [([], [f]) for f in (written, other, read, is_set, looped)] + [([], [v, w])]
        start = tf.constant([0.0, 0.0])
        for looped in (loop(3, count, start), loop(0, count, start), loop(4, count_some, start), loop(3, rows, start)):
            case.steps += [([], [looped]), ([], [looped]), ([], [v, w])]
        with tf.control_dependencies([raw.Assign(ref=v, value=[7.0, 8.0])]):
            assigned = raw.AssignAdd(ref=w, value=[1.0, 1.0])
        chosen = v1.cond(yes, lambda: tf.identity(raw.AssignAdd(ref=assigned, value=[2.0, 1.0])), lambda: tf.identity(assigned))
        case.steps += [([], [chosen]), ([], [v, w])]
    return case


def binomial_case():
    case = Case("binomial", "Binomial numbers of a generator whose state is a variable, and errors.")
    with case.graph.as_default():
        g = handle("g", tf.int64, [3])
        read = raw.ReadVariableOp(resource=g, dtype=tf.int64)
        # Where the state lies in a constant's memory, TensorFlow counts in the constant.
        case.steps += [([raw.AssignVariableOp(resource=g, value=np.int64([1, 2, 3]))], []), ([raw.RngSkip(resource=g, algorithm=1, delta=1)], [])]
        for dtype in (tf.float32, tf.float64, tf.float16):
            counts, probs = tf.constant([3, 40, 400, 0], dtype), tf.constant([0.5, 0.9, 0.3, 0.5], dtype)
            for out in (tf.float16, tf.float32, tf.float64, tf.int32, tf.int64):
                # TensorFlow aborts where the shape is of int64.
                draw = raw.StatefulRandomBinomial(resource=g, algorithm=1, shape=[5, 4], counts=counts, probs=probs, dtype=out)
                case.steps += [([], [draw]), ([], [read])]
        some = dict(resource=g, counts=[3.0, 4], probs=0.5)
        for bad in (raw.StatefulRandomBinomial(algorithm=1, shape=[2, 3], **some),
                    raw.StatefulRandomBinomial(algorithm=9, shape=[2, 2], **some)):
            case.steps += [([], [bad]), ([], [read])]
    return case


def ragged_variant_case():
    case = Case("ragged_variants", "Ragged tensors as variants and back.")
    with case.graph.as_default():
        for splits in (tf.int32, tf.int64):
            for dtype in (tf.float32, tf.string, tf.bool):
                values = np.arange(12).reshape(6, 2) % 5
                values = tf.constant(values.astype(str)) if dtype == tf.string else tf.cast(values, dtype)
                inner, outer = tf.constant([0, 2, 2, 5, 6], splits), tf.constant([0, 1, 4, 4], splits)
                for nested in ([], [inner], [outer, inner]):
                    rank = len(nested)
                    rows = raw.RaggedTensorToVariant(rt_nested_splits=nested, rt_dense_values=values, batched_input=True)
                    whole = raw.RaggedTensorToVariant(rt_nested_splits=nested, rt_dense_values=values, batched_input=False)
                    back = [(whole, rank)]
                    for ragged in (rank - 1, -1):
                        if rank > 0:
                            back += [(rows, ragged), (tf.gather(rows, [2, 0]), ragged), (tf.reshape(tf.gather(rows, [0, 1, 2, 0]), [2, 2]), ragged)]
                    for variant, ragged in back:
                        more = variant.shape.rank - (0 if ragged == rank else 1)
                        again = raw.RaggedTensorFromVariant(encoded_ragged=variant, input_ragged_rank=ragged, output_ragged_rank=rank + max(more, 0),
                                                            Tvalues=dtype, Tsplits=splits)
                        case.steps.append(([], [*again.output_nested_splits, again.output_dense_values]))
        whole = raw.RaggedTensorToVariant(rt_nested_splits=[inner], rt_dense_values=values, batched_input=False)
        for rank, dtype, splits in ((2, tf.bool, tf.int64), (1, tf.int8, tf.int64), (1, tf.bool, tf.int32)):
            wrong = raw.RaggedTensorFromVariant(encoded_ragged=whole, input_ragged_rank=-1, output_ragged_rank=rank, Tvalues=dtype, Tsplits=splits)
            case.steps.append(([], [wrong.output_dense_values]))
        none = raw.EmptyTensorList(element_shape=[2], max_num_elements=1, element_dtype=tf.int32)
        wrong = raw.RaggedTensorFromVariant(encoded_ragged=none, input_ragged_rank=1, output_ragged_rank=1, Tvalues=tf.int32)
        case.steps.append(([], [wrong.output_dense_values]))
    return case


def optional_case():
    case = Case("optionals", "Optionals, and the gradients of conditions, which hand on in them what one branch computes.")
    with case.graph.as_default():
        tf.compat.v1.enable_control_flow_v2()
        x, name = tf.constant([[0.5, -1.0, 2.0], [1.0, 0.25, -2.0]]), tf.constant(["a", "bc"])
        none, both, one = raw.OptionalNone(), raw.OptionalFromValue(components=[x, name]), raw.OptionalFromValue(components=[x])

        def values(optional, types, shapes=None):
            return raw.OptionalGetValue(optional=optional, output_types=types, output_shapes=shapes or [None] * len(types))

        def has(optional):
            return raw.OptionalHasValue(optional=optional)

        of_both = [tf.float32, tf.string]
        nested = values(raw.OptionalFromValue(components=[none, both]), [tf.variant] * 2)
        case.steps += [([], [has(none), has(both), *values(both, of_both, [[2, None], [None]])]),
                       ([], [has(nested[0]), *values(nested[1], of_both)]),
                       ([], [has(raw.ZerosLike(x=none)), *values(raw.ZerosLike(x=one), [tf.float32])]),
                       ([], [has(raw.AddN(inputs=[none, none])), *values(raw.AddN(inputs=[one] * 3), [tf.float32])])]
        a_list = raw.EmptyTensorList(element_shape=-1, max_num_elements=-1, element_dtype=tf.float32)
        for bad in (values(none, of_both), values(both, [tf.float32]), values(both, [tf.float32, tf.int32]), values(both, of_both, [[3, 3], None]),
                    [has(a_list)], [has(tf.compat.v1.placeholder_with_default(tf.stack([one, one]), None))],
                    [has(raw.AddN(inputs=[one, none]))], values(raw.AddN(inputs=[both, both]), of_both)):
            case.steps.append(([], list(bad)))
        for taken in (True, False):
            p, n = tf.compat.v1.placeholder_with_default(taken, []), tf.compat.v1.placeholder_with_default(5 if taken else 0, [])
            y = tf.cond(p, lambda: tf.tanh(x) * x, lambda: tf.exp(x) * 2.0)
            first = tf.gradients(y, x)[0]
            case.steps.append(([], [first, tf.gradients(first, x)[0]]))

            def step(i, value):
                return i + 1, tf.cond(tf.equal(i % 2, 0), lambda: tf.tanh(value) * x, lambda: value * value)

            last = tf.while_loop(lambda i, _: i < n, step, [0, x])[1]
            case.steps.append(([], [last, tf.gradients(last, x)[0]]))
        for index in (0, 1, 2):
            i = tf.compat.v1.placeholder_with_default(index, [])
            y = tf.switch_case(i, [lambda: tf.sin(x), lambda: x * x * x, lambda: tf.exp(x) * tf.sin(x)])
            case.steps.append(([], [y, tf.gradients(y, x)[0]]))
        tf.compat.v1.disable_control_flow_v2()
    return case


def dense_table_case():
    case = Case("dense_tables", "Tables of buckets: what they find, export and refuse.")
    types = {tf.string: (tf.int64, tf.int32, tf.float32, tf.float64, tf.bool), tf.int64: (tf.int64, tf.int32, tf.float32, tf.float64, tf.bool),
             tf.int32: (tf.int32, tf.float32, tf.float64)}
    with case.graph.as_default():
        def table(empty, deleted, value, name, **more):
            more = {"initial_num_buckets": 8, **more}
            return raw.MutableDenseHashTableV2(empty_key=empty, deleted_key=deleted, value_dtype=value, shared_name=name, **more)

        def step(op):
            case.steps.append(([op], []) if isinstance(op, tf.Operation) else ([], list(op) if isinstance(op, tuple) else [op]))

        def key(values, dtype):
            return tf.constant(np.asarray(values).astype(str).astype(object) if dtype == tf.string else values, dtype)

        for keys, values in types.items():
            for value in values:
                t = table(key(0, keys), key(-1, keys), value, "%s_%s" % (keys.name, value.name))
                show = raw.LookupTableExportV2(table_handle=t, Tkeys=keys, Tvalues=value)
                size = raw.LookupTableSizeV2(table_handle=t)
                find = raw.LookupTableFindV2(table_handle=t, keys=key([5, 2, 13, 77], keys), default_value=tf.cast(1, value))
                insert = raw.LookupTableInsertV2(table_handle=t, keys=key([5, 13, 2, 21, 5], keys), values=tf.cast([3, 0, 1, 4, 0], value))
                more = raw.LookupTableInsertV2(table_handle=t, keys=key([77, 14, 9, -6], keys), values=tf.cast([0, 1, 2, 3], value))
                remove = raw.LookupTableRemoveV2(table_handle=t, keys=key([13, 99], keys))
                again = raw.LookupTableInsertV2(table_handle=t, keys=key([29], keys), values=tf.cast([1], value))
                for op in (size, find, show, insert, size, find, show, more, size, find, show, remove, size, find, show, again, show):
                    step(op)
        # Keys and values that are vectors; TensorFlow's answers to errors.
        t = table(np.int64([0, 0]), np.int64([-1, -1]), tf.float32, "vectors", value_shape=[2])
        show = raw.LookupTableExportV2(table_handle=t, Tkeys=tf.int64, Tvalues=tf.float32)
        find = raw.LookupTableFindV2(table_handle=t, keys=np.int64([[1, 2], [3, 5]]), default_value=[8.0, 9])
        insert = raw.LookupTableInsertV2(table_handle=t, keys=np.int64([[1, 2], [3, 4], [5, 6]]), values=np.float32([[1, 2], [3, 4], [5, 6]]))
        for op in (find, insert, find, show, raw.LookupTableRemoveV2(table_handle=t, keys=np.int64([[1, 2]])), find, show):
            step(op)
        ints = np.int64
        t = table(ints(0), ints(-1), tf.float32, "errors")
        size = raw.LookupTableSizeV2(table_handle=t)
        for keys in ([0], [-1]):
            step(raw.LookupTableFindV2(table_handle=t, keys=ints(keys), default_value=1.0))
            step(raw.LookupTableInsertV2(table_handle=t, keys=ints(keys), values=[1.0]))
            step(raw.LookupTableRemoveV2(table_handle=t, keys=ints(keys)))
            step(size)
        step(raw.LookupTableFindV2(table_handle=t, keys=ints([[1, 2]]), default_value=1.0))

        def unknown(value):
            return tf.compat.v1.placeholder_with_default(value, None)

        for keys, values in (([[0], [1], [2], [-1]], [[1], [2], [3], [4]]), ([[0], [7], [9]], [[1], [2], [3]]), ([4, 5], [1, 2])):
            step(raw.LookupTableImportV2(table_handle=t, keys=unknown(ints(keys)), values=unknown(np.float32(values))))
            step(size)
            step(raw.LookupTableExportV2(table_handle=t, Tkeys=tf.int64, Tvalues=tf.float32))
        step(raw.LookupTableInsertV2(table_handle=t, keys=ints([1, 2, 3, 4]), values=np.float32([1, 2, 3, 4])))
        step(size)
        for k, (empty, deleted, more) in enumerate(((0, 0, {}), ([1, 2], [1, 2], {}), (0, 1, {"initial_num_buckets": 3}), (0, 1, {"initial_num_buckets": 2}),
                                                    (0, 1, {"max_load_factor": 1.0}), (0, 1, {"max_load_factor": 0.0}), (0, 1, {"value_shape": [2, 2]}))):
            bad = table(unknown(ints(empty)), unknown(ints(deleted)), tf.float32, "bad%d" % k, **more)
            step(raw.LookupTableSizeV2(table_handle=bad))
    return case


if __name__ == "__main__":
    gather_nd_case().write()
    temporary_case().write()
    binomial_case().write()
    loop_gradient_case().write()
    condition_gradient_case().write()
    ref_call_case().write()
    ref_control_flow_case().write()
    for number in ("", "V2", "V3"):
        array_case(number).write()
    dense_table_case().write()
    optional_case().write()
    ragged_variant_case().write()
    generator_case().write()
    optimizer_case("training_resource", True, [tf.float32, tf.float64]).write()
    optimizer_case("training_ref", False, [tf.float32]).write()
    optimizer_case("training_half", True, [tf.half]).write(rtol=2e-2, atol=2e-2)
    optimizer_case("training_complex", True, [tf.complex64]).write()
    for by_handle in (True, False):
        stack_case(by_handle).write()
        scatter_case(by_handle).write(rtol=1e-2, atol=0)
        whole_case(by_handle).write()
