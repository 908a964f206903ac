// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Transpose.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The rank, from whichever tells it: the input, the length of perm, or perm.
int64_t RankOfTranspose(InferenceContext* c, const Tensor* perm) {
  if (c->RankKnown(c->input(0))) return c->Rank(c->input(0));
  const int64_t length = c->Value(c->NumElements(c->input(1)));
  return length >= 0 || perm == nullptr ? length : perm->NumElements();
}

absl::Status TransposeShape(InferenceContext* c) {
  ShapeHandle input = c->input(0), perm_shape;
  const Tensor* perm = c->input_tensor(1);
  if (perm != nullptr && !IsIndexTensor(*perm))
    return absl::InvalidArgumentError("perm must be integers");
  const int64_t rank = RankOfTranspose(c, perm);
  if (rank < 0) return shape_inference::UnknownShape(c);
  // A perm of one element goes with a scalar too.
  if (!c->RankKnown(input) && rank < 2) return shape_inference::UnchangedShape(c);
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(input, rank, &input));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &perm_shape));
  DimensionHandle length;
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(perm_shape, 0), rank, &length));
  std::vector<DimensionHandle> dims(static_cast<size_t>(rank));
  for (int64_t i = 0; perm != nullptr && i < std::min(rank, perm->NumElements()); ++i) {
    const int64_t d = IndexAt(*perm, i);
    if (d < -rank || d >= rank) {
      return absl::InvalidArgumentError(
          absl::StrCat("perm dim ", d, " is out of range of input rank ", rank));
    }
    dims[static_cast<size_t>(i)] = c->Dim(input, d);
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("ConjugateTranspose")
    .Input("x: T")
    .Input("perm: Tperm")
    .Output("y: T")
    .Attr("T: type")
    .Attr("Tperm: {int32, int64} = DT_INT32")
    .SetShapeFn(TransposeShape)
    .Doc(R"doc(
Dimension i of y is dimension perm[i] of x; complex numbers become their conjugates.

x: Any tensor.
perm: A vector with the dimensions of `x` in their new order.
y: The elements, or their conjugates, with the dimensions in that order.
)doc");

REGISTER_OP("Transpose")
    .Input("x: T")
    .Input("perm: Tperm")
    .Output("y: T")
    .Attr("T: type")
    .Attr("Tperm: {int32, int64} = DT_INT32")
    .SetShapeFn(TransposeShape)
    .Doc(R"doc(
Dimension i of y is dimension perm[i] of x.

x: Any tensor.
perm: A vector with the dimensions of `x` in their new order.
y: The same elements, with the dimensions in that order.
)doc");

}  // namespace opgraft
