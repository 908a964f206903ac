// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_FILES_FILE_ACCESS_H_
#define FRAMEWORK_FILES_FILE_ACCESS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Which files the kernels of a run may open: a graph is data that somebody else has written. What
// was not allowed is refused. A value; thread-compatible.
//
// Example:
//   FileAccess files;
//   files.AllowReading("models/translate");
//   OPGRAFT_RETURN_IF_ERROR(files.CheckRead("models/translate/assets/words.txt"));
class FileAccess {
 public:
  // What lies in this folder at any depth. Links are followed first, of the folder now, of files
  // when they are asked for. A folder that does not exist allows nothing.
  void AllowReading(const std::string& folder);
  void AllowWriting(const std::string& folder);

  // PERMISSION_DENIED unless it is allowed; the message says how to allow it. Other faults of a
  // path (that there is no such file, say) are reported by opening it.
  absl::Status CheckRead(const std::string& path) const;
  // The same for a file that need not exist.
  absl::Status CheckWrite(const std::string& path) const;

 private:
  std::vector<std::string> readable_;  // real paths
  std::vector<std::string> writable_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_FILES_FILE_ACCESS_H_
