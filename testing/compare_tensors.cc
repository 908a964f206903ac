// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/compare_tensors.h"

#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/tensor/resource_handle.h"
#include "framework/tensor/variant.h"
#include "framework/types/visit_type.h"

namespace opgraft {
namespace {

bool Near(double got, double expected, const Tolerance& tolerance) {
  if (std::isnan(got) || std::isnan(expected)) return std::isnan(got) && std::isnan(expected);
  if (got == expected) return true;
  if (std::isinf(got) || std::isinf(expected)) return false;
  return std::abs(got - expected) <= tolerance.atol + tolerance.rtol * std::abs(expected);
}

template <typename T>
bool ElementsAgree(const T& got, const T& expected, DataType dtype, const Tolerance& tolerance) {
  if constexpr (std::is_same_v<T, complex64> || std::is_same_v<T, complex128>) {
    return Near(got.real(), expected.real(), tolerance) &&
           Near(got.imag(), expected.imag(), tolerance);
  } else if constexpr (std::is_constructible_v<double, T>) {
    if (DataTypeIsFloating(dtype)) {
      return Near(static_cast<double>(got), static_cast<double>(expected), tolerance);
    }
    return got == expected;
  } else {
    return got == expected;
  }
}

// The first element that differs, -1 for none.
template <typename T>
int64_t FirstDifference(const Tensor& got, const Tensor& expected, const Tolerance& tolerance) {
  const auto a = got.unaligned_flat<T>();
  const auto b = expected.unaligned_flat<T>();
  for (int64_t i = 0; i < b.size(); ++i) {
    if (!ElementsAgree(a(i), b(i), expected.dtype(), tolerance)) return i;
  }
  return -1;
}

// The element as text: SummarizeValue of a scalar.
std::string ElementText(const Tensor& tensor, int64_t index) {
  Tensor flat;
  if (!flat.CopyFrom(tensor, TensorShape({tensor.NumElements()}))) return "?";
  return flat.SubSlice(index).SummarizeValue(1);
}

// "[1,0]", of element `index` in row-major order.
std::string PositionText(const TensorShape& shape, int64_t index) {
  std::string text;
  for (int d = shape.dims() - 1; d >= 0; --d) {
    text = absl::StrCat(index % shape.dim_size(d), text.empty() ? "" : ",", text);
    index /= shape.dim_size(d);
  }
  return absl::StrCat("[", text, "]");
}

}  // namespace

std::string CompareTensors(const Tensor& got, const Tensor& expected, const Tolerance& tolerance) {
  if (got.dtype() != expected.dtype()) {
    return absl::StrCat("type ", DataTypeString(got.dtype()), ", expected ",
                        DataTypeString(expected.dtype()));
  }
  if (got.shape() != expected.shape()) {
    return absl::StrCat("shape ", got.shape().DebugString(), ", expected ",
                        expected.shape().DebugString());
  }
  if (got.dtype() == DT_RESOURCE || got.dtype() == DT_VARIANT)
    return "handles and variants cannot be compared";
  int64_t different = -1;
  VisitType(got.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (!std::is_same_v<T, ResourceHandle> && !std::is_same_v<T, Variant>) {
      different = FirstDifference<T>(got, expected, tolerance);
    }
  });
  if (different < 0) return "";
  return absl::StrCat("element ", PositionText(expected.shape(), different), " is ",
                      ElementText(got, different), ", expected ", ElementText(expected, different));
}

Tolerance DefaultTolerance(DataType dtype) {
  double epsilon = 0;
  if (dtype == DT_FLOAT || dtype == DT_COMPLEX64) epsilon = std::numeric_limits<float>::epsilon();
  if (dtype == DT_DOUBLE || dtype == DT_COMPLEX128)
    epsilon = std::numeric_limits<double>::epsilon();
  if (dtype == DT_HALF) epsilon = 0x1p-10;
  if (dtype == DT_BFLOAT16) epsilon = 0x1p-7;
  return {5 * epsilon, 5 * epsilon};
}

}  // namespace opgraft
