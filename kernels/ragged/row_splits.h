// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_RAGGED_ROW_SPLITS_H_
#define KERNELS_RAGGED_ROW_SPLITS_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Where the rows of a ragged tensor begin and end: row i has the elements [splits[i],
// splits[i + 1]) of those that lie one behind the other.
//
// Example: the rows [1 2], [] and [3] have the splits {0, 2, 2, 3}.
using RowSplits = std::vector<int64_t>;

// How many rows the splits are of.
inline int64_t RowCount(const RowSplits& splits) { return static_cast<int64_t>(splits.size()) - 1; }

// Reads a vector of int32 or int64. INVALID_ARGUMENT unless it begins with 0, does not fall, and
// ends with `size`, which may be -1 for not known.
absl::Status ReadRowSplits(const Tensor& tensor, int64_t size, RowSplits* splits);

// The same for splits that may leave elements out, before the first row and behind the last: they
// only must not fall and stay within [0, size].
absl::Status ReadLooseRowSplits(const Tensor& tensor, int64_t size, RowSplits* splits);

// Reads the inputs [0, count): splits of splits, of which the innermost are of the rows of
// `values`.
//
// Example: [[[1 2] [3]] []] has the splits {0, 2, 2} of {0, 2, 3} of the values 1 2 3.
absl::Status ReadNestedSplits(OpKernelContext* context, int count, const Tensor& values,
                              std::vector<RowSplits>* nested,
                              absl::Status (*read)(const Tensor&, int64_t,
                                                   RowSplits*) = ReadRowSplits);

// Output `index` is the vector of `values`, as int32 or int64. INVALID_ARGUMENT if one does not
// fit.
absl::Status SetIndexOutput(OpKernelContext* context, int index,
                            const std::vector<int64_t>& values);

}  // namespace opgraft_internal

#endif  // KERNELS_RAGGED_ROW_SPLITS_H_
