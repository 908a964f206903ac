// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "ops/nn/window_shapes.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/dimension_sizes.h"
#include "framework/op/index_tensor.h"
#include "framework/op/window_arithmetic.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

using opgraft::shape_inference::DimensionHandle;
using opgraft::shape_inference::InferenceContext;
using opgraft::shape_inference::ShapeHandle;

namespace {

bool ChannelsFirst(InferenceContext* c) {
  std::string format;
  return c->GetAttr("data_format", &format).ok() && (format == "NCHW" || format == "NCDHW");
}

// Each dimension but the batch is pooled by its window.
absl::Status PooledShape(InferenceContext* c, const std::vector<int64_t>& ksize,
                         const std::vector<int64_t>& strides) {
  ShapeHandle input;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), static_cast<int64_t>(ksize.size()), &input));
  std::string padding;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("padding", &padding));
  std::vector<DimensionHandle> dims(ksize.size());
  for (size_t d = 0; d < dims.size(); ++d) {
    dims[d] = c->Dim(input, static_cast<int64_t>(d));
    // Channels that are not pooled may be none.
    if (d == 0 || (ksize[d] == 1 && strides[d] == 1)) continue;
    if (ksize[d] <= 0 || strides[d] <= 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("ksize and strides must be positive, not ", ksize[d], " and ", strides[d]));
    }
    WindowStep step;
    step.stride = strides[d];
    step.same = padding == "SAME";
    OPGRAFT_RETURN_IF_ERROR(
        CountWindowPlaces(DimensionSizes{c}, dims[d], c->MakeDim(ksize[d]), step, &dims[d]));
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

absl::Status ReadVectorOf(InferenceContext* c, const char* name, size_t size,
                          std::vector<int64_t>* values) {
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr(name, values));
  if (values->size() == size) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("attr ", name, " must have ", size, " numbers, not ", values->size()));
}

}  // namespace

absl::Status ShapeOfSizesInput(InferenceContext* c, int input, int64_t rank) {
  ShapeHandle shape;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(input, &shape));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(shape, rank, &shape));
  c->set_output(0, shape);
  return absl::OkStatus();
}

absl::Status Conv2DBackpropInputShape(InferenceContext* c) {
  ShapeHandle sizes, gradient, filter;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &sizes));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 4, &filter));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 4, &gradient));
  if (!c->ValueKnown(c->Dim(sizes, 0))) {
    c->set_output(0, c->UnknownShapeOfRank(4));
    return absl::OkStatus();
  }
  if (c->Value(c->Dim(sizes, 0)) != 2) return ShapeOfSizesInput(c, 0, 4);
  ShapeHandle image;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(0, &image));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(image, 2, &image));
  const DimensionHandle batch = c->Dim(gradient, 0), channels = c->Dim(filter, 2);
  const DimensionHandle rows = c->Dim(image, 0), columns = c->Dim(image, 1);
  c->set_output(0, ChannelsFirst(c) ? c->MakeShape({batch, channels, rows, columns})
                                    : c->MakeShape({batch, rows, columns, channels}));
  return absl::OkStatus();
}

absl::Status DepthwiseConvolutionShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(opgraft::shape_inference::Conv2DShapeWithExplicitPadding(c));
  ShapeHandle input, filter;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &input));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 4, &filter));
  const int channel = ChannelsFirst(c) ? 1 : 3;
  DimensionHandle channels;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(input, channel), c->Dim(filter, 2), &channels));
  OPGRAFT_RETURN_IF_ERROR(c->Multiply(channels, c->Dim(filter, 3), &channels));
  ShapeHandle shape;
  OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(c->output(0), channel, channels, &shape));
  c->set_output(0, shape);
  return absl::OkStatus();
}

absl::Status Pool3DShape(InferenceContext* c) {
  std::vector<int64_t> ksize, strides;
  OPGRAFT_RETURN_IF_ERROR(ReadVectorOf(c, "ksize", 5, &ksize));
  OPGRAFT_RETURN_IF_ERROR(ReadVectorOf(c, "strides", 5, &strides));
  return PooledShape(c, ksize, strides);
}

absl::Status MaxPoolV2Shape(InferenceContext* c) {
  ShapeHandle input;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &input));
  const Tensor* told[] = {c->input_tensor(1), c->input_tensor(2)};
  if (told[0] == nullptr || told[1] == nullptr) {
    ShapeHandle shape;
    OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(c->UnknownShapeOfRank(4), 0, c->Dim(input, 0), &shape));
    c->set_output(0, shape);
    return absl::OkStatus();
  }
  for (const Tensor* numbers : told) {
    if (numbers->dims() == 1 && numbers->NumElements() == 4) continue;
    return absl::InvalidArgumentError(absl::StrCat("ksize and strides must have 4 numbers, not ",
                                                   "shape ", numbers->shape().DebugString()));
  }
  return PooledShape(c, IndicesOf(*told[0]), IndicesOf(*told[1]));
}

absl::Status Dilation2DShape(InferenceContext* c) {
  ShapeHandle input, filter;
  std::vector<int64_t> strides, rates;
  std::string padding;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &input));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 3, &filter));
  OPGRAFT_RETURN_IF_ERROR(ReadVectorOf(c, "strides", 4, &strides));
  OPGRAFT_RETURN_IF_ERROR(ReadVectorOf(c, "rates", 4, &rates));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("padding", &padding));
  DimensionHandle dims[4] = {c->Dim(input, 0)};
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(input, 3), c->Dim(filter, 2), &dims[3]));
  for (int d = 1; d < 3; ++d) {
    WindowStep step;
    step.stride = strides[static_cast<size_t>(d)];
    step.dilation = rates[static_cast<size_t>(d)];
    step.same = padding == "SAME";
    OPGRAFT_RETURN_IF_ERROR(CountWindowPlaces(DimensionSizes{c}, c->Dim(input, d),
                                              c->Dim(filter, d - 1), step, &dims[d]));
  }
  c->set_output(0, c->MakeShape({dims[0], dims[1], dims[2], dims[3]}));
  return absl::OkStatus();
}

}  // namespace opgraft_internal
