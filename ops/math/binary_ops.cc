// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// More ops of two arguments: division, powers, comparisons, bits, gradients.
#include <cstdint>

#include "framework/op/value_inference.h"
#include "ops/math/op_families.h"

namespace opgraft {

using opgraft_internal::ValueContext;
using shape_inference::BroadcastBinaryOpShapeFn;
using shape_inference::UnchangedShape;

// --- Division ---

namespace {

// What a divisor above 0 leaves is less than it.
void FloorModValue(ValueContext* c) {
  const auto divisor = c->InputNumber(1);
  const int64_t count = c->output_shape(0).num_elements();
  if (!divisor || *divisor <= 0 || count < 0 || count > ValueContext::kMaxElements) return;
  c->set_output(0, ValueContext::Elements(static_cast<size_t>(count), DimRange(0, *divisor - 1)));
}

}  // namespace

#define DIVIDED                                                                                \
  "{bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, " \
  "complex64, complex128}"

OPGRAFT_BINARY_OP("FloorDiv", "x", "y", DIVIDED,
                  "x / y, rounded down. Integers divided by zero are an error.");
OPGRAFT_BINARY_OP("TruncateDiv", "x", "y", DIVIDED,
                  "x / y, rounded towards zero. Integers divided by zero are an error.");
OPGRAFT_BINARY_OP("FloorMod", "x", "y",
                  "{int8, int16, int32, int64, uint8, uint16, uint32, uint64, bfloat16, half, "
                  "float, double}",
                  "What FloorDiv leaves: x - FloorDiv(x, y) * y, of the sign of y.")
    .SetValueFn(FloorModValue);
OPGRAFT_BINARY_OP("Mod", "x", "y", "{int32, int64, half, half, bfloat16, float, double}",
                  "What TruncateDiv leaves: x - TruncateDiv(x, y) * y, of the sign of x.");
OPGRAFT_BINARY_OP("TruncateMod", "x", "y", "{int32, int64, bfloat16, half, float, double}",
                  "What TruncateDiv leaves: x - TruncateDiv(x, y) * y, of the sign of x.");
OPGRAFT_BINARY_OP("DivNoNan", "x", "y", "{half, float, bfloat16, double, complex64, complex128}",
                  "x / y, or 0 where y is 0.");
OPGRAFT_BINARY_OP("MulNoNan", "x", "y", OPGRAFT_FLOATS_OR_COMPLEX,
                  "x * y, or 0 where y is 0, even if x is infinite or NaN.");

// --- Powers and what is like them ---

#define X_TIMES "{half, bfloat16, float, double, complex64, complex128}"

OPGRAFT_BINARY_OP("SquaredDifference", "x", "y",
                  "{bfloat16, half, float, double, int32, int64, complex64, complex128}",
                  "(x - y) times its conjugate.")
    .SetIsCommutative();
OPGRAFT_BINARY_OP("Pow", "x", "y",
                  "{bfloat16, float, half, double, int8, int16, int32, int64, complex64, "
                  "complex128}",
                  "x to the power of y. A negative power of integers is an error.");
OPGRAFT_BINARY_OP("Xlogy", "x", "y", X_TIMES, "x * log(y), or 0 where x is 0.");
OPGRAFT_BINARY_OP("Xlog1py", "x", "y", X_TIMES, "x * log(1 + y), or 0 where x is 0.");
OPGRAFT_BINARY_OP("Xdivy", "x", "y", X_TIMES, "x / y, or 0 where x is 0.");
OPGRAFT_BINARY_OP("Atan2", "y", "x", OPGRAFT_FLOATS,
                  "The angle of the point (x, y), from -pi to pi.");

REGISTER_OP("NextAfter")
    .Attr("T: {double, float} = DT_FLOAT")
    .Input("x1: T")
    .Input("x2: T")
    .Output("output: T")
    .SetShapeFn(BroadcastBinaryOpShapeFn)
    .Doc(R"doc(
The next number of the type after x1 in the direction of x2.

x1: Where to start.
x2: Where to go; the shapes of both are broadcast.
output: Of the broadcast shape.
)doc");

// --- Comparisons ---

#define COMPARISON_OP(op, says)                                                       \
  REGISTER_OP(op)                                                                     \
      .Input("x: T")                                                                  \
      .Input("y: T")                                                                  \
      .Output("z: bool")                                                              \
      .Attr("T: realnumbertype")                                                      \
      .SetShapeFn(BroadcastBinaryOpShapeFn)                                           \
      .Doc(says                                                                       \
           "\n\nx: One side.\ny: The other side; the shapes of both are broadcast.\n" \
           "z: Of the broadcast shape.\n")

COMPARISON_OP("LessEqual", "x <= y.");
COMPARISON_OP("GreaterEqual", "x >= y.");

REGISTER_OP("ApproximateEqual")
    .Input("x: T")
    .Input("y: T")
    .Output("z: bool")
    .SetIsCommutative()
    .Attr("T: numbertype")
    .Attr("tolerance: float = 0.00001")
    .SetShapeFn(shape_inference::MergeBothInputsShapeFn)
    .Doc(R"doc(
|x - y| < tolerance.

x: One side.
y: The other side, of the same shape.
z: Of that shape.
tolerance: How far apart counts as different.
)doc");

// --- Bits ---

OPGRAFT_BINARY_OP("BitwiseAnd", "x", "y", OPGRAFT_INTEGERS, "The bits that both have.")
    .SetIsCommutative();
OPGRAFT_BINARY_OP("BitwiseOr", "x", "y", OPGRAFT_INTEGERS, "The bits that one of them has.")
    .SetIsCommutative();
OPGRAFT_BINARY_OP("BitwiseXor", "x", "y", OPGRAFT_INTEGERS, "The bits that only one of them has.")
    .SetIsCommutative();
OPGRAFT_BINARY_OP("LeftShift", "x", "y", OPGRAFT_INTEGERS,
                  "x with its bits moved up by y, which is cut to what the type has.");
OPGRAFT_BINARY_OP("RightShift", "x", "y", OPGRAFT_INTEGERS,
                  "x with its bits moved down by y, which is cut to what the type has; a negative "
                  "number stays so.");

// --- Complex ---

REGISTER_OP("Complex")
    .Input("real: T")
    .Input("imag: T")
    .Output("out: Tout")
    .Attr("T: {float, double} = DT_FLOAT")
    .Attr("Tout: {complex64, complex128} = DT_COMPLEX64")
    .SetShapeFn(BroadcastBinaryOpShapeFn)
    .Doc(R"doc(
Complex numbers from their real and imaginary parts.

real: The real parts.
imag: The imaginary parts; the shapes of both are broadcast.
out: Of the broadcast shape.
Tout: complex64 of float, complex128 of double.
)doc");

// --- Gradients ---

#define GRADIENT_OP(op, says)                                 \
  REGISTER_OP(op)                                             \
      .Input("y: T")                                          \
      .Input("dy: T")                                         \
      .Output("z: T")                                         \
      .Attr("T: " OPGRAFT_FLOATS_OR_COMPLEX)                  \
      .SetShapeFn(UnchangedShape)                             \
      .Doc(says                                               \
           "\n\ny: What the op gave.\n"                       \
           "dy: The gradient of that, of as many elements.\n" \
           "z: The gradient of the op's input, of the shape of `y`.\n")

GRADIENT_OP("SqrtGrad", "The gradient of Sqrt: dy * 0.5 / y.");
GRADIENT_OP("RsqrtGrad", "The gradient of Rsqrt: dy * -0.5 * y^3.");
GRADIENT_OP("ReciprocalGrad", "The gradient of Reciprocal: -dy * y^2.");
GRADIENT_OP("InvGrad", "The gradient of Inv: -dy * y^2.");
GRADIENT_OP("TanhGrad", "The gradient of Tanh: dy * (1 - y^2).");
GRADIENT_OP("SigmoidGrad", "The gradient of Sigmoid: dy * y * (1 - y).");

}  // namespace opgraft
