// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_ATTENTION_ATTENTION_PLAN_H_
#define KERNELS_OPENVINO_ATTENTION_ATTENTION_PLAN_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"
#include "kernels/elementwise/odometer.h"

namespace opgraft_internal {

// The shapes of an attention's operands; null: there is none.
struct AttentionShapes {
  const TensorShape* query = nullptr;
  const TensorShape* key = nullptr;
  const TensorShape* value = nullptr;
  const TensorShape* mask = nullptr;
  const TensorShape* sink = nullptr;
  // How many rows lie between the matrices of keys and values; 0: as many as they have.
  int64_t key_rows_apart = 0;
  int64_t value_rows_apart = 0;
};

// How the operands of an attention meet: the dimensions in front of the matrices by NumPy's rules.
// All steps are in elements. Plain data; const uses are thread-safe.
//
// Example: queries [2, 8, 5, 64] and keys and values [2, 1, 7, 64] are of 8 heads that share their
// keys. The innermost dimension in front, of size 8, becomes `group`: its 8 * 5 rows go over the
// keys together. `outer` is the dimension of size 2, output is [2, 8, 5, 64].
struct AttentionPlan {
  enum Operand { kQuery, kKey, kValue, kMask, kSink, kOut };
  using Dim = OdometerDim<6>;

  // Rows of the queries, or of the mask where there is one query.
  int64_t rows = 0;
  int64_t keys = 0;
  // Elements of a row of queries and keys, and of one of values and results.
  int64_t depth = 0;
  int64_t value_depth = 0;
  // From one row to the next; 0: all rows have the same.
  int64_t query_row = 0;
  int64_t mask_row = 0;
  int64_t mask_column = 0;
  int64_t sink_row = 0;

  // Heads that share their keys and values; 1 if none do.
  Dim group = {1, {}};
  // The other dimensions in front, the outermost first, and the product of their sizes.
  absl::InlinedVector<Dim, 4> outer;
  int64_t positions = 1;
  TensorShape output;

  // INVALID_ARGUMENT if the shapes do not fit each other.
  static absl::Status Make(const AttentionShapes& shapes, AttentionPlan* plan);
};

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_ATTENTION_ATTENTION_PLAN_H_
