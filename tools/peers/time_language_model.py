# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Times decode steps of a language model in Opgraft and OpenVINO; tools/peers.sh --decode calls it.

The model has random weights (make_language_model.py). Each figure comes from a process of its own,
which feeds a prompt, then token by token; they alternate, and the best round counts.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
EXACT = {"INFERENCE_PRECISION_HINT": "f32", "KV_CACHE_PRECISION": "f32",
         "DYNAMIC_QUANTIZATION_GROUP_SIZE": "0"}
PEERS = ("opgraft", "openvino", "openvino, its defaults")


def pinned(threads):
    cores = sorted(os.sched_getaffinity(0))
    return lambda: os.sched_setaffinity(0, set(cores[-threads:]))


def time_opgraft(options, model, length, threads):
    prompt = ",".join(str(i % 100) for i in range(length))
    command = [options.opgraft, model, "--prompt", prompt, "--tokens", str(options.steps + 1),
               "--threads", str(threads)]
    out = subprocess.run(command, capture_output=True, text=True, check=False,
                         preexec_fn=pinned(threads))
    found = re.search(r"([\d.e+-]+) ms each", out.stderr)
    if out.returncode != 0 or not found:
        raise RuntimeError(out.stderr.strip().split("\n")[0])
    return float(found.group(1))


def time_openvino(model, length, threads, steps, settings):
    """Prints the milliseconds of a step; in a process of its own."""
    import numpy as np
    import openvino
    core = openvino.Core()
    compiled = core.compile_model(core.read_model(model), "CPU",
                                  {"INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY",
                                   **settings})
    request = compiled.create_infer_request()

    def step(ids, place):
        places = np.arange(place, place + len(ids))[None]
        logits = request.infer({"input_ids": np.int64([ids]), "position_ids": places,
                                "beam_idx": np.zeros(1, np.int32)})
        return int(next(iter(logits.values()))[0, -1].argmax())

    token = step([i % 100 for i in range(length)], 0)
    begin = time.perf_counter()
    for i in range(steps):
        token = step([token], length + i)
    print(1e3 * (time.perf_counter() - begin) / steps)


def ask_openvino(options, model, length, threads, settings):
    command = [sys.executable, __file__, "--worker", json.dumps([model, length, threads, options.steps, settings])]
    out = subprocess.run(command, capture_output=True, text=True, check=False,
                         preexec_fn=pinned(threads))
    if out.returncode != 0:
        raise RuntimeError(out.stderr.strip().split("\n")[-1])
    return float(out.stdout.split()[-1])


def row(options, model, weights, length, threads):
    figures = {peer: [] for peer in PEERS}
    for _ in range(options.rounds):
        figures[PEERS[0]].append(time_opgraft(options, model, length, threads))
        figures[PEERS[1]].append(ask_openvino(options, model, length, threads, EXACT))
        figures[PEERS[2]].append(ask_openvino(options, model, length, threads, {}))
    best = [min(figures[peer]) for peer in PEERS]
    cells = [weights, str(length), str(threads)] + [f"{ms:.3g} ms" for ms in best]
    print("| " + " | ".join(cells + [f"{ms / best[0]:.2f}" for ms in best[1:]]) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--opgraft", help="the program of examples/language_model")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=16)
    parser.add_argument("--weights", nargs="*", default=["f32", "i4"])
    parser.add_argument("--lengths", type=int, nargs="*", default=[1, 2048])
    parser.add_argument("--worker")
    options = parser.parse_args()
    if options.worker:
        return time_openvino(*json.loads(options.worker))
    print("| weights | cache | threads | " + " | ".join(PEERS) + " | ratio | ratio |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for weights in options.weights:
            model = os.path.join(folder, weights + ".xml")
            subprocess.run([sys.executable, os.path.join(HERE, "make_language_model.py"),
                            "--weights", weights, model], check=True)
            for length in options.lengths:
                for threads in (1, 2):
                    row(options, model, weights, length, threads)


if __name__ == "__main__":
    main()
