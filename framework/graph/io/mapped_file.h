// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_MAPPED_FILE_H_
#define FRAMEWORK_GRAPH_IO_MAPPED_FILE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The bytes of a file as memory: pages come in when they are read, and all who map the file share
// them. Writing changes this mapping only. The file must not be cut off while it is mapped: reading
// beyond its end kills the process.
class MappedFile {
 public:
  // Null if the file is none that can be mapped, is empty, or is longer than `max_bytes`.
  static std::shared_ptr<const MappedFile> Open(const std::string& path, int64_t max_bytes);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  absl::string_view bytes() const { return bytes_; }

 private:
  explicit MappedFile(absl::string_view bytes) : bytes_(bytes) {}
  const absl::string_view bytes_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_MAPPED_FILE_H_
