// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops of OpenVINO that normalise values, and their means.
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

namespace {

#define FLOATS "{half, bfloat16, float, double}"

absl::Status CheckAxis(InferenceContext* c, int64_t axis) {
  const ShapeHandle data = c->input(0);
  if (!c->RankKnown(data)) return absl::OkStatus();
  const int64_t rank = c->Rank(data);
  if (axis >= -rank && axis < rank) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("axis ", axis, " is not in [", -rank, ", ", rank,
                                                 "), the dimensions of ", c->DebugString(data)));
}

absl::Status AxisAttrShape(InferenceContext* c) {
  int64_t axis = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("axis", &axis));
  OPGRAFT_RETURN_IF_ERROR(CheckAxis(c, axis));
  return shape_inference::UnchangedShape(c);
}

// `most_rank`: of the axes.
absl::Status CheckAxesInput(InferenceContext* c, int most_rank) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(1), most_rank, &unused));
  const Tensor* axes = c->input_tensor(1);
  if (axes == nullptr || !IsIndexTensor(*axes)) return absl::OkStatus();
  for (int64_t i = 0; i < axes->NumElements(); ++i)
    OPGRAFT_RETURN_IF_ERROR(CheckAxis(c, IndexAt(*axes, i)));
  return absl::OkStatus();
}

absl::Status AxesInputShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(CheckAxesInput(c, 1));
  return shape_inference::UnchangedShape(c);
}

absl::Status LrnShape(InferenceContext* c) {
  int64_t size = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("size", &size));
  if (size < 1) return absl::InvalidArgumentError(absl::StrCat("size ", size, " is not above 0"));
  return AxesInputShape(c);
}

absl::Status GrnShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 2, &unused));
  return shape_inference::UnchangedShapeWithRankAtMost(c, 4);
}

// Inputs `numbers` are a number for each channel of input `data`.
absl::Status ChannelsShape(InferenceContext* c, int data, std::initializer_list<int> numbers) {
  ShapeHandle images;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(data), 2, &images));
  DimensionHandle channels = c->Dim(images, 1);
  for (const int i : numbers) {
    ShapeHandle vector;
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 1, &vector));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(channels, c->Dim(vector, 0), &channels));
  }
  if (c->RankKnown(images)) OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(images, 1, channels, &images));
  c->set_output(0, images);
  return absl::OkStatus();
}

absl::Status GroupsShape(InferenceContext* c) {
  int64_t groups = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("num_groups", &groups));
  if (groups < 1)
    return absl::InvalidArgumentError(absl::StrCat("num_groups ", groups, " is not above 0"));
  OPGRAFT_RETURN_IF_ERROR(ChannelsShape(c, 0, {1, 2}));
  DimensionHandle unused;
  return c->Divide(c->Dim(c->output(0), 1), groups, /*evenly_divisible=*/true, &unused);
}

absl::Status BatchNormShape(InferenceContext* c) { return ChannelsShape(c, 0, {1, 2, 3, 4}); }
absl::Status BatchNormV1Shape(InferenceContext* c) { return ChannelsShape(c, 2, {0, 1, 3, 4}); }

}  // namespace

#define NORM_OP(op) \
  REGISTER_OP("OpenVINO>" op).Attr("T: " FLOATS).Input("data: T").Output("output: T")

#define DATA_DOC "\n\ndata: The values.\noutput: Of the shape of `data`.\n"

NORM_OP("Softmax")
    .Attr("axis: int = 1")
    .SetShapeFn(AxisAttrShape)
    .Doc("exp(x), divided by the sum of all along a dimension." DATA_DOC
         "axis: The dimension; a negative one counts from the last.\n");

NORM_OP("LogSoftmax")
    .Attr("axis: int = 1")
    .SetShapeFn(AxisAttrShape)
    .Doc("The logarithm of Softmax." DATA_DOC
         "axis: The dimension; a negative one counts from the last.\n");

REGISTER_OP("OpenVINO>ReduceMean")
    .Attr("T: " FLOATS)
    .Attr("Taxes: {int32, int64}")
    .Input("data: T")
    .Input("axes: Taxes")
    .Output("output: T")
    .Attr("keep_dims: bool = false")
    .SetShapeFn(shape_inference::ReductionShape)
    .Doc(
        "The mean along some dimensions; of no values 0, where TensorFlow's Mean is NaN.\n\n"
        "data: The values.\n"
        "axes: The dimensions that go; a negative one counts from the last.\n"
        "keep_dims: Whether the dimensions stay, with size 1.\n"
        "output: Without those dimensions, or with size 1 in their place.\n");

REGISTER_OP("OpenVINO>MVN")
    .Attr("T: " FLOATS)
    .Attr("Taxes: {int32, int64}")
    .Input("data: T")
    .Input("axes: Taxes")
    .Output("output: T")
    .Attr("eps: float")
    .Attr("normalize_variance: bool")
    .Attr("eps_mode: {'inside_sqrt', 'outside_sqrt'}")
    .SetShapeFn(AxesInputShape)
    .Doc("Values less their mean along some dimensions, and divided by their deviation." DATA_DOC
         "axes: The dimensions, a vector; negative ones count from the last.\n"
         "eps: What is added to the variance or to the deviation.\n"
         "normalize_variance: Whether values are divided at all.\n"
         "eps_mode: Where `eps` is added: to the variance, or to its root.\n");

REGISTER_OP("OpenVINO>NormalizeL2")
    .Attr("T: " FLOATS)
    .Attr("Taxes: {int32, int64}")
    .Input("data: T")
    .Input("axes: Taxes")
    .Output("output: T")
    .Attr("eps: float")
    .Attr("eps_mode: {'add', 'max'}")
    .SetShapeFn(AxesInputShape)
    .Doc("Values divided by the root of the sum of their squares along some dimensions." DATA_DOC
         "axes: The dimensions; negative ones count from the last. Of none, each value is divided "
         "by itself, and 0 stays.\n"
         "eps: What is added to the sum, or the least that it may be.\n"
         "eps_mode: Whether `eps` is added, or the greater of both taken.\n");

NORM_OP("GRN")
    .Attr("bias: float")
    .SetShapeFn(GrnShape)
    .Doc("Values divided by the root of the sum of their squares along dimension 1." DATA_DOC
         "bias: What is added to the sum.\n");

REGISTER_OP("OpenVINO>LRN")
    .Attr("T: " FLOATS)
    .Attr("Taxes: {int32, int64}")
    .Input("data: T")
    .Input("axes: Taxes")
    .Output("output: T")
    .Attr("alpha: float")
    .Attr("beta: float")
    .Attr("bias: float")
    .Attr("size: int")
    .SetShapeFn(LrnShape)
    .Doc("Values divided by a power of the squares of their neighbours." DATA_DOC
         "axes: The dimensions along which neighbours lie; negative ones count from the last.\n"
         "alpha: What the mean of the squares is multiplied by.\n"
         "beta: The power.\n"
         "bias: What is added before.\n"
         "size: How many are neighbours along a dimension, the value itself among them.\n");

NORM_OP("GroupNormalization")
    .Input("scale: T")
    .Input("bias: T")
    .Attr("num_groups: int")
    .Attr("epsilon: float")
    .SetShapeFn(GroupsShape)
    .Doc(
        "Values less their mean and divided by their deviation, in groups of channels; then each "
        "channel is scaled and shifted." DATA_DOC
        "scale: A number for each channel, that is dimension 1.\n"
        "bias: A number for each channel.\n"
        "num_groups: How many groups the channels are put into.\n"
        "epsilon: What is added to the variance.\n");

#define BATCH_NORM_DOC                                                              \
  "(data - mean) / sqrt(variance + epsilon) * gamma + beta, with numbers for each " \
  "channel." DATA_DOC                                                               \
  "gamma: A number for each channel, that is dimension 1.\n"                        \
  "beta: A number for each channel.\nmean: A number for each channel.\n"            \
  "variance: A number for each channel.\nepsilon: What is added to the variance.\n"

NORM_OP("BatchNormInference")
    .Input("gamma: T")
    .Input("beta: T")
    .Input("mean: T")
    .Input("variance: T")
    .Attr("epsilon: float")
    .SetShapeFn(BatchNormShape)
    .Doc(BATCH_NORM_DOC);

REGISTER_OP("OpenVINO>BatchNormInferenceV1")
    .Attr("T: " FLOATS)
    .Input("gamma: T")
    .Input("beta: T")
    .Input("data: T")
    .Input("mean: T")
    .Input("variance: T")
    .Output("output: T")
    .Attr("epsilon: float")
    .SetShapeFn(BatchNormV1Shape)
    .Doc(BATCH_NORM_DOC);

#undef BATCH_NORM_DOC
#undef DATA_DOC
#undef NORM_OP
#undef FLOATS

}  // namespace opgraft
