// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ARRAY_JOIN_ROWS_H_
#define KERNELS_ARRAY_JOIN_ROWS_H_

#include <cstdint>

#include "framework/kernel/op_kernel.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How a row joins the row that is there. The two kinds of maxima differ where one of the two is
// NaN: kMax keeps what is there, kLaterMax takes the new one. Minima likewise.
enum class Join { kReplace, kAdd, kSub, kMul, kMax, kMin, kLaterMax, kLaterMin };

// Rows that are put into others: row r joins row targets[r] of `to`, a negative target nowhere. Of
// each row the elements [begin, end) of `length` are joined, row by row in their order. Borrows
// all.
//
// Example: rows [[1,2], [3,4], [5,6]] with the targets {1, 0, 1} add to [[0,0], [0,0]] as [[3,4],
// [6,8]].
struct RowJob {
  const void* rows = nullptr;
  void* to = nullptr;
  const int64_t* targets = nullptr;
  int64_t count = 0;
  int64_t length = 1;
  int64_t begin = 0;
  int64_t end = 1;
};

// The loop for rows of a type: kReplace for all; else for numbers (maxima and minima: not complex),
// for bool (or, and; kSub: exclusive or), and kAdd for string (joined). Small floats are rounded at
// each step, as TensorFlow does; integers wrap. Null if there is none.
using JoinLoop = void (*)(const RowJob& job, DataType dtype);
JoinLoop FindJoinLoop(Join join, DataType dtype);

// Joins the rows of `updates` to those of `*to` that `targets`, int64, names. Rows that are long
// are shared by threads, element by element: two may have one target. REQUIRES: there are updates.
void JoinSlices(OpKernelContext* ctx, JoinLoop join, const Tensor& targets, const Tensor& updates,
                Tensor* to);

// Fills n elements with what every number joins without a trace: 0, 1, or the largest or smallest
// finite number. REQUIRES: FindJoinLoop gives one.
void FillNeutral(Join join, DataType dtype, void* to, int64_t n);

// Divides n numbers by `divisor`, whole ones towards 0. REQUIRES: a type of numbers.
void DivideRow(DataType dtype, void* row, int64_t n, int64_t divisor);

}  // namespace opgraft_internal

#endif  // KERNELS_ARRAY_JOIN_ROWS_H_
