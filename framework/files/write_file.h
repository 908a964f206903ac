// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_FILES_WRITE_FILE_H_
#define FRAMEWORK_FILES_WRITE_FILE_H_

#include <sys/types.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The modes of new files, less the umask.
inline constexpr mode_t kPlainFile = 0666;
inline constexpr mode_t kProgramFile = 0777;

// Writes a whole file, or leaves the old one as it is: the bytes go into a new file beside it, of a
// name of its own, which is synced and then renamed over it. So readers of the old file keep it,
// two writers never mix, and a machine that stops leaves the old file or the new one. The mode of
// the old file stays; where a symbolic link stood, it stays, and the file that it names is replaced
// (of several hard links, one is).
//
// What is not a regular file (a FIFO, a device, "/dev/fd/N") is written as it is.
//
// Fails with the system's reason and a code that fits it: NOT_FOUND, PERMISSION_DENIED,
// RESOURCE_EXHAUSTED for a full disk. Thread-safe.
absl::Status WriteFile(const std::string& path, absl::string_view bytes, mode_t mode = kPlainFile);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_FILES_WRITE_FILE_H_
