// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_PARTIAL_TENSOR_SHAPE_H_
#define FRAMEWORK_TYPES_PARTIAL_TENSOR_SHAPE_H_

#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <string>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "framework/types/tensor_shape.h"

namespace opgraft {

// What is known of one dimension: an interval of sizes. A value, never empty: 0 <= min <= max.
// Thread-compatible.
//
// Example: `DimRange(2, 5)` prints as "2..5", `DimRange(3)` as "3", `DimRange()` as "?".
class DimRange {
 public:
  static constexpr int64_t kUnbounded = INT64_MAX;

  // Any size.
  constexpr DimRange() = default;
  // `size`, or any size if it is negative.
  constexpr explicit DimRange(int64_t size)
      : min_(size < 0 ? 0 : size), max_(size < 0 ? kUnbounded : size) {}
  // [min, max]. A negative min counts as 0, a max below min as unbounded.
  constexpr DimRange(int64_t min, int64_t max)
      : min_(min < 0 ? 0 : min), max_(max < min_ ? kUnbounded : max) {}

  constexpr int64_t min() const { return min_; }
  constexpr int64_t max() const { return max_; }
  constexpr bool is_static() const { return min_ == max_; }
  constexpr bool is_unknown() const { return min_ == 0 && max_ == kUnbounded; }
  // The size, or -1 unless it is static.
  constexpr int64_t size() const { return is_static() ? min_ : -1; }

  // True if every size of `other` is one of this; if some size is in both.
  constexpr bool Contains(DimRange other) const { return min_ <= other.min_ && other.max_ <= max_; }
  constexpr bool Intersects(DimRange other) const {
    return min_ <= other.max_ && other.min_ <= max_;
  }
  constexpr bool operator==(DimRange other) const {
    return min_ == other.min_ && max_ == other.max_;
  }
  constexpr bool operator!=(DimRange other) const { return !(*this == other); }

  // "3", "?", "2..5", "2..", "..5".
  std::string DebugString() const;

 private:
  int64_t min_ = 0;
  int64_t max_ = kUnbounded;
};

// What is known of a shape: nothing, or its rank and an interval for each dimension. TensorFlow's
// names; its unknown dimension (-1) is the interval of all sizes. A shape from outside may hold too
// many dimensions or elements: the
// ...WithStatus forms and BuildPartialTensorShape refuse these; the plain forms then make the shape
// wholly unknown. Thread-compatible.
//
// Example:
//   const PartialTensorShape batch({-1, 224, 224, 3});  // "[?,224,224,3]"
//   batch.IsCompatibleWith(TensorShape({8, 224, 224, 3}));  // true
//   batch.dim_size(0);                                      // -1: not known
class PartialTensorShape {
 public:
  // Unknown rank.
  PartialTensorShape() = default;
  // A negative size is an unknown dimension.
  PartialTensorShape(std::initializer_list<int64_t> sizes);
  explicit PartialTensorShape(absl::Span<const int64_t> sizes);
  PartialTensorShape(const TensorShape& shape);
  // Of an interval a dimension, and of `rank` unknown dimensions. Wholly unknown if there are more
  // than 254.
  static PartialTensorShape OfRanges(absl::Span<const DimRange> dims);
  static PartialTensorShape UnknownOfRank(int rank);

  // INVALID_ARGUMENT for a size below -1, more than 254 dimensions, or a product of static sizes
  // beyond int64.
  static absl::StatusOr<PartialTensorShape> BuildPartialTensorShape(
      absl::Span<const int64_t> sizes);
  static absl::Status BuildPartialTensorShape(absl::Span<const int64_t> sizes,
                                              PartialTensorShape* shape);
  template <typename Integer>
  static absl::Status MakePartialShape(const Integer* sizes, int n, PartialTensorShape* shape) {
    return TensorShapeUtils::MakeShape(sizes, n, shape);
  }

  bool unknown_rank() const { return !known_rank_; }
  // -1 if the rank is unknown.
  int dims() const { return known_rank_ ? static_cast<int>(dims_.size()) : -1; }
  // -1 unless the size is known exactly; also where there is no dimension `d`.
  int64_t dim_size(int d) const { return dim(d).size(); }
  // Any size where there is no dimension `d`.
  DimRange dim(int d) const {
    return static_cast<size_t>(d) < dims_.size() ? dims_[static_cast<size_t>(d)] : DimRange();
  }
  absl::Span<const DimRange> ranges() const { return dims_; }
  // Empty if the rank is unknown; -1 for what is not known exactly.
  absl::InlinedVector<int64_t, 4> dim_sizes() const;
  // -1 unless the shape is fully defined.
  int64_t num_elements() const;

  bool IsFullyDefined() const;
  // False unless fully defined.
  bool AsTensorShape(TensorShape* shape) const;

  // Changes. On an unknown rank they do nothing.
  void AddDim(int64_t size) { AddDim(DimRange(size)); }
  void AddDim(DimRange dim);
  absl::Status AddDimWithStatus(int64_t size);
  void set_dim(int d, int64_t size) { set_dim(d, DimRange(size)); }
  void set_dim(int d, DimRange dim);
  absl::Status SetDimWithStatus(int d, int64_t size);

  // This with more dimensions behind it.
  PartialTensorShape Concatenate(int64_t size) const;
  PartialTensorShape Concatenate(const PartialTensorShape& shape) const;
  absl::Status ConcatenateWithStatus(const PartialTensorShape& shape,
                                     PartialTensorShape* result) const;

  // True if some shape fits both: one of the ranks is unknown, or they are equal and the intervals
  // of each dimension meet.
  bool IsCompatibleWith(const PartialTensorShape& other) const;
  // True if `shape` fits this.
  bool Admits(const TensorShape& shape) const;
  // True if every shape that fits `other` fits this. (OpenVINO's relaxes.)
  bool Relaxes(const PartialTensorShape& other) const;
  // What is known from both; INVALID_ARGUMENT if they are not compatible. `result` may be this.
  absl::Status MergeWith(const PartialTensorShape& other, PartialTensorShape* result) const;
  // What holds whichever of the two it is: dimensions that differ are unknown, and so is the rank.
  // Of the branches of an If, for example: [2,3] and [2,4] give [2,?].
  PartialTensorShape Join(const PartialTensorShape& other) const;
  // The smallest shape that fits: an unknown dimension counts as 0, a bounded one as its minimum.
  // REQUIRES: known rank.
  TensorShape MinShape() const;

  // Equal in what is known; two unknown dimensions are equal.
  bool IsIdenticalTo(const PartialTensorShape& other) const {
    return known_rank_ == other.known_rank_ && dims_ == other.dims_;
  }
  friend bool operator==(const PartialTensorShape& a, const PartialTensorShape& b) {
    return a.IsIdenticalTo(b);
  }
  friend bool operator!=(const PartialTensorShape& a, const PartialTensorShape& b) {
    return !a.IsIdenticalTo(b);
  }

  // "[2,?]", "[2..5,3]", "<unknown>".
  std::string DebugString() const;

  // From and to the message; wholly unknown if that is not valid. Bodies:
  // framework/tensor/shape_proto.cc.
  explicit PartialTensorShape(const TensorShapeProto& proto);
  void AsProto(TensorShapeProto* proto) const;

 private:
  using Dims = absl::InlinedVector<DimRange, 4>;
  absl::Status AssignWithStatus(Dims dims);
  // Wholly unknown if the dimensions cannot be.
  void Assign(Dims dims);

  Dims dims_;
  bool known_rank_ = false;
};

std::ostream& operator<<(std::ostream& out, const PartialTensorShape& shape);

// Tests of partial shapes, under TensorFlow's names. Stateless, so thread-safe.
//
// Example: `PartialTensorShapeUtils::IsCompatible({-1, 2}, {3, 2})` is true.
class PartialTensorShapeUtils {
 public:
  static bool IsCompatible(const PartialTensorShape& a, const PartialTensorShape& b) {
    return a.IsCompatibleWith(b);
  }
  static bool AreIdentical(absl::Span<const PartialTensorShape> a,
                           absl::Span<const PartialTensorShape> b);
  static bool AreCompatible(absl::Span<const PartialTensorShape> a,
                            absl::Span<const PartialTensorShape> b);
  // "[[2,?], <unknown>]".
  static std::string PartialShapeListString(absl::Span<const PartialTensorShape> shapes);
};

}  // namespace opgraft

#endif  // FRAMEWORK_TYPES_PARTIAL_TENSOR_SHAPE_H_
