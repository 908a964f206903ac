// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_TENSOR_SHAPE_H_
#define FRAMEWORK_TYPES_TENSOR_SHAPE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <ostream>
#include <string>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "absl/base/optimization.h"
#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace Eigen {
template <typename DenseIndex, int kNumDims>
struct DSizes;
}  // namespace Eigen

namespace opgraft {

class PartialTensorShape;
class TensorShapeProto;

// A dimension, as a loop over a shape gives it: `for (TensorShapeDim d : shape) Use(d.size);`.
struct TensorShapeDim {
  explicit TensorShapeDim(int64_t s) : size(s) {}
  int64_t size;
};

// The dimensions of a tensor: at most 254, each not negative, their product (zeros left out) within
// int64.
//
// A shape that breaks a rule is kept as it was given but is not IsValid(): num_elements() is then
// negative and no tensor can be made with it. So nothing that a kernel computes can abort. For
// sizes from outside, BuildTensorShape and the ...WithStatus forms say what is wrong.
// Thread-compatible.
//
// Up to four dimensions are held without allocation, the unused places zero, so that two shapes are
// compared by their bytes:
//
//     [2,3]         | 2 | 3 | 0 | 0 | num_elements 6 | rank 2 |
//     [1,2,3,4,5]   | heap_, ...    | num_elements 120 | rank 5 |    heap_ --> 1 2 3 4 5
//
// Example:
//   TensorShape shape({2, 3});
//   shape.AddDim(4);        // [2,3,4]
//   shape.num_elements();   // 24
//   OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape(sizes_of_a_file, &shape));
class TensorShape {
 public:
  static constexpr int kMaxDims = 254;
  static constexpr int MaxDimensions() { return kMaxDims; }

  // A scalar: no dimensions, one element.
  TensorShape() = default;
  TensorShape(std::initializer_list<int64_t> sizes) {
    Assign(absl::MakeConstSpan(sizes.begin(), sizes.size()));
  }
  explicit TensorShape(absl::Span<const int64_t> sizes) { Assign(sizes); }
  TensorShape(const TensorShape& other) { CopyFrom(other); }
  TensorShape(TensorShape&& other) noexcept { StealFrom(other); }
  TensorShape& operator=(const TensorShape& other) {
    if (ABSL_PREDICT_TRUE(is_inline() && other.is_inline())) {
      CopyInline(other);
    } else if (this != &other) {
      Free();
      CopyFrom(other);
    }
    return *this;
  }
  TensorShape& operator=(TensorShape&& other) noexcept {
    if (this != &other) {
      Free();
      StealFrom(other);
    }
    return *this;
  }
  ~TensorShape() { Free(); }

  // A shape of sizes from outside: INVALID_ARGUMENT as Validate.
  static absl::StatusOr<TensorShape> BuildTensorShape(absl::Span<const int64_t> sizes);
  static absl::Status BuildTensorShape(absl::Span<const int64_t> sizes, TensorShape* shape);

  bool IsValid() const { return num_elements_ >= 0; }
  // INVALID_ARGUMENT, e.g. "dimension 0 is -1", unless this IsValid(): a negative size, more than
  // 254 dimensions, or more elements than int64 counts.
  absl::Status Validate() const;

  int dims() const { return rank_; }
  bool unknown_rank() const { return false; }
  bool IsFullyDefined() const { return IsValid(); }
  // The size of dimension `d`; -1 if there is no such dimension.
  int64_t dim_size(int d) const {
    return ABSL_PREDICT_TRUE(static_cast<unsigned>(d) < rank_) ? data()[d] : -1;
  }
  // Negative if this is not valid.
  int64_t num_elements() const { return num_elements_; }
  // The sizes, as a view into this and as a copy.
  absl::Span<const int64_t> sizes() const { return absl::MakeConstSpan(data(), rank_); }
  absl::InlinedVector<int64_t, 4> dim_sizes() const { return {data(), data() + rank_}; }

  // Changes. The plain forms make this invalid (or do nothing, where `d` is no dimension); the
  // ...WithStatus forms answer INVALID_ARGUMENT and leave it as it was.
  //
  // Behind the last dimension: one more, or all of `shape`.
  void AddDim(int64_t size) { InsertDim(rank_, size); }
  absl::Status AddDimWithStatus(int64_t size) { return InsertDimWithStatus(rank_, size); }
  void AppendShape(const TensorShape& shape);
  absl::Status AppendShapeWithStatus(const TensorShape& shape);
  // Before dimension `d`, or behind the last if `d` is dims().
  void InsertDim(int d, int64_t size);
  absl::Status InsertDimWithStatus(int d, int64_t size);
  // Makes `size` the size of dimension `d`.
  void set_dim(int d, int64_t size);
  absl::Status SetDimWithStatus(int d, int64_t size);
  // Takes out dimension `d`; the last `n`.
  void RemoveDim(int d) { RemoveDimWithStatus(d).IgnoreError(); }
  absl::Status RemoveDimWithStatus(int d);
  void RemoveLastDims(int n) { RemoveLastDimsWithStatus(n).IgnoreError(); }
  absl::Status RemoveLastDimsWithStatus(int n);
  // Dimensions [begin, end); negative ones count from the end, -1 standing behind the last.
  void RemoveDimRange(int begin, int end) { RemoveDimRangeWithStatus(begin, end).IgnoreError(); }
  absl::Status RemoveDimRangeWithStatus(int begin, int end);
  // Makes this a scalar.
  void Clear() { *this = TensorShape(); }

  // Equal sizes. Compares the places of up to four dimensions at once: in steps of a run.
  friend bool operator==(const TensorShape& a, const TensorShape& b) {
    if (ABSL_PREDICT_FALSE(a.rank_ != b.rank_)) return false;
    if (ABSL_PREDICT_TRUE(a.is_inline())) return HaveOneInline(a, b);
    return std::memcmp(a.heap_, b.heap_, a.rank_ * sizeof(int64_t)) == 0;
  }
  friend bool operator!=(const TensorShape& a, const TensorShape& b) { return !(a == b); }
  bool IsSameSize(const TensorShape& other) const { return *this == other; }

  // Goes over the dimensions, for range-based loops. Valid until the shape changes.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = TensorShapeDim;
    using difference_type = std::ptrdiff_t;
    using pointer = const TensorShapeDim*;
    using reference = TensorShapeDim;
    explicit Iterator(const int64_t* size) : size_(size) {}
    TensorShapeDim operator*() const { return TensorShapeDim(*size_); }
    Iterator& operator++() {
      ++size_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return size_ == other.size_; }
    bool operator!=(const Iterator& other) const { return size_ != other.size_; }

   private:
    const int64_t* size_;
  };
  Iterator begin() const { return Iterator(data()); }
  Iterator end() const { return Iterator(data() + rank_); }

  // "[2,3]".
  std::string DebugString() const;

  // From and to the message; not valid if that is not. Bodies: framework/tensor/shape_proto.cc.
  explicit TensorShape(const TensorShapeProto& proto);
  void AsProto(TensorShapeProto* proto) const;
  template <typename Proto = TensorShapeProto>
  Proto AsProto() const {
    Proto proto;
    AsProto(&proto);
    return proto;
  }
  static absl::Status IsValidShape(const TensorShapeProto& proto);

  // The sizes for Eigen, and the same filled up with ones; zeros if this has more than N dimensions
  // (or another number, in the first form). Bodies: framework/tensor/tensor_types.h.
  template <int kNumDims, typename Index = std::ptrdiff_t>
  Eigen::DSizes<Index, kNumDims> AsEigenDSizes() const;
  template <int kNumDims, typename Index = std::ptrdiff_t>
  Eigen::DSizes<Index, kNumDims> AsEigenDSizesWithPadding() const;

 private:
  static constexpr int kInlineDims = 4;
  // Values of num_elements_ that tell what is wrong; Validate puts them into words.
  static constexpr int64_t kNegativeDim = -1;
  static constexpr int64_t kTooManyElements = -2;
  static constexpr int64_t kTooManyDims = -3;

  // True if the places of the inline dimensions have the same values; those that are not used are
  // zero.
  static bool HaveOneInline(const TensorShape& a, const TensorShape& b) {
#ifdef __SSE2__
    const auto halves_are_one = [&a, &b](int first) {
      return _mm_cmpeq_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(a.inline_ + first)),
                            _mm_loadu_si128(reinterpret_cast<const __m128i*>(b.inline_ + first)));
    };
    return _mm_movemask_epi8(_mm_and_si128(halves_are_one(0), halves_are_one(2))) == 0xffff;
#else
    return std::memcmp(a.inline_, b.inline_, sizeof(a.inline_)) == 0;
#endif
  }
  // Where the sizes are: in the object, or on the heap from five dimensions on.
  bool is_inline() const { return rank_ <= kInlineDims; }
  const int64_t* data() const { return ABSL_PREDICT_TRUE(is_inline()) ? inline_ : heap_; }

  // Copies the object's bytes, the pointer to the heap included.
  void CopyInline(const TensorShape& other) {
    std::memcpy(inline_, other.inline_, sizeof(inline_));
    num_elements_ = other.num_elements_;
    rank_ = other.rank_;
  }
  // REQUIRES: this holds no heap.
  void CopyFrom(const TensorShape& other) {
    if (ABSL_PREDICT_TRUE(other.is_inline())) {
      CopyInline(other);
    } else {
      CopyHeap(other);
    }
  }
  // REQUIRES: this holds no heap.
  void StealFrom(TensorShape& other) {
    CopyInline(other);  // the pointer lies in the same bytes
    if (ABSL_PREDICT_FALSE(!is_inline())) other.ForgetHeap();
  }
  void Free() {
    if (ABSL_PREDICT_FALSE(!is_inline())) delete[] heap_;
  }
  // The rare halves of CopyFrom and StealFrom. ForgetHeap leaves a scalar behind.
  void CopyHeap(const TensorShape& other);
  void ForgetHeap();
  // Replaces all dimensions; `sizes` may be a part of this.
  void Assign(absl::Span<const int64_t> sizes);
  // Sets num_elements_ by the sizes.
  void Count();
  // The sizes with `insert` in place of [begin, end).
  absl::InlinedVector<int64_t, 8> Spliced(int begin, int end,
                                          absl::Span<const int64_t> insert) const;
  absl::Status AssignWithStatus(absl::Span<const int64_t> sizes);

  union {
    int64_t inline_[kInlineDims] = {0, 0, 0, 0};
    // Exactly rank_ sizes, owned; the one in use from five dimensions on.
    int64_t* heap_;
  };
  // The product of the sizes, or one of the negative values above.
  int64_t num_elements_ = 1;
  uint8_t rank_ = 0;
};

std::ostream& operator<<(std::ostream& out, const TensorShape& shape);

// Tests and makers of shapes, under TensorFlow's names. Stateless, so thread-safe.
//
// Example:
//   OP_REQUIRES(context, TensorShapeUtils::IsMatrix(x.shape()),
//               errors::InvalidArgument("x must be a matrix"));
//   TensorShape shape;
//   OP_REQUIRES_OK(context, TensorShapeUtils::MakeShape(sizes.data(), n, &shape));
class TensorShapeUtils {
 public:
  // By the number of dimensions alone: sizes may be 0.
  static bool IsScalar(const TensorShape& shape) { return shape.dims() == 0; }
  static bool IsVector(const TensorShape& shape) { return shape.dims() == 1; }
  static bool IsVectorOrHigher(const TensorShape& shape) { return shape.dims() >= 1; }
  static bool IsMatrix(const TensorShape& shape) { return shape.dims() == 2; }
  static bool IsSquareMatrix(const TensorShape& shape) {
    return shape.dims() == 2 && shape.dim_size(0) == shape.dim_size(1);
  }
  static bool IsMatrixOrHigher(const TensorShape& shape) { return shape.dims() >= 2; }
  static bool IsScalarOrVector(const TensorShape& shape) { return shape.dims() <= 1; }

  // A shape of the values of a shape tensor; INVALID_ARGUMENT as TensorShape::Validate.
  static absl::Status MakeShape(const int32_t* sizes, int64_t n, TensorShape* shape);
  static absl::Status MakeShape(const int64_t* sizes, int64_t n, TensorShape* shape);
  static absl::Status MakeShape(absl::Span<const int32_t> sizes, TensorShape* shape);
  static absl::Status MakeShape(absl::Span<const int64_t> sizes, TensorShape* shape);
  // The same where -1 is an unknown dimension. In partial_tensor_shape.cc.
  static absl::Status MakeShape(const int32_t* sizes, int64_t n, PartialTensorShape* shape);
  static absl::Status MakeShape(const int64_t* sizes, int64_t n, PartialTensorShape* shape);
  static absl::Status MakeShape(absl::Span<const int32_t> sizes, PartialTensorShape* shape);
  static absl::Status MakeShape(absl::Span<const int64_t> sizes, PartialTensorShape* shape);

  // True if the first, or the last, dimensions of `shape` are those of the other.
  static bool StartsWith(const TensorShape& shape, const TensorShape& prefix);
  static bool EndsWith(const TensorShape& shape, const TensorShape& suffix);
  // The product; INVALID_ARGUMENT as TensorShape::Validate.
  static absl::Status NumElements(absl::Span<const int64_t> sizes, int64_t* product);
  // "[[2,3], []]".
  static std::string ShapeListString(absl::Span<const TensorShape> shapes);
};

}  // namespace opgraft

#endif  // FRAMEWORK_TYPES_TENSOR_SHAPE_H_
