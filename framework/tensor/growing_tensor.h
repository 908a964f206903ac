// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_GROWING_TENSOR_H_
#define FRAMEWORK_TENSOR_GROWING_TENSOR_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A tensor with room to grow along one axis: the cache of a language model, which gets a row for
// each token. Between the rows of one outer part and those of the next lies room for more:
//
//   [2 heads, 3 rows, depth], 5 rows apart:   a a a . . b b b . .
//
// A value never changes, and copies of it share the memory. Append writes behind the rows, where
// nobody looks, unless another value has done so before; then, or where the room ends, it copies
// all rows, with room for half as many again. So a step costs the rows that it adds, while a fork
// or a snapshot keeps the value it has. Once the last copy of a value is gone that nothing was
// appended to, its rows are room again: a run that failed costs nothing later.
//
// A window over the last rows appends and forgets in turn. RowsFrom forgets without a copy; where
// the room ends, Append copies the rows that are left, with room for as many again, to the memory
// that the window was in before, if nobody looks there any more, or to new memory:
//
//   [1, 3 rows], 9 rows apart:   . . . . . . d e f   ->   d e f g . . . . .
//
// The content of a scalar DT_VARIANT tensor. Elements are of types that are copied as bytes. As
// thread-safe as a Tensor; copies may be appended to by several threads.
class GrowingTensor {
 public:
  // The values of `dense`, whose memory it shares, without room. REQUIRES: DataTypeCanUseMemcpy.
  explicit GrowingTensor(const Tensor& dense);

  DataType dtype() const { return dtype_; }
  const TensorShape& shape() const { return shape_; }
  // The axis that has room.
  int axis() const { return axis_; }
  // How many rows lie between two outer parts; at least those of the axis.
  int64_t rows_apart() const { return rows_apart_; }
  const char* data() const;
  // The values lie in one piece, without room between them.
  bool IsDense() const { return OuterParts() <= 1 || rows_apart_ == shape_.dim_size(axis_); }

  // All values without the room between them: a copy, unless they are dense. RESOURCE_EXHAUSTED.
  absl::StatusOr<Tensor> ToTensor() const;
  // Copies them there. REQUIRES: `out` is of this type and shape.
  void CopyTo(Tensor* out) const;
  // This with the rows of `added` behind its own. INVALID_ARGUMENT if the type is another or the
  // shapes differ elsewhere than along the axis; RESOURCE_EXHAUSTED.
  absl::StatusOr<GrowingTensor> Append(int axis, const Tensor& added) const;
  // The rows from `begin` on, as a slice has them: a negative number counts from behind, one beyond
  // an end means the end. Shares the memory. INVALID_ARGUMENT if there is no such axis;
  // RESOURCE_EXHAUSTED.
  absl::StatusOr<GrowingTensor> RowsFrom(int axis, int64_t begin) const;
  // The first `count` rows of axis(), in the same memory. Append then writes over the others once
  // they are nobody's. REQUIRES: 0 <= count <= the rows of the axis.
  GrowingTensor FirstRows(int64_t count) const;
  // Parts of dimension 0, in this order: beams of a search. Negative numbers count from the last; a
  // part that is not there is of zeros. It has the room of an Append. INVALID_ARGUMENT for a
  // scalar; RESOURCE_EXHAUSTED.
  absl::StatusOr<GrowingTensor> Pick(absl::Span<const int64_t> parts) const;

  // "float[2,3,8] with room for 5 rows along axis 1".
  std::string DebugString() const;

 private:
  struct Memory;
  class Claim;

  GrowingTensor(std::shared_ptr<const Claim> claim, DataType dtype, const TensorShape& shape,
                int axis, int64_t rows_apart)
      : claim_(std::move(claim)),
        shape_(shape),
        rows_apart_(rows_apart),
        dtype_(dtype),
        axis_(axis) {}
  // Memory for a value of this shape and so many rows more; all of the shape's are claimed. Takes
  // `spare` if it is there and large enough.
  static absl::StatusOr<GrowingTensor> WithRoom(DataType dtype, const TensorShape& shape, int axis,
                                                int64_t room, std::shared_ptr<Memory> spare);
  static GrowingTensor In(std::shared_ptr<Memory> memory, DataType dtype, const TensorShape& shape,
                          int axis);
  // The same of what comes after this: where a window goes on, or where a cache has room to grow.
  absl::StatusOr<GrowingTensor> NextWithRoom(const TensorShape& shape) const;
  // The same values, with room along this axis or none. REQUIRES: there is such an axis.
  absl::StatusOr<GrowingTensor> Along(int axis) const;
  absl::Status CheckAppend(int axis, const Tensor& added, TensorShape* shape) const;
  // The `count` rows of the memory behind this value's; null if they are somebody's.
  std::shared_ptr<const Claim> ClaimNext(int64_t count) const;
  char* mutable_data() const;
  int64_t RowBytes() const;
  int64_t OuterParts() const;
  // Copies `count` rows of each outer part, `apart` rows from the next, to the rows from `first`
  // on.
  void CopyRows(const char* from, int64_t apart, int64_t count, int64_t first) const;

  std::shared_ptr<const Claim> claim_;
  TensorShape shape_;
  // The row of the memory that is row 0; those before are forgotten.
  int64_t begin_ = 0;
  int64_t rows_apart_;
  DataType dtype_;
  int axis_;
  // FirstRows made it: its claim may be on rows that are not its own.
  bool is_cut_ = false;
};

// The GrowingTensor that `tensor` holds; null if it holds none.
const GrowingTensor* FindGrowingTensor(const Tensor& tensor);
// The values of a tensor that may hold a growing one. RESOURCE_EXHAUSTED.
absl::StatusOr<Tensor> DenseValue(const Tensor& tensor);
// Puts it into a scalar of DT_VARIANT.
void SetGrowingTensor(GrowingTensor value, Tensor* holder);
// A tensor that holds it. RESOURCE_EXHAUSTED.
absl::StatusOr<Tensor> HoldGrowingTensor(GrowingTensor value);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TENSOR_GROWING_TENSOR_H_
