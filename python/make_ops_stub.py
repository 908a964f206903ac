#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Prints the stub of opgraft.ops: a line a function, for editors and mypy."""

import ast
import keyword

from opgraft import _core, ops

HEADER = '''"""A function for every op that is registered (written by make_ops_stub.py)."""

from typing import Any

def __getattr__(name: str) -> Any: ...  # of op libraries
def function_of(op: str) -> Any: ...
'''
PLAIN = ("bool", "float", "int", "str")


def annotation(node):
    return node.id if isinstance(node, ast.Name) and node.id in PLAIN else "Any"


def default(node):
    return ast.unparse(node) if isinstance(node, ast.Constant) else "..."


def signature(function):
    arguments = function.args.args
    defaults = [None] * (len(arguments) - len(function.args.defaults)) + function.args.defaults
    parts = []
    for argument, value in zip(arguments, defaults):
        is_given = value is not None
        kind = "Any" if argument.arg == "name" else annotation(argument.annotation)
        # None is the default of every attr.
        if is_given and not (isinstance(value, ast.Constant) and value.value is not None):
            kind = "Any"
        parts.append(f"{argument.arg}: {kind}" + (f" = {default(value)}" if is_given else ""))
    return ", ".join(parts)


def main():
    print(HEADER)
    for name in dir(ops):
        op = ops._names()[name]
        real, source = _core.function_of(op)
        module = ast.parse(source)
        function = next(node for node in module.body if isinstance(node, ast.FunctionDef))
        for shown in sorted({name, real}):
            if shown.isidentifier() and not keyword.iskeyword(shown):
                print(f"def {shown}({signature(function)}) -> Any: ...")


main()
