// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Families of ops that differ in a name, a list of types and a sentence only. What follows a family
// goes on: OPGRAFT_BINARY_OP(...).SetIsCommutative();
#ifndef OPS_MATH_OP_FAMILIES_H_
#define OPS_MATH_OP_FAMILIES_H_

#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/type_lists.h"

// y = f(x). `says` is the summary.
#define OPGRAFT_UNARY_OP(op, types, says)                     \
  REGISTER_OP(op)                                             \
      .Input("x: T")                                          \
      .Output("y: T")                                         \
      .Attr("T: " types)                                      \
      .SetShapeFn(::opgraft::shape_inference::UnchangedShape) \
      .Doc(says "\n\nx: The values, of any shape.\ny: Of the shape of `x`.\n")

// The same, to another type.
#define OPGRAFT_UNARY_OP_TO(op, types, out, says)             \
  REGISTER_OP(op)                                             \
      .Input("x: T")                                          \
      .Output("y: " out)                                      \
      .Attr("T: " types)                                      \
      .SetShapeFn(::opgraft::shape_inference::UnchangedShape) \
      .Doc(says "\n\nx: The values, of any shape.\ny: Of the shape of `x`.\n")

// z = f(x, y), whose inputs are called `first` and `second` and are broadcast.
#define OPGRAFT_BINARY_OP(op, first, second, types, says)               \
  REGISTER_OP(op)                                                       \
      .Input(first ": T")                                               \
      .Input(second ": T")                                              \
      .Output("z: T")                                                   \
      .Attr("T: " types)                                                \
      .SetShapeFn(::opgraft::shape_inference::BroadcastBinaryOpShapeFn) \
      .Doc(says "\n\n" first ": One side.\n" second                     \
                ": The other side; the shapes of both are broadcast.\n" \
                "z: Of the broadcast shape.\n")

#endif  // OPS_MATH_OP_FAMILIES_H_
