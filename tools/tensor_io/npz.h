// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_TENSOR_IO_NPZ_H_
#define TOOLS_TENSOR_IO_NPZ_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Arrays by their names, in the order of the file.
using NamedArrays = std::vector<std::pair<std::string, Tensor>>;

// The arrays of a .npz file, which is a zip file of .npy files: those of numpy.savez and
// savez_compressed, in the file's order. INVALID_ARGUMENT names the array that is wrong.
absl::StatusOr<NamedArrays> ParseNpz(absl::string_view bytes);
// The same from a file or a pipe. RESOURCE_EXHAUSTED for one of 4 GiB and more.
absl::StatusOr<NamedArrays> ReadNpz(const std::string& path);

// A file as numpy.savez writes it. INVALID_ARGUMENT for what FormatNpy refuses, and for two arrays
// of one name; RESOURCE_EXHAUSTED if it would have 4 GiB or more.
absl::StatusOr<std::string> FormatNpz(const NamedArrays& arrays);

}  // namespace opgraft_internal

#endif  // TOOLS_TENSOR_IO_NPZ_H_
