// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Pools whose windows are of two neighbouring sizes, in an order that is drawn.
#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// One more than there are windows.
absl::Status SetCuts(InferenceContext* c, int output, DimensionHandle windows) {
  DimensionHandle cuts;
  OPGRAFT_RETURN_IF_ERROR(c->Add(windows, 1, &cuts));
  c->set_output(output, c->Vector(cuts));
  return absl::OkStatus();
}

absl::Status PoolShape(InferenceContext* c) {
  ShapeHandle images;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &images));
  std::vector<float> ratios;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("pooling_ratio", &ratios));
  if (ratios.size() != 4)
    return absl::InvalidArgumentError("pooling_ratio field must specify 4 dimensions");
  std::vector<DimensionHandle> dims;
  for (size_t d = 0; d < ratios.size(); ++d) {
    if (!(ratios[d] >= 1)) {
      return absl::InvalidArgumentError(
          absl::StrCat("pooling_ratio cannot be smaller than 1, got: ", ratios[d]));
    }
    const DimensionHandle dim = c->Dim(images, static_cast<int64_t>(d));
    dims.push_back(c->UnknownDim());
    if (!c->ValueKnown(dim)) continue;
    const float size = std::floor(static_cast<float>(c->Value(dim)) / ratios[d]);
    dims.back() = c->MakeDim(std::min(static_cast<int64_t>(size), c->Value(dim)));
  }
  c->set_output(0, c->MakeShape(dims));
  OPGRAFT_RETURN_IF_ERROR(SetCuts(c, 1, dims[1]));
  return SetCuts(c, 2, dims[2]);
}

absl::Status MaxGradShape(InferenceContext* c) {
  return shape_inference::UnchangedShapeWithRank(c, 4);
}

absl::Status MeanGradShape(InferenceContext* c) {
  ShapeHandle shape;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(0, &shape));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(shape, 4, &shape));
  c->set_output(0, shape);
  return absl::OkStatus();
}

}  // namespace

#define OPGRAFT_FRACTIONAL_DOC                                                                   \
  "value: Images [batch, height, width, channels].\n"                                            \
  "output: One pixel for each window.\n"                                                         \
  "row_pooling_sequence: The row at which each window begins, and the height.\n"                 \
  "col_pooling_sequence: The column at which each window begins, and the width.\n"               \
  "pooling_ratio: How many times smaller each dimension becomes, 1 or more; of batch and\n"      \
  "  channels 1.\n"                                                                              \
  "pseudo_random: One number is drawn for all windows of a dimension, so that their sizes\n"     \
  "  alternate; else the sizes are shuffled.\n"                                                  \
  "overlapping: Each window has the first row and column of the next one too.\n"                 \
  "deterministic: The same windows in each run.\n"                                               \
  "seed: With seed2 tells which windows, where they are deterministic; both 0: any. Must be 0\n" \
  "  otherwise.\n"                                                                               \
  "seed2: See seed.\n"

#define OPGRAFT_FRACTIONAL_POOL(op, what)                                \
  REGISTER_OP(op)                                                        \
      .Input("value: T")                                                 \
      .Output("output: T")                                               \
      .Output("row_pooling_sequence: int64")                             \
      .Output("col_pooling_sequence: int64")                             \
      .Attr("pooling_ratio: list(float) >= 4")                           \
      .Attr("pseudo_random: bool = false")                               \
      .Attr("overlapping: bool = false")                                 \
      .Attr("deterministic: bool = false")                               \
      .Attr("seed: int = 0")                                             \
      .Attr("seed2: int = 0")                                            \
      .Attr("T: {float, double, int32, int64}")                          \
      .SetShapeFn(PoolShape)                                             \
      .Doc(what                                                          \
           " of windows of two neighbouring sizes, in an order that is " \
           "drawn.\n\n" OPGRAFT_FRACTIONAL_DOC)

OPGRAFT_FRACTIONAL_POOL("FractionalMaxPool", "The largest elements");
OPGRAFT_FRACTIONAL_POOL("FractionalAvgPool", "The means");

REGISTER_OP("FractionalMaxPoolGrad")
    .Input("orig_input: T")
    .Input("orig_output: T")
    .Input("out_backprop: T")
    .Input("row_pooling_sequence: int64")
    .Input("col_pooling_sequence: int64")
    .Output("output: T")
    .Attr("overlapping: bool = false")
    .Attr("T: {float, double, int32, int64}")
    .SetShapeFn(MaxGradShape)
    .Doc(R"doc(
The gradient of FractionalMaxPool by its input.

orig_input: What was pooled.
orig_output: What came out.
out_backprop: What flows into the output; it goes to the first of the largest elements of a window.
row_pooling_sequence: As FractionalMaxPool gives it.
col_pooling_sequence: As FractionalMaxPool gives it.
output: Of the shape of `orig_input`.
overlapping: As of FractionalMaxPool.
)doc");

REGISTER_OP("FractionalAvgPoolGrad")
    .Input("orig_input_tensor_shape: int64")
    .Input("out_backprop: T")
    .Input("row_pooling_sequence: int64")
    .Input("col_pooling_sequence: int64")
    .Output("output: T")
    .Attr("overlapping: bool = false")
    .Attr("T: {float, double, int32, int64}")
    .SetShapeFn(MeanGradShape)
    .Doc(R"doc(
The gradient of FractionalAvgPool by its input.

orig_input_tensor_shape: The shape of what was pooled.
out_backprop: What flows into the output; it goes to all elements of a window in equal parts.
row_pooling_sequence: As FractionalAvgPool gives it.
col_pooling_sequence: As FractionalAvgPool gives it.
output: Of the shape of the input.
overlapping: As of FractionalAvgPool.
)doc");

}  // namespace opgraft
