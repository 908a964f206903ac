// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops of OpenVINO that make numbers by a rule, look them up, or draw them.
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/op/arithmetic_sequence.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"

namespace opgraft {

using opgraft_internal::ArithmeticSequence;
using opgraft_internal::ValueContext;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

namespace {

#define NUMBERS                                                                        \
  "{half, bfloat16, float, double, int8, int16, int32, int64, uint8, uint16, uint32, " \
  "uint64}"

absl::Status RangeShape(InferenceContext* c) {
  for (int i = 0; i < 3; ++i) {
    ShapeHandle unused;
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 0, &unused));
  }
  DataType type = DT_INVALID;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("output_type", &type));
  const Tensor* const start = c->input_tensor(0);
  const Tensor* const stop = c->input_tensor(1);
  const Tensor* const step = c->input_tensor(2);
  DimensionHandle size = c->UnknownDim();
  if (start != nullptr && stop != nullptr && step != nullptr) {
    OPGRAFT_ASSIGN_OR_RETURN(const auto sequence,
                             ArithmeticSequence::Make(*start, *stop, *step, type));
    size = c->MakeDim(sequence.size());
  }
  c->set_output(0, c->Vector(size));
  return absl::OkStatus();
}

// The numbers of a short range of integers.
void RangeValue(ValueContext* c) {
  DataType type = DT_INVALID;
  if (!GetNodeAttr(c->attrs(), "output_type", &type).ok() || !DataTypeIsInteger(type)) return;
  const auto start = c->InputNumber(0), stop = c->InputNumber(1), step = c->InputNumber(2);
  if (!start || !stop || !step) return;
  const int64_t size = c->output_shape(0).dims() == 1 ? c->output_shape(0).dim_size(0) : -1;
  if (size < 0 || size > ValueContext::kMaxElements) return;
  ValueContext::Elements elements;
  for (int64_t i = 0; i < size; ++i) elements.emplace_back(*start + i * *step);
  c->set_output(0, std::move(elements));
}

absl::Status EyeShape(InferenceContext* c) {
  DimensionHandle sizes[2];
  for (int i = 0; i < 3; ++i) {
    ShapeHandle number;
    OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(i), 1, &number));
    if (i == 2) continue;
    const Tensor* const value = c->input_tensor(i);
    sizes[i] = c->UnknownDim();
    int64_t size = 0;
    if (value == nullptr || value->NumElements() != 1) continue;
    size = value->dtype() == DT_INT32 ? *static_cast<const int32_t*>(value->data())
                                      : *static_cast<const int64_t*>(value->data());
    if (size < 0) return absl::InvalidArgumentError(absl::StrCat("size ", size, " is below 0"));
    sizes[i] = c->MakeDim(size);
  }
  ShapeHandle batch = c->Scalar(), out;
  if (c->num_inputs() > 3) OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(3, &batch));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(batch, c->Matrix(sizes[0], sizes[1]), &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status BucketizeShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &unused));
  return shape_inference::UnchangedShape(c);
}

// All dimensions but the last are those of the sorted values, unless these are a vector.
absl::Status SearchSortedShape(InferenceContext* c) {
  ShapeHandle sorted, values = c->input(1);
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &sorted));
  if (c->RankKnown(sorted) && c->Rank(sorted) > 1) {
    ShapeHandle rows;
    OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(sorted, c->Rank(sorted) - 1, c->UnknownDim(), &rows));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(values, rows, &values));
  }
  c->set_output(0, values);
  return absl::OkStatus();
}

absl::Status RandomUniformShape(InferenceContext* c) {
  for (int i = 1; i < 3; ++i) {
    ShapeHandle number;
    DimensionHandle unused;
    OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(i), 1, &number));
    if (c->Rank(number) == 1) OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(number, 0), 1, &unused));
  }
  return shape_inference::RandomShape(c);
}

absl::Status MultinomialShape(InferenceContext* c) {
  ShapeHandle probs, number;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &probs));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(1), 1, &number));
  DimensionHandle samples = c->UnknownDim();
  if (c->Rank(number) == 0) {
    OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInput(1, &samples));
  } else if (c->Rank(number) == 1) {
    ShapeHandle spelled;
    OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(1, &spelled));
    if (c->Rank(spelled) == 1) samples = c->Dim(spelled, 0);
  }
  c->set_output(0, c->Matrix(c->Dim(probs, 0), samples));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("OpenVINO>Range")
    .Attr("Tstart: " NUMBERS)
    .Attr("Tstop: " NUMBERS)
    .Attr("Tstep: " NUMBERS)
    .Attr("output_type: " NUMBERS)
    .Input("start: Tstart")
    .Input("stop: Tstop")
    .Input("step: Tstep")
    .Output("output: output_type")
    .SetShapeFn(RangeShape)
    .SetValueFn(RangeValue)
    .Doc(R"doc(
start, start + step, start + 2 * step, ... before stop; none where stop is not ahead.

start: The first number, a scalar.
stop: Where the numbers end, a scalar; it is not among them.
step: From one number to the next, a scalar.
output: A vector.
output_type: Of the numbers; of integers fractions of all three are cut off.
)doc");

REGISTER_OP("OpenVINO>Eye")
    .Attr("Trows: {int32, int64}")
    .Attr("Tcolumns: {int32, int64}")
    .Attr("Tdiagonal: {int32, int64}")
    .Attr("Tbatch: {int32, int64} = DT_INT64")
    .Attr("N: int >= 0")
    .Attr("output_type: " NUMBERS)
    .Input("num_rows: Trows")
    .Input("num_columns: Tcolumns")
    .Input("diagonal_index: Tdiagonal")
    .Input("batch_shape: N * Tbatch")
    .Output("output: output_type")
    .SetShapeFn(EyeShape)
    .Doc(R"doc(
Matrices with ones on a diagonal, and 0 elsewhere.

num_rows: One number.
num_columns: One number.
diagonal_index: One number: 0 for the main diagonal, above 0 for those above it.
batch_shape: The dimensions in front of the matrices, a vector; none for one matrix.
output: The matrices.
output_type: Of their elements.
)doc");

REGISTER_OP("OpenVINO>Bucketize")
    .Attr("T: " NUMBERS)
    .Attr("output_type: {int32, int64} = DT_INT64")
    .Attr("with_right_bound: bool = true")
    .Input("data: T")
    .Input("buckets: T")
    .Output("output: output_type")
    .SetShapeFn(BucketizeShape)
    .Doc(R"doc(
Between which bounds each value lies.

data: The values, of any shape.
buckets: The bounds, a sorted vector.
output: How many bounds are below a value; of the shape of `data`.
output_type: Of the numbers.
with_right_bound: If false, bounds that are equal to a value count too.
)doc");

REGISTER_OP("OpenVINO>SearchSorted")
    .Attr("T: " NUMBERS)
    .Attr("output_type: {int32, int64} = DT_INT64")
    .Attr("right_mode: bool = false")
    .Input("sorted: T")
    .Input("values: T")
    .Output("output: output_type")
    .SetShapeFn(SearchSortedShape)
    .Doc(R"doc(
Where values belong among sorted ones.

sorted: A vector, or rows of sorted values along the last dimension.
values: What is looked up; in rows, each has its own.
output: How many of the sorted values are below; of the shape of `values`.
output_type: Of the numbers.
right_mode: Whether those that are equal count too.
)doc");

REGISTER_OP("OpenVINO>RandomUniform")
    .SetIsStateful()
    .Attr("Tshape: {int32, int64}")
    .Attr("output_type: {half, bfloat16, float, double, int32, int64}")
    .Attr("global_seed: int = 0")
    .Attr("op_seed: int = 0")
    .Attr("alignment: {'tensorflow', 'pytorch'} = 'tensorflow'")
    .Input("shape: Tshape")
    .Input("min_val: output_type")
    .Input("max_val: output_type")
    .Output("output: output_type")
    .SetShapeFn(RandomUniformShape)
    .Doc(R"doc(
Numbers drawn from a range, each as likely as the others.

shape: The sizes of the output, a vector.
min_val: The least number, a scalar.
max_val: What all numbers are below, a scalar.
output: Of the shape that `shape` spells.
output_type: Of the numbers.
global_seed: The seed; if both are 0, numbers differ from run to run.
op_seed: Another seed, which alignment 'pytorch' does not look at.
alignment: Whose numbers these are: 'tensorflow' goes on from run to run, 'pytorch' begins anew.
)doc");

REGISTER_OP("OpenVINO>Multinomial")
    .SetIsStateful()
    .Attr("T: {half, bfloat16, float, double}")
    .Attr("Tsamples: {int32, int64}")
    .Attr("convert_type: {int32, int64} = DT_INT64")
    .Attr("with_replacement: bool")
    .Attr("log_probs: bool")
    .Attr("global_seed: int = 0")
    .Attr("op_seed: int = 0")
    .Input("probs: T")
    .Input("num_samples: Tsamples")
    .Output("output: convert_type")
    .SetShapeFn(MultinomialShape)
    .Doc(R"doc(
Classes drawn from rows of probabilities.

probs: What each class weighs, [rows, classes].
num_samples: How many are drawn from each row, one number.
output: The classes, [rows, num_samples].
convert_type: Of the classes.
with_replacement: Whether a class may be drawn again.
log_probs: Whether `probs` has the logarithms of the weights.
global_seed: A seed.
op_seed: Another; if both are 0, classes differ from run to run.
)doc");

#undef NUMBERS

}  // namespace opgraft
