// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_FILES_WRITE_FILE_H_
#define TOOLS_FILES_WRITE_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Writes a whole file, replacing what is there. INVALID_ARGUMENT with the path and the system's
// reason on failure; a file that is only partly written is removed.
absl::Status WriteFile(const std::string& path, absl::string_view bytes);

}  // namespace opgraft_internal

#endif  // TOOLS_FILES_WRITE_FILE_H_
