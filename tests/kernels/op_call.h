// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Calls of registered kernels, for their tests: an op's name, its inputs, and what comes out as
// text.
#ifndef TESTS_KERNELS_OP_CALL_H_
#define TESTS_KERNELS_OP_CALL_H_

#include <string>
#include <type_traits>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/tensor/tensor.h"
#include "tests/framework/kernel/test_node.h"

namespace opgraft {

// Runs the kernel that the program has for the op. Attrs of types and of lengths of lists follow
// from the inputs where `attrs` leaves them out.
absl::StatusOr<std::vector<Tensor>> CallOp(const std::string& op, const std::vector<Tensor>& inputs,
                                           const TestAttrs& attrs = {});

// What CallOp gives, as text: "float[2,2] [1 2][3 4]", several outputs with "; " between them, ""
// for none; an error as "INVALID_ARGUMENT: " and its message without the node.
std::string CallText(const std::string& op, const std::vector<Tensor>& inputs,
                     const TestAttrs& attrs = {});

// "float[2,2] [1 2][3 4]".
std::string TensorText(const Tensor& tensor);

// 0, 1, 2, ... of a type with numbers; integers that are too small for it begin again below.
template <typename T>
Tensor Counting(const TensorShape& shape) {
  Tensor tensor(DataTypeToEnum<T>::v(), shape);
  using Wide = std::conditional_t<std::is_integral_v<T>, int64_t,
                                  float>;  // small floats are made of a float
  for (int64_t i = 0; i < tensor.NumElements(); ++i)
    tensor.flat<T>()(i) = static_cast<T>(static_cast<Wide>(i));
  return tensor;
}

// Short for vectors of indices and the like.
template <typename T>
Tensor VectorOf(const std::vector<T>& values) {
  Tensor tensor(DataTypeToEnum<T>::v(), TensorShape({static_cast<int64_t>(values.size())}));
  for (size_t i = 0; i < values.size(); ++i) tensor.flat<T>()(static_cast<int64_t>(i)) = values[i];
  return tensor;
}
inline Tensor Ints(const std::vector<int32_t>& values) { return VectorOf(values); }
inline Tensor Longs(const std::vector<int64_t>& values) { return VectorOf(values); }
inline Tensor Texts(const std::vector<std::string>& values) { return VectorOf<tstring>(values); }

}  // namespace opgraft

#endif  // TESTS_KERNELS_OP_CALL_H_
