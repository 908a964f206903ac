// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that make one value of many.
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {

using shape_inference::InferenceContext;
using shape_inference::ReductionShape;
using shape_inference::ShapeHandle;

namespace {

// The input's shape without the dimension that is searched.
absl::Status ArgOpShape(InferenceContext* c) {
  const ShapeHandle input = c->input(0);
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  const Tensor* axis_value = c->input_tensor(1);
  const int32_t rank = c->Rank(input);
  if (c->RankKnown(input) && rank <= 1) return shape_inference::ScalarShape(c);
  if (!c->RankKnown(input) || axis_value == nullptr) {
    c->set_output(0, c->RankKnown(input) ? c->UnknownShapeOfRank(rank - 1) : c->UnknownShape());
    return absl::OkStatus();
  }
  if (!IsIndexTensor(*axis_value) || axis_value->NumElements() != 1) {
    return absl::InvalidArgumentError("dimension must be a single integer");
  }
  const int64_t axis = IndexAt(*axis_value, 0);
  if (axis < -rank || axis >= rank) {
    return absl::InvalidArgumentError(absl::StrCat("Dimension (", axis, ") must be in the range [",
                                                   -rank, ", ", rank, "), where ", rank,
                                                   " is the number of dimensions in the input."));
  }
  std::vector<shape_inference::DimensionHandle> dims;
  for (int32_t i = 0; i < rank; ++i) {
    if (i != (axis < 0 ? axis + rank : axis)) dims.push_back(c->Dim(input, i));
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

}  // namespace

#define REDUCTION_DOC(says)                                                                    \
  says "\n\ninput: The values that are reduced.\n"                                             \
       "reduction_indices: The dimensions that go; a negative one counts from the last. None " \
       "gives `input` as it is.\n"                                                             \
       "output: Without those dimensions, or with size 1 in their place.\n"                    \
       "keep_dims: Whether the dimensions stay, with size 1.\n"

#define REDUCTION_OP(op, types, says)          \
  REGISTER_OP(op)                              \
      .Input("input: T")                       \
      .Input("reduction_indices: Tidx")        \
      .Output("output: T")                     \
      .Attr("keep_dims: bool = false")         \
      .Attr("T: " types)                       \
      .Attr("Tidx: {int32, int64} = DT_INT32") \
      .SetShapeFn(ReductionShape)              \
      .Doc(REDUCTION_DOC(says))

REDUCTION_OP("Sum", "numbertype", "The sum along some dimensions.");
REDUCTION_OP("Mean", "numbertype", "The mean along some dimensions.");
REDUCTION_OP("Prod", "numbertype", "The product along some dimensions.");
REDUCTION_OP("Max", "{realnumbertype, quantizedtype}", "The greatest along some dimensions.");
REDUCTION_OP("Min", "{realnumbertype, quantizedtype}", "The least along some dimensions.");
REDUCTION_OP("EuclideanNorm", "numbertype",
             "The square root of the sum of squares along some dimensions.");

#define LOGICAL_REDUCTION_OP(op, says)         \
  REGISTER_OP(op)                              \
      .Input("input: bool")                    \
      .Input("reduction_indices: Tidx")        \
      .Output("output: bool")                  \
      .Attr("keep_dims: bool = false")         \
      .Attr("Tidx: {int32, int64} = DT_INT32") \
      .SetShapeFn(ReductionShape)              \
      .Doc(REDUCTION_DOC(says))

LOGICAL_REDUCTION_OP("All", "Whether all are true along some dimensions.");
LOGICAL_REDUCTION_OP("Any", "Whether one is true along some dimensions.");

REGISTER_OP("ArgMax")
    .Input("input: T")
    .Input("dimension: Tidx")
    .Output("output: output_type")
    .Attr("T: {realnumbertype, quantizedtype, bool}")
    .Attr("Tidx: {int16, int32, int64} = DT_INT32")
    .Attr("output_type: {int16, uint16, int32, int64} = DT_INT64")
    .SetShapeFn(ArgOpShape)
    .Doc(R"doc(
The index of the maximum along one dimension; the first of equals.

input: The values that are searched.
dimension: The dimension along which they are, a scalar; a negative one counts from the last.
output: The index along that dimension, which the shape no longer has.
output_type: Of the index.
)doc");

REGISTER_OP("ArgMin")
    .Input("input: T")
    .Input("dimension: Tidx")
    .Output("output: output_type")
    .Attr("T: {realnumbertype, quantizedtype, bool}")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .Attr("output_type: {int32, int64} = DT_INT64")
    .SetShapeFn(ArgOpShape)
    .Doc(R"doc(
The index of the minimum along one dimension; the first of equals.

input: The values that are searched.
dimension: The dimension along which they are, a scalar; a negative one counts from the last.
output: The index along that dimension, which the shape no longer has.
output_type: Of the index.
)doc");

}  // namespace opgraft
