// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_FILES_MAPPED_FILE_H_
#define FRAMEWORK_FILES_MAPPED_FILE_H_

#include <cstddef>
#include <memory>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The bytes of a file as memory: pages come in when they are read, and all processes that map the
// file share them. Writing changes this mapping only. Unmaps in the destructor; the descriptor may
// be closed before. Immutable, so thread-safe.
//
// The file must not be cut off while it is mapped: reading beyond its end kills the process.
// WriteFile never does that: it puts another file in its place.
class MappedFile {
 public:
  // The first `size` bytes of an open file; null if the system refuses. REQUIRES: size > 0.
  static std::shared_ptr<const MappedFile> Of(int descriptor, size_t size);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  absl::string_view bytes() const { return bytes_; }

 private:
  explicit MappedFile(absl::string_view bytes) : bytes_(bytes) {}
  const absl::string_view bytes_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_FILES_MAPPED_FILE_H_
