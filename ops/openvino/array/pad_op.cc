// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Elements put around a tensor, or cut off.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/types/status_macros.h"
#include "ops/openvino/array/known_inputs.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// A dimension with so much more, or less, around it.
absl::Status PaddedDim(InferenceContext* c, DimensionHandle dim, int64_t begin, int64_t end,
                       DimensionHandle* padded) {
  constexpr int64_t kMax = int64_t{1} << 60;
  const DimRange size = c->Bounds(dim);
  const bool small = begin > -kMax && begin < kMax && end > -kMax && end < kMax;
  const int64_t more = small ? begin + end : 0;
  if (!small || (size.max() != DimRange::kUnbounded && size.max() < -more)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "pads of ", begin, " and ", end, " do not fit a dimension of ", c->DebugString(dim)));
  }
  if (more == 0) {
    *padded = dim;
  } else if (more > 0) {
    return c->Add(dim, more, padded);
  } else {
    const bool bounded = size.max() != DimRange::kUnbounded;
    *padded = c->MakeBoundedDim(DimRange(std::max<int64_t>(size.min() + more, 0),
                                         bounded ? size.max() + more : DimRange::kUnbounded));
  }
  return absl::OkStatus();
}

// The size of a dimension with pads around it of which bounds are known.
DimRange PaddedRange(DimRange size, KnownRange begin, KnownRange end) {
  constexpr int64_t kMax = int64_t{1} << 60;
  int64_t least = 0, most = 0;
  for (const auto& [low, high] :
       {std::pair(size.min(), size.max()), {begin.least, begin.most}, {end.least, end.most}}) {
    least += std::min(low, kMax);
    most += std::min(high, kMax);
  }
  return DimRange(least, most >= kMax ? DimRange::kUnbounded : most);
}

// What is mirrored or repeated must be there.
absl::Status CheckPads(const std::string& mode, DimRange size, int64_t begin, int64_t end) {
  const int64_t pads = std::max(begin, end);
  const int64_t least = mode == "reflect" ? 1 : 0;
  const bool fits = mode == "constant" || pads <= 0 ||
                    (mode == "edge" ? size.max() > 0 : pads <= size.max() - least);
  if (fits) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("pads of ", begin, " and ", end, " are too large ",
                                                 "for a dimension of ", size.DebugString(),
                                                 " in mode '", mode, "'"));
}

// What is said of the inputs whatever their values: pads are two vectors of one length, the pad
// value is a scalar.
absl::Status CheckPadInputs(InferenceContext* c, ShapeHandle* lengths) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(AtMostInputs(c, 4));
  for (const int i : {1, 2}) OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 1, lengths));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(*lengths, c->input(1), lengths));
  if (c->num_inputs() > 3) OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(3), 0, &unused));
  return absl::OkStatus();
}

absl::Status PadShape(InferenceContext* c) {
  std::string mode;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("pad_mode", &mode));
  const ShapeHandle input = c->input(0);
  ShapeHandle lengths;
  OPGRAFT_RETURN_IF_ERROR(CheckPadInputs(c, &lengths));
  c->set_output(0, c->UnknownShape());
  if (!c->RankKnown(input)) return absl::OkStatus();
  const std::vector<KnownRange> begins = KnownRanges(c, 1), ends = KnownRanges(c, 2);
  OPGRAFT_RETURN_IF_ERROR(c->Merge(lengths, c->Vector(c->Rank(input)), &lengths));
  const auto rank = static_cast<size_t>(c->Rank(input));
  const bool known = begins.size() == rank && ends.size() == rank;
  std::vector<DimensionHandle> dims;
  for (int32_t d = 0; d < c->Rank(input); ++d) {
    dims.push_back(c->UnknownDim());
    if (!known) continue;
    const KnownRange begin = begins[static_cast<size_t>(d)], end = ends[static_cast<size_t>(d)];
    const DimRange size = c->Bounds(c->Dim(input, d));
    if (begin.is_exact() && end.is_exact()) {
      OPGRAFT_RETURN_IF_ERROR(PaddedDim(c, c->Dim(input, d), begin.least, end.least, &dims.back()));
      OPGRAFT_RETURN_IF_ERROR(CheckPads(mode, size, begin.least, end.least));
    } else if (begin.least >= 0 && end.least >= 0) {
      dims.back() = c->MakeBoundedDim(PaddedRange(size, begin, end));
    }
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("OpenVINO>Pad")
    .Input("data: T")
    .Input("pads_begin: Tbegin")
    .Input("pads_end: Tend")
    .Input("pad_value: Tvalue")
    .Output("output: T")
    .Attr("pad_mode: {'constant', 'edge', 'reflect', 'symmetric'} = 'constant'")
    .Attr("T: type")
    .Attr("Tbegin: " OPGRAFT_INTEGERS)
    .Attr("Tend: " OPGRAFT_INTEGERS)
    .Attr("Tvalue: list(type) >= 0")
    .SetShapeFn(PadShape)
    .Doc(R"doc(
Puts elements around a tensor, or cuts some off.

data: Any tensor.
pads_begin: How many before each dimension; negative ones are cut off.
pads_end: How many behind it.
pad_value: What is put there in mode constant, a scalar of the type of data; absent: zero.
output: The larger, or smaller, tensor.
pad_mode: What is put there: a value, the outermost elements, or a mirror image with them or not.
)doc");

}  // namespace opgraft
