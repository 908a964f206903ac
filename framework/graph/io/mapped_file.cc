// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace opgraft_internal {

std::shared_ptr<const MappedFile> MappedFile::Open(const std::string& path, int64_t max_bytes) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return nullptr;
  struct stat info;
  void* start = MAP_FAILED;
  if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0 &&
      info.st_size <= max_bytes) {
    start = mmap(nullptr, static_cast<size_t>(info.st_size), PROT_READ | PROT_WRITE, MAP_PRIVATE,
                 file, 0);
  }
  close(file);
  if (start == MAP_FAILED) return nullptr;
  const absl::string_view bytes(static_cast<const char*>(start), static_cast<size_t>(info.st_size));
  return std::shared_ptr<const MappedFile>(new MappedFile(bytes));
}

MappedFile::~MappedFile() { munmap(const_cast<char*>(bytes_.data()), bytes_.size()); }

}  // namespace opgraft_internal
