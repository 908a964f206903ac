# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Times models in Opgraft and its peers; tools/peers.sh calls it and says how.

Each figure comes from processes of its own, which alternate: a round times a model once in each
program. A process warms up, runs the model in batches of some milliseconds and reports the median
batch; the best round counts.
"""
import argparse
import glob
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

PEERS = ("opgraft", "tensorflow", "openvino")
NUMPY_NAMES = {"float": "float32", "double": "float64", "half": "float16"}


def tensor(folder, value):
    dtype = NUMPY_NAMES.get(value["type"], value["type"])
    if "file" in value:
        return np.load(os.path.join(folder, value["file"]))
    if dtype == "string":
        data = np.array([text.encode("latin-1") for text in value["data"]], object)
    else:
        data = np.array([float(v) if isinstance(v, str) else v for v in value["data"]]).astype(dtype)
    return data.reshape(value["shape"])


class Model:
    """The first run of a case."""

    def __init__(self, folder):
        with open(os.path.join(folder, "case.json"), encoding="utf-8") as file:
            case = json.load(file)
        step = next(s for s in case["steps"] if s["do"] == "run")
        self.folder = folder
        self.path = os.path.join(folder, case["model"])
        self.is_saved = os.path.isdir(self.path)
        self.signature = step.get("signature", "serving_default")
        self.inputs = {n: tensor(folder, v) for n, v in step.get("inputs", {}).items()}
        self.fetches = step.get("fetch") or list(step.get("outputs", {}))

    def name(self):
        return "/".join(os.path.normpath(self.folder).split(os.sep)[-2:])


def measure(run, seconds):
    """The median of batches, in microseconds of this process's processor time a run."""
    end = time.process_time() + seconds / 5
    runs = 0
    begin = time.process_time()
    while time.process_time() < end or runs < 3:
        run()
        runs += 1
    batch = max(1, int(0.005 * runs / max(time.process_time() - begin, 1e-9)))
    times = []
    end = time.process_time() + seconds
    while time.process_time() < end or not times:
        begin = time.process_time()
        for _ in range(batch):
            run()
        times.append((time.process_time() - begin) / batch * 1e6)
    return sorted(times)[len(times) // 2]


def time_opgraft(model, options):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "inputs.npz")
        # A .npy of objects is a pickle, which Opgraft does not read: strings go as fixed bytes.
        np.savez(path, **{n: v.astype("S") if v.dtype == object else v for n, v in model.inputs.items()})
        command = [options.opgraft, "bench", model.path, "--json", "--seconds", str(options.seconds)]
        if model.inputs:
            command += ["--input", "@" + path]
        if model.is_saved:
            command += ["--signature", model.signature]
        out = subprocess.run(command, capture_output=True, text=True, check=False)
    if out.returncode != 0:
        raise RuntimeError(out.stderr.strip().split("\n")[0])
    return json.loads(out.stdout)["ns_per_run"]["median"] / 1000


def time_tensorflow(model, options):
    import tensorflow as tf
    config = tf.compat.v1.ConfigProto(intra_op_parallelism_threads=1,
                                      inter_op_parallelism_threads=1)
    with tf.Graph().as_default() as graph, tf.compat.v1.Session(config=config) as session:
        if model.is_saved:
            meta = tf.compat.v1.saved_model.load(session, ["serve"], model.path)
            signature = meta.signature_def[model.signature]
            feeds = [graph.get_tensor_by_name(signature.inputs[n].name) for n in model.inputs]
            fetches = [graph.get_tensor_by_name(signature.outputs[n].name) for n in model.fetches]
        else:
            definition = tf.compat.v1.GraphDef()
            with open(model.path, "rb") as file:
                definition.ParseFromString(file.read())
            tf.graph_util.import_graph_def(definition, name="")
            of = lambda n: graph.get_tensor_by_name(n if ":" in n else n + ":0")
            feeds, fetches = [of(n) for n in model.inputs], [of(n) for n in model.fetches]
        call = session.make_callable(fetches, feeds)
        values = list(model.inputs.values())
        return measure(lambda: call(*values), options.seconds)


def time_openvino(model, options):
    import openvino
    core = openvino.Core()
    compiled = core.compile_model(core.read_model(model.path), "CPU",
                                  {"INFERENCE_NUM_THREADS": 1, "PERFORMANCE_HINT": "LATENCY",
                                   "INFERENCE_PRECISION_HINT": "f32"})
    request = compiled.create_infer_request()
    for name, value in model.inputs.items():
        port = next(p for p in compiled.inputs if name in p.get_names() or f"{name}:0" in p.get_names())
        request.set_tensor(port, openvino.Tensor(np.ascontiguousarray(value)))
    return measure(lambda: request.infer(), options.seconds)


def work(options):
    """One figure, in a process of its own."""
    os.sched_setaffinity(0, {options.core})
    model = Model(options.models[0])
    try:
        figure = {"us": globals()["time_" + options.worker](model, options)}
    except Exception as error:  # whatever a peer cannot do is a word in the table
        figure = {"error": " ".join(str(error).split())[:300]}
    print("\n" + json.dumps(figure))


def ask(peer, folder, options):
    command = [sys.executable, __file__, "--worker", peer, "--opgraft", options.opgraft, "--seconds",
               str(options.seconds), "--core", str(options.core), folder]
    out = subprocess.run(command, capture_output=True, text=True, check=False,
                         env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": ""})
    try:
        return json.loads(out.stdout.strip().split("\n")[-1])
    except ValueError:
        return {"error": f"ended with {out.returncode}"}


def cell(figure):
    if "us" not in figure:
        return "-"
    return f"{figure['us'] / 1000:.3g} ms" if figure["us"] >= 1000 else f"{figure['us']:.3g} us"


def best(figures):
    good = [f for f in figures if "us" in f]
    return min(good, key=lambda f: f["us"]) if good else figures[0]


def row(folder, options):
    rounds = [{peer: ask(peer, folder, options) for peer in PEERS} for _ in range(options.rounds)]
    figures = {peer: best([r[peer] for r in rounds]) for peer in PEERS}
    ours = figures["opgraft"].get("us")
    ratios = [f"{figures[p]['us'] / ours:.2f}" if ours and "us" in figures[p] else "-"
              for p in PEERS[1:]]
    print("| " + " | ".join([Model(folder).name()] + [cell(figures[p]) for p in PEERS] + ratios) + " |",
          flush=True)
    for peer in PEERS:
        if "error" in figures[peer]:
            print(f"{Model(folder).name()}: {peer}: {figures[peer]['error']}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--opgraft", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)))
    parser.add_argument("--worker", choices=PEERS)
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    if options.worker:
        return work(options)
    folders = options.models or sorted(
        os.path.dirname(path) for path in glob.glob("../shared/cases/real/tf/*/*/case.json"))
    print("| model | Opgraft | TensorFlow | OpenVINO | TensorFlow / Opgraft | OpenVINO / Opgraft |")
    print("|---|---|---|---|---|---|")
    for folder in folders:
        row(folder, options)


if __name__ == "__main__":
    main()
