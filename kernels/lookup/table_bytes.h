// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Tensors in the bytes of a saved table: a TensorProto each, behind its length in eight bytes; the
// last one may be without. Bytes that are no tensor are INVALID_ARGUMENT.
#ifndef KERNELS_LOOKUP_TABLE_BYTES_H_
#define KERNELS_LOOKUP_TABLE_BYTES_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The error for bytes that Serialize did not write.
absl::Status BrokenTable();

// A TensorProto.
std::string BytesOf(const Tensor& tensor);
// INVALID_ARGUMENT if the bytes are not those of a tensor.
absl::Status ReadTensor(absl::string_view bytes, Tensor* tensor);

// UNIMPLEMENTED for variants and handles.
absl::Status CheckCanBeSaved(DataType type);
// The same; adds a tensor to the end of `*bytes`.
absl::Status AppendTensor(const Tensor& tensor, std::string* bytes);
// Takes a tensor off the front of `*bytes`.
//
// Example: AppendTensor of keys and of values to one string, and two calls of this.
absl::Status TakeTensor(absl::string_view* bytes, Tensor* tensor);

}  // namespace opgraft_internal

#endif  // KERNELS_LOOKUP_TABLE_BYTES_H_
