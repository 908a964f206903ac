#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Asks TensorFlow for many random calls like those of the answers files.

Usage: python3 random_calls.py [--calls N] [--seed S] [--out FILE] [OP...]

Each op of the .jsonl files beside this program (or each OP) is called N times (100): a known call,
changed at one to three places: values become extremes (nan, inf, the largest, -1), dimensions grow,
shrink or vanish, dtypes and attrs change within what the OpDef allows. TensorFlow answers in
processes of its own; a call that kills one is left out and counted, as is one that takes over 20 s.
The answers go to FILE (random_calls.jsonl in the current folder), for

    bazel-bin/tests/tensorflow_answers/compare_answers FILE
"""
import argparse
import glob
import json
import multiprocessing
import os
import random
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
HELPERS = {"Const", "Identity", "NoOp", "Placeholder"}
CHUNK = 500  # calls a process, unless one kills it
FLOATS = [float("nan"), float("inf"), float("-inf"), 0.0, -0.0, 1.0, -1.0, 0.5, 1e-30, 3e4, -3e4, 1e30]
INTEGERS = [0, 1, -1, 2, 3, 7, 100, -100, 127, -128, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63)]
NUMBERS = ["float", "double", "half", "bfloat16", "int8", "int16", "int32", "int64", "uint8",
           "uint16", "uint32", "uint64", "bool", "complex64", "complex128", "string"]


def known_calls():
    """op -> the lines that call it, alone or with others around it."""
    calls = {}
    for path in sorted(glob.glob(os.path.join(HERE, "*.jsonl"))):
        with open(path, encoding="ascii") as lines:
            for text in lines:
                line = json.loads(text)
                for op in {op_of(line["node"])} | {op_of(node) for node in line.get("around", [])} - HELPERS:
                    calls.setdefault(op, []).append(line)
    return calls


def op_of(node):
    return node.split('op: "', 1)[1].split('"', 1)[0]


def random_value(rng, dtype):
    if dtype == "string":
        return "".join(rng.choice("ab 1.-\xe9,") for _ in range(rng.randrange(4)))
    if dtype == "bool":
        return rng.random() < 0.5
    if dtype.startswith("complex"):
        return [random_value(rng, "float"), random_value(rng, "float")]
    if dtype in ("float", "double", "half", "bfloat16") or dtype.startswith("float8"):
        value = rng.choice(FLOATS) if rng.random() < 0.4 else rng.uniform(-4, 4)
        if dtype == "half" and 1e5 < abs(value) < float("inf"):
            value = 6e4
        return value if value == value and abs(value) != float("inf") else str(value)
    value = rng.choice(INTEGERS) if rng.random() < 0.4 else rng.randrange(-2, 6)
    bits = int("".join(c for c in dtype if c.isdigit()) or 32)
    low, high = (0, 2**bits - 1) if dtype.startswith(("u", "qu")) else (-(2**(bits - 1)), 2**(bits - 1) - 1)
    return min(max(value, low), high)


def change_values(rng, tensor):
    for _ in range(rng.randint(1, 3)):
        if tensor["data"]:
            at = rng.randrange(len(tensor["data"]))
            was = tensor["data"][at]
            is_long = isinstance(was, str) and tensor["type"] == "string" and len(was) > 4
            tensor["data"][at] = (changed_text(rng, was) if is_long and rng.random() < 0.8
                                  else random_value(rng, tensor["type"]))


def changed_text(rng, text):
    """A text that may be a message or a file: cut off, or with another character."""
    at = rng.randrange(len(text))
    return rng.choice([text[:at], text[at:], text[:at] + chr(rng.randrange(256)) + text[at + 1:]])


def change_shape(rng, tensor):
    shape = list(tensor["shape"])
    if not shape or rng.random() < 0.15:
        shape.insert(rng.randint(0, len(shape)), rng.randint(0, 3))
    elif rng.random() < 0.15:
        shape.pop(rng.randrange(len(shape)))
    else:
        at = rng.randrange(len(shape))
        shape[at] = max(0, shape[at] + rng.choice([-2, -1, 1, 1, 2, -shape[at]]))
    size = int(np.prod(shape, dtype=np.int64))
    if size > 4096:
        return
    data = tensor["data"]
    tensor["shape"] = shape
    tensor["data"] = [data[i % len(data)] if data else random_value(rng, tensor["type"])
                      for i in range(size)]


def changed(rng, line):
    """A copy of the line's inputs and attrs, changed."""
    inputs = json.loads(json.dumps(line["inputs"]))
    for _ in range(rng.randint(1, 3)):
        if inputs:
            rng.choice([change_values, change_values, change_shape])(rng, rng.choice(inputs))
    return {**line, "inputs": inputs, "change": rng.randrange(2**31)}


def changed_nodes(call):
    """Within the child: attrs and dtypes are changed by the OpDef. The NodeDefs, the call's own first."""
    from google.protobuf import text_format
    from tensorflow.core.framework import node_def_pb2
    rng = random.Random(call["change"])
    nodes = [text_format.Parse(text, node_def_pb2.NodeDef())
             for text in (call["node"], *call.get("around", []))]
    if rng.random() < 0.5:
        change_attr(rng, rng.choice([n for n in nodes if n.op not in HELPERS] or nodes), nodes, call["inputs"])
    return nodes


def change_attr(rng, node, nodes, inputs):
    from tensorflow.core.framework import types_pb2
    from tensorflow.python.framework import op_def_registry
    attr = rng.choice(list(op_def_registry.get(node.op).attr) or [None])
    if attr is None:
        return
    value = node.attr[attr.name]
    allowed = attr.allowed_values.list
    if attr.type == "bool":
        value.b = not value.b
    elif attr.type == "int":
        value.i = max(value.i + rng.choice([-1, 1, 2]), attr.minimum if attr.has_minimum else -2)
        if any(attr.name == arg.number_attr for arg in op_def_registry.get(node.op).input_arg):
            value.i = len(inputs)
    elif attr.type == "float":
        value.f = rng.choice([0.0, -1.0, 0.5, 2.0, value.f * 3])
    elif attr.type == "string" and allowed.s:
        value.s = rng.choice(list(allowed.s))
    elif attr.type == "list(int)" and value.list.i:
        value.list.i[rng.randrange(len(value.list.i))] += rng.choice([-1, 1])
    elif attr.type == "type":
        change_type(rng, node, attr, nodes, inputs, types_pb2)


def change_type(rng, node, attr, nodes, inputs, types_pb2):
    names = [types_pb2.DataType.Name(t)[3:].lower() for t in attr.allowed_values.list.type] or NUMBERS
    to = rng.choice([n for n in names if n in NUMBERS] or ["float"])
    was_type = node.attr[attr.name].type
    was = types_pb2.DataType.Name(was_type)[3:].lower()
    node.attr[attr.name].type = getattr(types_pb2, "DT_" + to.upper())
    others = [n for n in nodes if n is not node and n.op not in HELPERS]
    for value in (v for n in others for v in n.attr.values() if v.WhichOneof("value") == "type"):
        if value.type == was_type:
            value.type = node.attr[attr.name].type
    for tensor in inputs:  # those of the same type are taken for those of the attr
        if tensor["type"] == was and was != to:
            tensor["type"] = to
            tensor["data"] = [random_value(rng, to) for _ in tensor["data"]]


def ask(calls, answers):
    """In a process of its own: sends (number, answer or None) for each call."""
    import answers as tensorflow
    for number, call in enumerate(calls):
        answers.send((number, None))  # begun
        try:
            node, *around = changed_nodes(call)
            line = tensorflow.answer_of(node, around, call)
        except Exception as error:  # what TensorFlow refuses before it makes the node
            line = {"refused": str(error)[:200]}
        answers.send((number, line))
    answers.send((len(calls), None))


def answers_of(calls):
    """The answers of all calls, None where TensorFlow died or took too long."""
    done = {}
    begin = 0
    while begin < len(calls):
        own, theirs = multiprocessing.Pipe(duplex=False)
        child = multiprocessing.Process(target=ask, args=(calls[begin:], theirs))
        child.start()
        theirs.close()
        last = 0
        try:
            while last < len(calls) - begin and own.poll(20):
                last, line = own.recv()
                if line is not None:
                    done[begin + last] = line
        except EOFError:  # it died
            pass
        child.kill()
        child.join()
        begin += last + 1
    return [done.get(i) for i in range(len(calls))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--calls", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="random_calls.jsonl")
    parser.add_argument("ops", nargs="*")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    known = known_calls()
    ops = options.ops or sorted(known)
    calls = [changed(rng, rng.choice(known[op])) for op in ops for _ in range(options.calls)]
    counts = {"answers": 0, "refused": 0, "died": 0}
    with open(options.out, "w", encoding="ascii") as out:
        for i in range(0, len(calls), CHUNK):
            for line in answers_of(calls[i:i + CHUNK]):
                kind = "died" if line is None else "refused" if "refused" in line else "answers"
                counts[kind] += 1
                if kind == "answers":
                    out.write(json.dumps(line, separators=(",", ":")) + "\n")
            out.flush()
            print(f"\r{i + CHUNK} of {len(calls)} calls: {counts}", end="", file=sys.stderr)
    print(file=sys.stderr)


if __name__ == "__main__":
    sys.path.insert(0, HERE)
    import answers  # noqa: F401  TensorFlow, once for all processes, which begin as copies of this one
    multiprocessing.set_start_method("fork")
    main()
