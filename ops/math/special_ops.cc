// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Special functions.
#include "framework/op/shape_inference.h"
#include "ops/math/op_families.h"

namespace opgraft {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

namespace {

// All have one shape, but for scalars.
absl::Status BetaincShape(InferenceContext* c) {
  int num_scalars = 0;
  ShapeHandle merged = c->UnknownShape();
  ShapeHandle other = merged;
  for (int i = 0; i < c->num_inputs(); ++i) {
    const ShapeHandle in = c->input(i);
    if (!c->RankKnown(in)) {
      other = in;
    } else if (c->Rank(in) == 0) {
      ++num_scalars;
    } else {
      OPGRAFT_RETURN_IF_ERROR(c->Merge(merged, in, &merged));
      other = merged;
    }
  }
  if (num_scalars == c->num_inputs()) return shape_inference::ScalarShape(c);
  // What is not known may be a scalar beside another.
  c->set_output(0, num_scalars == c->num_inputs() - 1 ? other : merged);
  return absl::OkStatus();
}

}  // namespace

OPGRAFT_UNARY_OP("Lgamma", OPGRAFT_FLOATS, "The logarithm of the gamma function's absolute value.");
OPGRAFT_UNARY_OP("Digamma", OPGRAFT_FLOATS, "The derivative of the gamma function's logarithm.");
OPGRAFT_UNARY_OP("Ndtri", OPGRAFT_FLOATS,
                 "The inverse of the normal distribution's cumulative function.");
OPGRAFT_UNARY_OP("Erfinv", OPGRAFT_FLOATS, "The inverse of Erf.");

OPGRAFT_UNARY_OP("BesselI0", OPGRAFT_FLOATS,
                 "The modified Bessel function of the first kind and order 0.");
OPGRAFT_UNARY_OP("BesselI0e", OPGRAFT_FLOATS, "exp(-|x|) * BesselI0(x).");
OPGRAFT_UNARY_OP("BesselI1", OPGRAFT_FLOATS,
                 "The modified Bessel function of the first kind and order 1.");
OPGRAFT_UNARY_OP("BesselI1e", OPGRAFT_FLOATS, "exp(-|x|) * BesselI1(x).");
OPGRAFT_UNARY_OP("BesselJ0", OPGRAFT_FLOATS, "The Bessel function of the first kind and order 0.");
OPGRAFT_UNARY_OP("BesselJ1", OPGRAFT_FLOATS, "The Bessel function of the first kind and order 1.");
OPGRAFT_UNARY_OP("BesselK0", OPGRAFT_FLOATS,
                 "The modified Bessel function of the second kind and order 0.");
OPGRAFT_UNARY_OP("BesselK0e", OPGRAFT_FLOATS, "exp(x) * BesselK0(x).");
OPGRAFT_UNARY_OP("BesselK1", OPGRAFT_FLOATS,
                 "The modified Bessel function of the second kind and order 1.");
OPGRAFT_UNARY_OP("BesselK1e", OPGRAFT_FLOATS, "exp(x) * BesselK1(x).");
OPGRAFT_UNARY_OP("BesselY0", OPGRAFT_FLOATS, "The Bessel function of the second kind and order 0.");
OPGRAFT_UNARY_OP("BesselY1", OPGRAFT_FLOATS, "The Bessel function of the second kind and order 1.");

OPGRAFT_UNARY_OP("Dawsn", OPGRAFT_FLOATS,
                 "Dawson's integral: exp(-x^2) times the integral of exp(t^2) from 0 to x.");
OPGRAFT_UNARY_OP("Expint", OPGRAFT_FLOATS, "The exponential integral of exp(t) / t up to x.");
OPGRAFT_UNARY_OP("Spence", OPGRAFT_FLOATS, "The dilogarithm of 1 - x.");
OPGRAFT_UNARY_OP("FresnelSin", OPGRAFT_FLOATS, "Fresnel's integral of sin(pi/2 t^2) from 0 to x.");
OPGRAFT_UNARY_OP("FresnelCos", OPGRAFT_FLOATS, "Fresnel's integral of cos(pi/2 t^2) from 0 to x.");

#define FLOAT_OR_DOUBLE "{float, double}"

OPGRAFT_BINARY_OP("Igamma", "a", "x", OPGRAFT_FLOATS,
                  "The lower incomplete gamma function P(a, x), regularized.");
OPGRAFT_BINARY_OP("Igammac", "a", "x", OPGRAFT_FLOATS,
                  "The upper incomplete gamma function Q(a, x), regularized: 1 - Igamma(a, x).");
OPGRAFT_BINARY_OP("IgammaGradA", "a", "x", FLOAT_OR_DOUBLE,
                  "The derivative of Igamma(a, x) with respect to a.");
OPGRAFT_BINARY_OP("Zeta", "x", "q", FLOAT_OR_DOUBLE,
                  "The Hurwitz zeta function: the sum of (q + n)^-x over n from 0 on.");
OPGRAFT_BINARY_OP("Polygamma", "a", "x", FLOAT_OR_DOUBLE,
                  "The a-th derivative of Digamma(x), for whole numbers a from 0 on.");

REGISTER_OP("RandomGammaGrad")
    .Input("alpha: T")
    .Input("sample: T")
    .Output("output: T")
    .Attr("T: {float, double}")
    .SetShapeFn(shape_inference::BroadcastBinaryOpShapeFn)
    .Doc(R"doc(
The derivative of a sample of the gamma distribution with respect to its parameter.

alpha: The parameter of the distribution.
sample: What was drawn; the shapes of both are broadcast.
output: Of the broadcast shape.
)doc");

REGISTER_OP("Betainc")
    .Input("a: T")
    .Input("b: T")
    .Input("x: T")
    .Output("z: T")
    .Attr("T: {float, double}")
    .SetShapeFn(BetaincShape)
    .Doc(R"doc(
The incomplete beta function I_x(a, b), regularized.

a: The first parameter.
b: The second parameter.
x: Up to where, from 0 to 1. All three have one shape; any may be a scalar instead.
z: Of that shape.
)doc");

}  // namespace opgraft
