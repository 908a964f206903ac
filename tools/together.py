# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Opgraft and its peers in one process, in different orders of import; tools/together.sh calls it.

together.py PEER...     tries all orders, each in a process of its own
together.py --in-order MODULE...    one of them: imports in this order, then runs models in turn
"""

import itertools
import os
import subprocess
import sys
import tempfile

SUMMATOR = "examples/summator/summator.pbtxt"
X = [1.0, 2.0, 3.0]  # what all peers double


def opgraft_runs(opgraft):
    """The state of three runs, an op that runs at once, and an error that is told."""
    request = opgraft.load(SUMMATOR).request()
    got = [float(y["out"][0]) for y in request.stream([[x] for x in X])]
    assert opgraft.ops.add_v2(1, 2).numpy() == 3
    try:
        opgraft.ops.add_v2([1, 2], [1, 2, 3])
    except opgraft.InvalidArgumentError:
        return got
    raise AssertionError("shapes that do not fit were added")


def onnx_model(onnx):
    from onnx import TensorProto, helper
    ports = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [3]) for name in "xy"]
    graph = helper.make_graph([helper.make_node("Add", ["x", "x"], ["y"])], "g", ports[:1], ports[1:])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def onnx_runs(onnx):
    from onnx.reference import ReferenceEvaluator
    import numpy as np
    model = onnx_model(onnx)
    onnx.checker.check_model(model)
    read = onnx.load_from_string(model.SerializeToString())
    return ReferenceEvaluator(read).run(None, {"x": np.float32(X)})[0].tolist()


def onnxruntime_runs(onnxruntime):
    import numpy as np
    session = onnxruntime.InferenceSession(os.environ["ONNX_MODEL"], providers=["CPUExecutionProvider"])
    return session.run(None, {"x": np.float32(X)})[0].tolist()


def openvino_runs(openvino):
    import numpy as np
    from openvino import opset13 as ops
    x = ops.parameter([3], np.float32)
    model = openvino.compile_model(openvino.Model([ops.add(x, x)], [x]), "CPU")
    return model([np.float32(X)])[0].tolist()


def tensorflow_runs(tensorflow):
    double = tensorflow.function(lambda x: x + x)
    return double(tensorflow.constant(X)).numpy().tolist()


def torch_runs(torch):
    return torch.jit.trace(lambda x: x + x, torch.zeros(3))(torch.tensor(X)).tolist()


def run_in_order(names):
    modules = {name: __import__(name) for name in names}
    runs = {name: globals()[name + "_runs"] for name in names}
    peers = [name for name in names if name != "opgraft"]
    doubled = [2 * x for x in X]
    for _ in range(2):  # each before and after each
        for name in peers:
            assert runs[name](modules[name]) == doubled, name
        assert runs["opgraft"](modules["opgraft"]) == [1, 4, 9]


def orders_of(peers):
    for peer in peers:
        yield from itertools.permutations(["opgraft", peer])
    if len(peers) > 1:
        yield ["opgraft", *peers]
        yield [*reversed(peers), "opgraft"]


def main(peers):
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        if "onnxruntime" in peers:
            import onnx
            os.environ["ONNX_MODEL"] = os.path.join(folder, "model.onnx")
            onnx.save(onnx_model(onnx), os.environ["ONNX_MODEL"])
        environment = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="2")
        for order in orders_of(peers):
            command = [sys.executable, os.path.abspath(__file__), "--in-order", *order]
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
            ok = done.returncode == 0
            print(", then ".join(order) + ":", "ok" if ok else f"FAILED ({done.returncode})", flush=True)
            if not ok:
                failed += 1
                print(done.stderr[-2000:], file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--in-order"]:
        run_in_order(sys.argv[2:])
    else:
        sys.exit(main(sys.argv[1:]))
