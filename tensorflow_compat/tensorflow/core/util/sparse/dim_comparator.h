// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_SPARSE_DIM_COMPARATOR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_SPARSE_DIM_COMPARATOR_H_

#include "tensorflow/core/framework/tensor_types.h"
#include "tensorflow/core/lib/gtl/array_slice.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace sparse {

// Orders the rows of a matrix of indices by the dimensions in `order`. Borrows all.
class DimComparator {
 public:
  using VarDimArray = gtl::ArraySlice<int64_t>;

  DimComparator(const TTypes<int64_t>::Matrix& indices, const VarDimArray& order,
                const VarDimArray& shape)
      : indices_(indices), order_(order), dims_(static_cast<int>(shape.size())) {}

  bool operator()(int64_t i, int64_t j) const {
    for (const int64_t d : order_) {
      if (indices_(i, d) != indices_(j, d)) return indices_(i, d) < indices_(j, d);
    }
    return false;
  }
  // -1, 0 or 1; `*different` is the first dimension of the order in which the rows differ.
  int cmp(int64_t i, int64_t j, int* different = nullptr) const {
    for (size_t at = 0; at < order_.size(); ++at) {
      const int64_t a = indices_(i, order_[at]), b = indices_(j, order_[at]);
      if (a == b) continue;
      if (different != nullptr) *different = static_cast<int>(at);
      return a < b ? -1 : 1;
    }
    return 0;
  }

 protected:
  const TTypes<int64_t>::Matrix indices_;
  const VarDimArray order_;
  const int dims_;
};

// The same for a number of dimensions that the compiler knows.
template <int ORDER_DIM>
class FixedDimComparator : DimComparator {
 public:
  using DimComparator::DimComparator;
  using DimComparator::operator();
};

}  // namespace sparse
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_SPARSE_DIM_COMPARATOR_H_
