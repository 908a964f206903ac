// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Elements that are repeated along dimensions.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

using Elements = ValueContext::Elements;

absl::Status BroadcastToShape(InferenceContext* c) {
  ShapeHandle input = c->input(0), unused, shape, out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(1, &shape));
  if (!c->RankKnown(shape) || !c->RankKnown(input)) {
    c->set_output(0, shape);
    return absl::OkStatus();
  }
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(input, c->Rank(shape), &input));
  OPGRAFT_RETURN_IF_ERROR(shape_inference::BroadcastBinaryOpOutputShapeFnHelper(
      c, input, shape, /*incompatible_shape_error=*/true, &out));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(out, shape, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status TileShape(InferenceContext* c) {
  ShapeHandle input = c->input(0), multiples;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &multiples));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(1, &multiples));
  if (c->RankKnown(input))
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(multiples, c->Rank(input), &multiples));
  if (!c->RankKnown(multiples)) return shape_inference::UnknownShape(c);
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(input, c->Rank(multiples), &input));
  std::vector<DimensionHandle> dims(static_cast<size_t>(c->Rank(multiples)));
  for (size_t d = 0; d < dims.size(); ++d) {
    const auto index = static_cast<int64_t>(d);
    OPGRAFT_RETURN_IF_ERROR(c->Multiply(c->Dim(input, index), c->Dim(multiples, index), &dims[d]));
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

// A short vector, repeated; a scalar counts as one of one element.
void SetRepeated(ValueContext* c, const Elements& part, int64_t times) {
  const auto most = static_cast<int64_t>(ValueContext::kMaxElements);
  if (times < 0 || times > most || static_cast<int64_t>(part.size()) * times > most) return;
  Elements all;
  for (int64_t i = 0; i < times; ++i) all.insert(all.end(), part.begin(), part.end());
  c->set_output(0, std::move(all));
}

void TileValue(ValueContext* c) {
  const auto part = c->input_elements(0);
  const auto times = c->InputNumbers(1);
  if (part && times && times->size() == 1) SetRepeated(c, *part, times->front());
}

void BroadcastToValue(ValueContext* c) {
  const auto part = c->input_elements(0);
  const auto sizes = c->InputNumbers(1);
  if (!part || !sizes || sizes->size() > 1) return;
  const int64_t size = sizes->empty() ? 1 : sizes->front();
  if (static_cast<int64_t>(part->size()) == size) {
    c->set_output(0, *part);
  } else if (part->size() == 1) {
    SetRepeated(c, *part, size);
  }
}

absl::Status BroadcastArgsShape(InferenceContext* c) {
  ShapeHandle x, y;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &x));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &y));
  DimensionHandle length;
  OPGRAFT_RETURN_IF_ERROR(c->Max(c->Dim(x, 0), c->Dim(y, 0), &length));
  c->set_output(0, c->Vector(length));
  return absl::OkStatus();
}

// The size that both broadcast to.
DimRange BroadcastSize(DimRange x, DimRange y) {
  const DimRange one(1);
  if (x == one || y == one) return x == one ? y : x;
  if (x.min() > 1 || y.min() > 1) return x.min() > 1 ? x : y;
  return x == y && x.is_static() ? x : DimRange();
}

void BroadcastArgsValue(ValueContext* c) {
  const auto x = c->input_elements(0);
  const auto y = c->input_elements(1);
  if (!x || !y) return;
  Elements sizes(std::max(x->size(), y->size()), DimRange(1));
  std::copy(x->rbegin(), x->rend(), sizes.rbegin());
  for (size_t i = 1; i <= y->size(); ++i)
    sizes[sizes.size() - i] = BroadcastSize(sizes[sizes.size() - i], (*y)[y->size() - i]);
  c->set_output(0, std::move(sizes));
}

absl::Status BroadcastGradientArgsShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &unused));
  c->set_output(0, c->Vector(InferenceContext::kUnknownDim));
  c->set_output(1, c->Vector(InferenceContext::kUnknownDim));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("BroadcastTo")
    .Input("input: T")
    .Input("shape: Tidx")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .SetShapeFn(BroadcastToShape)
    .SetValueFn(BroadcastToValue)
    .Doc(R"doc(
Broadcasts a tensor to `shape`, by NumPy's rules: dimensions of size 1 are repeated.

input: Its dimensions are aligned with the last ones of `shape`; each is 1 or the same.
shape: A vector with the sizes of the output.
output: Of that shape.
)doc");

REGISTER_OP("Tile")
    .Input("input: T")
    .Input("multiples: Tmultiples")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tmultiples: {int32, int64} = DT_INT32")
    .SetShapeFn(TileShape)
    .SetValueFn(TileValue)
    .Doc(R"doc(
Repeats a tensor along each dimension, as often as `multiples` says.

input: What is repeated.
multiples: How often along each dimension, a vector.
output: Of size `input.shape[i] * multiples[i]` along dimension i.
)doc");

REGISTER_OP("BroadcastArgs")
    .Input("s0: T")
    .Input("s1: T")
    .Output("r0: T")
    .Attr("T: {int32, int64} = DT_INT32")
    .SetShapeFn(BroadcastArgsShape)
    .SetValueFn(BroadcastArgsValue)
    .Doc(R"doc(
The shape that two shapes broadcast to.

s0: A shape, as a vector.
s1: Another.
r0: Theirs together.
)doc");

REGISTER_OP("BroadcastGradientArgs")
    .Input("s0: T")
    .Input("s1: T")
    .Output("r0: T")
    .Output("r1: T")
    .Attr("T: {int32, int64} = DT_INT32")
    .SetShapeFn(BroadcastGradientArgsShape)
    .Doc(R"doc(
The dimensions that the gradient of a broadcasting op is summed over.

s0: The shape of the first operand, as a vector.
s1: That of the second.
r0: The dimensions of the result along which the first one was repeated.
r1: Those along which the second one was.
)doc");

}  // namespace opgraft
