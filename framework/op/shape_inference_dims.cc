// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// InferenceContext: dimensions. Each is an interval of sizes.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/op/shape_inference.h"

namespace opgraft {
namespace shape_inference {
namespace {

constexpr int64_t kUnbounded = DimRange::kUnbounded;

// Upper limits saturate: what overflows has no limit.
int64_t AddLimits(int64_t a, int64_t b) {
  int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? kUnbounded : sum;
}

int64_t MultiplyLimits(int64_t a, int64_t b) {
  int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? kUnbounded : product;
}

int64_t DivideLimit(int64_t limit, int64_t divisor) {
  return limit == kUnbounded ? kUnbounded : limit / divisor;
}

}  // namespace

DimRange InferenceContext::Bounds(DimensionOrConstant d) {
  if (!d.dim.IsSet()) return DimRange(d.val);
  if (d.dim.ptr_->failed_ != nullptr) d.dim.ptr_->failed_->used = true;
  return d.dim.ptr_->size_;
}

int64_t InferenceContext::Value(DimensionOrConstant d) { return Bounds(d).size(); }

DimensionHandle InferenceContext::MakeDim(DimensionOrConstant d) {
  if (d.dim.IsSet()) return d.dim;
  if (d.val < kUnknownDim) Blame(absl::StrCat("made a dimension of size ", d.val));
  return MakeBoundedDim(DimRange(d.val));
}

DimensionHandle InferenceContext::MakeBoundedDim(DimRange bounds) {
  dimensions_.emplace_back();
  dimensions_.back().size_ = bounds;
  return DimensionHandle(&dimensions_.back());
}

DimensionHandle InferenceContext::Narrow(DimensionHandle dim, DimRange bounds) {
  return dim.IsSet() && Bounds(dim) == bounds ? dim : MakeBoundedDim(bounds);
}

std::string InferenceContext::DebugString(DimensionHandle d) const {
  return d.IsSet() ? d.ptr_->size_.DebugString() : "?";
}

DimensionHandle InferenceContext::NumElements(ShapeHandle s) {
  if (!RankKnown(s)) return UnknownDim();
  int64_t min = 1, max = 1;
  bool overflow = false;
  for (DimensionHandle d : s.ptr_->dims_) {
    if (Value(d) == 0) return d;
    overflow = overflow || __builtin_mul_overflow(min, Bounds(d).min(), &min);
    max = MultiplyLimits(max, Bounds(d).max());
  }
  if (overflow) return UnknownDim();
  return Rank(s) == 1 ? s.ptr_->dims_[0] : MakeBoundedDim(DimRange(min, max));
}

absl::Status InferenceContext::WithValue(DimensionHandle dim, int64_t value, DimensionHandle* out) {
  if (value < 0 || !Bounds(dim).Contains(DimRange(value))) {
    return Fail(absl::StrCat("Dimension must be ", value, " but is ", DebugString(dim)), out);
  }
  *out = Narrow(dim, DimRange(value));
  return absl::OkStatus();
}

absl::Status InferenceContext::Merge(DimensionHandle d0, DimensionHandle d1, DimensionHandle* out) {
  const DimRange a = Bounds(d0), b = Bounds(d1);
  if (!a.Intersects(b)) {
    return Fail(absl::StrCat("Dimensions must be equal, but are ", DebugString(d0), " and ",
                             DebugString(d1)),
                out);
  }
  const DimRange both(std::max(a.min(), b.min()), std::min(a.max(), b.max()));
  *out = d1.IsSet() && b == both && a != both ? d1 : Narrow(d0, both);
  return absl::OkStatus();
}

absl::Status InferenceContext::Divide(DimensionHandle dividend, DimensionOrConstant divisor,
                                      bool evenly_divisible, DimensionHandle* out) {
  const DimRange a = Bounds(dividend), b = Bounds(divisor);
  const int64_t k = divisor.dim.IsSet() ? b.size() : divisor.val;
  if (k == 0 || k < kUnknownDim)
    return Fail(absl::StrCat("Divisor must be positive but is ", k), out);
  if (k == 1) {
    *out = MakeDim(dividend);
    return absl::OkStatus();
  }
  int64_t min = a.min() / b.max();
  const int64_t max = DivideLimit(a.max(), std::max<int64_t>(b.min(), 1));
  if (evenly_divisible && k > 0 && a.min() % k != 0 && ++min > max) {
    return Fail(absl::StrCat("Dimension size must be evenly divisible by ", k, " but is ",
                             DebugString(dividend)),
                out);
  }
  *out = MakeBoundedDim(DimRange(min, max));
  return absl::OkStatus();
}

absl::Status InferenceContext::Add(DimensionHandle first, DimensionOrConstant second,
                                   DimensionHandle* out) {
  const DimRange a = Bounds(first), b = Bounds(second);
  int64_t min = 0;
  if (a.size() == 0 || b.size() == 0) {
    *out = MakeDim(a.size() == 0 ? second : first);
  } else if (__builtin_add_overflow(a.min(), b.min(), &min)) {
    return Fail(absl::StrCat("Dimension size overflow from adding ", a.min(), " and ", b.min()),
                out);
  } else {
    *out = MakeBoundedDim(DimRange(min, AddLimits(a.max(), b.max())));
  }
  return absl::OkStatus();
}

absl::Status InferenceContext::Subtract(DimensionHandle first, DimensionOrConstant second,
                                        DimensionHandle* out) {
  const DimRange a = Bounds(first), b = Bounds(second);
  if (a.max() < b.min()) {
    return Fail(absl::StrCat("Negative dimension size caused by subtracting ", b.DebugString(),
                             " from ", a.DebugString()),
                out);
  }
  // Where both are without a limit the difference is as well.
  const int64_t max = a.max() == kUnbounded ? kUnbounded : a.max() - b.min();
  *out = b.size() == 0 ? MakeDim(first) : MakeBoundedDim(DimRange(a.min() - b.max(), max));
  return absl::OkStatus();
}

absl::Status InferenceContext::Multiply(DimensionHandle first, DimensionOrConstant second,
                                        DimensionHandle* out) {
  const DimRange a = Bounds(first), b = Bounds(second);
  int64_t min = 0;
  if (a.size() == 0 || b.size() == 1) {
    *out = MakeDim(first);
  } else if (b.size() == 0 || a.size() == 1) {
    *out = MakeDim(second);
  } else if (__builtin_mul_overflow(a.min(), b.min(), &min)) {
    return Fail(absl::StrCat("Negative dimension size caused by overflow when multiplying ",
                             a.min(), " and ", b.min()),
                out);
  } else {
    *out = MakeBoundedDim(DimRange(min, MultiplyLimits(a.max(), b.max())));
  }
  return absl::OkStatus();
}

absl::Status InferenceContext::Min(DimensionHandle first, DimensionOrConstant second,
                                   DimensionHandle* out) {
  const DimRange a = Bounds(first), b = Bounds(second);
  if (a.max() <= b.min() || b.max() <= a.min()) {
    *out = MakeDim(a.max() <= b.min() ? first : second);
  } else {
    *out = MakeBoundedDim(DimRange(std::min(a.min(), b.min()), std::min(a.max(), b.max())));
  }
  return absl::OkStatus();
}

absl::Status InferenceContext::Max(DimensionHandle first, DimensionOrConstant second,
                                   DimensionHandle* out) {
  const DimRange a = Bounds(first), b = Bounds(second);
  if (a.min() >= b.max() || b.min() >= a.max()) {
    *out = MakeDim(a.min() >= b.max() ? first : second);
  } else {
    *out = MakeBoundedDim(DimRange(std::max(a.min(), b.min()), std::max(a.max(), b.max())));
  }
  return absl::OkStatus();
}

}  // namespace shape_inference
}  // namespace opgraft
