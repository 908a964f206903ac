// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What fractional pools and their gradients share.
#ifndef KERNELS_NN_FRACTIONAL_WINDOWS_H_
#define KERNELS_NN_FRACTIONAL_WINDOWS_H_

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"

namespace opgraft_internal {

// Batch, rows, columns, channels.
constexpr int kPoolDims = 4;

// Where each window begins, and the end of the last one.
//
// Example: cuts {0, 2, 3, 5} are the windows [0, 2), [2, 3) and [3, 5); if windows overlap, each
// has one more element at its end, if there is one.
using Cuts = std::vector<int64_t>;

// Sums of integers wrap.
template <typename T, bool = std::is_integral<T>::value>
struct WrappingSum {
  using Type = T;
};
template <typename T>
struct WrappingSum<T, true> {
  using Type = std::make_unsigned_t<T>;
};

// Window `i` of an input of `length`: from cuts[i] on.
inline int64_t EndOf(const Cuts& cuts, size_t i, bool overlapping, int64_t length) {
  return std::min(cuts[i + 1] + (overlapping ? 1 : 0), length);
}

// How windows lie over images. A value.
struct Windows {
  TensorShape in;
  TensorShape out;
  Cuts rows;
  Cuts cols;
  bool overlapping = false;

  // Calls visit(output position, input position) for each position that a window has, by rows:
  // positions count vectors of channels. Of the windows in rows [begin, end) of all images.
  template <typename Visit>
  void ForEach(int64_t begin, int64_t end, const Visit& visit) const {
    const int64_t height = in.dim_size(1), width = in.dim_size(2), columns = out.dim_size(2);
    for (int64_t row = begin; row < end; ++row) {
      const int64_t image = row / out.dim_size(1);
      const auto r = static_cast<size_t>(row % out.dim_size(1));
      for (int64_t column = 0; column < columns; ++column) {
        const auto c = static_cast<size_t>(column);
        for (int64_t y = rows[r]; y < EndOf(rows, r, overlapping, height); ++y) {
          for (int64_t x = cols[c]; x < EndOf(cols, c, overlapping, width); ++x)
            visit(row * columns + column, (image * height + y) * width + x);
        }
      }
    }
  }
  // How many input positions the window of an output position has.
  int64_t SizeOf(int64_t position) const {
    const auto c = static_cast<size_t>(position % out.dim_size(2));
    const auto r = static_cast<size_t>(position / out.dim_size(2) % out.dim_size(1));
    return (EndOf(rows, r, overlapping, in.dim_size(1)) - rows[r]) *
           (EndOf(cols, c, overlapping, in.dim_size(2)) - cols[c]);
  }
  int64_t channels() const { return in.dim_size(3); }
};

}  // namespace opgraft_internal

#endif  // KERNELS_NN_FRACTIONAL_WINDOWS_H_
