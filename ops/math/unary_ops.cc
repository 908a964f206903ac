// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// More ops of one argument.
#include "ops/math/op_families.h"

namespace opgraft {

using shape_inference::UnchangedShape;

OPGRAFT_UNARY_OP("Rsqrt", OPGRAFT_FLOATS_OR_COMPLEX, "1 / sqrt(x).");
OPGRAFT_UNARY_OP("Reciprocal", OPGRAFT_SIGNED_OR_COMPLEX, "1 / x.");
OPGRAFT_UNARY_OP("Inv", OPGRAFT_SIGNED_OR_COMPLEX, "1 / x.");
OPGRAFT_UNARY_OP("Log", OPGRAFT_FLOATS_OR_COMPLEX, "The natural logarithm.");
OPGRAFT_UNARY_OP("Log1p", OPGRAFT_FLOATS_OR_COMPLEX, "log(1 + x), near 0 too.");
OPGRAFT_UNARY_OP("Expm1", OPGRAFT_FLOATS_OR_COMPLEX, "exp(x) - 1, near 0 too.");

OPGRAFT_UNARY_OP("Sin", OPGRAFT_FLOATS_OR_COMPLEX, "The sine.");
OPGRAFT_UNARY_OP("Cos", OPGRAFT_FLOATS_OR_COMPLEX, "The cosine.");
OPGRAFT_UNARY_OP("Tan", OPGRAFT_FLOATS_OR_COMPLEX, "The tangent.");
OPGRAFT_UNARY_OP("Asin", OPGRAFT_FLOATS_OR_COMPLEX, "The inverse sine.");
OPGRAFT_UNARY_OP("Acos", OPGRAFT_FLOATS_OR_COMPLEX, "The inverse cosine.");
OPGRAFT_UNARY_OP("Atan", OPGRAFT_FLOATS_OR_COMPLEX, "The inverse tangent.");
OPGRAFT_UNARY_OP("Sinh", OPGRAFT_FLOATS_OR_COMPLEX, "The hyperbolic sine.");
OPGRAFT_UNARY_OP("Cosh", OPGRAFT_FLOATS_OR_COMPLEX, "The hyperbolic cosine.");
OPGRAFT_UNARY_OP("Asinh", OPGRAFT_FLOATS_OR_COMPLEX, "The inverse hyperbolic sine.");
OPGRAFT_UNARY_OP("Acosh", OPGRAFT_FLOATS_OR_COMPLEX, "The inverse hyperbolic cosine.");
OPGRAFT_UNARY_OP("Atanh", OPGRAFT_FLOATS_OR_COMPLEX, "The inverse hyperbolic tangent.");

OPGRAFT_UNARY_OP("Erf", OPGRAFT_FLOATS, "The Gauss error function.");
OPGRAFT_UNARY_OP("Erfc", OPGRAFT_FLOATS, "1 - Erf(x), for large x too.");

OPGRAFT_UNARY_OP("Sign", OPGRAFT_SIGNED_OR_COMPLEX,
                 "1, 0 or -1: what x is of |x|; of complex numbers x / |x|.");
OPGRAFT_UNARY_OP("Floor", OPGRAFT_FLOATS, "The largest whole number that is not above x.");
OPGRAFT_UNARY_OP("Ceil", OPGRAFT_FLOATS, "The smallest whole number that is not below x.");
OPGRAFT_UNARY_OP("Round", OPGRAFT_SIGNED_OR_COMPLEX,
                 "The nearest whole number; of two as near the even one.");
OPGRAFT_UNARY_OP("Rint", OPGRAFT_FLOATS, "The nearest whole number; of two as near the even one.");

OPGRAFT_UNARY_OP_TO("IsNan", OPGRAFT_FLOATS, "bool", "Whether x is NaN.");
OPGRAFT_UNARY_OP_TO("IsInf", OPGRAFT_FLOATS, "bool", "Whether x is infinite, of either sign.");
OPGRAFT_UNARY_OP_TO("IsFinite", OPGRAFT_FLOATS, "bool", "Whether x is neither infinite nor NaN.");

OPGRAFT_UNARY_OP("Invert", OPGRAFT_INTEGERS, "x with every bit turned over.");
OPGRAFT_UNARY_OP_TO("PopulationCount", OPGRAFT_INTEGERS, "uint8", "How many bits of x are 1.");

// --- Complex ---

REGISTER_OP("Conj")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: {complex64, complex128, variant} = DT_COMPLEX64")
    .SetShapeFn(UnchangedShape)
    .Doc(R"doc(
The conjugate complex number.

input: The values, of any shape.
output: Of the shape of `input`.
)doc");

// Both names of the argument differ.
#define PART_OP(op, in, out, says)                            \
  REGISTER_OP(op)                                             \
      .Input(in ": T")                                        \
      .Output(out ": Tout")                                   \
      .Attr("T: {complex64, complex128} = DT_COMPLEX64")      \
      .Attr("Tout: {float, double} = DT_FLOAT")               \
      .SetShapeFn(UnchangedShape)                             \
      .Doc(says "\n\n" in ": The values, of any shape.\n" out \
                ": Of the same shape.\n"                      \
                "Tout: float of complex64, double of complex128.\n")

PART_OP("Real", "input", "output", "The real part.");
PART_OP("Imag", "input", "output", "The imaginary part.");
PART_OP("Angle", "input", "output", "The angle to the positive real axis, from -pi to pi.");
PART_OP("ComplexAbs", "x", "y", "The distance from 0.");

}  // namespace opgraft
