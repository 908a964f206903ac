#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""messages_check.py PAGE OPGRAFT LIBRARY ROI_CC SAVED_MODEL: every message that PAGE (docs/messages.md) explains is one that the
command gives here, for models that bring it about, or, if only a program sees it, is in the library."""

import os
import re
import struct
import subprocess
import sys

PAGE, OPGRAFT, LIBRARY, ROI_CC, SAVED_MODEL = map(os.path.abspath, sys.argv[1:])

# What only a program sees, and what of it is in the library.
IN_PROGRAMS = {
  "the request is busy": b"the request is busy",
  "a SavedModel, not a GraphDef": b"a SavedModel, not a GraphDef",
  "CANCELLED": b"the run was cancelled",
  "feed 'x' is double, it must be float": b", it must be ",
}


def attr(name, value):
  return 'attr { key: "%s" value { %s } }' % (name, value)


def typed(name, dtype):
  return attr(name, "type: DT_" + dtype)


def node(name, op, inputs="", *attrs):
  return 'node { name: "%s" op: "%s" %s %s }\n' % (
    name, op, " ".join('input: "%s"' % i for i in inputs.split()), " ".join(attrs))


def placeholder(name="x", dtype="FLOAT", size=3):
  return node(name, "Placeholder", "", typed("dtype", dtype), attr("shape", "shape { dim { size: %d } }" % size))


def constant(name, dtype, text):
  return node(name, "Const", "", typed("dtype", dtype), attr("value", "tensor { dtype: DT_%s %s }" % (dtype, text)))


def floats(name):
  return attr(name, "list { type: DT_FLOAT }")


def function(body, result):
  return """library { function { signature { name: "f" input_arg { name: "x" type: DT_FLOAT } output_arg { name: "y" type: DT_FLOAT } }
    %s ret { key: "y" value: "%s" } } }""" % (body.replace("node {", "node_def {"), result)


X = placeholder()
T = typed("T", "FLOAT")
F = 'func { name: "f" }'
ZERO = constant("zero", "INT32", "tensor_shape { } int_val: 0")
CALL = ("PartitionedCall", "x", floats("Tin"), floats("Tout"), attr("f", F))

# To be checked.
GRAPHS = {
  "unknown": X + node("f", "EagerPyFunc", "x") + node("norm", "MyNorm", "x"),
  "no_attr": X + node("y", "Cast", "x", typed("SrcT", "FLOAT")),
  "uint8": placeholder(dtype="UINT8") + node("y", "Softmax", "x", typed("T", "UINT8")),
  "no_input": X + placeholder("weights") + node("y", "AddV2", "x wieghts", T),
  "cycle": node("x", "Neg", "y", T) + node("y", "Neg", "x", T),
  "random": X + placeholder("c", "BOOL", 1).replace("dim { size: 1 }", "") + node(
    "y", "StatelessIf", "c x", typed("Tcond", "BOOL"), floats("Tin"), floats("Tout"), attr("then_branch", F), attr("else_branch", F)) +
    function(constant("s", "INT32", "tensor_shape { dim { } }") +
             node("r", "RandomUniform", "s:output:0", typed("dtype", "FLOAT"), typed("T", "INT32")), "r:output:0"),
  "outputs": X + ZERO + node("y", "Split", "zero x", T, attr("num_split", "i: 1000001")),
  "misspelt": X + ZERO + node("y", "ArgMax", "x zero", T, attr("outptu_type", "type: DT_INT32")),
}

# To be run with x = [1 2 3]; those that --check finds with it.
RUNS = {
  "large": constant("s", "INT32", "tensor_shape { dim { size: 2 } } int_val: 1000000 int_val: 1000000") +
           constant("v", "FLOAT", "tensor_shape { } float_val: 0") + node("z", "Fill", "s v", T) + X + node("y", "Neg", "x", T),
  "endless": X + node("y", *CALL) + function(node("c", *CALL), "c:output:0"),
  "double": placeholder(dtype="DOUBLE") + node("y", "OnlyF", "x", typed("T", "DOUBLE")),
  **{op: X + node("y", op, "x", T) for op in ["Behind", "Unwritten", "FlatWrong", "Promises"]},
  "roi": X + node("head/roi", "Roi", "x", T),
  **{"of" + op: X + node("y", op, "x", T) for op in ["CrashesElsewhere", "CrashesLater", "Exits"]},
}


def write_npy(path, value):
  header = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }".ljust(117) + "\n"
  with open(path, "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<3d", *value))


def said(*words):
  done = subprocess.run([OPGRAFT, *words], capture_output=True, text=True)
  return done.stdout + done.stderr


def all_messages():
  subprocess.run([OPGRAFT, "build", "roi.cc"], check=True)
  write_npy("double.npy", [1, 2, 3])
  for name, text in {**GRAPHS, **RUNS}.items():
    with open(name + ".pbtxt", "w", encoding="utf-8") as file:
      file.write(text)
  with open("neg.pbtxt", "w", encoding="utf-8") as file:
    file.write(placeholder(size=1) + node("y", "Neg", "x", T))
  told = [said("check", name + ".pbtxt") for name in GRAPHS]
  told += [said("run", name + ".pbtxt", "--load", "./roi.so", "--input", "x=1,2,3", *(["--check"] if name[0].isupper() else []))
           for name in RUNS]
  told += [said("run", "neg.pbtxt"), said("run", "neg.pbtxt", "--input", "x=1", "--deadline", "1e-9"), said("ops", "X"),
           said("run", "large.pbtxt", "--load", "./roi.so", "--input", "x=@double.npy"), said("check", SAVED_MODEL)]
  return "".join(told)


def patterns(page):
  """The messages of the page, as regular expressions: what is in the first column of its tables, and its indented lines
  that are no code. Dots stand for anything, any space for any other."""
  messages = [span for row in re.findall(r"^\| (`.*?`) \|", page, re.M) for span in re.findall(r"`([^`]+)`", row)]
  messages += [block for block in re.findall(r"(?:^    .*\n)+", page, re.M) if "REGISTER" not in block]
  for message in messages:
    words = re.escape(" ".join(message.split())).replace(r"\ ", r"\s+")
    # Only the file has the line of a registration.
    yield message, re.sub(r"\w+(\\\.\w+)*:\d+", r"\\S+:\\d+", words.replace(r"\.\.\.", r".*?"))


def main():
  with open(PAGE, encoding="utf-8") as file:
    page = file.read()
  with open(LIBRARY, "rb") as file:
    library = file.read()
  os.chdir(os.environ["TEST_TMPDIR"])
  with open(ROI_CC, encoding="utf-8") as source, open("roi.cc", "w", encoding="utf-8") as copy:
    copy.write(source.read())
  told = all_messages()
  expected = list(patterns(page))
  assert len(expected) > 25, expected
  wrong = [message for message, pattern in expected
           if not re.search(pattern, told) and not (message in IN_PROGRAMS and IN_PROGRAMS[message] in library)]
  print(told if wrong else "", *["Not said: " + message for message in wrong], sep="\n")
  sys.exit(1 if wrong else 0)


if __name__ == "__main__":
  main()
