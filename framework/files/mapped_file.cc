// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/files/mapped_file.h"

#include <sys/mman.h>

namespace opgraft_internal {

std::shared_ptr<const MappedFile> MappedFile::Of(int descriptor, size_t size) {
  void* const start = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0);
  if (start == MAP_FAILED) return nullptr;
  const absl::string_view bytes(static_cast<const char*>(start), size);
  return std::shared_ptr<const MappedFile>(new MappedFile(bytes));
}

MappedFile::~MappedFile() { munmap(const_cast<char*>(bytes_.data()), bytes_.size()); }

}  // namespace opgraft_internal
