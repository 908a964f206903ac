// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Changes of a shape make a list of the new sizes (Spliced) and assign it, which counts the
// elements anew: so no change can leave num_elements() wrong, and the ...WithStatus forms try on a
// copy first.
//
//     [2,3,4] with dimension 1 replaced:   Spliced(1, 2, {7})  ->  [2,7,4]
//     [2,3] with 5 in front:               Spliced(0, 0, {5})  ->  [5,2,3]
//     [2,3,4] without the first two:       Spliced(0, 2, {})   ->  [4]
#include "framework/types/tensor_shape.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace opgraft {
namespace {

using Sizes = absl::InlinedVector<int64_t, 8>;

absl::Status NoSuchDim(int d, const TensorShape& shape) {
  return absl::InvalidArgumentError(absl::StrCat("there is no dimension ", d, " in shape ",
                                                 shape.DebugString(), " of rank ", shape.dims()));
}

template <typename T>
absl::Status MakeShapeOf(const T* sizes, int64_t n, TensorShape* shape) {
  if (n < 0 || n > TensorShape::kMaxDims) {
    return absl::InvalidArgumentError(absl::StrCat("a shape of ", n, " dimensions; at most ",
                                                   TensorShape::kMaxDims, " are possible"));
  }
  return TensorShape::BuildTensorShape(Sizes(sizes, sizes + n), shape);
}

}  // namespace

absl::StatusOr<TensorShape> TensorShape::BuildTensorShape(absl::Span<const int64_t> sizes) {
  TensorShape shape(sizes);
  if (!shape.IsValid()) return shape.Validate();
  return shape;
}

absl::Status TensorShape::BuildTensorShape(absl::Span<const int64_t> sizes, TensorShape* shape) {
  return shape->AssignWithStatus(sizes);
}

absl::Status TensorShape::Validate() const {
  switch (num_elements_) {
    case kNegativeDim: {
      const auto negative =
          std::find_if(data(), data() + rank_, [](int64_t size) { return size < 0; });
      return absl::InvalidArgumentError(
          absl::StrCat("dimension ", negative - data(), " is ", *negative));
    }
    case kTooManyElements:
      return absl::InvalidArgumentError(absl::StrCat(
          "shape ", DebugString(), " has too many elements: the product is beyond int64"));
    case kTooManyDims:
      return absl::InvalidArgumentError(
          absl::StrCat("a shape has at most ", kMaxDims, " dimensions"));
    default:
      return absl::OkStatus();
  }
}

void TensorShape::Assign(absl::Span<const int64_t> sizes) {
  const size_t rank = std::min(sizes.size(), static_cast<size_t>(kMaxDims));
  if (rank <= kInlineDims) {
    int64_t copy[kInlineDims] = {0, 0, 0, 0};
    std::copy_n(sizes.data(), rank, copy);
    Free();
    std::memcpy(inline_, copy, sizeof(copy));
  } else {
    int64_t* copy = new int64_t[rank];
    std::copy_n(sizes.data(), rank, copy);
    Free();
    heap_ = copy;
  }
  rank_ = static_cast<uint8_t>(rank);
  Count();
  if (rank != sizes.size()) num_elements_ = kTooManyDims;
}

absl::Status TensorShape::AssignWithStatus(absl::Span<const int64_t> sizes) {
  TensorShape shape(sizes);
  if (!shape.IsValid()) return shape.Validate();
  *this = std::move(shape);
  return absl::OkStatus();
}

void TensorShape::Count() {
  int64_t product = 1;  // of what is not zero: a zero must not hide strides that overflow
  bool has_zero = false;
  bool overflow = false;
  for (int64_t size : sizes()) {
    if (size < 0) {
      num_elements_ = kNegativeDim;
      return;
    }
    has_zero |= size == 0;
    if (size != 0) overflow |= __builtin_mul_overflow(product, size, &product);
  }
  if (has_zero) product = 0;
  num_elements_ = overflow ? kTooManyElements : product;
}

void TensorShape::CopyHeap(const TensorShape& other) {
  heap_ = new int64_t[other.rank_];
  std::copy_n(other.heap_, other.rank_, heap_);
  num_elements_ = other.num_elements_;
  rank_ = other.rank_;
}

void TensorShape::ForgetHeap() {
  rank_ = 0;
  num_elements_ = 1;
  std::fill_n(inline_, kInlineDims, 0);
}

Sizes TensorShape::Spliced(int begin, int end, absl::Span<const int64_t> insert) const {
  Sizes result(data(), data() + begin);
  result.insert(result.end(), insert.begin(), insert.end());
  result.insert(result.end(), data() + end, data() + rank_);
  return result;
}

void TensorShape::AppendShape(const TensorShape& shape) {
  Assign(Spliced(rank_, rank_, shape.sizes()));
}

absl::Status TensorShape::AppendShapeWithStatus(const TensorShape& shape) {
  return AssignWithStatus(Spliced(rank_, rank_, shape.sizes()));
}

void TensorShape::InsertDim(int d, int64_t size) {
  if (d >= 0 && d <= rank_) Assign(Spliced(d, d, {size}));
}

absl::Status TensorShape::InsertDimWithStatus(int d, int64_t size) {
  if (d < 0 || d > rank_) return NoSuchDim(d, *this);
  return AssignWithStatus(Spliced(d, d, {size}));
}

void TensorShape::set_dim(int d, int64_t size) {
  if (d >= 0 && d < rank_) Assign(Spliced(d, d + 1, {size}));
}

absl::Status TensorShape::SetDimWithStatus(int d, int64_t size) {
  if (d < 0 || d >= rank_) return NoSuchDim(d, *this);
  return AssignWithStatus(Spliced(d, d + 1, {size}));
}

absl::Status TensorShape::RemoveDimWithStatus(int d) {
  if (d < 0 || d >= rank_) return NoSuchDim(d, *this);
  return RemoveDimRangeWithStatus(d, d + 1);
}

absl::Status TensorShape::RemoveLastDimsWithStatus(int n) {
  if (n < 0 || n > rank_) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot remove ", n, " dimensions of shape ", DebugString()));
  }
  return RemoveDimRangeWithStatus(rank_ - n, rank_);
}

absl::Status TensorShape::RemoveDimRangeWithStatus(int begin, int end) {
  const int from = begin < 0 ? rank_ + begin + 1 : begin;
  const int to = end < 0 ? rank_ + end + 1 : end;
  if (from < 0 || to < 0 || from > rank_ || to > rank_) {
    return absl::InvalidArgumentError(
        absl::StrCat("there are no dimensions [", begin, ", ", end, ") in shape ", DebugString()));
  }
  if (from < to) Assign(Spliced(from, to, {}));
  return absl::OkStatus();
}

std::string TensorShape::DebugString() const {
  return absl::StrCat("[", absl::StrJoin(sizes(), ","), "]");
}

std::ostream& operator<<(std::ostream& out, const TensorShape& shape) {
  return out << shape.DebugString();
}

absl::Status TensorShapeUtils::MakeShape(const int32_t* sizes, int64_t n, TensorShape* shape) {
  return MakeShapeOf(sizes, n, shape);
}
absl::Status TensorShapeUtils::MakeShape(const int64_t* sizes, int64_t n, TensorShape* shape) {
  return MakeShapeOf(sizes, n, shape);
}
absl::Status TensorShapeUtils::MakeShape(absl::Span<const int32_t> sizes, TensorShape* shape) {
  return MakeShapeOf(sizes.data(), static_cast<int64_t>(sizes.size()), shape);
}
absl::Status TensorShapeUtils::MakeShape(absl::Span<const int64_t> sizes, TensorShape* shape) {
  return MakeShapeOf(sizes.data(), static_cast<int64_t>(sizes.size()), shape);
}

bool TensorShapeUtils::StartsWith(const TensorShape& shape, const TensorShape& prefix) {
  const auto sizes = shape.sizes();
  const auto start = prefix.sizes();
  return start.size() <= sizes.size() && std::equal(start.begin(), start.end(), sizes.begin());
}

bool TensorShapeUtils::EndsWith(const TensorShape& shape, const TensorShape& suffix) {
  const auto sizes = shape.sizes();
  const auto end = suffix.sizes();
  return end.size() <= sizes.size() && std::equal(end.rbegin(), end.rend(), sizes.rbegin());
}

absl::Status TensorShapeUtils::NumElements(absl::Span<const int64_t> sizes, int64_t* product) {
  absl::StatusOr<TensorShape> shape = TensorShape::BuildTensorShape(sizes);
  if (!shape.ok()) return shape.status();
  *product = shape->num_elements();
  return absl::OkStatus();
}

std::string TensorShapeUtils::ShapeListString(absl::Span<const TensorShape> shapes) {
  return absl::StrCat("[",
                      absl::StrJoin(shapes, ", ",
                                    [](std::string* out, const TensorShape& shape) {
                                      out->append(shape.DebugString());
                                    }),
                      "]");
}

}  // namespace opgraft
