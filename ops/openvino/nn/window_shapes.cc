// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "ops/openvino/nn/window_shapes.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/window_rules.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

using opgraft::shape_inference::DimensionHandle;
using opgraft::shape_inference::InferenceContext;
using opgraft::shape_inference::ShapeHandle;

// Where the parts of images and of a filter stand.
struct Layout {
  int first_window = 2;  // dimension of the filter
  int channels = 1;      // of the filter
  int outputs = 0;       // of the filter
  bool grouped = false;  // dimension 0 of the filter are the groups
};

absl::Status CheckSpatial(int64_t spatial) {
  if (spatial >= 1 && spatial <= 3) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("images must have 1, 2 or 3 spatial dimensions, not ", spatial));
}

// How many spatial dimensions there are: by the shapes, or else by the strides. 0: not known.
absl::Status FindSpatial(InferenceContext* c, int first_window, int64_t* spatial) {
  std::vector<int64_t> strides;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("strides", &strides));
  const ShapeHandle images = c->input(0), filter = c->input(1);
  *spatial = static_cast<int64_t>(strides.size());
  if (c->RankKnown(filter)) *spatial = c->Rank(filter) - first_window;
  if (c->RankKnown(images)) *spatial = c->Rank(images) - 2;
  return *spatial == 0 && strides.empty() && !c->RankKnown(images) && !c->RankKnown(filter)
             ? absl::OkStatus()
             : CheckSpatial(*spatial);
}

// Sizes grow with those of the images: the bounds of one are the bounds of the other. `place` makes
// a size of a size.
template <typename Place>
absl::Status PlaceBounds(InferenceContext* c, DimRange in, const Place& place,
                         DimensionHandle* out) {
  if (in.is_static()) {
    int64_t size = 0;
    OPGRAFT_RETURN_IF_ERROR(place(in.min(), &size));
    *out = c->MakeDim(size);
    return absl::OkStatus();
  }
  // Where there are too few elements for a window a run fails: one that succeeds has a place.
  int64_t least = 1, most = DimRange::kUnbounded;
  if (!place(in.min(), &least).ok()) least = 1;
  if (in.max() != DimRange::kUnbounded && !place(in.max(), &most).ok()) most = DimRange::kUnbounded;
  *out = c->MakeBoundedDim(DimRange(least, most));
  return absl::OkStatus();
}

absl::Status PlaceDim(InferenceContext* c, const WindowRules& rules, size_t d, DimensionHandle in,
                      DimensionHandle window, DimensionHandle* out) {
  const int64_t size = c->Value(window);
  // SAME takes as many places as strides, whatever the window.
  if (size == InferenceContext::kUnknownDim && !rules.is_same()) {
    *out = c->UnknownDim();
    return absl::OkStatus();
  }
  return PlaceBounds(
      c, c->Bounds(in),
      [&](int64_t elements, int64_t* count) {
        WindowPlaces places;
        OPGRAFT_RETURN_IF_ERROR(
            rules.Place(d, elements, size == InferenceContext::kUnknownDim ? 1 : size, &places));
        *count = places.count;
        return absl::OkStatus();
      },
      out);
}

// The filter with as many dimensions as the images need.
absl::Status ReadFilter(InferenceContext* c, int input, int first_window, int64_t spatial,
                        ShapeHandle* filter) {
  return c->WithRank(c->input(input), spatial + first_window, filter);
}

// Output 0 is [batch, outputs, spatial...].
void SetImages(InferenceContext* c, ShapeHandle images, DimensionHandle outputs,
               const std::vector<DimensionHandle>& spatial) {
  std::vector<DimensionHandle> dims = {c->Dim(images, 0), outputs};
  dims.insert(dims.end(), spatial.begin(), spatial.end());
  c->set_output(0, c->MakeShape(dims));
}

absl::Status OutputsOf(InferenceContext* c, const Layout& layout, ShapeHandle images,
                       ShapeHandle filter, DimensionHandle* outputs) {
  DimensionHandle channels = c->Dim(filter, layout.channels), unused;
  *outputs = c->Dim(filter, layout.outputs);
  if (!layout.grouped) return c->Merge(c->Dim(images, 1), channels, &unused);
  const DimensionHandle groups = c->Dim(filter, 0);
  OPGRAFT_RETURN_IF_ERROR(c->Multiply(channels, groups, &channels));
  OPGRAFT_RETURN_IF_ERROR(c->Multiply(*outputs, groups, outputs));
  return c->Merge(c->Dim(images, 1), channels, &unused);
}

// What a convolution and its reverse begin with.
struct Convolved {
  int64_t spatial = 0;  // 0: nothing is known
  WindowRules rules;
  ShapeHandle images;
  ShapeHandle filter;
  DimensionHandle outputs;
};

absl::Status ReadConvolved(InferenceContext* c, const Layout& layout, Convolved* read) {
  OPGRAFT_RETURN_IF_ERROR(FindSpatial(c, layout.first_window, &read->spatial));
  if (read->spatial == 0) return absl::OkStatus();
  OPGRAFT_RETURN_IF_ERROR(read->rules.Read(*c));
  OPGRAFT_RETURN_IF_ERROR(read->rules.SetSpatial(static_cast<size_t>(read->spatial)));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), read->spatial + 2, &read->images));
  OPGRAFT_RETURN_IF_ERROR(ReadFilter(c, 1, layout.first_window, read->spatial, &read->filter));
  return OutputsOf(c, layout, read->images, read->filter, &read->outputs);
}

absl::Status ConvolvedShape(InferenceContext* c, const Layout& layout) {
  Convolved of;
  OPGRAFT_RETURN_IF_ERROR(ReadConvolved(c, layout, &of));
  if (of.spatial == 0) return opgraft::shape_inference::UnknownShape(c);
  std::vector<DimensionHandle> dims(static_cast<size_t>(of.spatial));
  for (size_t d = 0; d < dims.size(); ++d) {
    const int64_t i = static_cast<int64_t>(d);
    OPGRAFT_RETURN_IF_ERROR(PlaceDim(c, of.rules, d, c->Dim(of.images, i + 2),
                                     c->Dim(of.filter, i + layout.first_window), &dims[d]));
  }
  SetImages(c, of.images, of.outputs, dims);
  return absl::OkStatus();
}

// What input 2 says of the spatial sizes; unknown where it does not.
absl::Status WantedSizes(InferenceContext* c, int64_t spatial, ShapeHandle* wanted) {
  *wanted = c->UnknownShapeOfRank(spatial);
  if (c->num_inputs() < 3) return absl::OkStatus();
  ShapeHandle told;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(2, &told));
  return c->Merge(*wanted, told, wanted);
}

absl::Status BackDim(InferenceContext* c, const WindowRules& rules, size_t d, DimensionHandle in,
                     DimensionHandle window, DimensionHandle wanted, DimensionHandle* out) {
  *out = wanted;
  if (c->num_inputs() >= 3 || !c->ValueKnown(window)) return absl::OkStatus();
  return PlaceBounds(
      c, c->Bounds(in),
      [&](int64_t places, int64_t* size) {
        WindowPlaces back;
        OPGRAFT_RETURN_IF_ERROR(
            rules.PlaceBack(d, places, c->Value(window), WindowRules::kNoSize, &back));
        *size = back.count;
        return absl::OkStatus();
      },
      out);
}

absl::Status BackpropShape(InferenceContext* c, const Layout& layout) {
  Convolved of;
  OPGRAFT_RETURN_IF_ERROR(ReadConvolved(c, layout, &of));
  if (of.spatial == 0) return opgraft::shape_inference::UnknownShape(c);
  ShapeHandle wanted;
  OPGRAFT_RETURN_IF_ERROR(WantedSizes(c, of.spatial, &wanted));
  std::vector<DimensionHandle> dims(static_cast<size_t>(of.spatial));
  for (size_t d = 0; d < dims.size(); ++d) {
    const int64_t i = static_cast<int64_t>(d);
    OPGRAFT_RETURN_IF_ERROR(BackDim(c, of.rules, d, c->Dim(of.images, i + 2),
                                    c->Dim(of.filter, i + layout.first_window), c->Dim(wanted, i),
                                    &dims[d]));
  }
  SetImages(c, of.images, of.outputs, dims);
  return absl::OkStatus();
}

// Offsets and mask have `each` channels for each tap and deformable group, and the result's places.
absl::Status CheckTapImages(InferenceContext* c, int input, int64_t each, ShapeHandle filter,
                            const std::vector<DimensionHandle>& dims) {
  int64_t groups = 1;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("deformable_group", &groups));
  if (groups <= 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("deformable_group must be positive, not ", groups));
  }
  ShapeHandle images;
  DimensionHandle channels, unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(input), 4, &images));
  OPGRAFT_RETURN_IF_ERROR(c->Multiply(c->Dim(filter, 2), c->Dim(filter, 3), &channels));
  OPGRAFT_RETURN_IF_ERROR(c->Multiply(channels, groups, &channels));
  OPGRAFT_RETURN_IF_ERROR(c->Multiply(channels, each, &channels));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(images, 1), channels, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(images, 2), dims[0], &unused));
  return c->Merge(c->Dim(images, 3), dims[1], &unused);
}

}  // namespace

absl::Status ConvolutionShape(InferenceContext* c) { return ConvolvedShape(c, {2, 1, 0, false}); }

absl::Status GroupConvolutionShape(InferenceContext* c) {
  return ConvolvedShape(c, {3, 2, 1, true});
}

absl::Status ConvolutionBackpropDataShape(InferenceContext* c) {
  return BackpropShape(c, {2, 0, 1, false});
}

absl::Status GroupConvolutionBackpropDataShape(InferenceContext* c) {
  return BackpropShape(c, {3, 1, 2, true});
}

absl::Status DeformableConvolutionShape(InferenceContext* c) {
  WindowRules rules;
  OPGRAFT_RETURN_IF_ERROR(rules.Read(*c));
  OPGRAFT_RETURN_IF_ERROR(rules.SetSpatial(2));
  int64_t groups = 1;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("group", &groups));
  if (groups <= 0)
    return absl::InvalidArgumentError(absl::StrCat("group must be positive, not ", groups));
  ShapeHandle images, filter;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &images));
  OPGRAFT_RETURN_IF_ERROR(ReadFilter(c, 2, 2, 2, &filter));
  DimensionHandle channels, unused;
  OPGRAFT_RETURN_IF_ERROR(c->Multiply(c->Dim(filter, 1), groups, &channels));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(images, 1), channels, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->Divide(c->Dim(filter, 0), groups, true, &unused));
  std::vector<DimensionHandle> dims(2);
  for (size_t d = 0; d < 2; ++d) {
    const int64_t i = static_cast<int64_t>(d) + 2;
    OPGRAFT_RETURN_IF_ERROR(PlaceDim(c, rules, d, c->Dim(images, i), c->Dim(filter, i), &dims[d]));
  }
  OPGRAFT_RETURN_IF_ERROR(CheckTapImages(c, 1, 2, filter, dims));
  if (c->num_inputs() > 3) OPGRAFT_RETURN_IF_ERROR(CheckTapImages(c, 3, 1, filter, dims));
  SetImages(c, images, c->Dim(filter, 0), dims);
  return absl::OkStatus();
}

absl::Status PoolShape(InferenceContext* c) {
  WindowRules rules;
  OPGRAFT_RETURN_IF_ERROR(rules.Read(*c));
  const int64_t spatial = static_cast<int64_t>(rules.kernel().size());
  OPGRAFT_RETURN_IF_ERROR(CheckSpatial(spatial));
  OPGRAFT_RETURN_IF_ERROR(rules.SetSpatial(static_cast<size_t>(spatial)));
  ShapeHandle images;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), spatial + 2, &images));
  bool excludes = false;
  if (c->GetAttr("exclude_pad", &excludes).ok() && excludes)
    OPGRAFT_RETURN_IF_ERROR(rules.CheckWindowsSeeElements());
  std::vector<DimensionHandle> dims(static_cast<size_t>(spatial));
  for (size_t d = 0; d < dims.size(); ++d) {
    OPGRAFT_RETURN_IF_ERROR(PlaceDim(c, rules, d, c->Dim(images, static_cast<int64_t>(d) + 2),
                                     c->MakeDim(rules.kernel()[d]), &dims[d]));
  }
  SetImages(c, images, c->Dim(images, 1), dims);
  if (c->num_outputs() > 1) c->set_output(1, c->output(0));
  return absl::OkStatus();
}

absl::Status AdaptivePoolShape(InferenceContext* c) {
  ShapeHandle images = c->input(0), sizes, head, out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(1, &sizes));
  if (c->RankKnown(images)) {
    OPGRAFT_RETURN_IF_ERROR(CheckSpatial(c->Rank(images) - 2));
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(sizes, c->Rank(images) - 2, &sizes));
  } else if (c->RankKnown(sizes)) {
    OPGRAFT_RETURN_IF_ERROR(CheckSpatial(c->Rank(sizes)));
    images = c->UnknownShapeOfRank(c->Rank(sizes) + 2);
  } else {
    return opgraft::shape_inference::UnknownShape(c);
  }
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(images, 0, 2, &head));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(head, sizes, &out));
  for (int i = 0; i < c->num_outputs(); ++i) c->set_output(i, out);
  return absl::OkStatus();
}

}  // namespace opgraft_internal
