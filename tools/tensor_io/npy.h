// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_TENSOR_IO_NPY_H_
#define TOOLS_TENSOR_IO_NPY_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The tensor of a .npy file (format 1 to 3, both orders of bytes, C or Fortran order; fixed-width
// strings become string, those of Unicode in UTF-8). INVALID_ARGUMENT for any other file, and for
// one that has fewer or more bytes than its header says.
absl::StatusOr<Tensor> ParseNpy(absl::string_view bytes);
// The same from a file, of which no more is read than the array takes. NOT_FOUND if it is absent,
// RESOURCE_EXHAUSTED if the array takes more than `max_bytes`.
inline constexpr int64_t kMaxNpyBytes = int64_t{16} << 30;
absl::StatusOr<Tensor> ReadNpy(const std::string& path, int64_t max_bytes = kMaxNpyBytes);

// The type as which elements of `dtype` are stored: itself, or integers of its bits where NumPy has
// no name for it (bfloat16 as uint16, int4 as int8). DT_INVALID if no type fits.
DataType NpyTypeOf(DataType dtype);

// Format 1.0, C order, elements as NpyTypeOf says. INVALID_ARGUMENT for resource and variant, and
// for strings that end in a zero byte.
absl::StatusOr<std::string> FormatNpy(const Tensor& tensor);
// The same into a file. Errors of WriteFile too.
absl::Status WriteNpy(const std::string& path, const Tensor& tensor);

}  // namespace opgraft_internal

#endif  // TOOLS_TENSOR_IO_NPY_H_
