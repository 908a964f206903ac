// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/number_tensor.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "framework/types/visit_type.h"

namespace opgraft_internal {
namespace {

template <typename T>
T Nearest(double number) {
  using Limits = std::numeric_limits<T>;
  if (number <= static_cast<double>(Limits::lowest())) return Limits::lowest();
  return number >= static_cast<double>(Limits::max()) ? Limits::max() : static_cast<T>(number);
}

}  // namespace

Tensor NumberTensor(DataType dtype, double number) {
  Tensor tensor(dtype, TensorShape());
  VisitType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_integral_v<T>) {
      *static_cast<T*>(tensor.data()) = Nearest<T>(number);
    } else if constexpr (std::is_floating_point_v<T>) {
      *static_cast<T*>(tensor.data()) = static_cast<T>(number);
    } else if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16>) {
      *static_cast<T*>(tensor.data()) = T(static_cast<float>(number));
    }
  });
  return tensor;
}

Tensor IntsTensor(const std::vector<int64_t>& numbers) {
  Tensor tensor(DT_INT64, TensorShape({static_cast<int64_t>(numbers.size())}));
  std::copy(numbers.begin(), numbers.end(), static_cast<int64_t*>(tensor.data()));
  return tensor;
}

}  // namespace opgraft_internal
