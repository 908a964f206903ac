// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that give what has been joined so far along a dimension.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {

#define SCAN_OP(op, types, says)                                                               \
  REGISTER_OP(op)                                                                              \
      .Input("x: T")                                                                           \
      .Input("axis: Tidx")                                                                     \
      .Attr("exclusive: bool = false")                                                         \
      .Attr("reverse: bool = false")                                                           \
      .Output("out: T")                                                                        \
      .Attr("T: " types)                                                                       \
      .Attr("Tidx: {int32, int64} = DT_INT32")                                                 \
      .SetShapeFn(shape_inference::UnchangedShape)                                             \
      .Doc(says                                                                                \
           "\n\nx: The values.\n"                                                              \
           "axis: The dimension along which they are joined, a scalar; a negative one counts " \
           "from the last.\n"                                                                  \
           "out: Of the shape of `x`.\n"                                                       \
           "exclusive: Whether an element is left out of what it gives.\n"                     \
           "reverse: Whether to go from the last element to the first.\n")

SCAN_OP("Cumsum", "numbertype", "The sums of the elements up to each.");
SCAN_OP("Cumprod", "numbertype", "The products of the elements up to each.");
SCAN_OP("CumulativeLogsumexp", "{bfloat16, half, float, double}",
        "The logarithms of the sums of the exponentials of the elements up to each.");

}  // namespace opgraft
