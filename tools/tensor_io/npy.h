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

// The tensor of a .npy file (format 1 to 3, little-endian, C or Fortran order; fixed-width byte and
// Unicode strings become string). INVALID_ARGUMENT for what is none of these or does not hold what
// it announces.
absl::StatusOr<Tensor> ParseNpy(absl::string_view bytes);
// The same from a file; NOT_FOUND if it is absent.
absl::StatusOr<Tensor> ReadNpy(const std::string& path);

// Format 1.0, C order. Types that NumPy lacks are stored as their bits (bfloat16 as uint16, int4 as
// int8). INVALID_ARGUMENT for resource and variant.
absl::StatusOr<std::string> FormatNpy(const Tensor& tensor);
absl::Status WriteNpy(const std::string& path, const Tensor& tensor);

}  // namespace opgraft_internal

#endif  // TOOLS_TENSOR_IO_NPY_H_
