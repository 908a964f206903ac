// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Dimensions are intervals; each relation of shapes is one of intervals, dimension by dimension,
// after the ranks. With a = [2..5,?] and b = [4..9,3]:
//
//     IsCompatibleWith     the intervals meet             true
//     MergeWith            their intersections            [4..5,3]
//     Join                 equal ones, else unknown       [?,?]
//     a.Relaxes(b)         a's contain b's                false: 9 is not in 2..5
//     a.Admits([5,7])      each size is in its interval   true
//     a.MinShape()         the lower ends                 [2,0]
//
// An unknown rank is compatible with everything, and relaxes everything.
#include "framework/types/partial_tensor_shape.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

// The intervals must meet.
DimRange Intersection(const DimRange& a, const DimRange& b) {
  return DimRange(std::max(a.min(), b.min()), std::min(a.max(), b.max()));
}

template <typename T>
absl::Status MakePartialShapeOf(const T* sizes, int64_t n, PartialTensorShape* shape) {
  if (n < 0 || n > TensorShape::kMaxDims) {
    return absl::InvalidArgumentError(absl::StrCat("a shape of ", n, " dimensions; at most ",
                                                   TensorShape::kMaxDims, " are possible"));
  }
  return PartialTensorShape::BuildPartialTensorShape(
      absl::InlinedVector<int64_t, 8>(sizes, sizes + n), shape);
}

absl::Status NoSuchDim(int d, const PartialTensorShape& shape) {
  return absl::InvalidArgumentError(
      absl::StrCat("there is no dimension ", d, " in shape ", shape.DebugString()));
}

absl::Status SizeBelowUnknown(int64_t size) {
  return absl::InvalidArgumentError(
      absl::StrCat("a dimension is ", size, "; it must be >= 0, or -1 for unknown"));
}

template <typename Predicate>
bool AllPairs(absl::Span<const PartialTensorShape> a, absl::Span<const PartialTensorShape> b,
              Predicate predicate) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), predicate);
}

}  // namespace

std::string DimRange::DebugString() const {
  if (is_static()) return absl::StrCat(min_);
  if (is_unknown()) return "?";
  return absl::StrCat(min_ == 0 ? "" : absl::StrCat(min_), "..",
                      max_ == kUnbounded ? "" : absl::StrCat(max_));
}

PartialTensorShape::PartialTensorShape(std::initializer_list<int64_t> sizes)
    : PartialTensorShape(absl::MakeConstSpan(sizes.begin(), sizes.size())) {}

PartialTensorShape::PartialTensorShape(absl::Span<const int64_t> sizes) {
  Dims dims;
  for (int64_t size : sizes) dims.emplace_back(size);
  Assign(std::move(dims));
}

PartialTensorShape::PartialTensorShape(const TensorShape& shape)
    : PartialTensorShape(shape.sizes()) {}

PartialTensorShape PartialTensorShape::OfRanges(absl::Span<const DimRange> dims) {
  PartialTensorShape shape;
  shape.Assign(Dims(dims.begin(), dims.end()));
  return shape;
}

PartialTensorShape PartialTensorShape::UnknownOfRank(int rank) {
  PartialTensorShape shape;
  if (rank >= 0 && rank <= TensorShape::kMaxDims) shape.Assign(Dims(static_cast<size_t>(rank)));
  return shape;
}

absl::StatusOr<PartialTensorShape> PartialTensorShape::BuildPartialTensorShape(
    absl::Span<const int64_t> sizes) {
  PartialTensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(BuildPartialTensorShape(sizes, &shape));
  return shape;
}

absl::Status PartialTensorShape::BuildPartialTensorShape(absl::Span<const int64_t> sizes,
                                                         PartialTensorShape* shape) {
  Dims dims;
  for (int64_t size : sizes) {
    if (size < -1) return SizeBelowUnknown(size);
    dims.emplace_back(size);
  }
  return shape->AssignWithStatus(std::move(dims));
}

absl::Status PartialTensorShape::AssignWithStatus(Dims dims) {
  if (dims.size() > TensorShape::kMaxDims) {
    return absl::InvalidArgumentError(absl::StrCat("a shape of ", dims.size(),
                                                   " dimensions; at most ", TensorShape::kMaxDims,
                                                   " are possible"));
  }
  int64_t product = 1;
  for (const DimRange& dim : dims) {
    if (dim.min() > 1 && __builtin_mul_overflow(product, dim.min(), &product)) {
      return absl::InvalidArgumentError(
          "a shape has too many elements: the product is beyond int64");
    }
  }
  dims_ = std::move(dims);
  known_rank_ = true;
  return absl::OkStatus();
}

void PartialTensorShape::Assign(Dims dims) {
  if (!AssignWithStatus(std::move(dims)).ok()) *this = PartialTensorShape();
}

absl::InlinedVector<int64_t, 4> PartialTensorShape::dim_sizes() const {
  absl::InlinedVector<int64_t, 4> sizes;
  for (const DimRange& dim : dims_) sizes.push_back(dim.size());
  return sizes;
}

int64_t PartialTensorShape::num_elements() const {
  TensorShape shape;
  return AsTensorShape(&shape) ? shape.num_elements() : -1;
}

bool PartialTensorShape::IsFullyDefined() const {
  return known_rank_ && std::all_of(dims_.begin(), dims_.end(),
                                    [](const DimRange& dim) { return dim.is_static(); });
}

bool PartialTensorShape::AsTensorShape(TensorShape* shape) const {
  return IsFullyDefined() && TensorShape::BuildTensorShape(dim_sizes(), shape).ok();
}

void PartialTensorShape::AddDim(DimRange dim) {
  if (!known_rank_) return;
  Dims dims = dims_;
  dims.push_back(dim);
  Assign(std::move(dims));
}

absl::Status PartialTensorShape::AddDimWithStatus(int64_t size) {
  if (size < -1) return SizeBelowUnknown(size);
  if (!known_rank_) return absl::OkStatus();
  Dims dims = dims_;
  dims.emplace_back(size);
  return AssignWithStatus(std::move(dims));
}

void PartialTensorShape::set_dim(int d, DimRange dim) {
  if (d < 0 || d >= dims()) return;
  Dims dims = dims_;
  dims[static_cast<size_t>(d)] = dim;
  Assign(std::move(dims));
}

absl::Status PartialTensorShape::SetDimWithStatus(int d, int64_t size) {
  if (size < -1) return SizeBelowUnknown(size);
  if (d < 0 || d >= dims()) return NoSuchDim(d, *this);
  Dims dims = dims_;
  dims[static_cast<size_t>(d)] = DimRange(size);
  return AssignWithStatus(std::move(dims));
}

PartialTensorShape PartialTensorShape::Concatenate(int64_t size) const {
  PartialTensorShape result = *this;
  result.AddDim(size);
  return result;
}

PartialTensorShape PartialTensorShape::Concatenate(const PartialTensorShape& shape) const {
  PartialTensorShape result;
  ConcatenateWithStatus(shape, &result).IgnoreError();
  return result;
}

absl::Status PartialTensorShape::ConcatenateWithStatus(const PartialTensorShape& shape,
                                                       PartialTensorShape* result) const {
  if (!known_rank_ || !shape.known_rank_) {
    *result = PartialTensorShape();
    return absl::OkStatus();
  }
  Dims dims = dims_;
  dims.insert(dims.end(), shape.dims_.begin(), shape.dims_.end());
  return result->AssignWithStatus(std::move(dims));
}

bool PartialTensorShape::IsCompatibleWith(const PartialTensorShape& other) const {
  if (!known_rank_ || !other.known_rank_) return true;
  return dims_.size() == other.dims_.size() &&
         std::equal(dims_.begin(), dims_.end(), other.dims_.begin(),
                    [](const DimRange& a, const DimRange& b) { return a.Intersects(b); });
}

bool PartialTensorShape::Admits(const TensorShape& shape) const {
  if (!known_rank_) return true;
  return dims_.size() == static_cast<size_t>(shape.dims()) &&
         std::equal(dims_.begin(), dims_.end(), shape.sizes().begin(),
                    [](const DimRange& dim, int64_t size) {
                      return dim.min() <= size && size <= dim.max();
                    });
}

bool PartialTensorShape::Relaxes(const PartialTensorShape& other) const {
  if (!known_rank_) return true;
  if (!other.known_rank_) return false;
  return dims_.size() == other.dims_.size() &&
         std::equal(dims_.begin(), dims_.end(), other.dims_.begin(),
                    [](const DimRange& a, const DimRange& b) { return a.Contains(b); });
}

absl::Status PartialTensorShape::MergeWith(const PartialTensorShape& other,
                                           PartialTensorShape* result) const {
  if (!IsCompatibleWith(other)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Incompatible shapes during merge: ", DebugString(), " vs. ", other.DebugString()));
  }
  if (!known_rank_ || !other.known_rank_) {
    *result = known_rank_ ? *this : other;
    return absl::OkStatus();
  }
  Dims dims;
  for (size_t i = 0; i < dims_.size(); ++i) dims.push_back(Intersection(dims_[i], other.dims_[i]));
  return result->AssignWithStatus(std::move(dims));
}

PartialTensorShape PartialTensorShape::Join(const PartialTensorShape& other) const {
  if (!known_rank_ || !other.known_rank_ || dims_.size() != other.dims_.size())
    return PartialTensorShape();
  PartialTensorShape result = *this;
  for (size_t i = 0; i < dims_.size(); ++i) {
    if (dims_[i] != other.dims_[i]) result.dims_[i] = DimRange();
  }
  return result;
}

TensorShape PartialTensorShape::MinShape() const {
  absl::InlinedVector<int64_t, 4> sizes;
  for (const DimRange& dim : dims_) sizes.push_back(dim.min());
  return TensorShape(sizes);
}

std::string PartialTensorShape::DebugString() const {
  if (!known_rank_) return "<unknown>";
  return absl::StrCat(
      "[",
      absl::StrJoin(dims_, ",",
                    [](std::string* out, const DimRange& dim) { out->append(dim.DebugString()); }),
      "]");
}

std::ostream& operator<<(std::ostream& out, const PartialTensorShape& shape) {
  return out << shape.DebugString();
}

absl::Status TensorShapeUtils::MakeShape(const int32_t* sizes, int64_t n,
                                         PartialTensorShape* shape) {
  return MakePartialShapeOf(sizes, n, shape);
}
absl::Status TensorShapeUtils::MakeShape(const int64_t* sizes, int64_t n,
                                         PartialTensorShape* shape) {
  return MakePartialShapeOf(sizes, n, shape);
}
absl::Status TensorShapeUtils::MakeShape(absl::Span<const int32_t> sizes,
                                         PartialTensorShape* shape) {
  return MakePartialShapeOf(sizes.data(), static_cast<int64_t>(sizes.size()), shape);
}
absl::Status TensorShapeUtils::MakeShape(absl::Span<const int64_t> sizes,
                                         PartialTensorShape* shape) {
  return MakePartialShapeOf(sizes.data(), static_cast<int64_t>(sizes.size()), shape);
}

bool PartialTensorShapeUtils::AreIdentical(absl::Span<const PartialTensorShape> a,
                                           absl::Span<const PartialTensorShape> b) {
  return AllPairs(a, b, [](const PartialTensorShape& x, const PartialTensorShape& y) {
    return x.IsIdenticalTo(y);
  });
}

bool PartialTensorShapeUtils::AreCompatible(absl::Span<const PartialTensorShape> a,
                                            absl::Span<const PartialTensorShape> b) {
  return AllPairs(a, b, [](const PartialTensorShape& x, const PartialTensorShape& y) {
    return x.IsCompatibleWith(y);
  });
}

std::string PartialTensorShapeUtils::PartialShapeListString(
    absl::Span<const PartialTensorShape> shapes) {
  return absl::StrCat("[",
                      absl::StrJoin(shapes, ", ",
                                    [](std::string* out, const PartialTensorShape& shape) {
                                      out->append(shape.DebugString());
                                    }),
                      "]");
}

}  // namespace opgraft
