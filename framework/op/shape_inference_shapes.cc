// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// InferenceContext: shapes.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/shape_inference.h"

namespace opgraft {
namespace shape_inference {
namespace {

constexpr int64_t kToTheEnd = std::numeric_limits<int64_t>::max();

std::string TooManyDims(int64_t rank) {
  return absl::StrCat("shape of ", rank, " dimensions; a tensor has at most ",
                      InferenceContext::kMaxRank);
}

// The dimensions start, start + stride, ... before end, as Subshape is asked for them; then, once
// resolved for a rank, by indices that exist.
struct SubshapeRange {
  int64_t start;
  int64_t end;
  int64_t stride;

  // What is wrong with the range for a shape of `rank`; "" if nothing.
  std::string Resolve(int64_t rank) {
    const int64_t start_in = start, end_in = end;
    start = std::min(start, rank);
    end = std::min(end, rank);
    if (stride < 0 && start == rank) --start;
    const std::string bounds = absl::StrCat(", for shape with rank ", rank);
    if (start < 0 && (start += rank) < 0)
      return absl::StrCat("Subshape start out of bounds: ", start_in, bounds);
    if (end < 0 && (end += rank) < 0)
      return absl::StrCat("Subshape end out of bounds: ", end_in, bounds);
    if (stride > 0 ? start <= end : start >= end) return "";
    const bool up = stride > 0;
    return absl::StrCat("Subshape must have computed start ", up ? "<=" : ">=", " end",
                        up ? "" : " since stride is negative", ", but is ", start, " and ", end,
                        " (computed from start ", start_in, " and end ", end_in,
                        " over shape with rank ", rank,
                        up ? "" : absl::StrCat(" and stride ", stride), ")");
  }
};

}  // namespace

// --- Reading ---

int32_t InferenceContext::Rank(ShapeHandle s) {
  if (!s.IsSet()) return kUnknownRank;
  if (s.ptr_->failed_ != nullptr) s.ptr_->failed_->used = true;
  return s.ptr_->rank_;
}

DimensionHandle InferenceContext::Dim(ShapeHandle s, int64_t idx) {
  return RankKnown(s) ? DimKnownRank(s, idx) : UnknownDim();
}

DimensionHandle InferenceContext::DimKnownRank(ShapeHandle s, int64_t idx) const {
  const int32_t rank = Rank(s);
  const int64_t i = idx < 0 ? rank + idx : idx;
  if (rank == kUnknownRank || i < 0 || i >= rank) {
    Blame(absl::StrCat("asked for dimension ", idx, " of shape ", DebugString(s)));
    return DimensionHandle();
  }
  return s.ptr_->dims_[static_cast<size_t>(i)];
}

bool InferenceContext::FullyDefined(ShapeHandle s) {
  if (!RankKnown(s)) return false;
  return std::all_of(s.ptr_->dims_.begin(), s.ptr_->dims_.end(),
                     [](DimensionHandle d) { return ValueKnown(d); });
}

std::string InferenceContext::DebugString(ShapeHandle s) const {
  if (!s.IsSet() || s.ptr_->rank_ == kUnknownRank) return "?";
  const auto append = [this](std::string* out, DimensionHandle d) {
    absl::StrAppend(out, DebugString(d));
  };
  return absl::StrCat("[", absl::StrJoin(s.ptr_->dims_, ",", append), "]");
}

std::string InferenceContext::DebugString(const ShapeAndType& shape_and_type) const {
  return absl::StrCat(DebugString(shape_and_type.shape), ":", DataTypeString(shape_and_type.dtype));
}

std::string InferenceContext::DebugString(absl::Span<const ShapeAndType> shapes_and_types) const {
  const auto append = [this](std::string* out, const ShapeAndType& s) {
    absl::StrAppend(out, DebugString(s));
  };
  return absl::StrCat("[", absl::StrJoin(shapes_and_types, ",", append), "]");
}

std::string InferenceContext::InputShapesText() const {
  const auto append = [this](std::string* out, const InputState& input) {
    absl::StrAppend(out, DebugString(input.shape));
  };
  return absl::StrJoin(inputs_, ", ", append);
}

std::string InferenceContext::DebugString() const {
  return absl::StrCat("InferenceContext for node: ", node_.Summary(),
                      " with input shapes: ", InputShapesText());
}

// --- Making ---

ShapeHandle InferenceContext::MakeShape(const std::vector<DimensionHandle>& dims) {
  if (dims.size() > static_cast<size_t>(kMaxRank)) {
    Blame(absl::StrCat("made a ", TooManyDims(static_cast<int64_t>(dims.size()))));
    return UnknownShape();
  }
  shapes_.emplace_back();
  Shape& shape = shapes_.back();
  shape.rank_ = static_cast<int32_t>(dims.size());
  for (DimensionHandle d : dims) {
    Bounds(d);  // to notice a handle of a failed call
    shape.dims_.push_back(MakeDim(d));
  }
  return ShapeHandle(&shape);
}

ShapeHandle InferenceContext::MakeShape(std::initializer_list<DimensionOrConstant> dims) {
  std::vector<DimensionHandle> handles;
  for (const DimensionOrConstant& d : dims) handles.push_back(MakeDim(d));
  return MakeShape(handles);
}

ShapeHandle InferenceContext::UnknownShape() {
  shapes_.emplace_back();
  return ShapeHandle(&shapes_.back());
}

ShapeHandle InferenceContext::UnknownShapeOfRank(int64_t rank) {
  if (rank < 0 || rank > kMaxRank) {
    Blame(absl::StrCat("made a ", TooManyDims(rank)));
    return UnknownShape();
  }
  return MakeShape(std::vector<DimensionHandle>(static_cast<size_t>(rank)));
}

// --- Checks ---

absl::Status InferenceContext::WithRank(ShapeHandle shape, int64_t rank, ShapeHandle* out) {
  if (rank < 0 || rank > kMaxRank)
    return Fail(absl::StrCat("Shape must be rank ", rank, ": ", TooManyDims(rank)), out);
  const int32_t existing = Rank(shape);
  if (existing != kUnknownRank && existing != rank) {
    return Fail(absl::StrCat("Shape must be rank ", rank, " but is rank ", existing), out);
  }
  *out = existing == rank ? shape : UnknownShapeOfRank(rank);
  return absl::OkStatus();
}

absl::Status InferenceContext::WithRankAtLeast(ShapeHandle shape, int64_t rank, ShapeHandle* out) {
  const int32_t existing = Rank(shape);
  if (existing != kUnknownRank && existing < rank) {
    return Fail(absl::StrCat("Shape must be at least rank ", rank, " but is rank ", existing), out);
  }
  *out = shape;
  return absl::OkStatus();
}

absl::Status InferenceContext::WithRankAtMost(ShapeHandle shape, int64_t rank, ShapeHandle* out) {
  const int32_t existing = Rank(shape);
  if (existing != kUnknownRank && existing > rank) {
    return Fail(absl::StrCat("Shape must be at most rank ", rank, " but is rank ", existing), out);
  }
  *out = shape;
  return absl::OkStatus();
}

absl::Status InferenceContext::Merge(ShapeHandle s0, ShapeHandle s1, ShapeHandle* out) {
  const int32_t rank = Rank(s0);
  if (s0.SameHandle(s1) || !RankKnown(s1) || !RankKnown(s0)) {
    *out = RankKnown(s0) || !RankKnown(s1) ? s0 : s1;
    return absl::OkStatus();
  }
  if (rank != Rank(s1)) {
    return Fail(absl::StrCat("Shapes must be equal rank, but are ", rank, " and ", Rank(s1)), out);
  }
  std::vector<DimensionHandle> dims(static_cast<size_t>(rank));
  bool is_s0 = true, is_s1 = true;
  for (int32_t i = 0; i < rank; ++i) {
    const DimensionHandle d0 = DimKnownRank(s0, i), d1 = DimKnownRank(s1, i);
    DimensionHandle& merged = dims[static_cast<size_t>(i)];
    if (!Merge(d0, d1, &merged).ok()) {
      return Fail(absl::StrCat("Dimension ", i, " in both shapes must be equal, but are ",
                               DebugString(d0), " and ", DebugString(d1), ". Shapes are ",
                               DebugString(s0), " and ", DebugString(s1), "."),
                  out);
    }
    is_s0 = is_s0 && merged.SameHandle(d0);
    is_s1 = is_s1 && merged.SameHandle(d1);
  }
  if (is_s0) {
    *out = s0;
  } else {
    *out = is_s1 ? s1 : MakeShape(dims);
  }
  return absl::OkStatus();
}

absl::Status InferenceContext::MergePrefix(ShapeHandle s, ShapeHandle prefix, ShapeHandle* s_out,
                                           ShapeHandle* prefix_out) {
  *s_out = s;
  *prefix_out = prefix;
  if (!RankKnown(prefix) || !RankKnown(s)) return absl::OkStatus();
  const int32_t rank = Rank(prefix);
  if (Rank(s) < rank) return WithRankAtLeast(s, rank, s_out);
  std::vector<DimensionHandle> dims(s.ptr_->dims_.begin(), s.ptr_->dims_.end());
  for (int32_t i = 0; i < rank; ++i) {
    const absl::Status status =
        Merge(DimKnownRank(s, i), DimKnownRank(prefix, i), &dims[static_cast<size_t>(i)]);
    if (!status.ok()) return Fail(std::string(status.message()), s_out);
  }
  *s_out = MakeShape(dims);
  dims.resize(static_cast<size_t>(rank));
  *prefix_out = MakeShape(dims);
  return absl::OkStatus();
}

// --- Parts ---

absl::Status InferenceContext::Subshape(ShapeHandle s, int64_t start, ShapeHandle* out) {
  return Subshape(s, start, kToTheEnd, out);
}

absl::Status InferenceContext::Subshape(ShapeHandle s, int64_t start, int64_t end,
                                        ShapeHandle* out) {
  return Subshape(s, start, end, 1, out);
}

absl::Status InferenceContext::Subshape(ShapeHandle s, const int64_t start_in, const int64_t end_in,
                                        int64_t stride, ShapeHandle* out) {
  if (stride == 0) return Fail("Subshape stride must not be 0", out);
  if (!RankKnown(s)) {
    *out = start_in == 0 && end_in == kToTheEnd && stride == 1 ? s : UnknownShape();
    return absl::OkStatus();
  }
  const int64_t rank = Rank(s);
  if (start_in == 0 && stride == 1 && end_in >= rank) {
    *out = s;
    return absl::OkStatus();
  }
  SubshapeRange range = {start_in, end_in, stride};
  const std::string problem = range.Resolve(rank);
  if (!problem.empty()) return Fail(problem, out);
  std::vector<DimensionHandle> dims;
  // Steps longer than the rank are one step: this also keeps the sum from overflowing.
  stride = std::clamp<int64_t>(stride, -rank - 1, rank + 1);
  for (int64_t i = range.start; stride > 0 ? i < range.end : i > range.end; i += stride)
    dims.push_back(DimKnownRank(s, i));
  *out = MakeShape(dims);
  return absl::OkStatus();
}

absl::Status InferenceContext::Concatenate(ShapeHandle s1, ShapeHandle s2, ShapeHandle* out) {
  if (!RankKnown(s1) || !RankKnown(s2)) {
    *out = UnknownShape();
    return absl::OkStatus();
  }
  if (Rank(s1) + Rank(s2) > kMaxRank) {
    return Fail(absl::StrCat("Concatenated ", TooManyDims(Rank(s1) + Rank(s2))), out);
  }
  std::vector<DimensionHandle> dims(s1.ptr_->dims_.begin(), s1.ptr_->dims_.end());
  dims.insert(dims.end(), s2.ptr_->dims_.begin(), s2.ptr_->dims_.end());
  *out = MakeShape(dims);
  return absl::OkStatus();
}

absl::Status InferenceContext::ReplaceDim(ShapeHandle s, int64_t dim_index, DimensionHandle new_dim,
                                          ShapeHandle* out) {
  if (!RankKnown(s)) {
    *out = UnknownShape();
    return absl::OkStatus();
  }
  const int64_t rank = Rank(s);
  const int64_t index = dim_index < 0 ? dim_index + rank : dim_index;
  if (index < 0 || index >= rank) {
    return Fail(
        absl::StrCat("Out of range dim_index ", dim_index, " for shape with ", rank, " dimensions"),
        out);
  }
  std::vector<DimensionHandle> dims(s.ptr_->dims_.begin(), s.ptr_->dims_.end());
  dims[static_cast<size_t>(index)] = new_dim;
  *out = MakeShape(dims);
  return absl::OkStatus();
}

}  // namespace shape_inference
}  // namespace opgraft
