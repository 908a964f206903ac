// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_PACKED_TENSOR_H_
#define FRAMEWORK_TENSOR_PACKED_TENSOR_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Types of less than a byte as OpenVINO's files hold them: several elements a byte, without padding
// between rows. In memory they take a byte each. u1: element 0 in the most significant bit; 2 and 4
// bits: element 0 in the least.

// Bits of an element in a file: 1 for u1; 2 and 4 for the types of that width; 0 for types of whole
// bytes.
int PackedBits(DataType dtype);

// The tensor that `packed` holds. INVALID_ARGUMENT if the dtype is not packed, the shape is not
// valid or `packed` has not just the bytes it takes; RESOURCE_EXHAUSTED. Thread-safe.
//
// Example: three elements of uint4 in the bytes 0x21, 0x03 are {1, 2, 3}.
absl::StatusOr<Tensor> UnpackTensor(DataType dtype, const TensorShape& shape,
                                    absl::string_view packed);
// The other way round; unused bits of the last byte are zero. INVALID_ARGUMENT if the dtype is not
// packed.
absl::StatusOr<std::string> PackTensor(const Tensor& tensor);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TENSOR_PACKED_TENSOR_H_
