// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_LIBRARY_ELF_CHECK_H_
#define FRAMEWORK_LIBRARY_ELF_CHECK_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What is known of an op library from its file.
struct LibraryFacts {
  // The libraries it depends on (DT_NEEDED, DT_FILTER).
  std::vector<std::string> needed;
  // Those that are brought along if they are found (DT_AUXILIARY).
  std::vector<std::string> optional;
  // Where they are looked for, with ':' between the folders.
  std::string search_path;
  // Before LD_LIBRARY_PATH is.
  bool is_rpath = false;
};

// Checks the contents of a shared library before any of its code runs; `name` is for messages.
// INVALID_ARGUMENT, with what to do, if it
//   is not a shared library for this machine, or is truncated;
//   contains its own copy of Protocol Buffers or of Opgraft, which would abort the process or
//   register into the copy;
//   was built for TensorFlow, or for another version of Opgraft;
//   uses Opgraft's internals, which libopgraft.so.0 exports for the libraries on top of it alone;
//   was compiled with incompatible options, by its notes (types/library_note.h);
//   registers nothing.
absl::StatusOr<LibraryFacts> CheckLibraryContents(absl::string_view contents,
                                                  absl::string_view name);
// The same of a library that another one needs: it need not register anything, and what has nothing
// to do with Opgraft may be anything.
absl::StatusOr<LibraryFacts> CheckDependencyContents(absl::string_view contents,
                                                     absl::string_view name);
// The same of a file. NOT_FOUND if it cannot be read.
absl::StatusOr<LibraryFacts> CheckDependencyFile(const std::string& path);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_LIBRARY_ELF_CHECK_H_
