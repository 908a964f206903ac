// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_LIBRARY_LINKER_CACHE_H_
#define FRAMEWORK_LIBRARY_LINKER_CACHE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The files of library `name` for this machine in `cache`, the contents of /etc/ld.so.cache, in
// their order there. There may be several, each for another level of the processor. None if the
// cache is not of glibc's format of today ("glibc-ld.so.cache1.1"), or is broken. Thread-safe.
//
// Example: FilesInCache(cache, "libz.so.1") is {"/lib/x86_64-linux-gnu/libz.so.1"}.
std::vector<std::string> FilesInCache(absl::string_view cache, absl::string_view name);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_LIBRARY_LINKER_CACHE_H_
