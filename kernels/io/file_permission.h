// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IO_FILE_PERMISSION_H_
#define KERNELS_IO_FILE_PERMISSION_H_

#include <string>

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// PERMISSION_DENIED unless the run lets its graph read, or write, the file. A kernel that opens a
// file that an input or attr names asks first, on the thread that Compute runs on.
absl::Status CheckMayRead(const std::string& path);
absl::Status CheckMayWrite(const std::string& path);

}  // namespace opgraft_internal

#endif  // KERNELS_IO_FILE_PERMISSION_H_
