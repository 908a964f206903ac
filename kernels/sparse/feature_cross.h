// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_SPARSE_FEATURE_CROSS_H_
#define KERNELS_SPARSE_FEATURE_CROSS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "kernels/sparse/sparse_view.h"
#include "kernels/strings/sip_hash.h"

namespace opgraft_internal {

// A column of features: row i has the values [starts[i], starts[i + 1]), strings or int64. Borrows
// the values.
//
// Example: of the rows [a b] and [c] the starts are {0, 2, 3}.
struct CrossColumn {
  int64_t rows() const { return static_cast<int64_t>(starts.size()) - 1; }
  // How many values a row has.
  int64_t Count(int64_t row) const {
    return starts[static_cast<size_t>(row) + 1] - starts[static_cast<size_t>(row)];
  }

  const Tensor* values = nullptr;
  std::vector<int64_t> starts;
  bool is_sparse = false;
};

// From a matrix. INVALID_ARGUMENT for other shapes.
absl::Status MakeDenseColumn(const Tensor& matrix, CrossColumn* column);
// From a sparse matrix, whose rows must not fall. INVALID_ARGUMENT if they do, or lie outside.
absl::Status MakeSparseColumn(const Tensor& indices, const Tensor& values, const Tensor& shape,
                              CrossColumn* column);

// What becomes of one feature of each column.
struct CrossRule {
  enum class Kind {
    // The features with a separator between them.
    kText,
    // A number in [0, buckets), or without buckets any that is not negative.
    kHash,
    // The same, beginning with the first feature instead of a key.
    kSaltedHash,
  };
  Kind kind = Kind::kText;
  std::string separator = "_X_";
  uint64_t hash_key = 0;
  int64_t buckets = 0;
  // Features are hashed with the salt.
  bool is_strong = false;
  SipKey salt;
};

// How many crosses each row has: `splits` are the starts of the rows, and the end. All columns must
// have as many rows. INVALID_ARGUMENT if they have not, or if there are more crosses than int64 can
// count.
absl::Status CountCrosses(const std::vector<CrossColumn>& columns, std::vector<int64_t>* splits);

// Fills `out`, a vector of splits.back() elements, strings or int64. RESOURCE_EXHAUSTED if strings
// are longer than a tensor may have.
//
// Example: row [a b] of one column and row [x] of another have the crosses "a_X_x" and "b_X_x".
absl::Status MakeCrosses(const CrossRule& rule, const std::vector<CrossColumn>& columns,
                         const std::vector<int64_t>& splits, Tensor* out);

}  // namespace opgraft_internal

#endif  // KERNELS_SPARSE_FEATURE_CROSS_H_
