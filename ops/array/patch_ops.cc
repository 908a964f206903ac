// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Patches of images and volumes, and fingerprints.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The attr `name`: a number for each dimension; ones if there is no such attr.
absl::Status ReadNumbers(InferenceContext* c, const char* name, int32_t rank,
                         std::vector<int64_t>* numbers) {
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr(name, numbers));
  if (numbers->size() != static_cast<size_t>(rank)) {
    return absl::InvalidArgumentError(
        absl::StrCat(name, " must have ", rank, " values, but has ", numbers->size()));
  }
  if (std::any_of(numbers->begin(), numbers->end(), [](int64_t n) { return n < 1; }))
    return absl::OutOfRangeError(absl::StrCat(name, " is out of range."));
  if (numbers->front() != 1 || numbers->back() != 1)
    return absl::UnimplementedError(absl::StrCat("Only support ", name, " across space."));
  return absl::OkStatus();
}

// Along one dimension: SAME keeps every step, VALID those whose window lies inside.
absl::Status CountSteps(InferenceContext* c, DimensionHandle size, int64_t window, int64_t stride,
                        bool same, DimensionHandle* steps) {
  *steps = c->UnknownDim();
  if (!c->ValueKnown(size)) return absl::OkStatus();
  int64_t room = 0;
  if (__builtin_add_overflow(c->Value(size), same ? stride - 1 : stride - window, &room))
    return absl::InvalidArgumentError("strides are too large");
  if (room / stride < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("Computed output size would be negative: a window that reaches over ", window,
                     " elements in ", c->Value(size)));
  }
  *steps = c->MakeDim(room / stride);
  return absl::OkStatus();
}

// [batch, space..., depth]: an element of space becomes a patch.
absl::Status PatchesShape(InferenceContext* c, int32_t rank, bool has_rates) {
  ShapeHandle input;
  std::vector<int64_t> sizes, strides, rates(static_cast<size_t>(rank), 1);
  std::string padding;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), rank, &input));
  OPGRAFT_RETURN_IF_ERROR(ReadNumbers(c, "ksizes", rank, &sizes));
  OPGRAFT_RETURN_IF_ERROR(ReadNumbers(c, "strides", rank, &strides));
  if (has_rates) OPGRAFT_RETURN_IF_ERROR(ReadNumbers(c, "rates", rank, &rates));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("padding", &padding));
  DimensionHandle depth = c->Dim(input, -1);
  std::vector<DimensionHandle> dims = {c->Dim(input, 0)};
  for (size_t d = 1; d + 1 < sizes.size(); ++d) {
    OPGRAFT_RETURN_IF_ERROR(c->Multiply(depth, sizes[d], &depth));
    int64_t window = 0;
    if (__builtin_mul_overflow(sizes[d] - 1, rates[d], &window) || window == INT64_MAX)
      return absl::InvalidArgumentError("ksizes and rates are too large");
    dims.emplace_back();
    OPGRAFT_RETURN_IF_ERROR(CountSteps(c, c->Dim(input, static_cast<int64_t>(d)), window + 1,
                                       strides[d], padding == "SAME", &dims.back()));
  }
  dims.push_back(depth);
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

absl::Status ImagePatchesShape(InferenceContext* c) { return PatchesShape(c, 4, true); }
absl::Status VolumePatchesShape(InferenceContext* c) { return PatchesShape(c, 5, false); }

absl::Status FingerprintShape(InferenceContext* c) {
  static constexpr int64_t kBytes = 8;
  ShapeHandle data, unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &data));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  c->set_output(0, c->Matrix(c->Dim(data, 0), kBytes));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("ExtractImagePatches")
    .Input("images: T")
    .Output("patches: T")
    .Attr("ksizes: list(int) >= 4")
    .Attr("strides: list(int) >= 4")
    .Attr("rates: list(int) >= 4")
    .Attr(
        "T: {bfloat16, half, float, double, int8, int16, int32, int64, uint8, uint16, uint32, "
        "uint64, complex64, complex128, bool}")
    .Attr("padding: {'SAME', 'VALID'}")
    .SetShapeFn(ImagePatchesShape)
    .Doc(R"doc(
Extracts image patches and flattens each into the depth dimension.

images: [batch, height, width, depth].
patches: For each place of the window its elements, row by row.
ksizes: The size of the window in each dimension; 1 for batch and depth.
strides: How far the window moves; 1 for batch and depth.
rates: How far the elements of a window are apart; 1 for batch and depth.
padding: SAME: the window also stands over the edges, with zeros outside; VALID: inside only.
)doc");

REGISTER_OP("ExtractVolumePatches")
    .Input("input: T")
    .Output("patches: T")
    .Attr("ksizes: list(int) >= 5")
    .Attr("strides: list(int) >= 5")
    .Attr(
        "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, "
        "uint64}")
    .Attr("padding: {'SAME', 'VALID'}")
    .SetShapeFn(VolumePatchesShape)
    .Doc(R"doc(
Extracts patches of volumes and flattens each into the depth dimension.

input: [batch, planes, height, width, depth].
patches: For each place of the window its elements, in row-major order.
ksizes: The size of the window in each dimension; 1 for batch and depth.
strides: How far the window moves; 1 for batch and depth.
padding: SAME: the window also stands over the edges, with zeros outside; VALID: inside only.
)doc");

REGISTER_OP("Fingerprint")
    .Input("data: T")
    .Input("method: string")
    .Output("fingerprint: uint8")
    .Attr("T: type")
    .SetShapeFn(FingerprintShape)
    .Doc(R"doc(
A fingerprint of each row, the same on every machine.

data: Its first dimension counts rows.
method: How it is made, a scalar: farmhash64.
fingerprint: Eight bytes for each row, the least significant first.
)doc");

}  // namespace opgraft
