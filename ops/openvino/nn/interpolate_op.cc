// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/interpolate_inputs.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/shape_inference.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

using opgraft_internal::IndexAt;
using opgraft_internal::InterpolatedSize;
using opgraft_internal::InterpolateInputs;
using opgraft_internal::InterpolateInputsOf;
using opgraft_internal::IsIndexTensor;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The axes if they are known.
absl::Status FindAxes(InferenceContext* c, int input, int64_t rank, bool* known,
                      std::vector<int64_t>* axes) {
  *known = true;
  if (input >= 0) {
    const Tensor* value = c->input_tensor(input);
    *known = value != nullptr && IsIndexTensor(*value);
    if (*known) *axes = opgraft_internal::IndicesOf(*value);
  } else {
    OPGRAFT_RETURN_IF_ERROR(c->GetAttr("axes", axes));
    const bool all = axes->empty();
    for (int64_t i = 0; all && i < rank; ++i) axes->push_back(i);
  }
  for (int64_t& axis : *axes) {
    if (axis < 0) axis += rank;
    if (axis >= 0 && axis < rank) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("an axis is out of range for the image's rank ", rank));
  }
  return absl::OkStatus();
}

absl::Status PaddedDims(InferenceContext* c, ShapeHandle image,
                        std::vector<DimensionHandle>* dims) {
  std::vector<int64_t> pads[2];
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("pads_begin", &pads[0]));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("pads_end", &pads[1]));
  for (size_t d = 0; d < dims->size(); ++d) {
    (*dims)[d] = c->Dim(image, static_cast<int64_t>(d));
    for (const auto& side : pads) {
      if (d >= side.size() || side[d] == 0) continue;
      if (side[d] < 0)
        return absl::InvalidArgumentError(absl::StrCat("padding ", side[d], " is negative"));
      OPGRAFT_RETURN_IF_ERROR(c->Add((*dims)[d], side[d], &(*dims)[d]));
    }
  }
  return absl::OkStatus();
}

absl::Status ScaleDim(InferenceContext* c, float scale, DimensionHandle* dim) {
  const auto bounds = c->Bounds(*dim);
  const int64_t least = InterpolatedSize(bounds.min(), scale);
  if (least < 0) return absl::InvalidArgumentError(absl::StrCat("a scale of ", scale));
  const int64_t most = bounds.max() == DimRange::kUnbounded ? DimRange::kUnbounded
                                                            : InterpolatedSize(bounds.max(), scale);
  *dim = c->MakeBoundedDim(DimRange(least, most < 0 ? DimRange::kUnbounded : most));
  return absl::OkStatus();
}

// The dimension that number `i` of the sizes or scales tells.
absl::Status ToldDim(InferenceContext* c, const InterpolateInputs& inputs, int64_t i,
                     DimensionHandle* dim) {
  if (inputs.scales >= 0) {
    const Tensor* scales = c->input_tensor(inputs.scales);
    if (scales == nullptr || scales->dtype() != DT_FLOAT) {
      *dim = c->UnknownDim();
      return absl::OkStatus();
    }
    if (i >= scales->NumElements())
      return absl::InvalidArgumentError("there are fewer scales than axes");
    return ScaleDim(c, static_cast<const float*>(scales->data())[i], dim);
  }
  ShapeHandle sizes;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(inputs.sizes, &sizes));
  *dim = c->UnknownDim();
  if (!c->RankKnown(sizes)) return absl::OkStatus();
  if (i >= c->Rank(sizes)) return absl::InvalidArgumentError("there are fewer sizes than axes");
  *dim = c->Dim(sizes, i);
  return absl::OkStatus();
}

absl::Status InterpolateShape(InferenceContext* c) {
  int64_t opset = 1;
  std::string mode;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("opset", &opset));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("shape_calculation_mode", &mode));
  const InterpolateInputs inputs = InterpolateInputsOf(opset, mode == "scales", c->num_inputs());
  if (c->num_inputs() <= std::max({inputs.sizes, inputs.scales, inputs.axes})) {
    return absl::InvalidArgumentError(
        absl::StrCat("Interpolate of opset ", opset, " has ", c->num_inputs(), " inputs"));
  }
  const ShapeHandle image = c->input(0);
  if (!c->RankKnown(image)) return shape_inference::UnknownShape(c);
  bool known = false;
  std::vector<int64_t> axes;
  OPGRAFT_RETURN_IF_ERROR(FindAxes(c, inputs.axes, c->Rank(image), &known, &axes));
  if (!known) {
    c->set_output(0, c->UnknownShapeOfRank(c->Rank(image)));
    return absl::OkStatus();
  }
  std::vector<DimensionHandle> dims(static_cast<size_t>(c->Rank(image)));
  OPGRAFT_RETURN_IF_ERROR(PaddedDims(c, image, &dims));
  for (size_t i = 0; i < axes.size(); ++i) {
    OPGRAFT_RETURN_IF_ERROR(
        ToldDim(c, inputs, static_cast<int64_t>(i), &dims[static_cast<size_t>(axes[i])]));
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("OpenVINO>Interpolate")
    .Attr("T: realnumbertype = DT_FLOAT")
    .Attr("Trest: list({half, bfloat16, float, double, int32, int64}) >= 1")
    .Attr(
        "mode: {'nearest', 'linear', 'linear_onnx', 'cubic', 'bilinear_pillow', "
        "'bicubic_pillow'}")
    .Attr("shape_calculation_mode: {'sizes', 'scales'} = 'sizes'")
    .Attr(
        "coordinate_transformation_mode: {'half_pixel', 'pytorch_half_pixel', 'asymmetric', "
        "'tf_half_pixel_for_nn', 'align_corners'} = 'half_pixel'")
    .Attr(
        "nearest_mode: {'round_prefer_floor', 'round_prefer_ceil', 'floor', 'ceil', 'simple'} = "
        "'round_prefer_floor'")
    .Attr("antialias: bool = false")
    .Attr("pads_begin: list(int) = []")
    .Attr("pads_end: list(int) = []")
    .Attr("cube_coeff: float = -0.75")
    .Attr("axes: list(int) = []")
    .Attr("align_corners: bool = true")
    .Attr("opset: int = 11")
    .Input("image: T")
    .Input("rest: Trest")
    .Output("output: T")
    .SetShapeFn(InterpolateShape)
    .Doc(
        "OpenVINO's Interpolate: resizes dimensions of a tensor.\n\n"
        "image: What is resized.\n"
        "rest: In opset 1 the sizes; from 4 on the sizes, the scales and maybe the axes; from 11\n"
        "  on the sizes or the scales, and maybe the axes.\n"
        "mode: How elements are made of those near to their places: linear weighs all within one\n"
        "  element, linear_onnx the two neighbours, cubic four; those of Pillow widen with the\n"
        "  scale.\n"
        "shape_calculation_mode: Whether sizes or scales count.\n"
        "coordinate_transformation_mode: Where in the image the places of elements are.\n"
        "nearest_mode: How the place of the nearest element is rounded.\n"
        "antialias: With mode linear, what is made smaller is averaged.\n"
        "pads_begin: Zeros put before each dimension of the image.\n"
        "pads_end: Zeros put behind.\n"
        "cube_coeff: The coefficient a of mode cubic; that of bicubic_pillow is -0.5.\n"
        "axes: Of opset 1: the dimensions that are resized.\n"
        "align_corners: Of opset 1: corners lie on each other.\n"
        "opset: The opset whose Interpolate is meant.\n"
        "output: The image in its new size.");

}  // namespace opgraft
