// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ARRAY_ROW_TABLE_H_
#define KERNELS_ARRAY_ROW_TABLE_H_

#include <cstdint>

#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A tensor seen as [outer, rows, inner]: row r is all that has index r there.
struct Slices {
  int64_t outer = 1;
  int64_t rows = 0;
  int64_t inner = 1;

  // Elements of a row.
  int64_t length() const { return outer * inner; }
};

// Puts the rows of `x` into a tensor [rows, length]. RESOURCE_EXHAUSTED.
absl::Status CopyRows(OpKernelContext* ctx, const Tensor& x, const Slices& slices, Tensor* rows);
// Makes `y` of those rows of `x` that numbers[0], numbers[1], ... tell.
void WriteRows(const Tensor& x, const Slices& slices, const int64_t* numbers, int64_t count,
               Tensor* y);

// Finds rows of a tensor that are equal, by hashing: numbers as `==` has it (0 is -0, and a row
// with a NaN equals none), strings by their characters. Rows are known by their numbers. The table
// lies in temporaries of a kernel, so limits on memory hold. Thread-compatible.
//
// Open addressing: a row lies in the first slot that was free on its way from its hash on. There
// are always free slots, so that a search ends.
//
// Example: with the rows a b a, FindOrAdd(0) is 0, FindOrAdd(1) is 1 and FindOrAdd(2) is 0.
class RowTable {
 public:
  // `rows` is [count, length]; it becomes the table's to change. RESOURCE_EXHAUSTED.
  absl::Status Init(OpKernelContext* ctx, const Tensor& rows, int64_t count, int64_t length);

  // The row that was added first and is equal to `row`; `row` itself, which is now added, if none
  // is.
  int64_t FindOrAdd(int64_t row);
  // The row that was added first and is equal to `row`; -1 if none is.
  int64_t Find(int64_t row) const { return slots_[SlotOf(row)]; }

 private:
  bool HasNan(int64_t row) const { return unlike_ != nullptr && unlike_[row]; }
  // Of the bytes of a row, or of the characters of its strings.
  uint64_t HashOf(int64_t row) const;
  bool Equal(int64_t a, int64_t b) const;
  // The slot of the equal row, or the empty one where it would be.
  int64_t SlotOf(int64_t row) const;
  // Makes equal numbers equal bytes and notes which rows have a NaN.
  absl::Status Normalize(OpKernelContext* ctx, int64_t count);

  Tensor rows_;
  Tensor slot_tensor_;
  Tensor unlike_tensor_;
  const char* data_ = nullptr;
  // For each row whether it has a NaN; null if none has.
  const bool* unlike_ = nullptr;
  // Numbers of rows; -1: empty.
  int64_t* slots_ = nullptr;
  // One less than there are slots, a power of two.
  int64_t mask_ = 0;
  int64_t length_ = 0;  // of a row, in elements
  int64_t row_bytes_ = 0;
};

}  // namespace opgraft_internal

#endif  // KERNELS_ARRAY_ROW_TABLE_H_
