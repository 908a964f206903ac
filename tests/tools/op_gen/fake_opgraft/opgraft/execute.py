# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Tells what it was called with."""

OUTPUTS = {"IdentityN": 1, "NoOp": 0, "Squeeze": 1, "Sum": 1}


def apply_op(op, inputs, attrs, name):
  call = (op, inputs, attrs, name)
  return [call + (i,) for i in range(OUTPUTS[op])] if OUTPUTS[op] else call


def make_tensor(text, name):
  return (text, name)
