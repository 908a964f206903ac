// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Tensors for tests: made from values, filled, compared. TensorFlow's names.
#ifndef TESTING_TENSOR_TESTUTIL_H_
#define TESTING_TENSOR_TESTUTIL_H_

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>

#include "absl/types/span.h"
#include "framework/tensor/tensor.h"
#include "gtest/gtest.h"
#include "testing/compare_tensors.h"

// TensorFlow's helpers for the tensors of tests, by its names. What differs fails the test in which
// they are called.
//
// Example:
//   Tensor x(DT_FLOAT, {2, 2});
//   test::FillIota<float>(&x, 1);
//   test::ExpectTensorEqual<float>(x, test::AsTensor<float>({1, 2, 3, 4}, {2, 2}));
namespace opgraft {
namespace test {

// Copies `values` into `*tensor`, which must have as many elements.
template <typename T>
void FillValues(Tensor* tensor, absl::Span<const T> values) {
  ASSERT_EQ(tensor->NumElements(), static_cast<int64_t>(values.size()));
  std::copy(values.begin(), values.end(), tensor->flat<T>().data());
}
// The same, converting where the values are of another type: FillValues<half>(&t, {1.0f, 2.0f}).
template <typename T, typename Source>
void FillValues(Tensor* tensor, std::initializer_list<Source> values) {
  ASSERT_EQ(tensor->NumElements(), static_cast<int64_t>(values.size()));
  std::transform(values.begin(), values.end(), tensor->flat<T>().data(),
                 [](const Source& value) { return static_cast<T>(value); });
}
// Element i becomes fn(i).
template <typename T>
void FillFn(Tensor* tensor, std::function<T(int)> fn) {
  auto flat = tensor->flat<T>();
  for (int64_t i = 0; i < flat.size(); ++i) flat(i) = fn(static_cast<int>(i));
}
// first, first + 1, first + 2, ...
template <typename T>
void FillIota(Tensor* tensor, const T& first) {
  FillFn<T>(tensor, [first](int i) { return static_cast<T>(first + static_cast<T>(i)); });
}

// A vector of the values, or a tensor of `shape` filled row by row. With a number of values that is
// not the shape's the test fails.
template <typename T>
Tensor AsTensor(absl::Span<const T> values) {
  Tensor tensor(DataTypeToEnum<T>::v(), TensorShape({static_cast<int64_t>(values.size())}));
  FillValues<T>(&tensor, values);
  return tensor;
}
template <typename T>
Tensor AsTensor(absl::Span<const T> values, const TensorShape& shape) {
  Tensor tensor(DataTypeToEnum<T>::v(), shape);
  FillValues<T>(&tensor, values);
  return tensor;
}
template <typename T>
Tensor AsTensor(std::initializer_list<T> values) {
  return AsTensor<T>(absl::Span<const T>(values.begin(), values.size()));
}
template <typename T>
Tensor AsTensor(std::initializer_list<T> values, const TensorShape& shape) {
  return AsTensor<T>(absl::Span<const T>(values.begin(), values.size()), shape);
}
// A tensor of shape [] with this element.
template <typename T>
Tensor AsScalar(const T& value) {
  return Tensor(value);
}

// Expects the same type, shape and elements; NaN equals NaN. `x` is the result, `y` what is
// expected. The failure shows the first element that differs.
inline void ExpectEqual(const Tensor& x, const Tensor& y) { EXPECT_EQ("", CompareTensors(x, y)); }
// The same, and elements of type T.
template <typename T>
void ExpectTensorEqual(const Tensor& x, const Tensor& y) {
  EXPECT_EQ(x.dtype(), DataTypeToEnum<T>::v());
  ExpectEqual(x, y);
}
// The same, where elements may be `abs_err` apart.
template <typename T>
void ExpectTensorNear(const Tensor& x, const Tensor& y, double abs_err) {
  EXPECT_EQ(x.dtype(), DataTypeToEnum<T>::v());
  EXPECT_EQ("", CompareTensors(x, y, {0, abs_err}));
}
// Elements may be atol + rtol * |y| apart. A negative one is that of DefaultTolerance: five
// epsilons of the type.
inline void ExpectClose(const Tensor& x, const Tensor& y, double atol = -1.0, double rtol = -1.0) {
  Tolerance tolerance = DefaultTolerance(y.dtype());
  if (rtol >= 0) tolerance.rtol = rtol;
  if (atol >= 0) tolerance.atol = atol;
  EXPECT_EQ("", CompareTensors(x, y, tolerance));
}

}  // namespace test
}  // namespace opgraft

#endif  // TESTING_TENSOR_TESTUTIL_H_
