// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Shape functions of convolution and pooling: windows that slide over the spatial dimensions of
// images.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/dimension_sizes.h"
#include "framework/op/window_arithmetic.h"

namespace opgraft {
namespace shape_inference {
namespace {

// Where the dimensions of an image batch stand, of `spatial` rows, columns, ...
struct Layout {
  int spatial = 2;
  int channel = 3;
  int first_spatial = 1;
  size_t rank() const { return static_cast<size_t>(spatial) + 2; }
};

absl::Status ReadLayout(InferenceContext* c, int spatial, Layout* layout) {
  layout->spatial = spatial;
  std::string format;
  const bool given = c->GetAttr("data_format", &format).ok();
  const bool channels_first = format == "NCHW" || format == "NCDHW";
  if (given && !channels_first && format != "NHWC" && format != "NDHWC") {
    return absl::InvalidArgumentError(
        absl::StrCat("data_format '", format, "' is not known; it is NHWC, NCHW, NDHWC or NCDHW"));
  }
  layout->channel = channels_first ? 1 : spatial + 1;
  layout->first_spatial = channels_first ? 2 : 1;
  return absl::OkStatus();
}

// An attr with a number for each dimension of the input.
absl::Status ReadPerDim(InferenceContext* c, const char* name, size_t size,
                        std::vector<int64_t>* values) {
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr(name, values));
  if (values->size() == size) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("The ", name, " attribute must contain ", size,
                                                 " values, but got: ", values->size()));
}

absl::Status ReadSteps(InferenceContext* c, const Layout& layout, bool explicit_padding,
                       std::vector<WindowStep>* steps) {
  std::vector<int64_t> strides, dilations(layout.rank(), 1), paddings(2 * layout.rank(), 0);
  std::string padding;
  OPGRAFT_RETURN_IF_ERROR(ReadPerDim(c, "strides", layout.rank(), &strides));
  if (HasNodeAttr(c->attrs(), "dilations")) {
    OPGRAFT_RETURN_IF_ERROR(ReadPerDim(c, "dilations", layout.rank(), &dilations));
  }
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("padding", &padding));
  if (padding == "EXPLICIT" && explicit_padding) {
    OPGRAFT_RETURN_IF_ERROR(ReadPerDim(c, "explicit_paddings", 2 * layout.rank(), &paddings));
  } else if (padding != "SAME" && padding != "VALID") {
    return absl::InvalidArgumentError(absl::StrCat("padding '", padding, "' is not known"));
  }
  steps->resize(layout.rank());
  for (size_t d = 0; d < layout.rank(); ++d) {
    (*steps)[d] = {strides[d], dilations[d], padding == "SAME", paddings[2 * d],
                   paddings[2 * d + 1]};
    OPGRAFT_RETURN_IF_ERROR(CheckPadding((*steps)[d]));
  }
  return absl::OkStatus();
}

// The channels of the output, and whether those of the input fit the filter.
absl::Status OutputChannels(InferenceContext* c, DimensionHandle input, ShapeHandle filter,
                            bool depthwise, DimensionHandle* out) {
  DimensionHandle filter_in = c->Dim(filter, -2);
  *out = c->Dim(filter, -1);
  if (depthwise) {
    OPGRAFT_RETURN_IF_ERROR(c->Merge(input, filter_in, &filter_in));
    return c->Multiply(filter_in, *out, out);
  }
  const int64_t depth = c->Value(input), per_group = c->Value(filter_in);
  if (depth < 0 || per_group < 0) return absl::OkStatus();
  if (per_group == 0 || depth % per_group != 0) {
    return absl::InvalidArgumentError(absl::StrCat("Depth of input (", depth,
                                                   ") is not a multiple of input depth of filter (",
                                                   per_group, ")"));
  }
  const int64_t groups = depth / per_group;
  if (c->ValueKnown(*out) && groups > 0 && c->Value(*out) % groups != 0) {
    return absl::InvalidArgumentError(absl::StrCat("Depth of output (", c->Value(*out),
                                                   ") is not a multiple of the number of groups (",
                                                   groups, ")"));
  }
  return absl::OkStatus();
}

absl::Status ConvShape(InferenceContext* c, int spatial, bool explicit_padding, bool depthwise) {
  Layout layout;
  OPGRAFT_RETURN_IF_ERROR(ReadLayout(c, spatial, &layout));
  std::vector<WindowStep> steps;
  OPGRAFT_RETURN_IF_ERROR(ReadSteps(c, layout, explicit_padding, &steps));
  ShapeHandle input, filter;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), spatial + 2, &input));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), spatial + 2, &filter));
  std::vector<DimensionHandle> dims(layout.rank());
  dims[0] = c->Dim(input, 0);
  OPGRAFT_RETURN_IF_ERROR(OutputChannels(c, c->Dim(input, layout.channel), filter, depthwise,
                                         &dims[static_cast<size_t>(layout.channel)]));
  for (int i = 0; i < spatial; ++i) {
    const size_t d = static_cast<size_t>(layout.first_spatial + i);
    OPGRAFT_RETURN_IF_ERROR(CountWindowPlaces(DimensionSizes{c},
                                              c->Dim(input, layout.first_spatial + i),
                                              c->Dim(filter, i), steps[d], &dims[d]));
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

absl::Status PoolShape(InferenceContext* c, bool over_channels) {
  Layout layout;
  OPGRAFT_RETURN_IF_ERROR(ReadLayout(c, 2, &layout));
  std::vector<WindowStep> steps;
  OPGRAFT_RETURN_IF_ERROR(ReadSteps(c, layout, /*explicit_padding=*/over_channels, &steps));
  std::vector<int64_t> window;
  OPGRAFT_RETURN_IF_ERROR(ReadPerDim(c, "ksize", layout.rank(), &window));
  ShapeHandle input;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &input));
  std::vector<DimensionHandle> dims(layout.rank());
  for (int i = 0; i < 4; ++i) {
    const size_t d = static_cast<size_t>(i);
    dims[d] = c->Dim(input, i);
    const bool is_channel = i == layout.channel;
    if (i == 0 || (is_channel && !over_channels)) continue;
    // Channels that are not pooled may be none.
    if (is_channel && window[d] == 1 && steps[d].stride == 1) continue;
    if (window[d] <= 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("ksize[", i, "] must be positive, not ", window[d]));
    }
    OPGRAFT_RETURN_IF_ERROR(
        CountWindowPlaces(DimensionSizes{c}, dims[d], c->MakeDim(window[d]), steps[d], &dims[d]));
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

}  // namespace

absl::Status Conv2DShape(InferenceContext* c) {
  return ConvShape(c, 2, /*explicit_padding=*/false, /*depthwise=*/false);
}

absl::Status Conv2DShapeWithExplicitPadding(InferenceContext* c) {
  return ConvShape(c, 2, /*explicit_padding=*/true, /*depthwise=*/false);
}

absl::Status Conv3DShape(InferenceContext* c) {
  return ConvShape(c, 3, /*explicit_padding=*/false, /*depthwise=*/false);
}

absl::Status DepthwiseConv2DNativeShape(InferenceContext* c) {
  return ConvShape(c, 2, /*explicit_padding=*/false, /*depthwise=*/true);
}

absl::Status AvgPoolShape(InferenceContext* c) { return PoolShape(c, /*over_channels=*/false); }

absl::Status MaxPoolShape(InferenceContext* c) { return PoolShape(c, /*over_channels=*/true); }

}  // namespace shape_inference
}  // namespace opgraft
