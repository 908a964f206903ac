// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// LinSpace, ClipByValue, Cross, L2Loss and AccumulateNV2.
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

namespace {

absl::Status LinSpaceShape(InferenceContext* c) {
  static constexpr const char* kNames[] = {"start", "stop", "num"};
  for (int i = 0; i < 3; ++i) {
    ShapeHandle unused;
    const absl::Status status = c->WithRank(c->input(i), 0, &unused);
    if (!status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(status.message(), "\n\t for '", kNames[i], "'"));
    }
  }
  const Tensor* value = c->input_tensor(2);
  if (value == nullptr || !IsIndexTensor(*value) || value->NumElements() != 1) {
    c->set_output(0, c->Vector(c->UnknownDim()));
    return absl::OkStatus();
  }
  const int64_t num = IndexAt(*value, 0);
  if (num <= 0) return absl::InvalidArgumentError(absl::StrCat("Requires num > 0: ", num));
  c->set_output(0, c->Vector(num));
  return absl::OkStatus();
}

// Of one shape, whose last dimension is 3.
absl::Status CrossShape(InferenceContext* c) {
  ShapeHandle a, b, merged;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &a));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(1), 1, &b));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(a, b, &merged));
  if (c->RankKnown(merged)) {
    DimensionHandle unused;
    OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(merged, -1), 3, &unused));
  }
  c->set_output(0, merged);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("LinSpace")
    .Input("start: T")
    .Input("stop: T")
    .Input("num: Tidx")
    .Output("output: T")
    .Attr("T: {bfloat16, half, float, double}")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .SetShapeFn(LinSpaceShape)
    .Doc(R"doc(
Evenly spaced numbers from start to stop.

start: The first number, a scalar.
stop: The last number, a scalar, unless there is one only.
num: How many there are, a scalar.
output: A vector.
)doc");

REGISTER_OP("IsotonicRegression")
    .Input("input: T")
    .Output("output: output_dtype")
    .Output("segments: int32")
    .Attr("T: realnumbertype")
    .Attr("output_dtype: {half, bfloat16, float, double} = DT_FLOAT")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      c->set_output(0, c->input(0));
      c->set_output(1, c->input(0));
      return absl::OkStatus();
    })
    .Doc(R"doc(
Isotonic regression: the descending numbers nearest to the input, by least squares, along the last dimension.

input: The numbers.
output: Such numbers; neighbours often have the same.
segments: Counts from 0 along the last dimension, one more where the output descends.
output_dtype: Of the output: double for int32 and int64, float for shorter integers, else T.
)doc");

REGISTER_OP("ClipByValue")
    .Input("t: T")
    .Input("clip_value_min: T")
    .Input("clip_value_max: T")
    .Output("output: T")
    .Attr("T: numbertype")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Clips numbers to a range.

t: The values.
clip_value_min: What nothing is below, of the shape of `t` or a scalar.
clip_value_max: What nothing is above that the first allows, of the shape of `t` or a scalar.
output: Of the shape of `t`.
)doc");

REGISTER_OP("Cross")
    .Input("a: T")
    .Input("b: T")
    .Output("product: T")
    .Attr("T: realnumbertype")
    .SetShapeFn(CrossShape)
    .Doc(R"doc(
The cross products of vectors of three numbers.

a: The vectors along the last dimension.
b: Others, of the same shape.
product: Of the same shape.
)doc");

REGISTER_OP("L2Loss")
    .Input("t: T")
    .Output("output: T")
    .Attr("T: {half, bfloat16, float, double}")
    .SetShapeFn(shape_inference::ScalarShape)
    .Doc(R"doc(
Half the sum of the squares.

t: The values, of any shape.
output: A scalar.
)doc");

REGISTER_OP("AccumulateNV2")
    .Input("inputs: N * T")
    .Output("sum: T")
    .Attr("N: int >= 1")
    .Attr("T: numbertype")
    .Attr("shape: shape")
    .SetIsAggregate()
    .SetIsCommutative()
    .SetShapeFn(shape_inference::ExplicitShape)
    .Doc(R"doc(
The sum of tensors of one shape, as AddN.

inputs: The tensors, all of one shape.
sum: Of that shape.
shape: That shape.
)doc");

}  // namespace opgraft
