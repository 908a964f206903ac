# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Imports a generated module over the fake package and calls functions of it."""

import ast
import inspect
import sys

sys.path[:0] = sys.argv[1:3]  # the fake package; where the module is
import all_ops  # noqa: E402

source = inspect.getsource(all_ops)
functions = {n.name: n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef)}
assert len(functions) > 60, len(functions)
for name, function in functions.items():
  doc = ast.get_docstring(function)
  assert "Args:" in doc and "Returns:" in doc, name
  arguments = function.args.args
  assert arguments[-1].arg == "name" and ast.unparse(function.args.defaults[-1]) == "None", name
  for argument in arguments:
    assert argument.arg + ": " in doc, (name, argument.arg)
assert set(all_ops.RAW_OPS.values()) == {getattr(all_ops, name) for name in functions}

assert str(inspect.signature(all_ops._sum)) == (
    "(input: 'Annotated[Any, TV_Sum_T]', axis: 'Annotated[Any, TV_Sum_Tidx]', keep_dims: 'bool' = False, name=None)"
    " -> 'Annotated[Any, TV_Sum_T]'")
assert all_ops._sum("x", 1, name="s") == ("Sum", ["x", 1], {"keep_dims": False}, "s", 0)
assert all_ops._sum("x", axis=1, keep_dims=None)[2] == {"keep_dims": False}
assert all_ops.squeeze("x", [2]) == ("Squeeze", ["x"], {"squeeze_dims": [2]}, None, 0)
assert all_ops.identity_n(["a", "b"])[:2] == ("IdentityN", [["a", "b"]])
assert all_ops.no_op("n") == ("NoOp", [], {}, "n")
assert all_ops.RAW_OPS["If"] is all_ops._if
