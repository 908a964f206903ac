// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/linker_cache.h"

#include <cstdint>
#include <cstring>

namespace opgraft_internal {
namespace {

// An older format may come before it; offsets of strings count from here.
constexpr absl::string_view kMagic = "glibc-ld.so.cache1.1";

// As in glibc's dl-cache.h.
struct Header {
  char magic[20];
  uint32_t num_entries;
  uint32_t strings_size;
  uint8_t flags;
  uint8_t padding[3];
  uint32_t extensions;
  uint32_t unused[3];
};
struct Entry {
  int32_t flags;
  uint32_t name;  // offset of a string
  uint32_t file;
  uint32_t os_version;
  uint64_t hwcap;
};
static_assert(sizeof(Header) == 48 && sizeof(Entry) == 24, "as in the file");

// FLAG_ELF_LIBC6 and the machine's.
#if defined(__x86_64__)
constexpr int32_t kFlags = 0x0303;
#else
constexpr int32_t kFlags = 0x0a03;
#endif

absl::string_view StringAt(absl::string_view cache, uint32_t offset) {
  constexpr size_t kMaxSize = 4096;  // of a path
  if (offset >= cache.size()) return {};
  const absl::string_view rest = cache.substr(offset, kMaxSize);
  return rest.substr(0, rest.find('\0'));
}

}  // namespace

std::vector<std::string> FilesInCache(absl::string_view cache, absl::string_view name) {
  const size_t begin = cache.find(kMagic);
  Header header;
  if (begin == absl::string_view::npos || cache.size() - begin < sizeof(header)) return {};
  cache.remove_prefix(begin);
  std::memcpy(&header, cache.data(), sizeof(header));
  std::vector<std::string> files;
  for (uint64_t i = 0; i < header.num_entries; ++i) {
    const uint64_t at = sizeof(header) + i * sizeof(Entry);
    Entry entry;
    if (at + sizeof(entry) > cache.size()) return {};
    std::memcpy(&entry, cache.data() + at, sizeof(entry));
    if (entry.flags == kFlags && StringAt(cache, entry.name) == name)
      files.emplace_back(StringAt(cache, entry.file));
  }
  return files;
}

}  // namespace opgraft_internal
