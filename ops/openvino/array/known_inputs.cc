// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "ops/openvino/array/known_inputs.h"

#include <algorithm>
#include <vector>

#include "framework/types/status_macros.h"

namespace opgraft {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::optional<Integers> KnownIntegers(InferenceContext* c, int i) {
  if (i >= c->num_inputs()) return absl::nullopt;
  const Tensor* const value = c->input_tensor(i);
  if (value == nullptr || !IsIntegerTensor(*value)) return absl::nullopt;
  return IntegersOf(*value);
}

absl::optional<int64_t> KnownInteger(InferenceContext* c, int i) {
  const auto values = KnownIntegers(c, i);
  if (!values || values->size() != 1) return absl::nullopt;
  return (*values)[0];
}

absl::Status KnownSizes(InferenceContext* c, int i, ShapeHandle* sizes) {
  ShapeHandle vector;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 1, &vector));
  *sizes = c->input_tensor_as_shape(i);
  if (c->RankKnown(*sizes)) return absl::OkStatus();
  if (const auto values = KnownIntegers(c, i)) {
    std::vector<DimensionHandle> dims;
    for (const int64_t value : *values)
      dims.push_back(c->MakeDim(std::max(value, InferenceContext::kUnknownDim)));
    *sizes = c->MakeShape(dims);
  } else {
    const int64_t rank = c->Value(c->Dim(vector, 0));
    const bool is_rank = rank >= 0 && rank <= InferenceContext::kMaxRank;
    *sizes = is_rank ? c->UnknownShapeOfRank(rank) : c->UnknownShape();
  }
  return absl::OkStatus();
}

std::vector<KnownRange> KnownRanges(InferenceContext* c, int i) {
  std::vector<KnownRange> ranges;
  if (const auto numbers = KnownIntegers(c, i)) {
    for (const int64_t number : *numbers) ranges.push_back({number, number});
    return ranges;
  }
  ShapeHandle sizes;
  if (!KnownSizes(c, i, &sizes).ok() || !c->RankKnown(sizes)) return ranges;
  for (int32_t d = 0; d < c->Rank(sizes); ++d) {
    const DimRange size = c->Bounds(c->Dim(sizes, d));
    ranges.push_back(size.is_unknown() ? KnownRange() : KnownRange{size.min(), size.max()});
  }
  return ranges;
}

absl::Status AxisAttr(InferenceContext* c, absl::string_view name, ShapeHandle shape,
                      int64_t* dim) {
  int64_t axis = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr(name, &axis));
  return FindAxis(axis, c->Rank(shape), dim);
}

ShapeHandle Forget(InferenceContext* c, ShapeHandle shape, const Integers& dims) {
  std::vector<DimensionHandle> all;
  for (int32_t d = 0; d < c->Rank(shape); ++d) all.push_back(c->Dim(shape, d));
  for (const int64_t d : dims) all[static_cast<size_t>(d)] = c->UnknownDim();
  return c->MakeShape(all);
}

absl::Status ShapeOfFirstInput(InferenceContext* c) {
  c->set_output(0, c->input(0));
  return absl::OkStatus();
}

absl::Status AtMostInputs(InferenceContext* c, int most) {
  if (c->num_inputs() <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("there are ", c->num_inputs(), " inputs, but the op has at most ", most));
}

}  // namespace opgraft
